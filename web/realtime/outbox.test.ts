import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/session/session.ts'
import { memoryStorage, stubBrowser, tellOfStorage } from '#web/testing.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const asha: Session = { token: 'of-asha', userId: 'asha', role: 'buyer', name: 'Asha' }
const dev: Session = { token: 'of-dev', userId: 'dev', role: 'buyer', name: 'Dev' }
const enter = ({ token, userId, role }: Session) => {
  for (const [key, value] of Object.entries({ token, userId, userRole: role }))
    localStorage.setItem(key, value)
}

type Said = { body: string; headers: Record<string, string> }
/** What the server says to the next messages; stored, where nothing is left here. */
const answers: (() => Promise<Response>)[] = []
const fetch = vi.fn(async (_url: string, { body }: Said) => {
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
  return (await answers.shift()?.()) ?? Response.json(stored, { status: 201 })
})
const refused = (code: ErrorCode, headers?: Record<string, string>) => async () => {
  const { status, message } = new AppError(code)
  return Response.json({ code, message }, { status, ...(headers && { headers }) })
}
const lost = () => Promise.reject(new TypeError('offline'))
/** An answer that comes when the test says so. */
const later = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  answers.push(() => promise)
  return { resolve, reject }
}
const sent = () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body).message)
const tokens = () =>
  fetch.mock.calls.map(([, { headers }]) => [headers.authorization, headers['auth-token']])
const keptKeys = () =>
  Object.keys(Array.from({ length: localStorage.length })).map(
    (place) => localStorage.key(Number(place)) ?? '',
  )
const keptOf = ({ userId }: Session) =>
  keptKeys().filter((key) => key.startsWith(`dobara.outbox.${userId}.`))

const opened: Outbox[] = []
const stored: string[] = []
const open = (session: Session): Outbox => {
  const outbox = createOutbox({
    userId: session.userId,
    deliver: (message) => call(sendMessage, message, { session }),
    onSent: ({ message }) => stored.push(message),
  })
  opened.push(outbox)
  return outbox
}

let browser: ReturnType<typeof stubBrowser>
beforeEach(() => {
  vi.useFakeTimers()
  browser = stubBrowser()
  vi.stubGlobal('fetch', fetch)
  enter(asha)
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.end()
  stored.splice(0)
  answers.splice(0)
  fetch.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['can’t be reached', lost, 2000],
  [
    'answers with a page of its proxy',
    async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    2000,
  ],
  ['starts anew', refused('closing'), 2000],
  ['broke', refused('internal'), 2000],
  ['is busy and says for how long', refused('too_many_requests', { 'retry-after': '7' }), 7000],
])('where the server %s a message goes out by itself, once', async (_, answer, ms) => {
  answers.push(answer)
  open(asha).send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(sent()).toEqual(['Hello'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual(['Hello', 'Hello'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toHaveLength(2)
  expect(stored).toEqual(['Hello'])
  expect(keptOf(asha)).toEqual([])
})

test.each(['chat_read_only', 'too_many_messages'] as const)(
  'refused as %s it waits for its writer, and lets the next one pass',
  async (code) => {
    answers.push(refused(code))
    const outbox = open(asha)
    outbox.send('c', 'First')
    outbox.send('c', 'Second')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent()).toEqual(['First', 'Second'])
    expect(outbox.unsent()).toMatchObject([{ text: 'First', refused: new AppError(code).message }])
  },
)

test('who writes while a message fails to go out does not wait long for both', async () => {
  for (let n = 0; n < 4; n++) answers.push(refused('closing'))
  const fifth = later()
  const outbox = open(asha)
  outbox.send('c', 'First')
  await vi.advanceTimersByTimeAsync(2000 + 5000 + 15_000 + 30_000)
  expect(sent()).toHaveLength(5)
  outbox.send('c', 'Second')
  fifth.resolve(await refused('closing')())
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent().slice(5)).toEqual(['First', 'Second'])
})

test('a message that always fails holds up its own chat, in order, and no other', async () => {
  vi.stubGlobal('fetch', async (url: string, said: Said) => {
    if (JSON.parse(said.body).chatId === 'broken') answers.unshift(refused('internal'))
    return fetch(url, said)
  })
  const outbox = open(asha)
  for (const text of ['Stuck', 'Behind it']) outbox.send('broken', text)
  for (const text of ['One', 'Two']) outbox.send('c', text)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stored).toEqual(['One', 'Two'])
  expect(new Set(sent())).toEqual(new Set(['Stuck', 'One', 'Two']))
  expect(outbox.unsent()).toMatchObject([
    { text: 'Stuck', failures: 5 },
    { text: 'Behind it', failures: 0 },
  ])
})

test.each([
  ['is refused', refused('internal')],
  ['never arrives', lost],
])(
  'after a change of account with a message in flight whose answer %s, nothing more goes out for the first person',
  async (_, answer) => {
    const flight = later()
    const ofAsha = open(asha)
    ofAsha.send('c', 'From Asha')
    ofAsha.send('c', 'And more')
    await vi.advanceTimersByTimeAsync(10)
    enter(dev)
    ofAsha.end()
    open(dev).send('c', 'From Dev')
    await vi.advanceTimersByTimeAsync(10)
    expect(sent()).toEqual(['From Asha', 'From Dev'])
    answer().then(flight.resolve, flight.reject)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tokens()).toEqual([
      ['Bearer of-asha', 'of-asha'],
      ['Bearer of-dev', 'of-dev'],
    ])
    expect(stored).toEqual(['From Dev'])
    // Kept for her, and taken up by her next session.
    expect(keptOf(asha)).toHaveLength(2)
    enter({ ...asha, token: 'of-asha-2' })
    open({ ...asha, token: 'of-asha-2' }).flush()
    await vi.advanceTimersByTimeAsync(10)
    expect(sent().slice(2)).toEqual(['From Asha', 'And more'])
    expect(tokens().slice(2)).toEqual(Array(2).fill(['Bearer of-asha-2', 'of-asha-2']))
    expect(keptOf(asha)).toEqual([])
  },
)

