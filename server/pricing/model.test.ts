import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditions } from '#contract/book-forms.ts'
import { least, medianListPrice, poorShares } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }
import { between, classOf, graded, listingsBehind, priceShares, readTable } from './model.ts'
import { suggestBand } from './rules.ts'

const year = 2026
/** Every copy that can be asked about: years and prices beyond what forms take, and any market. */
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
/** So many inputs each promise is tried on. */
const many = { numRuns: 100_000 }
const edges = ['low', 'predicted', 'high'] as const

test('a price is whole paise, at most the original price, at least ₹10 where that allows it, within its band, and always the same', () => {
  fc.assert(
    fc.property(copies, factors, (copy, factor) => {
      const band = suggestBand(copy, year, factor)
      const floor = Math.min(least, copy.originalPrice)
      if (!edges.every((edge) => Number.isInteger(band[edge]))) throw new Error('not whole paise')
      if (
        !(
          floor <= band.low &&
          band.low <= band.predicted &&
          band.predicted <= band.high &&
          band.high <= copy.originalPrice
        )
      )
        throw new Error(`out of order: ${JSON.stringify(band)}`)
      expect(suggestBand({ ...copy }, year, factor)).toEqual(band)
    }),
    many,
  )
})

test('a better condition never makes a copy cheaper, nor its band lower', () => {
  fc.assert(
    fc.property(copies, factors, (copy, factor) => {
      const bands = conditions.map((condition) => suggestBand({ ...copy, condition }, year, factor))
      for (const [at, band] of bands.entries())
        for (const worse of bands.slice(at + 1))
          for (const edge of edges)
            if (worse[edge] > band[edge]) throw new Error(`${edge}: ${JSON.stringify(bands)}`)
    }),
    many,
  )
})

test('a later edition never makes a copy cheaper, by one year or by many', () => {
  fc.assert(
    fc.property(
      copies,
      factors,
      fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 })),
      (copy, factor, years) => {
        const older = suggestBand(copy, year, factor)
        const later = suggestBand(
          { ...copy, publicationYear: copy.publicationYear + years },
          year,
          factor,
        )
        for (const edge of edges)
          if (later[edge] < older[edge])
            throw new Error(`${edge}: ${later[edge]} after ${older[edge]}`)
      },
    ),
    many,
  )
})

test('a higher original price never makes a copy cheaper, by one paisa or by many', () => {
  fc.assert(
    fc.property(
      copies,
      factors,
      fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 })),
      (copy, factor, paise) => {
        const cheaper = suggestBand(copy, year, factor)
        const dearer = suggestBand(
          { ...copy, originalPrice: copy.originalPrice + paise },
          year,
          factor,
        )
        for (const edge of edges)
          if (dearer[edge] < cheaper[edge])
            throw new Error(`${edge}: ${dearer[edge]} after ${cheaper[edge]}`)
      },
    ),
    many,
  )
})

test('around every knot the promises hold to the paisa', () => {
  for (const condition of conditions)
    for (const age of fitted.ages)
      for (const price of fitted.prices) {
        const near = Array.from(
          { length: 21 },
          (_, step) => Math.round(price * medianListPrice) - 10 + step,
        )
        const asked = near.map((originalPrice) =>
          suggestBand({ condition, publicationYear: year - age, originalPrice }, year, 1),
        )
        for (const edge of edges)
          expect(asked.map((band) => band[edge])).toEqual(
            asked.map((band) => band[edge]).toSorted((a, b) => a - b),
          )
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
  const read = (age: number, price: number) =>
    readTable({ ages: [0, 10], prices: [1, 3] }, shares, 'new', age, price)
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
    return { new: rows, good: rows, average: rows }
  }
  const cheap = {
    ages: [0, 1],
    prices: [1, 2],
    low: flat(0.01),
    predicted: flat(0.05),
    high: flat(0.06),
  }
  expect(priceShares({ condition: 'poor', age: 3, relativePrice: 1 }, cheap)).toEqual({
    low: 0.01,
    predicted: 0.05,
    high: 0.06,
  })
})

test('the prediction lies inside its band at every knot of the tables themselves, with room for rounding', () => {
  const { ages, prices, low, predicted, high } = fitted
  for (const condition of graded)
    for (const age of ages.keys())
      for (const price of prices.keys()) {
        const [least = 1, middle = 0, most = 0] = [low, predicted, high].map(
          (table) => table[condition][age]?.[price],
        )
        expect(middle - least).toBeGreaterThan(0.00005)
        expect(most - middle).toBeGreaterThan(0.00005)
      }
})

test('and between them, for any age and list price: nothing is set right on the way', () => {
  const anyCopy = fc.record({
    condition: fc.constantFrom(...graded),
    age: fc.double({ min: 0, max: 60, noNaN: true }),
    relativePrice: fc.double({ min: 0.001, max: 30, noNaN: true }),
  })
  fc.assert(
    fc.property(anyCopy, (copy) => {
      const { low, predicted, high } = priceShares(copy)
      if (!(low < predicted && predicted < high))
        throw new Error(JSON.stringify({ low, predicted, high }))
    }),
    many,
  )
})

test('the youngest editions share a knot: no table has one that a handful of books decides', () => {
  expect(fitted.ages[0]).toBeGreaterThan(0)
  const at = (age: number) => priceShares({ condition: 'new', age, relativePrice: 1 })
  expect(at(0)).toEqual(at(1))
  expect(at(0).low).toBeLessThan(0.67)
})

test('a class begins at its edge, and the last holds its end', () => {
  expect([-1, 0, 1.9, 2, 5, 9, 9.1].map((value) => classOf([0, 2, 5, 9], value))).toEqual([
    undefined,
    0,
    0,
    1,
    2,
    2,
    undefined,
  ])
})

test('behind a price stand the listings of its condition, about its age and about its list price', () => {
  const { ages, prices, counts } = fitted.listings
  expect([ages.slice(0, -1), prices.length]).toEqual([[0, 2, 4, 6, 10, 15, 20, 30], 6])
  for (const condition of graded)
    for (const [a, age] of ages.slice(0, -1).entries())
      for (const [p, relativePrice] of prices.slice(0, -1).entries())
        expect(listingsBehind({ condition, age, relativePrice })).toBe(counts[condition][a]?.[p])
  const all = graded
    .flatMap((condition) => counts[condition].flat())
    .reduce((sum, count) => sum + count, 0)
  expect(all).toBeGreaterThan(fitted.data.rows * 0.97)
  expect(all).toBeLessThan(fitted.data.rows)
})

test('nothing stands behind a price of which nothing was seen', () => {
  const seen = { condition: 'good', age: 8, relativePrice: 1 } as const
  expect(listingsBehind(seen)).toBeGreaterThan(1000)
  expect(listingsBehind({ ...seen, relativePrice: 30 })).toBe(0)
  expect(listingsBehind({ ...seen, relativePrice: 0.02 })).toBe(0)
  expect(listingsBehind({ ...seen, age: 500 })).toBe(0)
  expect(listingsBehind({ ...seen, condition: 'poor' })).toBe(0)
  // New, of this year, and five times as dear as most: the data has fewer than a handful.
  expect(listingsBehind({ condition: 'new', age: 0, relativePrice: 5 })).toBeLessThan(30)
})
