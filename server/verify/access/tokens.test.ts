// Sends both token headers, each in all of its states, to every endpoint that requires a login.
import { expect, test } from 'vitest'
import { createApiToken } from '#contract/accounts/api-tokens.ts'
import { logOut } from '#contract/accounts/auth.ts'
import { roles } from '#contract/common/endpoint.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, makeAccount, testApp } from '#server/testing.ts'
import { secondSession } from '#server/testing-live.ts'
import { isLong } from '#server/testing-rounds.ts'
import { rules } from './testing-access-table.ts'
import { endpointOf, inputOf } from './testing-calls.ts'
import type { Rule } from './testing-read-table.ts'

type Headers = Record<string, string>
type State = readonly [name: string, headers: Headers, code: string]

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const plain = (token: string): Headers => ({ 'auth-token': token })

const unreadable: State[] = [
  ['no header', {}, 'signed_out'],
  ['Bearer without a token', { authorization: 'Bearer' }, 'signed_out'],
  ['another scheme', { authorization: `Basic ${newToken()}` }, 'signed_out'],
  ['a Bearer of two words', bearer(`${newToken()} ${newToken()}`), 'signed_out'],
  ['an endless Bearer', bearer('a'.repeat(2000)), 'signed_out'],
  ['an empty auth-token', plain('  '), 'signed_out'],
  ['an endless auth-token', plain('a'.repeat(2000)), 'signed_out'],
]

const tampered = (token: string) => `${token.slice(0, -2)}${token.endsWith('A') ? 'BB' : 'AA'}`

/** Creates tokens that give no access, from the tokens of real sessions. */
async function makeDeadTokens(): Promise<Record<string, string>> {
  const account = await makeAccount('buyer')
  const { db, now } = (await testApp()).context
  const [expired, loggedOut] = [await secondSession(account), await secondSession(account)]
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(now().getTime() - 1) })
    .where('token_hash', '=', hashToken(expired.token))
    .execute()
  await as(loggedOut).call(logOut, {})
  return {
    'an unknown token': newToken(),
    'an expired token': expired.token,
    'the token of a session that was logged out': loggedOut.token,
    'a tampered token': tampered(account.token),
    'the hash of a token': hashToken(account.token),
    'the id of an account': account.id,
    'a token in capitals': account.token.toUpperCase(),
    'a token that ends in SQL': `${account.token}'or'1'='1`,
  }
}

/** The short form tries each state at only every eighth endpoint. */
const isTried = (endpoint: number, state: number) => isLong || (endpoint + state) % 8 === 0

const guarded = rules.filter((rule) => rule.roles.length > 0)

async function codeOf(rule: Rule, headers: Headers): Promise<string> {
  const endpoint = endpointOf(rule)
  const ids = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, newId()])
  const input = { ...inputOf(rule, endpoint, undefined), ...Object.fromEntries(ids) }
  const { status, error } = await as().call(endpoint, input, { headers })
  return status < 300 ? 'let in' : error.code
}

test('without a live token, neither header gives access to any endpoint', async () => {
  const dead = Object.entries(await makeDeadTokens())
  const states: State[] = [
    ...unreadable,
    ...dead.map(([name, token]): State => [`${name}, as Bearer`, bearer(token), 'session_ended']),
    ...dead.map(
      ([name, token]): State => [`${name}, as auth-token`, plain(token), 'session_ended'],
    ),
    ['two dead tokens', { ...bearer(newToken()), ...plain(newToken()) }, 'session_ended'],
  ]
  expect(guarded.length).toBeGreaterThan(140)
  const wrong: string[] = []
  for (const [at, rule] of guarded.entries())
    for (const [index, [name, headers, code]] of states.entries()) {
      if (!isTried(at, index)) continue
      const actual = await codeOf(rule, headers)
      if (actual !== code) wrong.push(`${rule.name}, ${name}: ${actual}, not ${code}`)
    }
  expect(wrong).toEqual([])
})

test('a token of another role gets wrong_role, even together with a dead one, and rights aren’t merged', async () => {
  const accounts = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await makeAccount(role)] as const)),
  )
  const wrong: string[] = []
  for (const rule of guarded) {
    const tokens = roles
      .filter((role) => !rule.roles.includes(role))
      .map((role) => accounts[role]?.token ?? '')
    const [first = '', second = newToken()] = tokens
    const states = [
      ...tokens.flatMap((token) => [bearer(token), plain(token)]),
      { ...bearer(first), ...plain(second) },
      { ...bearer(newToken()), ...plain(first) },
    ]
    for (const headers of tokens.length > 0 ? states : []) {
      const actual = await codeOf(rule, headers)
      if (actual !== 'wrong_role') wrong.push(`${rule.name}: ${actual}`)
    }
  }
  expect(wrong).toEqual([])
})

test('of two tokens, the one with the right role counts, in either header and whatever the other is', async () => {
  // Leaves out the export, which is limited to a few times a day.
  const reads = guarded.filter(
    ({ endpoint, thing }) => /^GET (?!.*export)/.test(endpoint) && !thing,
  )
  expect(reads.length).toBeGreaterThan(30)
  const wrong: string[] = []
  for (const [at, rule] of reads.entries())
    for (const role of rule.roles) {
      const { token } = await makeAccount(role as 'buyer')
      const other = roles.find((role) => !rule.roles.includes(role))
      const misfit = other ? (await makeAccount(other)).token : newToken()
      for (const headers of [
        bearer(token),
        plain(token),
        { authorization: `bearer  ${token}` },
        { ...bearer(token), ...plain(misfit) },
        { ...bearer(misfit), ...plain(token) },
        { ...bearer(newToken()), ...plain(token) },
        { authorization: 'Bearer', ...plain(token) },
      ].filter((_, index) => isTried(at, index))) {
        const actual = await codeOf(rule, headers)
        if (actual !== 'let in') wrong.push(`${rule.name} as ${role}: ${actual}`)
      }
    }
  expect(wrong).toEqual([])
})

/** The endpoints that accept a seller's API token. Public endpoints treat it as a guest. */
const forApiTokens = [
  'DELETE /books/seller/books/{id}',
  'GET /books/seller/books',
  'GET /books/seller/books/{id}',
  'GET /books/seller/branches',
  'GET /books/seller/export',
  'GET /orders/seller/{userId}',
  'GET /orders/{orderId}',
  'POST /books/seller/books',
  'POST /books/seller/changes',
  'PUT /books/seller/books/{id}',
  'PUT /books/seller/changes/{id}/undo',
]

test('an API token may only add, change, delete and read the seller’s books, and read orders', async () => {
  const seller = await makeAccount('seller')
  const { body } = await as(seller).call(createApiToken, { name: 'Stock' })
  const allowed = []
  for (const rule of guarded)
    if ((await codeOf(rule, bearer(body.token))) !== 'token_scope') allowed.push(rule.endpoint)
  expect([...new Set(allowed)].sort()).toEqual(forApiTokens)
})