test('what the server stored after the session’s end is not sent again', async () => {
  const flight = later()
  const ofAsha = open(asha)
  ofAsha.send('c', 'From Asha')
  await vi.advanceTimersByTimeAsync(10)
  ofAsha.end()
  flight.resolve(Response.json({ _id: 'm', chatId: 'c', message: 'From Asha' }, { status: 201 }))
  await vi.advanceTimersByTimeAsync(10)
  expect(stored).toEqual([])
  expect(keptOf(asha)).toEqual([])
})

test('a dead session ends its sending, and only itself', async () => {
  const flight = later()
  open(asha).send('c', 'From Asha')
  await vi.advanceTimersByTimeAsync(10)
  enter(dev)
  flight.resolve(await refused('session_ended')())
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['From Asha'])
  expect(keptOf(asha)).toHaveLength(1)
  expect(localStorage.getItem('token')).toBe('of-dev')
})

test('without a connection a message waits, and goes out as soon as there is one', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answers.push(lost)
  const outbox = open(asha)
  outbox.send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['Hello'])
  expect(outbox.unsent()).toMatchObject([{ failures: 0 }])
  vi.stubGlobal('navigator', { onLine: true })
  outbox.flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(stored).toEqual(['Hello'])
})

test('two tabs that write at once lose nothing of each other’s, and one sends what the other left behind', async () => {
  answers.push(lost, lost)
  const [here, there] = [open(asha), open(asha)]
  here.send('c', 'Here')
  there.send('c', 'There')
  expect(keptOf(asha)).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10)
  there.end()
  tellOfStorage(browser.window, keptOf(asha)[1] ?? '')
  expect(here.unsent().map(({ text }) => text)).toEqual(['Here', 'There'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(stored).toEqual(['Here', 'There'])
  expect(keptOf(asha)).toEqual([])
})

test('what was written in a tab that was closed at once goes out from another one', async () => {
  const here = open(asha)
  later()
  const there = open(asha)
  there.send('c', 'There')
  there.end()
  tellOfStorage(browser.window, keptOf(asha)[0] ?? '')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent()).toEqual(['There', 'There'])
  expect(here.unsent()).toEqual([])
})

test('messages go out in the order in which they were written, though the clock was set back', async () => {
  const outbox = open(asha)
  later()
  const texts = ['One', 'Two', 'Three', 'Four']
  for (const text of texts) {
    outbox.send('c', text)
    vi.setSystemTime(Date.now() - 60_000)
  }
  expect(outbox.unsent().map(({ text }) => text)).toEqual(texts)
})

test('where storage is full they go out all the same', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...memoryStorage(), setItem })
  const outbox = open(asha)
  answers.push(lost)
  outbox.send('c', 'Hello')
  expect(outbox.unsent()).toMatchObject([{ text: 'Hello' }])
  await vi.advanceTimersByTimeAsync(2000)
  expect(stored).toEqual(['Hello'])
  expect(outbox.unsent()).toEqual([])
})

test('messages that an earlier version kept in one list go out too, each for its own sender', async () => {
  const one = (userId: string, text: string) => ({
    clientId: `id-${text}`,
    chatId: 'c',
    userId,
    text,
    at: '2026-11-07T10:00:00.000Z',
    tries: 3,
  })
  localStorage.setItem('dobara.outbox', JSON.stringify([one('asha', 'Mine'), one('dev', 'His')]))
  open(asha).flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(stored).toEqual(['Mine'])
  expect(localStorage.getItem('dobara.outbox')).toBeNull()
  open(dev).flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(stored).toEqual(['Mine', 'His'])
})

test('who leaves for good leaves nothing behind', async () => {
  answers.push(lost)
  const outbox = open(asha)
  outbox.send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(10)
  outbox.discardAll()
  outbox.end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['Hello'])
  expect(keptOf(asha)).toEqual([])
})
