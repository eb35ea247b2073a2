import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketFactor } from './assumptions.ts'
import { learnFactor, type Sale } from './market-factor.ts'

const sale = (ratio: number, ...people: string[]): Sale => ({ ratio, people })
const separateSales = (count: number, ratio: number) =>
  Array.from({ length: count }, (_, n) => sale(ratio, `seller ${n}`, `buyer ${n}`))

function settledFactor(sales: Sale[]): number {
  let factor: number = marketFactor
  for (let day = 0; day < 120; day++) factor = learnFactor(sales, factor)
  return factor
}
const moved = (sales: Sale[]) => Math.log(settledFactor(sales) / marketFactor)

test('without sales the assumed factor applies', () => {
  expect(learnFactor([], marketFactor)).toBe(marketFactor)
})

test('a dozen sales hardly move the factor, and hundreds reach their level', () => {
  expect(moved(separateSales(12, 0.65))).toBeCloseTo(-0.024, 9)
  expect(settledFactor(separateSales(300, 0.65))).toBeCloseTo(0.65, 9)
  const honest = separateSales(200, 0.7)
  expect(Math.abs(moved([sale(50, 'one', 'other'), ...honest]) - moved(honest))).toBeLessThan(0.005)
})

test('the factor moves by at most 2% a day, in both directions', () => {
  expect(learnFactor(separateSales(5000, 0.5), 0.87)).toBeCloseTo(0.87 * Math.exp(-0.02), 12)
  expect(learnFactor([], 0.6)).toBeCloseTo(0.6 * Math.exp(0.02), 12)
})

test.each([
  ['a seller with a thousand buyers', (n: number) => ['pusher', `buyer ${n}`]],
  ['a buyer with a thousand sellers', (n: number) => [`seller ${n}`, 'pusher']],
  ['the same two a thousand times', () => ['one', 'other']],
])('%s counts as one', (_, people) => {
  const pushed = Array.from({ length: 1000 }, (_, n) => sale(0.001, ...people(n)))
  expect(moved(pushed)).toBeCloseTo(-0.002, 9)
})

test('the factor stays within its bounds, whatever is sold', () => {
  const sales = fc.array(
    fc.record({
      ratio: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      people: fc.tuple(fc.uuid(), fc.uuid()),
    }),
  )
  fc.assert(
    fc.property(sales, fc.double({ min: 0.5, max: 1.1, noNaN: true }), (sales, before) => {
      const factor = learnFactor(sales, before)
      expect([factor >= 0.5, factor <= 1.1]).toEqual([true, true])
    }),
  )
})
