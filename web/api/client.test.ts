import { expect, test, vi } from 'vitest'
import { switchRole } from '#contract/accounts/auth.ts'
import { readAdminStats } from '#contract/admin/admin.ts'
import { listBranches } from '#contract/books/books.ts'
import { listChats } from '#contract/chats.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import { listSellerOrders, receiveOrder } from '#contract/orders/orders.ts'
import { readSellerStats } from '#contract/orders/reports.ts'
import { stubBrowser } from '#web/testing.ts'
import { call, errorMessage } from './client.ts'

/** The contents of localStorage while both an admin and a buyer are logged in. */
const adminAndBuyer = {
  adminToken: 'a',
  token: 'b',
  userId: 'x',
  userRole: 'buyer',
  userName: 'Asha',
}

test('a private call without a token isn’t sent, and the error says why', async () => {
  const fetch = vi.fn(async () => Response.json({ branches: [], used: [] }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => null })
  await expect(call(listChats, {})).rejects.toMatchObject({
    code: 'signed_out',
    message: 'User not authenticated.',
  })
  await expect(call(listSellerOrders, { userId: 'x' })).rejects.toMatchObject({
    message: 'No auth token found. Please log in.',
  })
  expect(fetch).not.toHaveBeenCalled()
  expect(await call(listBranches, {})).toEqual({ branches: [], used: [] })
})

test('the server’s message is shown; without one, and for internal errors, a fallback', () => {
  expect(errorMessage(new AppError('book_gone'), 'Failed to place order.')).toBe(
    'No copy of this book is available any more.',
  )
  expect(errorMessage(new AppError('internal'), 'Failed to place order.')).toBe(
    'Failed to place order.',
  )
  expect(errorMessage(new TypeError('x'), 'Failed to place order.')).toBe('Failed to place order.')
})

test('an offline write says that it isn’t queued; an offline read says only that it failed', async () => {
  stubBrowser(adminAndBuyer)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const textOf = (promise: Promise<unknown>) =>
    promise.catch((error: unknown) => errorMessage(error, 'Failed.'))
  const write = () => call(receiveOrder, { orderId: 'x' })
  vi.stubGlobal('navigator', { onLine: false })
  expect(await textOf(write())).toBe('Failed. You’re offline. Try again when you’re back online.')
  expect(await textOf(call(listBranches, {}))).toBe('Failed.')
  vi.stubGlobal('navigator', { onLine: true })
  expect(await textOf(write())).toBe('Failed.')
})

test('a call sends the admin’s token first, and the user’s in addition', async () => {
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return Response.json(url.startsWith('/api/chats') ? [] : {})
  })
  const { storage } = stubBrowser(adminAndBuyer)
  await call(listChats, {})
  storage.removeItem('adminToken')
  await call(listChats, {})
  for (const key of ['token', 'userId', 'userRole', 'userName']) storage.removeItem(key)
  storage.setItem('adminToken', 'a')
  await call(readAdminStats, {})
  expect(sent).toEqual([
    { authorization: 'Bearer a', 'auth-token': 'b' },
    { authorization: 'Bearer b', 'auth-token': 'b' },
    { authorization: 'Bearer a' },
  ])
})

test('a call for one session sends only that session’s token, and clears no other session', async () => {
  const { storage } = stubBrowser(adminAndBuyer)
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return Response.json({ code: 'session_ended', message: 'Over' }, { status: 401 })
  })
  const session = { token: 'c', userId: 'y', role: 'seller', name: 'Ravi' } as const
  await expect(call(listChats, {}, { session })).rejects.toMatchObject({ code: 'session_ended' })
  expect(sent).toEqual([{ authorization: 'Bearer c', 'auth-token': 'c' }])
  expect([storage.getItem('token'), storage.getItem('adminToken')]).toEqual(['b', 'a'])
})

/** Logs in an admin and a buyer, and returns the names of the tokens that remain after an error. */
async function tokensLeftAfter(endpoint: Endpoint, code: ErrorCode): Promise<string[]> {
  const { storage } = stubBrowser(adminAndBuyer)
  const { status, message } = new AppError(code)
  vi.stubGlobal('fetch', async () => Response.json({ code, message }, { status }))
  await expect(call(endpoint, {})).rejects.toMatchObject({ code })
  return ['adminToken', 'token'].filter((key) => storage.getItem(key) !== null)
}

test.each([
  ['for an admin, refused for the role', readAdminStats, 'wrong_role', ['token']],
  ['for buyers, refused for the role', switchRole, 'wrong_role', ['adminToken']],
  ['for sellers, refused for the role', readSellerStats, 'wrong_role', ['adminToken', 'token']],
  ['whose sessions are both over', readAdminStats, 'session_ended', []],
  ['refused for anything else', readAdminStats, 'too_many_requests', ['adminToken', 'token']],
] as const)(
  'of two tokens, a call %s clears the rejected ones',
  async (_, endpoint, code, left) => {
    expect(await tokensLeftAfter(endpoint, code)).toEqual(left)
  },
)
