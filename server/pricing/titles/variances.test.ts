import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#server/demo/random.ts'
import { learnPoorFactor, type Sale } from '#server/pricing/learn.ts'
import { assumedVariances } from './estimate.ts'
import {
  estimateVariances,
  learnVariances,
  type Title,
  type TitleValue,
  varianceBetween,
  varianceWithin,
} from './variances.ts'

const random = seeded('variances')
/** About normal, with variance 1. */
const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b, -6)

/** Titles with so many prices, or with one to six. */
const makeTitles = (count: number, between: number, within: number, prices?: number): Title[] =>
  Array.from({ length: count }, () => {
    const shift = Math.sqrt(between) * normal()
    return Array.from({ length: prices ?? random.integer(1, 6) }, () => ({
      value: shift + Math.sqrt(within) * normal(),
      weight: 1,
    }))
  })

const asValues = (titles: readonly Title[], kind = 'sale', trust = 1): TitleValue[] =>
  titles.flatMap((prices, title) =>
    prices.map(({ value }, n) => ({
      title: `${kind} ${title}`,
      people: [`${kind} ${title} ${n}`, `buyer ${kind} ${title} ${n}`],
      value,
      trust,
    })),
  )

test.each([
  [0.012, 0.003],
  [0.004, 0.002],
  [0.001, 0.005],
  // Where strangers differ as no shop’s copies do.
  [0.012, 0.0225],
  [0.012, 0.04],
  [0.05, 0.09],
])(
  'the variances between titles (%d) and within them (%d) are found again, from one to six prices or from three',
  (between, within) => {
    for (const prices of [undefined, 3]) {
      const titles = makeTitles(3000, between, within, prices)
      expect(varianceWithin(titles).variance / within).toBeCloseTo(1, 1)
      expect(Math.abs(varianceBetween(titles, within).variance - between)).toBeLessThan(
        0.1 * between + 0.02 * within,
      )
    }
  },
)

test('titles that differ by no more than their prices have no variance between them', () => {
  const titles = makeTitles(500, 0, 0.004)
  expect(varianceBetween(titles, varianceWithin(titles).variance).variance).toBeLessThan(0.0005)
})

test('without prices the variances are the assumed ones, and this market’s own take over with its titles', () => {
  expect(estimateVariances([], [])).toEqual({ ...assumedVariances, titles: 0 })
  const own = { between: 0.03, sale: 0.004, asking: 0.02 }
  const learned = [30, 300, 4000].map((count) =>
    estimateVariances(
      asValues(makeTitles(count, own.between, own.sale)),
      asValues(makeTitles(count, own.between, own.asking), 'asking'),
    ),
  )
  for (const which of ['between', 'sale', 'asking'] as const) {
    const distances = learned.map((found) => Math.abs(found[which] - own[which]))
    expect(distances).toEqual(distances.toSorted((a, b) => b - a))
  }
  expect(learned.at(-1)).toMatchObject({ titles: 4000 })
  expect(learned.at(-1)?.between).toBeGreaterThan(0.027)
  // Where 200 titles are known, what is assumed of titles counts half.
  const { between } = estimateVariances(asValues(makeTitles(200, 0.05, 0.0001, 1)), [])
  expect(between).toBeGreaterThan((assumedVariances.between + 0.05) / 2 - 0.006)
  expect(between).toBeLessThan((assumedVariances.between + 0.05) / 2 + 0.006)
})

test('wild prices of some titles widen no band much', () => {
  const honest = asValues(makeTitles(400, 0.012, 0.004))
  const wild = Array.from({ length: 40 }, (_, n) => ({
    title: `wild ${Math.floor(n / 2)}`,
    people: [`wild ${n}`],
    value: n % 2 ? 12 : -12,
    trust: 1,
  }))
  const [plain, pushed] = [
    estimateVariances(honest, []),
    estimateVariances([...honest, ...wild], []),
  ]
  expect(pushed.sale / plain.sale).toBeLessThan(1.2)
  expect(pushed.between / plain.between).toBeLessThan(1.2)
})

/** Sales of titles of their own by one seller to another account. */
const pairSales = (titles: number, trust: number, toValue: (title: number) => number) =>
  Array.from({ length: titles }, (_, n) => ({
    title: `pushed ${n}`,
    people: ['pusher', 'other account'],
    value: toValue(n),
    trust,
  }))

