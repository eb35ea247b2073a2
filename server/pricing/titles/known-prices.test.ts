import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basePrice } from '#server/pricing/rules.ts'
import { assumedVariances, claimOf, titleEffect } from './estimate.ts'
import { comparablesOf, knownPrices, type TitlePrice, titleKnowledge } from './known-prices.ts'

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

/** By price, what each price weighs in the votes of its people. */
const weightsOf = (prices: TitlePrice[]) =>
  new Map(
    knownPrices(prices, level, now).map(({ ratio, weight }) => [Math.round(ratio * base), weight]),
  )

test('each person has one vote, shared by all their sales; else it is their newest offer’s', () => {
  const prices = [
    asking(10_001, 'a'),
    sale(10_002, ['a', 'b'], { namedAt: daysAgo(40) }),
    sale(10_003, ['a', 'c'], { namedAt: daysAgo(20) }),
    sale(10_004, ['d', 'e'], { namedAt: daysAgo(30) }),
    asking(10_005, 'b'),
    asking(10_006, 'f', { namedAt: daysAgo(3) }),
    asking(10_007, 'f', { namedAt: daysAgo(2) }),
    // Of these only the first teaches, though the others are newer.
    asking(10_008, 'g', { namedAt: daysAgo(4) }),
    asking(10_009, 'g', { namedAt: daysAgo(3), isNamed: false }),
    asking(10_010, 'g', { namedAt: daysAgo(2), copy: { ...copy, publicationYear: null } }),
  ]
  // Half of the vote of 'b', who bought from 'a', is left for what they ask themselves.
  const half = expect.closeTo(0.5, 1)
  expect([...weightsOf(prices)]).toEqual([
    [10_002, half],
    [10_003, half],
    [10_004, 1],
    [10_007, 1],
    [10_008, 1],
    [10_005, half],
  ])
})

test('an old sale hardly takes the vote of a newer one, or of what its seller asks today', () => {
  const twoYearsAgo = { namedAt: daysAgo(730) }
  const [old, today] = [sale(10_001, ['a', 'b'], twoYearsAgo), { namedAt: now }]
  const weights = (...prices: TitlePrice[]) => [...weightsOf(prices).values()]
  // A sale of two years ago counts a quarter of one of today.
  expect(weights(old, asking(10_002, 'a', today))).toEqual([1, expect.closeTo(0.75, 3)])
  expect(weights(old, sale(10_002, ['a', 'c'], today))).toEqual([
    expect.closeTo(0.2, 3),
    expect.closeTo(0.8, 3),
  ])
  // What has been asked for two years says less than the sale of today.
  expect(weights(sale(10_001, ['a', 'b'], today), asking(10_002, 'a', twoYearsAgo))).toEqual([1])
})

test('whoever sells, buys and asks, nobody has more than one vote', () => {
  const person = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const any = fc.record({
    people: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }),
    days: fc.integer({ min: 0, max: 700 }),
    accountDays: fc.constantFrom(7, 30, 400, 3000),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (drawn) => {
      const prices = drawn.map(({ people, days, accountDays }, n) => {
        const more = { namedAt: daysAgo(days), accountDays }
        const [one = ''] = people
        return people.length === 2 ? sale(10_000 + n, people, more) : asking(10_000 + n, one, more)
      })
      const votes = new Map<string, number>()
      for (const { ratio, weight = 1, ...known } of knownPrices(prices, level, now)) {
        const price = prices[Math.round(ratio * base) - 10_000]
        for (const one of price?.people ?? [])
          votes.set(one, (votes.get(one) ?? 0) + weight * claimOf(known))
      }
      for (const vote of votes.values()) expect(vote).toBeLessThanOrEqual(1 + 1e-9)
      // And no sale is left out.
      const sales = knownPrices(prices, level, now).filter(({ kind }) => kind === 'sale')
      expect(sales).toHaveLength(prices.filter(({ kind }) => kind === 'sale').length)
      for (const { weight } of sales) expect(weight).toBeGreaterThan(0)
    }),
  )
})

test('sales between others take nobody’s vote; of one’s own, those of new accounts take next to nothing', () => {
  const honest = [sale(10_001, ['a', 'c']), sale(10_002, ['b', 'd'])]
  // Sold for nothing by one of these to the other: both keep half of their vote for the first sale.
  const between = weightsOf([...honest, sale(10_003, ['a', 'b'])])
  expect([...between.values()]).toEqual([0.5, 0.5, 0.5])
  const young = Array.from({ length: 5 }, (_, n) =>
    sale(10_010 + n, ['a', `new ${n}`], { accountDays: 7 }),
  )
  expect(weightsOf([...honest, ...young]).get(10_001)).toBeGreaterThan(0.7)
  expect(weightsOf([...honest, ...young]).get(10_002)).toBe(1)
})

test('a sale is of the copy’s age when it was sold, an open offer of its age today', () => {
  const then = { namedAt: new Date('2024-06-01T00:00:00Z') }
  const [sold, asked] = knownPrices(
    [sale(10_000, ['a', 'b'], then), asking(10_000, 'c', then)],
    level,
    now,
  )
  const thenBase = (basePrice(copy, 2024) ?? Number.NaN) * level.factor
  expect(thenBase).toBeGreaterThan(base)
  expect(sold?.ratio).toBeCloseTo(10_000 / thenBase, 9)
  expect(asked?.ratio).toBeCloseTo(10_000 / base, 9)
  // The longer it stands unsold, the less it counts.
  expect(asked?.ageDays).toBe(730)
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
      weight: 1,
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

test('people read how many were sold and for what each seller sold last, and what is offered', () => {
  const prices = [
    sale(21_000, ['a', 'b'], { namedAt: daysAgo(1) }),
    sale(22_000, ['a', 'd'], { namedAt: daysAgo(3) }),
    // One buyer of two sellers bought twice, which isn't one sale.
    sale(24_000, ['c', 'b'], { isNamed: false, namedAt: daysAgo(2) }),
    asking(18_000, 'e'),
  ]
  const offers = { count: 3, lowest: 18_000, page: '0123456789abcdef' }
  expect(titleKnowledge(prices, 3, offers, 2)).toEqual({
    sold: 3,
    soldPrices: [210, 240],
    offered: 3,
    lowestOffer: 180,
    title: '0123456789abcdef',
    prices: 2,
  })
  expect(comparablesOf(prices)).toEqual([
    { price: 21_000, originalPrice: 60_000, condition: 'good', soldAt: daysAgo(1) },
    { price: 24_000, originalPrice: 60_000, condition: 'good', soldAt: daysAgo(2) },
  ])
  const nothing = { sold: 0, soldPrices: [], offered: 0, prices: 0 }
  expect(titleKnowledge([], 0, undefined, 0)).toEqual(nothing)
})
