import { expect, test } from 'vitest'
import { conditions } from '#contract/books/book-forms.ts'
import { reasonsFor } from './reasons.ts'
import { bandAround, predictedPrice, roundDown, suggestBand, suggestPrice } from './rules.ts'

const year = 2026

test.each([
  ['new', 2026, 100_000, [0.55, 0.65]],
  ['good', 2026, 50_000, [0.52, 0.62]],
  ['good', 2016, 50_000, [0.43, 0.5]],
  ['average', 2000, 80_000, [0.36, 0.46]],
  ['poor', 2020, 100_000, [0.35, 0.42]],
] as const)(
  'a %s copy of %i at %i paise costs %j of it',
  (condition, publicationYear, originalPrice, [from, to]) => {
    const price = suggestPrice({ condition, publicationYear, originalPrice }, year)
    expect(price).toBeGreaterThan(originalPrice * from)
    expect(price).toBeLessThan(originalPrice * to)
  },
)

test('a book dated next year is priced like this year’s', () => {
  const copy = { condition: 'good', originalPrice: 40_000 } as const
  expect(suggestPrice({ ...copy, publicationYear: year + 1 }, year)).toBe(
    suggestPrice({ ...copy, publicationYear: year }, year),
  )
})

test('the market factor moves the price and its band alike, up to the original price', () => {
  const copy = { condition: 'average', publicationYear: 2018, originalPrice: 60_000 } as const
  const [plain, adjusted] = [suggestBand(copy, year, { factor: 1 }), suggestBand(copy, year)]
  // In steps of ₹5.
  for (const edge of ['low', 'predicted', 'high'] as const) {
    expect(Math.abs(adjusted[edge] - plain[edge] * 0.87)).toBeLessThan(500)
    expect(adjusted[edge] % 500).toBe(0)
  }
  expect(suggestBand(copy, year, { factor: 9 })).toEqual({
    low: 60_000,
    predicted: 60_000,
    high: 60_000,
  })
})

test('an earlier prediction has a band too, in whole rupees and of the same relative width', () => {
  const copy = { condition: 'good', publicationYear: 2018, originalPrice: 80_000 } as const
  const now = suggestBand(copy, year)
  expect(bandAround(now.predicted, copy, year)).toEqual(now)
  const { low, predicted, high } = bandAround(23_369, copy, year)
  expect([predicted, low % 100, high % 100]).toEqual([23_369, 0, 0])
  expect((high - low) / predicted).toBeCloseTo((now.high - now.low) / now.predicted, 1)
  // At the minimum price it is the same band.
  for (const originalPrice of [700, 1100, 4000, 9000]) {
    const cheap = { ...copy, condition: 'poor', originalPrice } as const
    const band = suggestBand(cheap, year)
    expect(bandAround(band.predicted, cheap, year)).toEqual(band)
  }
})

test('a cheap book costs ₹10, or its original price where that is less', () => {
  for (const condition of conditions) {
    expect(suggestPrice({ condition, publicationYear: 1990, originalPrice: 1100 }, year)).toBe(1000)
    expect(suggestPrice({ condition, publicationYear: 1990, originalPrice: 700 }, year)).toBe(700)
  }
})

test.each([
  [19_999, 99_900, 19_900],
  [20_000, 99_900, 20_000],
  [20_499, 99_900, 20_000],
  [30_397, 99_900, 30_000],
  [5768, 99_900, 5700],
  [199, 99_900, 100],
  [99, 99_900, 100],
  [99, 150, 100],
  [40, 50, 50],
])('%i paise of a book of %i are rounded down to %i', (paise, originalPrice, rounded) => {
  expect(roundDown(paise, originalPrice)).toBe(rounded)
})

test('the year is India’s: five and a half hours before London', () => {
  const copy = { condition: 'new', publicationYear: 2024, originalPrice: 100_000 } as const
  expect(predictedPrice(copy, new Date('2025-12-31T18:30:00Z'))).toBe(suggestPrice(copy, 2026))
  expect(predictedPrice(copy, new Date('2025-12-31T18:29:59Z'))).toBe(suggestPrice(copy, 2025))
})

const copy = { condition: 'good', publicationYear: 2016, originalPrice: 50_000 } as const
const learned = (factor: number, sales: number) => ({ factor, sales, sellers: sales })

test.each([
  [
    2027,
    /^An edition of next year in good condition is offered at about \d\d\u00A0% of its original price\.$/,
  ],
  [2026, /^An edition of this year in/],
  [2025, /^An edition of last year in/],
  [2024, /^An edition 2 years old in/],
])('an edition of %i', (publicationYear, sentence) => {
  expect(reasonsFor({ ...copy, publicationYear }, year, new Map(), undefined)[0]).toMatch(sentence)
})

test('at the minimum price no other reason is given', () => {
  const reasons = (originalPrice: number) =>
    reasonsFor({ ...copy, condition: 'poor', originalPrice }, year, new Map(), undefined)
  expect(reasons(1200)).toEqual([
    'An edition 10 years old in poor condition would come to less. No price is predicted below ₹10: nobody hands over a book for that.',
  ])
  expect(reasons(700)[0]).toMatch(/No price is predicted below ₹7: /)
  expect(reasons(999)[0]).toMatch(/No price is predicted below ₹9: /)
})

test.each([
  [
    'no sales',
    new Map(),
    'The listings come from abroad, adjusted to Indian prices; Dobara has no sales yet to learn from.',
  ],
  [
    'sales that confirm it',
    new Map([['', learned(0.8721, 1000)]]),
    'The listings come from abroad, adjusted to Indian prices; compared with 1,000 sales on Dobara, that stays as it is.',
  ],
  [
    'a sale',
    new Map([['', learned(0.87, 1)]]),
    /compared with 1 sale on Dobara, that stays as it is\.$/,
  ],
  [
    'sales of the branch',
    new Map([
      ['', learned(0.87, 40)],
      ['Law', learned(0.8, 9)],
    ]),
    '40 sales on Dobara (9 in Law) moved it down by 8\u00A0%.',
  ],
  [
    'sales that are too old by now',
    new Map([
      ['', learned(0.86, 40)],
      ['Law', learned(0.8, 2)],
    ]),
    'Earlier sales on Dobara moved it down by 8\u00A0%; without new ones it goes back day by day.',
  ],
  [
    'sales of a market that has ceased',
    new Map([['', learned(0.8, 0)]]),
    /^Earlier sales on Dobara moved it down by 8\s%; without/,
  ],
  [
    'sales of other branches',
    new Map([['', learned(0.9, 40)]]),
    '40 sales on Dobara moved it up by 3\u00A0%.',
  ],
])('the reason about Dobara’s own sales: %s', (_, factors, sentence) => {
  expect(reasonsFor(copy, year, factors, 'Law')[2]).toMatch(sentence)
})
