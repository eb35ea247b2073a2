// Calls each endpoint as each kind of caller, with ids of the caller's own things, with ids of
// other people's things, and with unknown ids.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { deleteBuyerAccount, deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { makeHelper } from '#server/accounts/shop-helpers/testing-shop-helpers.ts'
import { contentsOf } from '#server/backup/testing-market.ts'
import { as, makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { endpointName, endpoints } from '#server/testing-endpoints.ts'
import { isLong } from '#server/testing-rounds.ts'
import { rules } from './testing-access-table.ts'
import { absentThing, endpointOf, inputOf } from './testing-calls.ts'
import { type Market, makeMarket, type Thing } from './testing-market.ts'
import type { Expected, Rule } from './testing-read-table.ts'

type Account = TestAccount | undefined
type Caller = {
  name: string
  role?: Role
  account: Account
  isOut?: true
  half?: 'A' | 'B' | 'C'
  isHelper?: true
}
type Try = {
  caller: Caller
  whose: string
  thing: Thing | undefined
  expected: Expected | 'let in'
}

let market: Market
let callersOf: (rule: Rule) => Caller[]

beforeAll(async () => {
  market = await makeMarket()
  const { A, B, C } = market.halves
  const [lockedOut, left] = [await makeAccount('buyer'), await makeAccount('seller')]
  const [lockedOutSeller, leftBuyer] = [await makeAccount('seller'), await makeAccount('buyer')]
  await as(market.admin).call(toggleBuyer, { id: lockedOut.id, status: 'blocked' })
  await as(market.admin).call(toggleSeller, { id: lockedOutSeller.id, status: 'blocked' })
  await as(left).call(deleteSellerAccount, {})
  await as(leftBuyer).call(deleteBuyerAccount, {})
  const gone = { blocked: [lockedOut, lockedOutSeller], left: [leftBuyer, left] }
  callersOf = ({ roles }) => [
    { name: 'nobody', account: undefined },
    { name: 'buyer A', role: 'buyer', account: A.buyer, half: 'A' },
    { name: 'seller A', role: 'seller', account: A.seller, half: 'A' },
    { name: 'buyer B', role: 'buyer', account: B.buyer, half: 'B' },
    { name: 'seller B', role: 'seller', account: B.seller, half: 'B' },
    { name: 'buyer C', role: 'buyer', account: C.buyer, half: 'C' },
    { name: 'helper C', role: 'seller', account: market.helper, half: 'C', isHelper: true },
    { name: 'admin', role: 'admin', account: market.admin },
    // Blocked and deleted accounts that have the role which the endpoint requires.
    ...Object.entries(gone).map(([name, [buyer, seller]]) => ({
      name,
      account: roles.includes('seller') ? seller : buyer,
      isOut: true as const,
    })),
  ]
  await (await testApp()).context.jobs.idle()
})

/**
 * A refused call may change these tables, because it counts as a use and as activity of the
 * session.
 */
const tablesOfEveryCall = ['quota_uses', 'sessions']

async function contents(): Promise<Record<string, string>> {
  const { db } = (await testApp()).context
  const run = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows
  const all = Object.entries(await contentsOf(run))
  return Object.fromEntries(all.filter(([table]) => !tablesOfEveryCall.includes(table)))
}

const letIn = 'let in'
const signedOut: Expected = [401, 'signed_out']
const sessionEnded: Expected = [401, 'session_ended']
const wrongRole: Expected = [403, 'wrong_role']
const ownerOnly: Expected = [403, 'owner_only']

function expectedOf(
  { roles, only, unrestricted, thing: rule, but }: Rule,
  { role, account, isOut, isHelper }: Caller,
  thing: Thing | undefined,
): Expected | typeof letIn {
  if (roles.length > 0) {
    if (!account) return signedOut
    if (isOut) return sessionEnded
    if (!role || !roles.includes(role) || (only === 'helper' && !isHelper)) return wrongRole
    if (only === 'owner' && isHelper) return ownerOnly
  }
  if (but && !but.role) return but.refused
  if (!rule || !thing || (role && unrestricted.includes(role))) return letIn
  const isOwn = thing.of.some(({ id }) => id === account?.id)
  if (isOwn && but?.role === role) return but?.refused ?? letIn
  const isLetIn = rule.isOwn ? isOwn : !thing.isAbsent
  return isLetIn ? letIn : rule.refused
}

function triesOf(rule: Rule): Try[] {
  const { kind } = rule.thing ?? {}
  const things: [string, Thing | undefined][] =
    kind === undefined
      ? [['nothing', undefined]]
      : [
          ...Object.entries(market.halves).map(
            ([half, { things }]): [string, Thing | undefined] => {
              if (!things[kind]?.id) throw new Error(`The market has no ${kind} for ${rule.name}.`)
              return [`the ${kind} of ${half}`, things[kind]]
            },
          ),
          [`no ${kind}`, absentThing(kind)],
        ]
  return callersOf(rule).flatMap((caller, index) =>
    things.flatMap(([whose, thing], which) => {
      const expected = expectedOf(rule, caller, thing)
      const isSame = [signedOut, sessionEnded, wrongRole, ownerOnly].some(
        (refusal) => refusal === expected,
      )
      // A caller with the wrong role gets the same refusal for every thing, so the short form tries
      // only one thing.
      if (!isLong && isSame && which !== index % things.length) return []
      // If it doesn't matter whose a thing is, the short form tries only one for each caller.
      const isAnyones = expected === letIn && thing && !rule.thing?.isOwn
      if (!isLong && isAnyones && which !== index % 2) return []
      return [{ caller, whose, thing, expected }]
    }),
  )
}

async function call(rule: Rule, { caller, thing }: Try) {
  const endpoint = endpointOf(rule)
  const input = inputOf(rule, endpoint, thing)
  const { status, body, error } = await as(caller.account).call(endpoint, input as never)
  return { status, code: error?.code as string | undefined, text: JSON.stringify(body) ?? '' }
}

function secretsIn(text: string, { half, role }: Caller): string[] {
  if (role === 'admin') return []
  return Object.entries(market.halves).flatMap(([name, { secrets, buyer, seller }]) =>
    name === half
      ? []
      : Object.entries({ ...secrets, email: buyer.email, sellerEmail: seller.email })
          .filter(([, secret]) => text.includes(secret))
          .map(([secret]) => `${secret} of ${name}`),
  )
}

test('every endpoint has a line in the table, and every line has an endpoint', () => {
  expect(endpoints.length).toBeGreaterThan(170)
  expect([...new Set(rules.map(({ endpoint }) => endpoint))].sort()).toEqual(
    endpoints.map(endpointName).sort(),
  )
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
})

test('the table has the same roles as the contract', () => {
  for (const rule of rules) {
    const { access, ownerOnly } = endpointOf(rule)
    const refusesHelpers = ownerOnly === true && rule.roles.includes('seller')
    expect([rule.name, refusesHelpers]).toEqual([rule.name, rule.only === 'owner'])
    expect([rule.name, access === 'anyone' ? [] : [...access].sort()]).toEqual([
      rule.name,
      [...rule.roles].sort(),
    ])
  }
})

/** The endpoints of sellers that helpers of shops may call, written by hand. */
const forHelpers = [
  'DELETE /books/seller/books/{id}',
  'DELETE /helper',
  'DELETE /seller/replies/{replyId}',
  'GET /books/seller/books',
  'GET /books/seller/books/{id}',
  'GET /books/seller/branches',
  'GET /books/seller/export',
  'GET /chats',
  'GET /chats/news',
  'GET /chats/{chatId}/books',
  'GET /chats/{chatId}/delivery',
  'GET /chats/{chatId}/meetings',
  'GET /chats/{chatId}/offers',
  'GET /chats/{chatId}/orders',
  'GET /chats/{id}',
  'GET /dashboard/seller/recent-orders',
  'GET /dashboard/seller/sales-chart',
  'GET /dashboard/seller/stats',
  'GET /notices',
  'GET /orders/seller/{userId}',
  'GET /orders/{orderId}',
  'GET /orders/{orderId}/payments',
  'GET /orders/{orderId}/problem',
  'GET /seller/orders/parcels',
  'GET /seller/orders/tabs',
  'GET /seller/profile',
  'GET /seller/replies',
  'GET /seller/reports/best-sellers',
  'GET /seller/reports/orders-csv',
  'GET /seller/reports/orders-summary',
  'GET /seller/reports/sales',
  'GET /titles/isbn',
  'GET /wants/count',
  'GET /wants/sets',
  'GET /wants/titles',
  'POST /auth/logout',
  'POST /books/seller/books',
  'POST /books/seller/changes',
  'POST /books/seller/import',
  'POST /books/seller/import/preview',
  'POST /chats/send',
  'POST /complaints',
  'POST /offers',
  'POST /orders/create',
  'POST /orders/{orderId}/meeting',
  'POST /orders/{orderId}/problem/messages',
  'POST /seller/replies',
  'PUT /books/seller/books/{id}',
  'PUT /books/seller/changes/{id}/undo',
  'PUT /chats/{id}/read',
  'PUT /deals/{dealId}/status',
  'PUT /deals/{dealId}/undo',
  'PUT /helper/name',
  'PUT /helper/password',
  'PUT /meetings/{meetingId}/hand-over',
  'PUT /meetings/{meetingId}/time',
  'PUT /notices/read',
  'PUT /offers/{offerId}/accept',
  'PUT /offers/{offerId}/decline',
  'PUT /offers/{offerId}/withdraw',
  'PUT /orders/update/{orderId}',
  'PUT /orders/{orderId}/payments/{kind}/paid',
  'PUT /orders/{orderId}/payments/{kind}/received',
  'PUT /orders/{orderId}/payments/{kind}/take-back',
  'PUT /orders/{orderId}/problem/proposal',
  'PUT /orders/{orderId}/reason',
  'PUT /orders/{orderId}/return',
  'PUT /orders/{orderId}/shipment',
  'PUT /orders/{orderId}/undo',
  'PUT /seller/orders/shipped',
  'PUT /seller/orders/shipped/undo',
  'PUT /seller/profile',
  'PUT /seller/replies/{replyId}',
]

test('helpers may call only the listed endpoints of sellers', () => {
  const allowed = endpoints.filter(
    ({ access, ownerOnly }) =>
      access !== 'anyone' && access.includes('seller') && ownerOnly !== true,
  )
  expect(allowed.map(endpointName).sort()).toEqual(forHelpers)
})

async function tryAll(rule: Rule, isRefused: boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const one of triesOf(rule)) {
    const { expected, whose } = one
    if ((expected !== letIn) !== isRefused) continue
    const caller = isRefused ? one.caller : await replaced(rule, one.caller)
    const { status, code, text } = await call(rule, { ...one, caller })
    const name = `${rule.name}: ${caller.name}, ${whose}`
    if (expected === letIn ? !isLetIn(one, status, code) : !isAsRefused(expected, status, code))
      wrong.push(`${name}: ${status} ${code}, not ${expected}`)
    for (const secret of secretsIn(text, caller)) wrong.push(`${name}: reads ${secret}`)
  }
  return wrong
}

