import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditions } from '#contract/book-forms.ts'
import { least, medianListPrice, poorShares } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }
import { between, graded, listingsBehind, priceShares, readTable } from './model.ts'
import { suggestBand } from './rules.ts'

const year = 2026
/** Every copy that can be asked about: years and prices beyond what forms take, and any market. */
const copies = fc.record({
  condition: fc.constantFrom(...conditions),
  publicationYear: fc.oneof(fc.integer({ min: 1980, max: year + 1 }), fc.integer({ min: 1, max: 3000 })),
  originalPrice: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
})
const factors = fc.oneof(fc.constant(0.87), fc.double({ min: 0.1, max: 2, noNaN: true }))
/** A quarter of the 100,000 inputs over which a price keeps its promises. */
const quarter = { numRuns: 25_000 }
const edges = ['low', 'predicted', 'high'] as const

test('a price is whole paise, at most the original price, at least ₹10 where that allows it, within its band, and always the same', () => {
  fc.assert(
    fc.property(copies, factors, (copy, factor) => {
      const band = suggestBand(copy, year, factor)
      const floor = Math.min(least, copy.originalPrice)
      if (!edges.every((edge) => Number.isInteger(band[edge]))) throw new Error('not whole paise')
      if (!(floor <= band.low && band.low <= band.predicted && band.predicted <= band.high && band.high <= copy.originalPrice))
        throw new Error(`out of order: ${JSON.stringify(band)}`)
      expect(suggestBand({ ...copy }, year, factor)).toEqual(band)
    }),
    quarter,
  )
})

test('a better condition never makes a copy cheaper, nor its band lower', () => {
  fc.assert(
    fc.property(copies, factors, (copy, factor) => {
      const bands = conditions.map((condition) => suggestBand({ ...copy, condition }, year, factor))
      for (const [at, band] of bands.entries())
        for (const worse of bands.slice(at + 1))
          for (const edge of edges) if (worse[edge] > band[edge]) throw new Error(`${edge}: ${JSON.stringify(bands)}`)
    }),
    quarter,
  )
})

test('a later edition never makes a copy cheaper, by one year or by many', () => {
  fc.assert(
    fc.property(copies, factors, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 })), (copy, factor, years) => {
      const older = suggestBand(copy, year, factor)
      const later = suggestBand({ ...copy, publicationYear: copy.publicationYear + years }, year, factor)
      for (const edge of edges) if (later[edge] < older[edge]) throw new Error(`${edge}: ${later[edge]} after ${older[edge]}`)
    }),
    quarter,
  )
})

test('a higher original price never makes a copy cheaper, by one paisa or by many', () => {
  fc.assert(
    fc.property(copies, factors, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 })), (copy, factor, paise) => {
      const cheaper = suggestBand(copy, year, factor)
      const dearer = suggestBand({ ...copy, originalPrice: copy.originalPrice + paise }, year, factor)
      for (const edge of edges) if (dearer[edge] < cheaper[edge]) throw new Error(`${edge}: ${dearer[edge]} after ${cheaper[edge]}`)
    }),
    quarter,
  )
})

test('around every knot the promises hold to the paisa', () => {
  for (const table of [fitted.low, fitted.predicted, fitted.high])
    for (const condition of conditions)
      for (const age of table.ages)
        for (const price of table.prices) {
          const near = Array.from({ length: 21 }, (_, step) => Math.round(price * medianListPrice) - 10 + step)
          const asked = near.map((originalPrice) => suggestBand({ condition, publicationYear: year - age, originalPrice }, year, 1))
          for (const edge of edges)
            expect(asked.map((band) => band[edge])).toEqual(asked.map((band) => band[edge]).toSorted((a, b) => a - b))
        }
})

test('a table is read at its knots, half-way between them, and flat beyond them', () => {
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
  const table = { ages: [0, 10], prices: [1, 3], shares }
  const read = (age: number, price: number) => readTable(table, 'new', age, price)
  expect([read(0, 1), read(0, 3), read(10, 1), read(10, 3)]).toEqual([0.8, 0.6, 0.4, 0.2])
  expect(read(5, 2)).toBeCloseTo(0.5, 12)
  expect([read(-4, 0.1), read(99, 50)]).toEqual([0.8, 0.2])
  expect(between([0, 1, 3], 1)).toEqual([1, 0])
  expect(between([0, 1, 3], 3)).toEqual([1, 1])
})

test('a poor copy asks what is assumed of it, but never more than an average one', () => {
  expect(priceShares({ condition: 'poor', age: 3, relativePrice: 1 })).toEqual(poorShares)
  const flat = (share: number) => {
    const rows = [
      [share, share],
      [share, share],
    ]
    return { ages: [0, 1], prices: [1, 2], shares: { new: rows, good: rows, average: rows } }
  }
  const cheap = { low: flat(0.01), predicted: flat(0.05), high: flat(0.06) }
  expect(priceShares({ condition: 'poor', age: 3, relativePrice: 1 }, cheap)).toEqual({ low: 0.01, predicted: 0.05, high: 0.06 })
})

test('edges that cross in a fit don’t in an answer', () => {
  const at = (share: number) => ({
    ...fitted.low,
    shares: Object.fromEntries(
      graded.map((one) => [
        one,
        [
          [share, share],
          [share, share],
        ],
      ]),
    ) as typeof fitted.low.shares,
    ages: [0, 1],
    prices: [1, 2],
  })
  const crossed = { low: at(0.6), predicted: at(0.5), high: at(0.4) }
  expect(priceShares({ condition: 'good', age: 0, relativePrice: 1 }, crossed)).toEqual({ low: 0.5, predicted: 0.5, high: 0.5 })
})

test('how many listings stand behind a price', () => {
  const { ages } = fitted.predicted
  for (const condition of conditions) {
    const all = ages.slice(0, -1).reduce((sum, age) => sum + listingsBehind(condition, age), 0)
    expect(all).toBe(fitted.listings[condition].reduce((sum, count) => sum + count, 0))
    expect(listingsBehind(condition, 500)).toBe(fitted.listings[condition].at(-1))
  }
  const all = conditions.flatMap((condition) => fitted.listings[condition]).reduce((sum, count) => sum + count, 0)
  expect(all).toBe(fitted.data.rows)
})
