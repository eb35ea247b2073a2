import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/common/errors.ts'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/session/session.ts'
import { dispatchStorageEvent, memoryStorage, stubBrowser } from '#web/testing.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const asha: Session = { token: 'of-asha', userId: 'asha', role: 'buyer', name: 'Asha' }
const dev: Session = { token: 'of-dev', userId: 'dev', role: 'buyer', name: 'Dev' }
const signIn = ({ token, userId, role }: Session) => {
  for (const [key, value] of Object.entries({ token, userId, userRole: role }))
    localStorage.setItem(key, value)
}

type FetchInit = { body: string; headers: Record<string, string> }
/** The next responses; after them the server stores every message. */
const responses: (() => Promise<Response>)[] = []
const fetch = vi.fn(async (_url: string, { body }: FetchInit) => {
  const { chatId, clientId, message } = JSON.parse(body)
  const stored = {
    _id: 'm',
    chatId,
    clientId,
    message,
    number: 1,
    sender: 'u',
    senderModel: 'Buyer',
    timestamp: new Date().toISOString(),
  }
  return (await responses.shift()?.()) ?? Response.json(stored, { status: 201 })
})
const errorResponse = (code: ErrorCode, headers?: Record<string, string>) => async () => {
  const { status, message } = new AppError(code)
  return Response.json({ code, message }, { status, ...(headers && { headers }) })
}
const networkError = () => Promise.reject(new TypeError('offline'))
const delayedResponse = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  responses.push(() => promise)
  return { resolve, reject }
}
const sent = () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body).message)
const tokens = () =>
  fetch.mock.calls.map(([, { headers }]) => [headers.authorization, headers['auth-token']])
const storedKeys = () =>
  Object.keys(Array.from({ length: localStorage.length })).map(
    (index) => localStorage.key(Number(index)) ?? '',
  )
const storedKeysOf = ({ userId }: Session) =>
  storedKeys().filter((key) => key.startsWith(`dobara.outbox.${userId}.`))

const openOutboxes: Outbox[] = []
const delivered: string[] = []
const open = (session: Session): Outbox => {
  const outbox = createOutbox({
    userId: session.userId,
    deliver: (message) => call(sendMessage, message, { session }),
    onSent: ({ message }) => delivered.push(message),
  })
  openOutboxes.push(outbox)
  return outbox
}

let browser: ReturnType<typeof stubBrowser>
beforeEach(() => {
  vi.useFakeTimers()
  browser = stubBrowser()
  vi.stubGlobal('fetch', fetch)
  signIn(asha)
})
afterEach(() => {
  for (const outbox of openOutboxes.splice(0)) outbox.end()
  delivered.splice(0)
  responses.splice(0)
  fetch.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['can’t be reached', networkError, 2000],
  [
    'is hidden by a proxy’s error page',
    async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    2000,
  ],
  ['restarts', errorResponse('closing'), 2000],
  ['fails', errorResponse('internal'), 2000],
  [
    'is busy and says for how long',
    errorResponse('too_many_requests', { 'retry-after': '7' }),
    7000,
  ],
])('a message is retried until it is sent, once: the server %s', async (_, response, ms) => {
  responses.push(response)
  open(asha).send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(sent()).toEqual(['Hello'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual(['Hello', 'Hello'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toHaveLength(2)
  expect(delivered).toEqual(['Hello'])
  expect(storedKeysOf(asha)).toEqual([])
})

test.each(['chat_read_only', 'too_many_messages'] as const)(
  'a message refused as %s waits for its sender and doesn’t block the next one',
  async (code) => {
    responses.push(errorResponse(code))
    const outbox = open(asha)
    outbox.send('c', 'First')
    outbox.send('c', 'Second')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent()).toEqual(['First', 'Second'])
    expect(outbox.unsent()).toMatchObject([{ text: 'First', refused: new AppError(code).message }])
  },
)

test('writing again shortens the wait for a message that fails', async () => {
  for (let n = 0; n < 4; n++) responses.push(errorResponse('closing'))
  const fifth = delayedResponse()
  const outbox = open(asha)
  outbox.send('c', 'First')
  await vi.advanceTimersByTimeAsync(2000 + 5000 + 15_000 + 30_000)
  expect(sent()).toHaveLength(5)
  outbox.send('c', 'Second')
  fifth.resolve(await errorResponse('closing')())
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent().slice(5)).toEqual(['First', 'Second'])
})

test('a message that always fails blocks its own chat, in order, and no other', async () => {
  vi.stubGlobal('fetch', async (url: string, init: FetchInit) => {
    if (JSON.parse(init.body).chatId === 'broken') responses.unshift(errorResponse('internal'))
    return fetch(url, init)
  })
  const outbox = open(asha)
  for (const text of ['Stuck', 'Behind it']) outbox.send('broken', text)
  for (const text of ['One', 'Two']) outbox.send('c', text)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(delivered).toEqual(['One', 'Two'])
  expect(new Set(sent())).toEqual(new Set(['Stuck', 'One', 'Two']))
  expect(outbox.unsent()).toMatchObject([
    { text: 'Stuck', failures: 5 },
    { text: 'Behind it', failures: 0 },
  ])
})

test.each([
  ['is an error', errorResponse('internal')],
  ['never arrives', networkError],
])(
  'after a change of account, while a response %s, nothing more is sent for the first person',
  async (_, response) => {
    const pending = delayedResponse()
    const ofAsha = open(asha)
    ofAsha.send('c', 'From Asha')
    ofAsha.send('c', 'And more')
    await vi.advanceTimersByTimeAsync(10)
    signIn(dev)
    ofAsha.end()
    open(dev).send('c', 'From Dev')
    await vi.advanceTimersByTimeAsync(10)
    expect(sent()).toEqual(['From Asha', 'From Dev'])
    response().then(pending.resolve, pending.reject)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tokens()).toEqual([
      ['Bearer of-asha', 'of-asha'],
      ['Bearer of-dev', 'of-dev'],
    ])
    expect(delivered).toEqual(['From Dev'])
    expect(storedKeysOf(asha)).toHaveLength(2)
    signIn({ ...asha, token: 'of-asha-2' })
    open({ ...asha, token: 'of-asha-2' }).flush()
    await vi.advanceTimersByTimeAsync(10)
    expect(sent().slice(2)).toEqual(['From Asha', 'And more'])
    expect(tokens().slice(2)).toEqual(Array(2).fill(['Bearer of-asha-2', 'of-asha-2']))
    expect(storedKeysOf(asha)).toEqual([])
  },
)

test('a message that was stored after the session’s end is not sent again', async () => {
  const pending = delayedResponse()
  const ofAsha = open(asha)
  ofAsha.send('c', 'From Asha')
  await vi.advanceTimersByTimeAsync(10)
  ofAsha.end()
  pending.resolve(Response.json({ _id: 'm', chatId: 'c', message: 'From Asha' }, { status: 201 }))
  await vi.advanceTimersByTimeAsync(10)
  expect(delivered).toEqual([])
  expect(storedKeysOf(asha)).toEqual([])
})

test('an ended session stops its own outbox and no other session', async () => {
  const pending = delayedResponse()
  open(asha).send('c', 'From Asha')
  await vi.advanceTimersByTimeAsync(10)
  signIn(dev)
  pending.resolve(await errorResponse('session_ended')())
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['From Asha'])
  expect(storedKeysOf(asha)).toHaveLength(1)
  expect(localStorage.getItem('token')).toBe('of-dev')
})

