import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import {
  asha,
  delayedResponse,
  delivered,
  dev,
  errorResponse,
  type FetchInit,
  fetch,
  networkError,
  openOutbox,
  responses,
  sent,
  setUpOutboxes,
  signIn,
  storedKeysOf,
  tokens,
} from './testing-outbox.ts'

setUpOutboxes()

test.each([
  ['can’t be reached', networkError, 5000],
  [
    'is hidden by a proxy’s error page',
    async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    5000,
  ],
  ['restarts', errorResponse('closing'), 5000],
  ['fails', errorResponse('internal'), 5000],
  [
    'is busy and says for how long',
    errorResponse('too_many_requests', { 'retry-after': '7' }),
    7000,
  ],
])(
  'a message is retried until it is sent, and sent only once: the server %s',
  async (_, response, ms) => {
    responses.push(response)
    openOutbox(asha).send('c', 'Hello')
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(sent()).toEqual(['Hello'])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent()).toEqual(['Hello', 'Hello'])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent()).toHaveLength(2)
    expect(delivered).toEqual(['Hello'])
    expect(storedKeysOf(asha)).toEqual([])
  },
)

test.each(['chat_read_only', 'too_many_messages'] as const)(
  'a message that is refused with %s waits for its sender and doesn’t block the next one',
  async (code) => {
    responses.push(errorResponse(code))
    const outbox = openOutbox(asha)
    outbox.send('c', 'First')
    outbox.send('c', 'Second')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent()).toEqual(['First', 'Second'])
    expect(outbox.unsent()).toMatchObject([{ text: 'First', refused: new AppError(code).message }])
  },
)

test('a message that always fails blocks the later ones of its chat, and no other chat', async () => {
  vi.stubGlobal('fetch', async (url: string, init: FetchInit) => {
    if (JSON.parse(init.body).chatId === 'broken') responses.unshift(errorResponse('internal'))
    return fetch(url, init)
  })
  const outbox = openOutbox(asha)
  for (const text of ['Stuck', 'Behind it']) outbox.send('broken', text)
  for (const text of ['One', 'Two']) outbox.send('c', text)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(delivered).toEqual(['One', 'Two'])
  expect(new Set(sent())).toEqual(new Set(['Stuck', 'One', 'Two']))
  expect(outbox.unsent()).toMatchObject([
    { text: 'Stuck', failures: 13 },
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
    const ofAsha = openOutbox(asha)
    ofAsha.send('c', 'From Asha')
    ofAsha.send('c', 'And more')
    await vi.advanceTimersByTimeAsync(10)
    signIn(dev)
    ofAsha.end()
    openOutbox(dev).send('c', 'From Dev')
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
    openOutbox({ ...asha, token: 'of-asha-2' }).flush()
    await vi.advanceTimersByTimeAsync(10)
    expect(sent().slice(2)).toEqual(['From Asha', 'And more'])
    expect(tokens().slice(2)).toEqual(Array(2).fill(['Bearer of-asha-2', 'of-asha-2']))
    expect(storedKeysOf(asha)).toEqual([])
  },
)

test('a message that the server stored is not sent again after the session’s end', async () => {
  const pending = delayedResponse()
  const ofAsha = openOutbox(asha)
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
  openOutbox(asha).send('c', 'From Asha')
  await vi.advanceTimersByTimeAsync(10)
  signIn(dev)
  pending.resolve(await errorResponse('session_ended')())
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['From Asha'])
  expect(storedKeysOf(asha)).toHaveLength(1)
  expect(localStorage.getItem('token')).toBe('of-dev')
})

test('an offline message waits, and is sent as soon as there is a connection', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  responses.push(networkError)
  const outbox = openOutbox(asha)
  outbox.send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['Hello'])
  expect(outbox.unsent()).toMatchObject([{ failures: 0 }])
  vi.stubGlobal('navigator', { onLine: true })
  outbox.flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(delivered).toEqual(['Hello'])
})

test('discarding everything leaves nothing in storage', async () => {
  responses.push(networkError)
  const outbox = openOutbox(asha)
  outbox.send('c', 'Hello')
  await vi.advanceTimersByTimeAsync(10)
  outbox.discardAll()
  outbox.end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent()).toEqual(['Hello'])
  expect(storedKeysOf(asha)).toEqual([])
})
