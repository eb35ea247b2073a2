import { expect, test } from 'vitest'
import { conditions } from '#contract/books/book-forms.ts'
import { reasonsFor } from './reasons.ts'
import { bandAround, predictedPrice, roundDown, suggestBand, suggestPrice } from './rules.ts'
import { unknownTitle } from './titles/estimate.ts'

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
    /^Next year’s edition in good condition usually goes for about \d\d\u00A0% of its original price\.$/,
  ],
  [2026, /^This year’s edition in/],
  [2025, /^Last year’s edition in/],
  [2024, /^A 2-year-old edition in/],
  [2018, /^An 8-year-old edition in/],
  [2015, /^An 11-year-old edition in/],
  [1946, /^An 80-year-old edition in/],
  [1916, /^A 110-year-old edition in/],
])('an edition of %i', (publicationYear, sentence) => {
  expect(reasonsFor({ ...copy, publicationYear }, year, new Map(), undefined)[0]).toMatch(sentence)
})

test('at the minimum price no other reason is given', () => {
  const reasons = (originalPrice: number) =>
    reasonsFor({ ...copy, condition: 'poor', originalPrice }, year, new Map(), undefined)
  expect(reasons(1200)).toEqual([
    'A 10-year-old edition in poor condition comes to about ₹10 or less. We suggest ₹10: for less, nobody would hand over a book.',
  ])
  expect(reasons(700)[0]).toMatch(/We suggest ₹7: /)
  expect(reasons(999)[0]).toMatch(/We suggest ₹9: /)
})

test.each([
  [
    'no sales',
    new Map(),
    'The listings are from shops abroad, adjusted to Indian prices. There are no sales on Dobara yet to compare them with.',
  ],
  [
    'sales that confirm it',
    new Map([['', learned(0.8721, 1000)]]),
    'The listings are from shops abroad, adjusted to Indian prices. So far, 1,000 sales on Dobara have not changed that.',
  ],
  ['a sale', new Map([['', learned(0.87, 1)]]), /So far, 1 sale on Dobara has not changed that\.$/],
  [
    'sales of the branch',
    new Map([
      ['', learned(0.87, 40)],
      ['Law', learned(0.8, 9)],
    ]),
    '40 sales on Dobara (9 in Law) have lowered this price by about 8\u00A0%.',
  ],
  [
    'sales that are too old by now',
    new Map([
      ['', learned(0.86, 40)],
      ['Law', learned(0.8, 2)],
    ]),
    'Earlier sales on Dobara have lowered this price by about 8\u00A0%. Without new ones, this wears off day by day.',
  ],
  [
    'sales of a market that has ceased',
    new Map([['', learned(0.8, 0)]]),
    /^Earlier sales on Dobara have lowered this price by about 8\s%\. Without/,
  ],
  [
    'sales of other branches',
    new Map([['', learned(0.9, 40)]]),
    '40 sales on Dobara have raised this price by about 3\u00A0%.',
  ],
])('the reason about Dobara’s own sales: %s', (_, factors, sentence) => {
  expect(reasonsFor(copy, year, factors, 'Law')[2]).toMatch(sentence)
})

test.each([
  [
    1,
    'Only one price of this title is known, so it lowers this price only in part: by about 8\u00A0%.',
  ],
  [
    4,
    'Few prices of this title are known, so they lower this price only in part: by about 8\u00A0%.',
  ],
  [
    5,
    'This title goes for about 8\u00A0% less than other books of the same age, price and condition.',
  ],
])('the reason about the title, with so many prices of it known: %i', (prices, sentence) => {
  const reasons = (shift: number) =>
    reasonsFor(copy, year, new Map(), undefined, { title: { ...unknownTitle, shift } }, prices)
  expect(reasons(Math.log(0.92))[3]).toBe(sentence)
  expect(reasons(Math.log(1.08))[3]).toMatch(/ raises? this price | more than /)
  expect(reasons(0.004).join(' ')).not.toMatch(/title/i)
})
