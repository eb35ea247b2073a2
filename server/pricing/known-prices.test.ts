import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownPrices, oneVoiceEach, type TitlePrice, titleKnowledge } from './known-prices.ts'
import { basePrice } from './rules.ts'
import { assumedVariances, titleEffect } from './title.ts'

const now = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const copy = { condition: 'good', publicationYear: 2016, originalPrice: 60_000 } as const
const level = { factor: 0.87, poor: 1 }
const base = (basePrice(copy, 2026) ?? Number.NaN) * level.factor

const sale = (price: number, people: string[], more: Partial<TitlePrice> = {}): TitlePrice => ({
  kind: 'sale',
  price,
  copy,
  namedAt: daysAgo(10),
  people,
  isNamed: true,
  accountDays: 400,
  ...more,
})
const asking = (price: number, person: string, more: Partial<TitlePrice> = {}) =>
  sale(price, [person], { kind: 'asking', ...more })

test('each person has one voice: their newest sale, or else their newest offer', () => {
  const prices = [
    asking(1, 'a'),
    sale(2, ['a', 'b'], { namedAt: daysAgo(40) }),
    sale(3, ['a', 'c'], { namedAt: daysAgo(20) }),
    sale(4, ['d', 'e'], { namedAt: daysAgo(30) }),
    asking(5, 'b'),
    asking(6, 'f', { namedAt: daysAgo(3) }),
    asking(7, 'f', { namedAt: daysAgo(2) }),
  ]
  // 'b' bought from 'a', whose voice is the sale to 'c'; so their own offer counts.
  expect(oneVoiceEach(prices).map(({ price }) => price)).toEqual([3, 4, 7, 5])
  // A ring of ten has five voices.
  const people = Array.from({ length: 10 }, (_, n) => `ring ${n}`)
  const ring = people.flatMap((seller) =>
    people.flatMap((buyer) => (seller === buyer ? [] : [sale(9, [seller, buyer])])),
  )
  expect(oneVoiceEach(ring)).toHaveLength(5)
})

test('prices taken as predicted, of new accounts, without a year, and of next to nothing teach nothing', () => {
  const found = knownPrices(
    [
      sale(base, ['a', 'b']),
      sale(1, ['c', 'd'], { isNamed: false }),
      sale(1, ['e', 'f'], { accountDays: 6.9 }),
      asking(1, 'g', { copy: { ...copy, publicationYear: null } }),
      asking(1, 'h', { copy: { ...copy, originalPrice: 2000 } }),
    ],
    level,
    now,
  )
  expect(found).toEqual([
    {
      kind: 'sale',
      ratio: expect.closeTo(1, 9),
      ageDays: 10,
      trust: expect.any(Number),
      isPoor: false,
    },
  ])
})

test('a price is brought to the copy by the model: a worse or older copy at its own model’s price says nothing', () => {
  for (const condition of ['new', 'average', 'poor'] as const)
    for (const publicationYear of [1998, 2025]) {
      const other = { condition, publicationYear, originalPrice: 35_000 }
      const price = (basePrice(other, 2026, 0.8) ?? Number.NaN) * 0.9
      const [known] = knownPrices(
        [asking(price, 'a', { copy: other })],
        { factor: 0.9, poor: 0.8 },
        now,
      )
      expect(known?.ratio).toBeCloseTo(1, 9)
      expect(known?.isPoor).toBe(condition === 'poor')
    }
})

test('what sales have moved the market’s factor by isn’t counted a second time for their title', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0.6, max: 1.6, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (count, ratio, learned) => {
        const sales = Array.from({ length: count }, (_, n) =>
          sale(base * ratio, [`seller ${n}`, `buyer ${n}`]),
        )
        // The factor has gone a part of the way to these very sales.
        const factor = level.factor * ratio ** learned
        const { shift } = titleEffect(
          knownPrices(sales, { ...level, factor }, now),
          assumedVariances,
        )
        const moved = Math.log(factor / level.factor) + shift
        const most = Math.log(ratio)
        expect(Math.sign(most) * moved).toBeLessThanOrEqual(Math.abs(most) + 1e-6)
        expect(Math.sign(most) * moved).toBeGreaterThanOrEqual(-1e-6)
      },
    ),
  )
})

test('people read of sales and offers, with prices in rupees', () => {
  const prices = [
    sale(21_000, ['a', 'b'], { namedAt: daysAgo(1) }),
    sale(24_000, ['c', 'd'], { isNamed: false }),
    asking(18_000, 'e'),
  ]
  const offers = { count: 3, lowest: 18_000, page: '0123456789abcdef' }
  expect(titleKnowledge(prices, offers, 2)).toEqual({
    sold: 2,
    soldPrices: [210, 240],
    offered: 3,
    lowestOffer: 180,
    title: '0123456789abcdef',
    prices: 2,
  })
  expect(titleKnowledge([], undefined, 0)).toEqual({
    sold: 0,
    soldPrices: [],
    offered: 0,
    prices: 0,
  })
})
