import { expect, test, vi } from 'vitest'
import { dispatchStorageEvent, fullStorage } from '#web/testing.ts'
import {
  asha,
  delayedResponse,
  delivered,
  networkError,
  openOutbox,
  responses,
  sent,
  setUpOutboxes,
  storedKeysOf,
} from './testing-outbox.ts'

setUpOutboxes()

test('two tabs that write at once lose nothing, and one sends the other’s unsent messages', async () => {
  responses.push(networkError, networkError)
  const [here, there] = [openOutbox(asha), openOutbox(asha)]
  here.send('c', 'Here')
  there.send('c', 'There')
  expect(storedKeysOf(asha)).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10)
  there.end()
  dispatchStorageEvent(window, storedKeysOf(asha)[1] ?? '')
  expect(here.unsent().map(({ text }) => text)).toEqual(['Here', 'There'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(delivered).toEqual(['Here', 'There'])
  expect(storedKeysOf(asha)).toEqual([])
})

test('messages are sent in the order of writing, even if the clock is set back', async () => {
  const outbox = openOutbox(asha)
  delayedResponse()
  const texts = ['One', 'Two', 'Three', 'Four']
  for (const text of texts) {
    outbox.send('c', text)
    vi.setSystemTime(Date.now() - 60_000)
  }
  expect(outbox.unsent().map(({ text }) => text)).toEqual(texts)
})

test('messages are sent even if storage is full', async () => {
  vi.stubGlobal('localStorage', fullStorage())
  const outbox = openOutbox(asha)
  responses.push(networkError)
  outbox.send('c', 'Hello')
  expect(outbox.unsent()).toMatchObject([{ text: 'Hello' }])
  await vi.advanceTimersByTimeAsync(5000)
  expect(delivered).toEqual(['Hello'])
  expect(outbox.unsent()).toEqual([])
})

test('a message older than a day is only sent once its sender presses Retry', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  responses.push(networkError, networkError)
  const here = openOutbox(asha)
  here.send('c', 'I come today at 5')
  await vi.advanceTimersByTimeAsync(25 * 3_600_000)
  here.flush()
  here.end()
  const next = openOutbox(asha)
  next.flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent()).toHaveLength(1)
  const [message] = next.unsent()
  expect(message?.refused).toBe('Not sent for over a day.')
  next.retry(message?.clientId ?? '')
  await vi.advanceTimersByTimeAsync(10)
  expect(next.unsent()).toMatchObject([{ refused: undefined }])
  next.flush()
  await vi.advanceTimersByTimeAsync(10)
  expect(delivered).toEqual(['I come today at 5'])
})
