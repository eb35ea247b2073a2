import { expect, test } from 'vitest'
import { monthsThrough, niceTicks } from './nice-ticks.ts'

test.each([
  [0, 690, [0, 200, 400, 600, 800]],
  [0, 0.384, [0, 0.1, 0.2, 0.3, 0.4]],
  [0, 0.004, [0, 0.001, 0.002, 0.003, 0.004]],
  [0.85, 0.89, [0.85, 0.86, 0.87, 0.88, 0.89]],
  [0, 0, [0, 5e-17]],
])('from %d to %d', (least, most, ticks) => {
  expect(niceTicks(least, most)).toEqual(ticks)
})

test('no tick stands twice, and both ends are held', () => {
  for (let most = 0.001; most < 200_000; most *= 1.37) {
    const ticks = niceTicks(0, most)
    expect(new Set(ticks).size).toBe(ticks.length)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-8))
    expect(ticks.length).toBeLessThanOrEqual(7)
  }
})

test('the months between stand there as well', () => {
  expect(monthsThrough(['2025-11', '2026-02'])).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ])
  expect(monthsThrough(['2026-02', '2025-12'])).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(monthsThrough([])).toEqual([])
})
