import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTicks } from './count-ticks.ts'

test.each([
  [0, [0]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [20, Array.from({ length: 21 }, (_, count) => count)],
  [21, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21]],
  [55, [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]],
  [101, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 101]],
])('ticks up to %i', (count, ticks) => {
  expect(countTicks(count)).toEqual(ticks)
})

test('any count has a few whole-number ticks that rise from 0 to the count', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (count) => {
      const ticks = countTicks(count)
      expect(ticks.length).toBeLessThanOrEqual(21)
      expect([ticks[0], ticks.at(-1)]).toEqual([0, count])
      expect(
        ticks.every(
          (tick, index) =>
            Number.isInteger(tick) && (index === 0 || tick > (ticks[index - 1] ?? 0)),
        ),
      ).toBe(true)
    }),
  )
})
