// Sends odd requests to every endpoint. None may break the server or the stored data, each refusal
// must have a sentence, and unknown fields must not be stored.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Endpoint, endpointUrl, type Role } from '#contract/common/endpoint.ts'
import { ErrorBody, errorCatalog } from '#contract/common/error-catalog.ts'
import { makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { rounds } from '#server/testing-rounds.ts'
import { rules } from '#server/verify/access/testing-access-table.ts'
import { endpointOf, inputOf } from '#server/verify/access/testing-calls.ts'
import { type Market, makeMarket } from '#server/verify/access/testing-market.ts'
import type { Rule } from '#server/verify/access/testing-read-table.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'
import {
  fieldsOf,
  type OddRequest,
  oddRequest,
  unknownMark,
  withUnknown,
} from './testing-odd-input.ts'
import { payloads } from './testing-payloads.ts'

const timeoutMs = 900_000
/** One run per endpoint in `npm test`, and 7,000 runs of all endpoints in CI. */
const runsOfRule = rounds(1, Math.ceil(7_000 / rules.length))

let market: Market
beforeAll(async () => {
  market = await makeMarket()
})

const endsSessions = /logout|delete-account|password$|DELETE \/account\/sessions/
const blocks = /toggle-status$|\/block$/

/**
 * Returns a caller from half A for whom a request is valid, apart from its odd part. If the call
 * blocks somebody, that is a person from half B (`thingOf`).
 */
async function callerOf({ endpoint, roles, thing }: Rule): Promise<TestAccount | undefined> {
  const { buyer, seller } = market.halves.A
  const own = market.halves.A.things[thing?.kind ?? '']?.of ?? []
  const byRole: Record<string, TestAccount> = { buyer, seller, admin: market.admin }
  const [first] = roles.filter(
    (role) => !thing?.isOwn || own.some(({ id }) => id === byRole[role]?.id),
  )
  const role = first ?? roles[0]
  if (role === undefined) return undefined
  return endsSessions.test(endpoint) ? makeAccount(role as Role) : byRole[role]
}

const thingOf = ({ endpoint, thing }: Rule) =>
  thing && market.halves[blocks.test(endpoint) ? 'B' : 'A'].things[thing.kind]

let address = 0

async function send(rule: Rule, endpoint: Endpoint, odd: OddRequest) {
  const account = await callerOf(rule)
  const input: Record<string, unknown> = {
    ...inputOf(rule, endpoint, thingOf(rule)),
    ...odd.changes,
  }
  for (const name of odd.left) delete input[name]
  const isRead = endpoint.method === 'GET'
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && (isRead || endpoint.path.includes(`{${name}}`)))
      input[name] = asText(value)
  const { path, rest } = endpointUrl(endpoint, input)
  const { app } = await testApp()
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    remoteAddress: `10.9.${(++address >> 8) % 256}.${address % 256}`,
    headers: {
      ...(account && { authorization: `Bearer ${account.token}` }),
      ...(!isRead && { 'content-type': 'application/json' }),
    },
    ...(!isRead && { payload: odd.body ?? withUnknown(rest, odd.unknown) }),
  })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}

/**
 * Returns a value as it is sent in a URL, where everything is text and a lone surrogate is
 * impossible.
 */
const asText = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

function expectSoundAnswer(
  name: string,
  { status, text, headers }: Awaited<ReturnType<typeof send>>,
) {
  if (status < 400) return
  expect(status, `${name}: ${text}`).toBeLessThan(500)
  expect(headers['content-type'], name).toBe('application/json; charset=utf-8')
  const { code, message } = ErrorBody.strict().parse(JSON.parse(text))
  expect(Object.hasOwn(errorCatalog, code), `${name}: ${code}`).toBe(true)
  // Zod's own messages, such as 'Invalid input', aren't sentences for people.
  expect(message, name).toMatch(
    /^(?!Invalid |Expected |Unrecognized |Too (big|small))\S.*[\p{L}\d.!?)]$/su,
  )
}

async function expectSoundMarket(): Promise<void> {
  const { db, storage } = (await testApp()).context
  await (await testApp()).context.jobs.idle()
  const { violations, rules } = await verify(db, storage)
  expect(verifyReport({ violations, rules })).toBe(`All ${rules} rules hold.`)
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  const tables = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public'`.execute(db)
  for (const { name } of tables.rows) {
    const { rows } = await sql`select 1 from ${sql.raw(name)} as one
      where one::text like ${`%${unknownMark}%`} limit 1`.execute(db)
    expect([name, rows]).toEqual([name, []])
  }
}

test(
  'odd requests, made from the schemas, never break anything',
  async () => {
    for (const rule of rules) {
      const endpoint = endpointOf(rule)
      await fc.assert(
        fc.asyncProperty(oddRequest(endpoint), async (odd) => {
          expectSoundAnswer(rule.name, await send(rule, endpoint, odd))
        }),
        { numRuns: runsOfRule },
      )
    }
    await expectSoundMarket()
  },
  timeoutMs,
)

test(
  'every field handles script payloads as plain text',
  async () => {
    const fields = rules.flatMap((rule) => {
      const endpoint = endpointOf(rule)
      return endpoint.method === 'GET'
        ? []
        : fieldsOf(endpoint).map((name) => ({ rule, endpoint, name }))
    })
    expect(payloads).toHaveLength(60)
    expect(fields.length).toBeGreaterThan(150)
    for (const [index, { rule, endpoint, name }] of fields.entries())
      for (const [number, payload] of payloads.entries()) {
        // The long form sends each payload in a third of the fields, and the short form in a
        // sixtieth.
        if ((index + number) % rounds(payloads.length, 3) !== 0) continue
        const odd = { changes: { [name]: payload }, unknown: [], left: [], body: undefined }
        const answer = await send(rule, endpoint, odd)
        expectSoundAnswer(`${rule.name}: ${name}`, answer)
        if (answer.text !== '') expect(answer.headers['content-type']).toMatch(/^application\/json/)
        expect(answer.headers['x-content-type-options']).toBe('nosniff')
      }
    await expectSoundMarket()
  },
  timeoutMs,
)