test('offline a message waits, and is sent as soon as there is a connection', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  responses.push(networkError)
  const outbox = open(asha)
  outbox.send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['Hello'])
  expect(outbox.unsent()).toMatchObject([{ failures: 0 }])
  vi.stubGlobal('navigator', { onLine: true })
  outbox.flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(delivered).toEqual(['Hello'])
})

test('two tabs that write at once lose nothing, and one sends what the other left', async () => {
  responses.push(networkError, networkError)
  const [here, there] = [open(asha), open(asha)]
  here.send('c', 'Here')
  there.send('c', 'There')
  expect(storedKeysOf(asha)).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10)
  there.end()
  dispatchStorageEvent(browser.window, storedKeysOf(asha)[1] ?? '')
  expect(here.unsent().map(({ text }) => text)).toEqual(['Here', 'There'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(delivered).toEqual(['Here', 'There'])
  expect(storedKeysOf(asha)).toEqual([])
})

test('a message written in a tab that was closed at once is sent by another tab', async () => {
  const here = open(asha)
  delayedResponse()
  const there = open(asha)
  there.send('c', 'There')
  there.end()
  dispatchStorageEvent(browser.window, storedKeysOf(asha)[0] ?? '')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent()).toEqual(['There', 'There'])
  expect(here.unsent()).toEqual([])
})

test('messages are sent in the order they were written, even if the clock is set back', async () => {
  const outbox = open(asha)
  delayedResponse()
  const texts = ['One', 'Two', 'Three', 'Four']
  for (const text of texts) {
    outbox.send('c', text)
    vi.setSystemTime(Date.now() - 60_000)
  }
  expect(outbox.unsent().map(({ text }) => text)).toEqual(texts)
})

test('messages are sent even where storage is full', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...memoryStorage(), setItem })
  const outbox = open(asha)
  responses.push(networkError)
  outbox.send('c', 'Hello')
  expect(outbox.unsent()).toMatchObject([{ text: 'Hello' }])
  await vi.advanceTimersByTimeAsync(2000)
  expect(delivered).toEqual(['Hello'])
  expect(outbox.unsent()).toEqual([])
})

test('messages that an earlier version stored in one list are sent too, each for its sender', async () => {
  const oldRecord = (userId: string, text: string) => ({
    clientId: `id-${text}`,
    chatId: 'c',
    userId,
    text,
    at: '2026-11-07T10:00:00.000Z',
    tries: 3,
  })
  localStorage.setItem(
    'dobara.outbox',
    JSON.stringify([oldRecord('asha', 'Mine'), oldRecord('dev', 'His')]),
  )
  open(asha).flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(delivered).toEqual(['Mine'])
  expect(localStorage.getItem('dobara.outbox')).toBeNull()
  open(dev).flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(delivered).toEqual(['Mine', 'His'])
})

test('discarding everything leaves nothing in storage', async () => {
  responses.push(networkError)
  const outbox = open(asha)
  outbox.send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(10)
  outbox.discardAll()
  outbox.end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['Hello'])
  expect(storedKeysOf(asha)).toEqual([])
})
