// How far accounts push the variances that the market learns of its titles, for their card.
import { trustOf } from '../../../server/pricing/learn.ts'
import { assumedVariances } from '../../../server/pricing/titles/estimate.ts'
import { estimateVariances, type TitleValue } from '../../../server/pricing/titles/variances.ts'
import { randomNumbers } from '../bootstrap.ts'
import { markdown } from '../evaluation.ts'
import { ages } from './attacks.ts'

const next = randomNumbers(1)
/** About normal, with variance 1. */
const normal = () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6)

const honestTitles = 300
/** Three sales of each title, by people who sell nothing else, as the market is assumed to be. */
const honest: TitleValue[] = Array.from({ length: honestTitles }, (_, title) => {
  const shift = Math.sqrt(assumedVariances.between) * normal()
  return Array.from({ length: 3 }, (_, n) => ({
    title: `honest ${title}`,
    people: [`seller ${title} ${n}`, `buyer ${title} ${n}`],
    value: shift + Math.sqrt(assumedVariances.sale) * normal(),
    trust: trustOf(1000),
  }))
}).flat()

/** Sales of some titles, so many of each, between accounts that take turns. */
const sales = (
  accounts: number,
  titles: number,
  ofEach: number,
  trust: number,
  toValue: (title: number, n: number) => number,
): TitleValue[] =>
  Array.from({ length: titles * ofEach }, (_, at) => ({
    title: `pushed ${Math.floor(at / ofEach)}`,
    people: [`account ${at % accounts}`, `account ${(at + 1) % accounts}`],
    value: toValue(Math.floor(at / ofEach), at % ofEach),
    trust,
  }))

/** Alternately for next to nothing and for far too much; or all as the market says. */
const values = {
  apart: (title: number) => (title % 2 ? 3 : -3),
  contradicting: (_: number, n: number) => (n % 2 ? 3 : -3),
  calm: () => 0,
}

/** The variances over the honest ones, by the worst of the ways to sell so many titles. */
function pushed(accounts: number, titles: number, trust: number): { up: number[]; down: number[] } {
  const plain = estimateVariances(honest, [])
  const found = [
    sales(accounts, titles, 1, trust, values.apart),
    sales(accounts, titles, 2, trust, values.contradicting),
    sales(accounts, titles, 2, trust, values.calm),
  ].map((made) => {
    const { between, sale } = estimateVariances([...honest, ...made], [])
    return [between / plain.between, sale / plain.sale]
  })
  const worst = (pick: (...values: number[]) => number) =>
    [0, 1].map((which) => pick(...found.map((factors) => factors[which] ?? 1)))
  return { up: worst(Math.max), down: worst(Math.min) }
}

const pushers = [
  { name: 'two accounts, 50 titles', accounts: 2, titles: 50 },
  { name: 'two accounts, 1,000 titles', accounts: 2, titles: 1000 },
  { name: '10 accounts, 1,000 titles', accounts: 10, titles: 1000 },
  { name: '100 accounts, 1,000 titles', accounts: 100, titles: 1000 },
]

export const varianceAttacksTable = (): string =>
  markdown(
    ['who', 'variance of titles (τ²)', 'variance of sales (σ²)'],
    pushers.map(({ name, accounts, titles }) => {
      const found = ages.map((days) => pushed(accounts, titles, trustOf(days)))
      return [
        name,
        ...[0, 1].map((which) =>
          found
            .map(({ up, down }) => `${down[which]?.toFixed(2)}–${up[which]?.toFixed(2)}`)
            .join(', '),
        ),
      ]
    }),
  )
