import { expect, test, vi } from 'vitest'
import { gatherEvents, handleEvent, type InterServerEvent } from './inter-server.ts'
import { maxGatheredBytes } from './policy.ts'

const event = (payload: string): InterServerEvent => ['emit', ['account:a'], 'notice', payload]

test('events of some milliseconds go together, in their order', async () => {
  const sent: InterServerEvent[][] = []
  const { add } = gatherEvents((events) => sent.push(events))
  for (const text of ['one', 'two', 'three']) add(event(text))
  expect(sent).toEqual([])
  await expect.poll(() => sent).toEqual([['one', 'two', 'three'].map(event)])
  add(event('later'))
  await expect.poll(() => sent[1]).toEqual([event('later')])
})

test('together they are no longer than one notification may be', () => {
  const sent: InterServerEvent[][] = []
  const { add, flush } = gatherEvents((events) => sent.push(events))
  const long = 'क'.repeat(2000)
  for (const text of ['a', long, 'b', long, 'x'.repeat(2 * maxGatheredBytes), 'c']) add(event(text))
  flush()
  expect(sent.flat().length).toBe(6)
  for (const events of sent)
    if (events.length > 1)
      expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThanOrEqual(maxGatheredBytes + 100)
})

test('an event that came as JSON does what it says', () => {
  const handlers = { invalidateCaches: vi.fn(), emit: vi.fn(), disconnect: vi.fn() }
  handleEvent(handlers, JSON.parse(JSON.stringify(event('hello'))))
  handleEvent(handlers, ['disconnect', 'session:s', 'You have logged out.'])
  expect(handlers.emit.mock.calls).toEqual([[['account:a'], 'notice', 'hello']])
  expect(handlers.disconnect.mock.calls).toEqual([['session:s', 'You have logged out.']])
  expect(handlers.invalidateCaches).not.toHaveBeenCalled()
})
