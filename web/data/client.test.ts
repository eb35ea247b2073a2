import { afterEach, expect, test, vi } from 'vitest'
import { readAdminStats } from '#contract/admin.ts'
import { switchRole } from '#contract/auth.ts'
import { listBranches } from '#contract/books.ts'
import { listChats } from '#contract/chats.ts'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { listSellerOrders } from '#contract/orders.ts'
import { readSellerStats } from '#contract/reports.ts'
import { call, messageOf } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

test('without a token nothing private is asked, and it is said why', async () => {
  const fetch = vi.fn(async () => Response.json({ branches: [], used: [] }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => null })
  expect(await refusalOf(call(listChats, {}))).toMatchObject({ code: 'signed_out', message: 'User not authenticated.' })
  expect(await refusalOf(call(listSellerOrders, { userId: 'x' }))).toMatchObject({ message: 'No auth token found. Please log in.' })
  expect(fetch).not.toHaveBeenCalled()
  expect(await call(listBranches, {})).toEqual({ branches: [], used: [] })
})

test('the server’s own words come first; where it said nothing, or only that it broke, those of the specification', () => {
  expect(messageOf(new Refusal('book_gone'), 'Failed to place order.')).toBe('No copy of this book is available any more.')
  expect(messageOf(new Refusal('internal'), 'Failed to place order.')).toBe('Failed to place order.')
  expect(messageOf(new TypeError('x'), 'Failed to place order.')).toBe('Failed to place order.')
})

test('a call prefers the admin’s token, and carries the person’s beside it', async () => {
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return Response.json([])
  })
  const kept = new Map(Object.entries({ adminToken: 'a', token: 'b', userId: 'x', userRole: 'buyer', userName: 'Asha' }))
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  await call(listChats, {})
  kept.delete('adminToken')
  await call(listChats, {})
  for (const key of ['token', 'userId', 'userRole', 'userName']) kept.delete(key)
  kept.set('adminToken', 'a')
  await call(readAdminStats, {})
  expect(sent).toEqual([
    { authorization: 'Bearer a', 'auth-token': 'b' },
    { authorization: 'Bearer b', 'auth-token': 'b' },
    { authorization: 'Bearer a' },
  ])
})

/** Keeps an admin's token beside a buyer's, and says which are left after a refusal. */
async function leftAfter(point: Parameters<typeof call>[0], code: RefusalCode): Promise<string[]> {
  const kept = new Map(Object.entries({ adminToken: 'a', token: 'b', userId: 'x', userRole: 'buyer', userName: 'Asha' }))
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => kept.delete(key) })
  vi.stubGlobal('window', new EventTarget())
  const { status, message } = new Refusal(code)
  vi.stubGlobal('fetch', async () => Response.json({ code, message }, { status }))
  expect(await refusalOf(call(point, {}))).toMatchObject({ code })
  return ['adminToken', 'token'].filter((key) => kept.has(key))
}

test.each([
  ['for an admin, refused for the role', readAdminStats, 'wrong_role', ['token']],
  ['for buyers, refused for the role', switchRole, 'wrong_role', ['adminToken']],
  ['for sellers, refused for the role', readSellerStats, 'wrong_role', ['adminToken', 'token']],
  ['whose sessions are both over', readAdminStats, 'session_ended', []],
  ['refused for anything else', readAdminStats, 'too_many_requests', ['adminToken', 'token']],
] as const)('of two tokens, a call %s drops the dead', async (_, point, code, left) => {
  expect(await leftAfter(point, code)).toEqual(left)
})
