import { expect, test } from 'vitest'
import { mannWhitneyP } from './mann-whitney.ts'
import { compareTimes } from './testing-timing.ts'

/** Returns a reproducible generator of random numbers between 0 and 1. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
const sample = (random: () => number, n: number, shift = 0) =>
  Array.from({ length: n }, () => shift + random() + random() + random())

// Expected values from scipy.stats.mannwhitneyu(x, y, method='asymptotic').
test.each([
  [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.01219],
  [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10], 0.6761],
  [[1, 1, 2, 2, 3], [2, 2, 3, 3, 4], 0.12512],
  [[5, 5, 5], [5, 5, 5], 1],
])('for %j and %j, p is %f', (one, other, p) => {
  expect(mannWhitneyP(one, other)).toBeCloseTo(p, 3)
  expect(mannWhitneyP(other, one)).toBeCloseTo(p, 3)
})

test('p is below 0.01 for about one in a hundred pairs of equal distributions', () => {
  const random = randomNumbers(7)
  const ps = Array.from({ length: 400 }, () => mannWhitneyP(sample(random, 60), sample(random, 60)))
  expect(ps.filter((p) => p < 0.01).length).toBeLessThan(14)
  const mean = ps.reduce((sum, p) => sum + p, 0) / ps.length
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.06)
})

test('500 pairs are enough to detect a shift by a fifth of the spread', () => {
  const random = randomNumbers(11)
  for (let n = 0; n < 20; n++)
    expect(mannWhitneyP(sample(random, 500), sample(random, 500, 0.15))).toBeLessThan(0.01)
})

test('detects calls that do different work', async () => {
  const work = (rounds: number) => async () => {
    let sum = 0
    for (let n = 0; n < rounds; n++) sum += Math.sqrt(n)
    return sum
  }
  const { p, medianMs } = await compareTimes(work(400_000), work(1000), { pairs: 40, warmUp: 2 })
  expect(p).toBeLessThan(0.01)
  expect(medianMs.known).toBeGreaterThan(medianMs.unknown)
})
