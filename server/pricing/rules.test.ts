import { expect, test } from 'vitest'
import { conditions } from '#contract/book-forms.ts'
import { predictedPrice, suggestBand, suggestPrice } from './rules.ts'

const year = 2026

test.each([
  ['new', 2026, 100_000, [0.55, 0.65]],
  ['good', 2026, 50_000, [0.52, 0.62]],
  ['good', 2016, 50_000, [0.43, 0.5]],
  ['average', 2000, 80_000, [0.36, 0.46]],
  ['poor', 2020, 100_000, [0.07, 0.1]],
] as const)('a %s copy of %i at %i paise asks %j of it', (condition, publicationYear, originalPrice, [from, to]) => {
  const asks = suggestPrice({ condition, publicationYear, originalPrice }, year)
  expect(asks).toBeGreaterThan(originalPrice * from)
  expect(asks).toBeLessThan(originalPrice * to)
})

test('a book dated next year is priced like this year’s', () => {
  const copy = { condition: 'good', originalPrice: 40_000 } as const
  expect(suggestPrice({ ...copy, publicationYear: year + 1 }, year)).toBe(suggestPrice({ ...copy, publicationYear: year }, year))
})

test('the market factor moves the price and its band alike, up to the original price', () => {
  const copy = { condition: 'average', publicationYear: 2018, originalPrice: 60_000 } as const
  const [abroad, here] = [suggestBand(copy, year, 1), suggestBand(copy, year)]
  for (const edge of ['low', 'predicted', 'high'] as const) expect(here[edge]).toBeCloseTo(abroad[edge] * 0.87, -1)
  expect(suggestBand(copy, year, 9)).toEqual({ low: 60_000, predicted: 60_000, high: 60_000 })
})

test('a cheap book asks ₹10, or its original price where that is less', () => {
  for (const condition of conditions) {
    expect(suggestPrice({ condition, publicationYear: 1990, originalPrice: 1100 }, year)).toBe(1000)
    expect(suggestPrice({ condition, publicationYear: 1990, originalPrice: 700 }, year)).toBe(700)
  }
})

test('the year is India’s: five and a half hours before London', () => {
  const copy = { condition: 'new', publicationYear: 2024, originalPrice: 100_000 } as const
  expect(predictedPrice(copy, new Date('2025-12-31T18:30:00Z'))).toBe(suggestPrice(copy, 2026))
  expect(predictedPrice(copy, new Date('2025-12-31T18:29:59Z'))).toBe(suggestPrice(copy, 2025))
})