const isAsRefused = ([status, code]: Expected, actual: number, actualCode: string | undefined) =>
  status === actual && (code === undefined || code === actualCode)

/**
 * Whether the response shows that the caller has access. Only callers with access learn a thing's
 * state. Calls without a thing may be incomplete.
 */
const isLetIn = ({ thing }: Try, status: number, code: string | undefined) =>
  status < 300 || status === 409 || (status === 400 && (!thing || code !== 'malformed'))

const endsSessions =
  /logout|delete-account|change-password|(admin|helper)\/password$|DELETE \/(account\/sessions|helper$)/

/** Endpoints that end sessions are called by a new account with the same role. */
async function replaced({ endpoint }: Rule, caller: Caller): Promise<Caller> {
  if (!caller.role || !endsSessions.test(endpoint)) return caller
  if (caller.isHelper) return { ...caller, account: await makeHelper(market.halves.C.seller) }
  return { ...caller, account: await makeAccount(caller.role) }
}

test('callers without access get the refusal of the table, read nothing and change nothing', async () => {
  const wrong: string[] = []
  const before = await contents()
  for (const rule of rules) wrong.push(...(await tryAll(rule, true)))
  expect(wrong).toEqual([])
  const after = await contents()
  if (JSON.stringify(after) !== JSON.stringify(before)) wrong.push(...(await findCulprits(after)))
  expect(wrong).toEqual([])
  expect(after).toEqual(before)
})

async function findCulprits(before: Record<string, string>): Promise<string[]> {
  const culprits: string[] = []
  let last = before
  for (const rule of rules) {
    await tryAll(rule, true)
    const now = await contents()
    const changed = Object.keys(now).filter((table) => now[table] !== last[table])
    culprits.push(...changed.map((table) => `${rule.name}: a refused call changed ${table}`))
    last = now
  }
  return culprits
}

test('callers with access succeed, and read nothing of the other half', async () => {
  const wrong: string[] = []
  for (const rule of rules) wrong.push(...(await tryAll(rule, false)))
  expect(wrong).toEqual([])
})
