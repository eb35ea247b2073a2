import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditions } from '#contract/books/conditions.ts'
import { rounds } from '#server/testing-rounds.ts'
import { medianListPricePaise, minPricePaise, poorOfAverage } from './assumptions.ts'
import { titleEffect } from './estimate.ts'
import fitted from './fitted.json' with { type: 'json' }
import { findInterval, gradedConditions, priceShares, readTable } from './model.ts'
import { assumedLevel, roundDown, suggestBand } from './rules.ts'

const year = 2026
/** Copies with any market factor, and with years and prices that forms reject, too. */
const copies = fc.record({
  condition: fc.constantFrom(...conditions),
  publicationYear: fc.oneof(
    fc.integer({ min: 1980, max: year + 1 }),
    fc.integer({ min: 1, max: 3000 }),
  ),
  originalPrice: fc.oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: 1, max: 1_000_000_000 }),
  ),
})
const factors = fc.oneof(fc.constant(0.87), fc.double({ min: 0.1, max: 2, noNaN: true }))
const knownPrices = fc.array(
  fc.record({
    value: fc.oneof(
      fc.double({ min: -0.7, max: 0.7, noNaN: true }),
      fc.double({ min: -14, max: 14, noNaN: true }),
    ),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 20 },
)
/** Levels with any market factor, for an unknown title or one with any known prices. */
const levels = fc.record({ factor: factors, title: knownPrices.map((known) => titleEffect(known)) })
const manyRuns = { numRuns: rounds(2000, 30_000) }
const edges = ['low', 'predicted', 'high'] as const

test('prices are rounded, within their band and limits, and always the same', () => {
  fc.assert(
    fc.property(copies, levels, (copy, level) => {
      const band = suggestBand(copy, year, level)
      const floor = roundDown(Math.min(minPricePaise, copy.originalPrice), copy.originalPrice)
      for (const edge of edges) {
        const isStep = band[edge] % (band[edge] > 20_000 ? 500 : 100) === 0
        // The upper edge may be the original price itself. If that is below ₹1, every edge may be.
        const isWhole = edge === 'high' || copy.originalPrice < 100
        if (!isStep && !(isWhole && band[edge] === copy.originalPrice))
          throw new Error(`no whole rupees: ${JSON.stringify(band)}`)
      }
      if (
        !(
          floor <= band.low &&
          band.low <= band.predicted &&
          band.predicted <= band.high &&
          band.high <= copy.originalPrice
        )
      )
        throw new Error(`out of order: ${JSON.stringify(band)}`)
      expect(suggestBand({ ...copy }, year, level)).toEqual(band)
    }),
    manyRuns,
  )
})

test('a better condition makes neither a copy cheaper nor its band lower', () => {
  fc.assert(
    fc.property(copies, levels, (copy, level) => {
      const bands = conditions.map((condition) => suggestBand({ ...copy, condition }, year, level))
      for (const [index, band] of bands.entries())
        for (const worse of bands.slice(index + 1))
          for (const edge of edges)
            if (worse[edge] > band[edge]) throw new Error(`${edge}: ${JSON.stringify(bands)}`)
    }),
    manyRuns,
  )
})

test('a later edition never makes a copy cheaper, by one year or by many', () => {
  fc.assert(
    fc.property(
      copies,
      levels,
      fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 })),
      (copy, level, years) => {
        const older = suggestBand(copy, year, level)
        const later = suggestBand(
          { ...copy, publicationYear: copy.publicationYear + years },
          year,
          level,
        )
        for (const edge of edges)
          if (later[edge] < older[edge])
            throw new Error(`${edge}: ${later[edge]} after ${older[edge]}`)
      },
    ),
    manyRuns,
  )
})

test('a higher original price never makes a copy cheaper, by one paisa or by many', () => {
  fc.assert(
    fc.property(
      copies,
      levels,
      fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 })),
      (copy, level, paise) => {
        const cheaper = suggestBand(copy, year, level)
        const expensive = suggestBand(
          { ...copy, originalPrice: copy.originalPrice + paise },
          year,
          level,
        )
        for (const edge of edges)
          if (expensive[edge] < cheaper[edge])
            throw new Error(`${edge}: ${expensive[edge]} after ${cheaper[edge]}`)
      },
    ),
    manyRuns,
  )
})

test('around every knot, prices rise with the list price, to the paisa', () => {
  for (const condition of conditions)
    for (const age of fitted.ages)
      for (const price of fitted.prices) {
        const originalPrices = Array.from(
          { length: 21 },
          (_, step) => Math.round(price * medianListPricePaise) - 10 + step,
        )
        const bands = originalPrices.map((originalPrice) =>
          suggestBand({ condition, publicationYear: year - age, originalPrice }, year, {
            ...assumedLevel,
            factor: 1,
          }),
        )
        for (const edge of edges)
          expect(bands.map((band) => band[edge])).toEqual(
            bands.map((band) => band[edge]).toSorted((a, b) => a - b),
          )
      }
})

test('a table is read at its knots, halfway between them, and is constant beyond them', () => {
  const shares = {
    new: [
      [0.8, 0.6],
      [0.4, 0.2],
    ],
    good: [
      [0.5, 0.5],
      [0.5, 0.5],
    ],
    average: [
      [0, 0],
      [0, 0],
    ],
  }
  const read = (age: number, price: number) =>
    readTable({ ages: [0, 10], prices: [1, 3] }, shares, 'new', age, price)
  expect([read(0, 1), read(0, 3), read(10, 1), read(10, 3)]).toEqual([0.8, 0.6, 0.4, 0.2])
  expect(read(5, 2)).toBeCloseTo(0.5, 12)
  expect([read(-4, 0.1), read(99, 50)]).toEqual([0.8, 0.2])
  expect(findInterval([0, 1, 3], 1)).toEqual([1, 0])
  expect(findInterval([0, 1, 3], 3)).toEqual([1, 1])
})

test('a poor copy is priced below an average one, and never above it', () => {
  const { new: fresh, average } = fitted.constants
  expect(poorOfAverage.predicted).toBeCloseTo(average.predicted / fresh.predicted, 2)
  for (const age of [0, 3, 12, 40])
    for (const relativePrice of [0.3, 1, 3]) {
      const [poor, middle] = (['poor', 'average'] as const).map((condition) =>
        priceShares({ condition, age, relativePrice }),
      )
      for (const edge of edges)
        expect(poor?.[edge]).toBeCloseTo((middle?.[edge] ?? 0) * poorOfAverage[edge], 12)
    }
})

test('at every knot the prediction lies inside its band, with room for rounding', () => {
  const { ages, prices, low, predicted, high } = fitted
  for (const condition of gradedConditions)
    for (const age of ages.keys())
      for (const price of prices.keys()) {
        const [lower = 1, middle = 0, upper = 0] = [low, predicted, high].map(
          (table) => table[condition][age]?.[price],
        )
        expect(middle - lower).toBeGreaterThan(0.00005)
        expect(upper - middle).toBeGreaterThan(0.00005)
      }
})

test('the youngest editions share a knot, so that no knot depends on a handful of books', () => {
  expect(fitted.ages[0]).toBeGreaterThan(0)
  const sharesAt = (age: number) => priceShares({ condition: 'new', age, relativePrice: 1 })
  expect(sharesAt(0)).toEqual(sharesAt(1))
  expect(sharesAt(0).low).toBeLessThan(0.67)
})
