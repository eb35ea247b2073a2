import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

/** A bucket of 60 a minute on a clock of its own. */
function watched() {
  let time = 1000
  const take = createTokenBucket(60, () => time)
  return {
    take,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
    many: (count: number, key = 'a') =>
      Array.from({ length: count }, () => take(key)).filter((wait) => wait === 0).length,
  }
}

test('a key has so many tokens at once, and as many again in a minute', () => {
  const { many, pass, take } = watched()
  expect(many(100)).toBe(60)
  expect(take('a')).toBeCloseTo(1)
  pass(0.25)
  expect(take('a')).toBeCloseTo(0.75)
  pass(0.75)
  expect([take('a'), take('a') > 0]).toEqual([0, true])
  pass(30)
  expect(many(100)).toBe(30)
  pass(59)
  expect(many(100)).toBe(59)
})

test('where it holds more than comes back in a minute, it is not full again before its time', () => {
  let time = 1000
  const take = createTokenBucket(10, () => time, 30)
  const many = (count: number) =>
    Array.from({ length: count }, () => take('a')).filter((wait) => wait === 0).length
  expect(many(100)).toBe(30)
  time += 90_000
  expect(many(100)).toBe(15)
  time += 180_001
  expect(many(100)).toBe(30)
})

test('what is refused costs nothing, and unused tokens don’t pile up', () => {
  const { many, pass } = watched()
  expect(many(1000)).toBe(60)
  pass(3600)
  expect(many(1000)).toBe(60)
})

test('each key has its own', () => {
  const { many } = watched()
  expect([many(100, 'a'), many(100, 'b'), many(1, 'a')]).toEqual([60, 60, 0])
})
