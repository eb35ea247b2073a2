import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

/** A bucket of 60 tokens a minute with a fake clock. */
function createBucket() {
  let time = 1000
  const take = createTokenBucket(60, () => time)
  return {
    take,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
    takeMany: (count: number, key = 'a') =>
      Array.from({ length: count }, () => take(key)).filter((wait) => wait === 0).length,
  }
}

test('a key has its tokens at once, and regains them in a minute', () => {
  const { takeMany, pass, take } = createBucket()
  expect(takeMany(100)).toBe(60)
  expect(take('a')).toBeCloseTo(1)
  pass(0.25)
  expect(take('a')).toBeCloseTo(0.75)
  pass(0.75)
  expect([take('a'), take('a') > 0]).toEqual([0, true])
  pass(30)
  expect(takeMany(100)).toBe(30)
  pass(59)
  expect(takeMany(100)).toBe(59)
})

test('with a larger capacity it takes longer than a minute to be full again', () => {
  let time = 1000
  const take = createTokenBucket(10, () => time, 30)
  const takeMany = (count: number) =>
    Array.from({ length: count }, () => take('a')).filter((wait) => wait === 0).length
  expect(takeMany(100)).toBe(30)
  time += 90_000
  expect(takeMany(100)).toBe(15)
  time += 180_001
  expect(takeMany(100)).toBe(30)
})

test('rejections cost nothing, and unused tokens don’t accumulate', () => {
  const { takeMany, pass } = createBucket()
  expect(takeMany(1000)).toBe(60)
  pass(3600)
  expect(takeMany(1000)).toBe(60)
})

test('each key has its own tokens', () => {
  const { takeMany } = createBucket()
  expect([takeMany(100, 'a'), takeMany(100, 'b'), takeMany(1, 'a')]).toEqual([60, 60, 0])
})
