import { expect, test } from 'vitest'
import { seeded } from '#server/demo/random.ts'
import { learnPoorLevel, type Sale } from './learn.ts'
import { assumedVariances } from './title.ts'
import {
  countTitles,
  learnVariances,
  sumTitles,
  type TitleValue,
  varianceBetween,
  varianceWithin,
} from './variances.ts'

const random = seeded('variances')
/** About normal, with variance 1. */
const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b, -6)

/** Titles with one to six prices. */
const titles = (count: number, between: number, within: number) =>
  Array.from({ length: count }, () => {
    const level = Math.sqrt(between) * normal()
    return Array.from({ length: random.integer(1, 6) }, () => level + Math.sqrt(within) * normal())
  })

const asValues = (groups: number[][], kind: string): TitleValue[] =>
  groups.flatMap((values, title) =>
    values.map((value, n) => ({ title: String(title), person: `${kind} ${n}`, value })),
  )

test('the variances of known titles are found again', () => {
  for (const [between, within] of [
    [0.012, 0.003],
    [0.004, 0.002],
    [0.001, 0.005],
  ] as const) {
    const sums = sumTitles(titles(4000, between, within))
    expect(countTitles(sums)).toBe(4000)
    expect(varianceWithin(sums) / within).toBeCloseTo(1, 0.9)
    expect(varianceBetween(sums, varianceWithin(sums)) / between).toBeCloseTo(1, 0.7)
  }
})

test('titles that differ by no more than their prices have no variance between them', () => {
  const sums = sumTitles(titles(500, 0, 0.004))
  expect(varianceBetween(sums, varianceWithin(sums))).toBeLessThan(0.0005)
})

test('without prices the variances are the assumed ones, and this market’s own take over with its titles', () => {
  expect(learnVariances([], [])).toEqual({ ...assumedVariances, titles: 0 })
  const own = { between: 0.03, sale: 0.002, asking: 0.02 }
  const learned = [30, 300, 6000].map((count) =>
    learnVariances(
      asValues(titles(count, own.between, own.sale), 'sale'),
      asValues(titles(count, own.between, own.asking), 'asking'),
    ),
  )
  for (const which of ['between', 'sale', 'asking'] as const) {
    const distances = learned.map((found) => Math.abs(found[which] - own[which]))
    expect(distances).toEqual(distances.toSorted((a, b) => b - a))
  }
  expect(learned.at(-1)?.between).toBeGreaterThan(0.025)
})

test('wild prices of some titles widen no band much', () => {
  const honest = asValues(titles(400, 0.012, 0.004), 'sale')
  const wild = Array.from({ length: 40 }, (_, n) => ({
    title: `wild ${Math.floor(n / 2)}`,
    person: String(n),
    value: n % 2 ? 12 : -12,
  }))
  const [plain, pushed] = [learnVariances(honest, []), learnVariances([...honest, ...wild], [])]
  expect(pushed.sale / plain.sale).toBeLessThan(1.4)
  expect(pushed.between / plain.between).toBeLessThan(1.3)
})

test('a person who sells a title again and again has one value of it', () => {
  const twice = [
    { title: 'a', person: 'one', value: 0.1 },
    { title: 'a', person: 'one', value: -0.1 },
    { title: 'a', person: 'one', value: 0 },
  ]
  expect(learnVariances(twice, [])).toMatchObject({ sale: assumedVariances.sale, titles: 1 })
})

const poorSale = (n: number, ratio: number): Sale => ({
  branch: 'Law',
  sellerId: `seller ${n}`,
  buyerId: `buyer ${n}`,
  ratio,
  ageDays: 3650,
})
const settledPoorLevel = (sales: Sale[]) => {
  let level = 1
  for (let day = 0; day < 200; day++) level = learnPoorLevel(sales, level).level
  return level
}

test('sales of poor copies bring the assumption to what they cost: slowly, and no single one decides', () => {
  const cheap = Array.from({ length: 400 }, (_, n) => poorSale(n, 0.6))
  expect(learnPoorLevel(cheap, 1)).toEqual({ level: Math.exp(-0.02), sales: 400 })
  expect(settledPoorLevel(cheap)).toBeCloseTo(0.6, 3)
  expect(settledPoorLevel([poorSale(0, 1e-6)])).toBeGreaterThan(0.994)
  expect(settledPoorLevel(cheap.map((sale) => ({ ...sale, ratio: 9 })))).toBe(1.2)
  expect(settledPoorLevel([])).toBe(1)
})
