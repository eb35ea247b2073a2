import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditions } from '#contract/book-forms.ts'
import { suggestPrice } from './rules.ts'

const year = 2026
const copies = fc.record({
  condition: fc.constantFrom(...conditions),
  publicationYear: fc.integer({ min: 1900, max: year + 1 }),
  originalPrice: fc.integer({ min: 100, max: 10_000_000 }),
})

test.each([
  ['new', 2026, 100_000, 63_945],
  ['good', 2026, 50_000, 30_450],
  ['good', 2016, 50_000, 23_725],
  ['average', 2000, 80_000, 35_373],
  ['poor', 2020, 100_000, 9434],
] as const)('a %s copy of %i at %i paise asks %i', (condition, publicationYear, originalPrice, asks) => {
  expect(suggestPrice({ condition, publicationYear, originalPrice }, year)).toBe(asks)
})

test('a price is whole paise, at most the original price, and at least ₹10 where the original price allows it', () => {
  fc.assert(
    fc.property(copies, (copy) => {
      const asks = suggestPrice(copy, year)
      expect(Number.isInteger(asks)).toBe(true)
      expect(asks).toBeLessThanOrEqual(copy.originalPrice)
      expect(asks).toBeGreaterThanOrEqual(Math.min(1000, copy.originalPrice))
    }),
  )
})

test('a better condition, a later year or a higher original price never makes a copy cheaper', () => {
  fc.assert(
    fc.property(copies, copies, (a, b) => {
      const asks = suggestPrice(a, year)
      for (const better of conditions.slice(0, conditions.indexOf(a.condition)))
        expect(suggestPrice({ ...a, condition: better }, year)).toBeGreaterThanOrEqual(asks)
      const publicationYear = Math.max(a.publicationYear, b.publicationYear)
      expect(suggestPrice({ ...a, publicationYear }, year)).toBeGreaterThanOrEqual(asks)
      const originalPrice = Math.max(a.originalPrice, b.originalPrice)
      expect(suggestPrice({ ...a, originalPrice }, year)).toBeGreaterThanOrEqual(asks)
    }),
  )
})

test('a book dated next year is priced like this year’s', () => {
  const copy = { condition: 'good', originalPrice: 40_000 } as const
  expect(suggestPrice({ ...copy, publicationYear: year + 1 }, year)).toBe(suggestPrice({ ...copy, publicationYear: year }, year))
})
