import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { discard, post } from './outbox.ts'
import type { Session } from './session.ts'

const session: Session = { token: 't', userId: 'u', role: 'buyer', name: 'Asha' }
const answers: (() => Promise<Response>)[] = []
const fetch = vi.fn(async (_url: string, init: { body: string }) => {
  const { chatId, clientId, message } = JSON.parse(init.body)
  const stored = { _id: 'm', chatId, clientId, message, number: 1, sender: 'u', senderModel: 'Buyer', timestamp: new Date().toISOString() }
  return (await answers.shift()?.()) ?? Response.json(stored, { status: 201 })
})
const refused = (code: RefusalCode, headers?: Record<string, string>) => async () => {
  const { status, message } = new Refusal(code)
  return Response.json({ code, message }, { status, ...(headers && { headers }) })
}
const sent = () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body).message)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetch)
  const kept = new Map(Object.entries({ token: 't', userId: 'u', userRole: 'buyer' }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})
afterEach(() => {
  for (const [, { body }] of fetch.mock.calls) discard(JSON.parse(body).clientId)
  answers.splice(0)
  fetch.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['can’t be reached', () => Promise.reject(new TypeError('offline')), 2000],
  ['answers with a page of its proxy', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 2000],
  ['starts anew', refused('closing'), 2000],
  ['broke', refused('internal'), 2000],
  ['is busy and says for how long', refused('too_many_requests', { 'retry-after': '7' }), 7000],
])('where the server %s a message goes out by itself, once', async (_, answer, ms) => {
  answers.push(answer)
  post(undefined, new QueryClient(), session, 'c', 'Hello')
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(sent()).toEqual(['Hello'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual(['Hello', 'Hello'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toHaveLength(2)
})

test.each(['chat_read_only', 'too_many_messages'] as const)(
  'refused as %s it waits for its writer, and lets the next one pass',
  async (code) => {
    answers.push(refused(code))
    post(undefined, new QueryClient(), session, 'c', 'First')
    post(undefined, new QueryClient(), session, 'c', 'Second')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent()).toEqual(['First', 'Second'])
  },
)

test('who writes while a message fails to go out does not wait long for both', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  for (let n = 0; n < 4; n++) answers.push(refused('closing'))
  answers.push(() => promise)
  post(undefined, new QueryClient(), session, 'c', 'First')
  await vi.advanceTimersByTimeAsync(2000 + 5000 + 15_000 + 30_000)
  expect(sent()).toHaveLength(5)
  post(undefined, new QueryClient(), session, 'c', 'Second')
  resolve(await refused('closing')())
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent().slice(5)).toEqual(['First', 'Second'])
})
