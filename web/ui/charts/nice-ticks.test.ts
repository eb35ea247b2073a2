import { expect, test } from 'vitest'
import { niceTicks } from './nice-ticks.ts'

test.each([
  [0, 690, [0, 200, 400, 600, 800]],
  [0, 0.384, [0, 0.1, 0.2, 0.3, 0.4]],
  [0, 0.004, [0, 0.001, 0.002, 0.003, 0.004]],
  [0.85, 0.89, [0.85, 0.86, 0.87, 0.88, 0.89]],
  [0, 0, [0, 5e-17]],
])('ticks from %d to %d', (min, max, ticks) => {
  expect(niceTicks(min, max)).toEqual(ticks)
})

test('ticks are distinct and few, and include both ends', () => {
  for (let max = 0.001; max < 200_000; max *= 1.37) {
    const ticks = niceTicks(0, max)
    expect(new Set(ticks).size).toBe(ticks.length)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-8))
    expect(ticks.length).toBeLessThanOrEqual(7)
  }
})
