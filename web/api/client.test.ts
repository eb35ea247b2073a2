import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { readAdminStats } from '#contract/admin.ts'
import { switchRole } from '#contract/auth.ts'
import { listBranches } from '#contract/books.ts'
import { listChats } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { listSellerOrders } from '#contract/orders.ts'
import { readSellerStats } from '#contract/reports.ts'
import {
  call,
  createQueryClient,
  messageOf,
  readResponse,
  retryDelaySeconds,
  UnreachableError,
} from './client.ts'

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
  expect(await refusalOf(call(listChats, {}))).toMatchObject({
    code: 'signed_out',
    message: 'User not authenticated.',
  })
  expect(await refusalOf(call(listSellerOrders, { userId: 'x' }))).toMatchObject({
    message: 'No auth token found. Please log in.',
  })
  expect(fetch).not.toHaveBeenCalled()
  expect(await call(listBranches, {})).toEqual({ branches: [], used: [] })
})

test('the server’s own words come first; where it said nothing, or only that it broke, those of the specification', () => {
  expect(messageOf(new AppError('book_gone'), 'Failed to place order.')).toBe(
    'No copy of this book is available any more.',
  )
  expect(messageOf(new AppError('internal'), 'Failed to place order.')).toBe(
    'Failed to place order.',
  )
  expect(messageOf(new TypeError('x'), 'Failed to place order.')).toBe('Failed to place order.')
})

test('a read that came while the server had too much to do is asked for again, not before the server wants it; others are not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('navigator', { onLine: true })
  const client = createQueryClient()
  const answers = [new AppError('too_many_requests', { retryAfter: 20 }), new AppError('book_gone')]
  const read = vi.fn(() => Promise.reject(answers.shift()))
  const refused = refusalOf(
    client.fetchQuery({
      queryKey: ['busy'],
      queryFn: read,
      retry: client.getDefaultOptions().queries?.retry as never,
    }),
  )
  await vi.advanceTimersByTimeAsync(19_999)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await refused).toMatchObject({ code: 'book_gone' })
  expect(read).toHaveBeenCalledTimes(2)
})

test('a call prefers the admin’s token, and carries the person’s beside it', async () => {
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return Response.json(url.startsWith('/api/chats') ? [] : {})
  })
  const kept = new Map(
    Object.entries({
      adminToken: 'a',
      token: 'b',
      userId: 'x',
      userRole: 'buyer',
      userName: 'Asha',
    }),
  )
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

test('a call of one session carries its token alone, whoever is signed in by now, and drops no other one', async () => {
  const kept = new Map(
    Object.entries({
      adminToken: 'a',
      token: 'b',
      userId: 'x',
      userRole: 'buyer',
      userName: 'Asha',
    }),
  )
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return Response.json({ code: 'session_ended', message: 'Over' }, { status: 401 })
  })
  const session = { token: 'c', userId: 'y', role: 'seller', name: 'Ravi' } as const
  expect(await refusalOf(call(listChats, {}, { session }))).toMatchObject({ code: 'session_ended' })
  expect(sent).toEqual([{ authorization: 'Bearer c', 'auth-token': 'c' }])
  expect([kept.get('token'), kept.get('adminToken')]).toEqual(['b', 'a'])
})

/** Keeps an admin's token beside a buyer's, and says which are left after a refusal. */
async function leftAfter(point: Parameters<typeof call>[0], code: ErrorCode): Promise<string[]> {
  const kept = new Map(
    Object.entries({
      adminToken: 'a',
      token: 'b',
      userId: 'x',
      userRole: 'buyer',
      userName: 'Asha',
    }),
  )
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('window', new EventTarget())
  const { status, message } = new AppError(code)
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

const received = (status: number, body: unknown) => ({
  status,
  header: () => null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const readingOf = (
  status: number,
  body: unknown,
  point: Parameters<typeof call>[0] = listBranches,
) => {
  try {
    return readResponse(point, received(status, body))
  } catch (error) {
    return error
  }
}

test('a code of a newer server keeps the server’s sentence and status', () => {
  const refused = readingOf(422, {
    code: 'too_many_wishes',
    message: 'You have wished enough.',
    fields: { wish: 'One less.' },
  })
  expect(refused).toMatchObject({
    code: 'unknown',
    status: 422,
    message: 'You have wished enough.',
    fields: { wish: 'One less.' },
  })
  expect(messageOf(refused, '❌ Failed to add book.')).toBe('You have wished enough.')
  expect(readingOf(503, { code: 'toString', message: 'Later.' })).toMatchObject({
    code: 'unknown',
    status: 503,
  })
  expect(readingOf(410, { code: 'book_gone', message: 'Gone.' })).toMatchObject({
    code: 'book_gone',
    status: 410,
  })
})

test('an error without a code or without a message is still the server’s', () => {
  expect(messageOf(readingOf(400, { message: 'No.' }), 'Failed.')).toBe('No.')
  expect(messageOf(readingOf(400, { error: 'No such year.' }), 'Failed.')).toBe('No such year.')
  expect(messageOf(readingOf(400, { message: '', error: 'No such year.' }), 'Failed.')).toBe(
    'No such year.',
  )
  expect(messageOf(readingOf(400, { code: 'new_one' }), 'Login failed.')).toBe('Login failed.')
  expect(messageOf(readingOf(400, { message: { text: 'No.' } }), 'Login failed.')).toBe(
    'Login failed.',
  )
  expect(
    messageOf(readingOf(500, { code: 'internal', message: 'Something went wrong' }), 'Failed.'),
  ).toBe('Failed.')
})

test('what isn’t the server’s is no answer', () => {
  for (const body of ['', '<html>', 'null', '"ok"', '5', '[]']) {
    expect(readingOf(200, body)).toBeInstanceOf(UnreachableError)
    if (body !== '[]') expect(readingOf(502, body)).toBeInstanceOf(UnreachableError)
  }
  expect(readingOf(200, {}, listChats)).toBeInstanceOf(UnreachableError)
})

test('missing fields of an answer are empty, unknown ones are kept', () => {
  expect(readingOf(200, { used: ['Law'], total: 3 })).toEqual({
    branches: [],
    used: ['Law'],
    total: 3,
  })
  expect(readingOf(200, [{ _id: 'x' }], listSellerOrders)).toMatchObject({
    rows: [{ _id: 'x', book: { title: '' }, buyer: { name: '' }, can: [] }],
  })
})

test.each([
  ['30', 30],
  ['0', 0],
  [null, 0],
  ['Sun, 22 Nov 2026 10:01:00 GMT', 60],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', 0],
  ['Infinity', 0],
])('Retry-After: %s is %i seconds', (header, seconds) => {
  expect(retryDelaySeconds(header, Date.parse('2026-11-22T10:00:00Z'))).toBe(seconds)
})
