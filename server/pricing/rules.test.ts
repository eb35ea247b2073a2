import { expect, test } from 'vitest'
import { conditions } from '#contract/books/conditions.ts'
import { reasonsFor } from './routes.ts'
import {
  assumedLevel,
  bandAround,
  type PriceLevel,
  predictedPrice,
  roundDown,
  suggestBand,
  type UsedCopy,
} from './rules.ts'

const year = 2026
const suggestPrice = (copy: UsedCopy, year: number) => suggestBand(copy, year).predicted
const at = (level: Partial<PriceLevel>) => ({ ...assumedLevel, ...level })

test.each([
  ['new', 2026, 100_000, [0.55, 0.65]],
  ['good', 2026, 50_000, [0.52, 0.62]],
  ['good', 2016, 50_000, [0.43, 0.5]],
  ['average', 2000, 80_000, [0.36, 0.46]],
  ['poor', 2020, 100_000, [0.35, 0.42]],
] as const)(
  'a %s copy from %i at %i paise costs %j of its list price',
  (condition, publicationYear, originalPrice, [from, to]) => {
    const price = suggestPrice({ condition, publicationYear, originalPrice }, year)
    expect(price).toBeGreaterThan(originalPrice * from)
    expect(price).toBeLessThan(originalPrice * to)
  },
)

test('a book dated next year has the price of this year’s', () => {
  const copy = { condition: 'good', originalPrice: 40_000 } as const
  expect(suggestPrice({ ...copy, publicationYear: year + 1 }, year)).toBe(
    suggestPrice({ ...copy, publicationYear: year }, year),
  )
})

test('the market factor moves the price and its band equally, up to the original price', () => {
  const copy = { condition: 'average', publicationYear: 2018, originalPrice: 60_000 } as const
  const [plain, adjusted] = [suggestBand(copy, year, at({ factor: 1 })), suggestBand(copy, year)]
  // They are equal to within one rounding step of ₹5.
  for (const edge of ['low', 'predicted', 'high'] as const) {
    expect(Math.abs(adjusted[edge] - plain[edge] * 0.87)).toBeLessThan(500)
    expect(adjusted[edge] % 500).toBe(0)
  }
  expect(suggestBand(copy, year, at({ factor: 9 }))).toEqual({
    low: 60_000,
    predicted: 60_000,
    high: 60_000,
  })
})

test('an earlier prediction has a band in whole rupees with the same relative width', () => {
  const copy = { condition: 'good', publicationYear: 2018, originalPrice: 80_000 } as const
  const now = suggestBand(copy, year)
  expect(bandAround(now.predicted, copy, year)).toEqual(now)
  const { low, predicted, high } = bandAround(23_369, copy, year)
  expect([predicted, low % 100, high % 100]).toEqual([23_369, 0, 0])
  expect((high - low) / predicted).toBeCloseTo((now.high - now.low) / now.predicted, 1)
  // At the minimum price, both bands are the same.
  for (const originalPrice of [700, 1100, 4000, 9000]) {
    const cheap = { ...copy, condition: 'poor', originalPrice } as const
    const band = suggestBand(cheap, year)
    expect(bandAround(band.predicted, cheap, year)).toEqual(band)
  }
})

test('a cheap book costs ₹10, or its original price if that is lower', () => {
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
])('%i paise for a book of %i are rounded down to %i', (paise, originalPrice, rounded) => {
  expect(roundDown(paise, originalPrice)).toBe(rounded)
})

test('uses the year in India, five and a half hours ahead of London', () => {
  const copy = { condition: 'new', publicationYear: 2024, originalPrice: 100_000 } as const
  expect(predictedPrice(copy, new Date('2025-12-31T18:30:00Z'))).toBe(suggestPrice(copy, 2026))
  expect(predictedPrice(copy, new Date('2025-12-31T18:29:59Z'))).toBe(suggestPrice(copy, 2025))
})

const copy = { condition: 'good', publicationYear: 2016, originalPrice: 50_000 } as const
const nothing = { sold: 0, soldPrices: [], offered: 0, prices: 0 }

test('reasons state the price, its basis, and what a better condition would bring', () => {
  expect(reasonsFor(copy, year, assumedLevel, nothing)).toEqual([
    expect.stringMatching(
      /^Used copies of this age and condition sell for about 4\d% of the original price\.$/,
    ),
    'We estimate that from used-book prices abroad, adjusted to India.',
    expect.stringMatching(/^A copy that looks new could sell for ₹\d+ more\.$/),
  ])
  const poor = { ...copy, condition: 'poor' } as const
  expect(reasonsFor(poor, year, assumedLevel, nothing)[1]).toBe(
    'Few worn copies are sold, so this is a rough estimate.',
  )
  // A difference below ₹10 isn't mentioned.
  const cheap = { ...copy, originalPrice: 8000 }
  expect(reasonsFor(cheap, year, assumedLevel, nothing)).toHaveLength(2)
})

test('at the minimum price no other reason is given', () => {
  const reasons = (originalPrice: number) =>
    reasonsFor({ ...copy, condition: 'poor', originalPrice }, year, assumedLevel, nothing)
  expect(reasons(1200)).toEqual(['₹10 is the least we suggest for a book.'])
  expect(reasons(700)).toEqual(['₹7 is the least we suggest for a book.'])
})

test.each([
  [Math.log(0.92), 1, '1 price of this title on Dobara lowers it by about 8%.'],
  [Math.log(1.08), 5, '5 prices of this title on Dobara raise it by about 8%.'],
])('reasons mention prices of the title that change the price', (shift, prices, sentence) => {
  const reasons = (shift: number) =>
    reasonsFor(copy, year, at({ title: { ...assumedLevel.title, shift } }), { ...nothing, prices })
  expect(reasons(shift)[2]).toBe(sentence)
  expect(reasons(0.004).join(' ')).not.toMatch(/title/)
})