test.each([50, 200, 2000])(
  'a pair of accounts that sells %i titles moves the variances of 300 honest ones by next to nothing, old as they may be',
  (count) => {
    const honest = asValues(makeTitles(300, assumedVariances.between, assumedVariances.sale))
    const plain = estimateVariances(honest, [])
    for (const toValue of [(n: number) => (n % 2 ? 5 : -5), () => 0]) {
      for (const [trust, most] of [
        [1, 1.05],
        [0.07, 1.01],
      ] as const) {
        const pushed = estimateVariances([...honest, ...pairSales(count, trust, toValue)], [])
        for (const which of ['between', 'sale'] as const) {
          expect(pushed[which] / plain[which]).toBeLessThan(most)
          expect(pushed[which] / plain[which]).toBeGreaterThan(1 / most)
        }
      }
    }
  },
)

test('a buyer of many titles weighs little in each, and who sells beside them as much as before', () => {
  const values = (people: (n: number) => string[]) =>
    Array.from({ length: 300 }, (_, n) => ({
      title: `title ${n}`,
      people: people(n),
      value: n % 2 ? 0.5 : -0.5,
      trust: 1,
    }))
  const many = estimateVariances(
    values((n) => [`seller ${n}`, `buyer ${n}`]),
    [],
  )
  const one = estimateVariances(
    values((n) => [`seller ${n}`, 'buyer']),
    [],
  )
  expect(one.between / assumedVariances.between).toBeLessThan(1.5)
  expect(many.between / assumedVariances.between).toBeGreaterThan(5)
})

test('new accounts say less of how titles differ than old ones', () => {
  const titles = makeTitles(300, 0.05, 0.004)
  const [old, young] = [1, 0.07].map(
    (trust) => estimateVariances(asValues(titles, 'sale', trust), []).between,
  )
  const { between } = assumedVariances
  expect(young).toBeGreaterThan(between)
  expect((young ?? 0) - between).toBeLessThan(((old ?? 0) - between) / 2)
})

test('a day moves each variance by 2% at most, towards what all that is known says', () => {
  const sales = asValues(makeTitles(300, 0.05, 0.0005))
  const first = learnVariances(sales, [], assumedVariances)
  expect(first.between).toBeCloseTo(assumedVariances.between * Math.exp(0.02), 12)
  expect(first.sale).toBeCloseTo(assumedVariances.sale * Math.exp(-0.02), 12)
  let variances = first
  for (let day = 0; day < 120; day++) variances = learnVariances(sales, [], variances)
  const { titles: _, ...aim } = estimateVariances(sales, [])
  for (const which of ['between', 'sale', 'asking'] as const)
    expect(variances[which]).toBeCloseTo(aim[which], 9)
})

test('a person who sells a title again and again has one value of it', () => {
  const again = [0.1, -0.1, 0].map((value, n) => ({
    title: 'a',
    people: ['one', `buyer ${n}`],
    value,
    trust: 1,
  }))
  expect(estimateVariances(again, [])).toMatchObject({ sale: assumedVariances.sale, titles: 1 })
})

test('whatever is sold, the variances stay within their bounds, in whatever order', () => {
  const values = fc.array(
    fc.record({
      title: fc.constantFrom('a', 'b', 'c'),
      people: fc.constantFrom(['p', 'q'], ['q', 'r'], ['r', 's'], ['s', 'p']),
      value: fc.double({ min: -20, max: 20, noNaN: true }),
      trust: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1, noNaN: true })),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(values, values, (sales, askings) => {
      const found = estimateVariances(sales, askings)
      const again = estimateVariances(sales.toReversed(), askings.toReversed())
      for (const which of ['between', 'sale', 'asking'] as const) {
        expect(found[which] / assumedVariances[which]).toBeGreaterThanOrEqual(0.5)
        expect(found[which] / assumedVariances[which]).toBeLessThanOrEqual(8)
        expect(again[which]).toBeCloseTo(found[which], 9)
      }
    }),
  )
})

const poorSale = (n: number, ratio: number): Sale => ({
  branch: 'Law',
  sellerId: `seller ${n}`,
  buyerId: `buyer ${n}`,
  ratio,
  ageDays: 3650,
})
const settledPoorFactor = (sales: Sale[]) => {
  let factor = 1
  for (let day = 0; day < 200; day++) factor = learnPoorFactor(sales, factor).factor
  return factor
}

test('sales of poor copies bring the assumption to what they cost: slowly, and no single one decides', () => {
  const cheap = Array.from({ length: 400 }, (_, n) => poorSale(n, 0.6))
  expect(learnPoorFactor(cheap, 1)).toEqual({ factor: Math.exp(-0.02), sales: 400 })
  expect(settledPoorFactor(cheap)).toBeCloseTo(0.6, 3)
  expect(settledPoorFactor([poorSale(0, 1e-6)])).toBeGreaterThan(0.994)
  expect(settledPoorFactor(cheap.map((sale) => ({ ...sale, ratio: 9 })))).toBe(1.2)
  expect(settledPoorFactor([])).toBe(1)
})
