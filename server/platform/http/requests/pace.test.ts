import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('all who share a pace take so many bytes a second together', async () => {
  const pace = createPace(1000)
  const taken: string[] = []
  const take = async (name: string) => {
    for (let chunk = 0; chunk < 3; chunk++) {
      await pace(100)
      taken.push(name)
    }
  }
  const [one, other] = [take('one'), take('other')]
  await vi.advanceTimersByTimeAsync(99)
  expect(taken).toEqual([])
  await vi.advanceTimersByTimeAsync(301)
  expect(taken).toEqual(['one', 'other', 'one', 'other'])
  await vi.advanceTimersByTimeAsync(200)
  await Promise.all([one, other])
  expect(taken).toEqual(['one', 'other', 'one', 'other', 'one', 'other'])
})

test('what was not used before is not taken at once later, and a little never waits', async () => {
  const pace = createPace(1000)
  await vi.advanceTimersByTimeAsync(60_000)
  const taken: number[] = []
  void pace(500).then(() => taken.push(1))
  await vi.advanceTimersByTimeAsync(499)
  expect(taken).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(taken).toEqual([1])
  await createPace(1_000_000)(10)
})
