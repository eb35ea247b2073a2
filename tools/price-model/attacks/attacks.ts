// How far accounts that agree on nonsense push the price of a title, for its card.

import { maxKnownPrices, varianceRange } from '../../../server/pricing/policy.ts'
import { assumedLevel, basePrice, type UsedCopy } from '../../../server/pricing/rules.ts'
import {
  assumedVariances,
  type TitleVariances,
  titleEffect,
} from '../../../server/pricing/titles/estimate.ts'
import { knownPrices, type TitlePrice } from '../../../server/pricing/titles/known-prices.ts'
import { markdown } from '../evaluation.ts'

const now = new Date('2026-06-01T00:00:00Z')
const copy: UsedCopy = { condition: 'good', publicationYear: 2016, originalPrice: 50_000 }
const plain = (basePrice(copy, 2026) ?? Number.NaN) * assumedLevel.factor

/** Ages of the accounts, in days: a week, a month, ten years. */
export const ages = [7, 30, 3650]

const priceOf = (
  kind: TitlePrice['kind'],
  price: number,
  people: string[],
  accountDays: number,
): TitlePrice => ({ kind, price, copy, people, accountDays, namedAt: now, isNamed: true })

/** The assumed variances, and each at the lowest and highest that the market can learn. */
const limits: TitleVariances[] = [varianceRange.min, varianceRange.max].flatMap((between) =>
  [varianceRange.min, varianceRange.max].flatMap((sale) =>
    [varianceRange.min, varianceRange.max].map((asking) => ({
      between: between * assumedVariances.between,
      sale: sale * assumedVariances.sale,
      asking: asking * assumedVariances.asking,
    })),
  ),
)

/** The predicted share of the list price, before rounding. */
function shareWith(prices: readonly TitlePrice[], variances: TitleVariances): number {
  const { shift } = titleEffect(
    knownPrices(prices.slice(0, maxKnownPrices), assumedLevel, now),
    variances,
  )
  return Math.min(1, (plain * Math.exp(shift)) / copy.originalPrice)
}

type Pusher = { name: string; prices: (price: number, accountDays: number) => TitlePrice[] }

const accounts = (count: number) => (count === 1 ? 'one account' : `${count} accounts`)

const askers = (count: number): Pusher => ({
  name: `${accounts(count)}, each asking`,
  prices: (price, accountDays) =>
    Array.from({ length: count }, (_, n) => priceOf('asking', price, [`pusher ${n}`], accountDays)),
})

/** Each sells to each of the others: no more votes than half of the accounts. */
const ring = (count: number): Pusher => ({
  name: `${accounts(count)} that sell to each other`,
  prices: (price, accountDays) =>
    Array.from({ length: Math.floor(count / 2) }, (_, n) =>
      priceOf('sale', price, [`pusher ${2 * n}`, `pusher ${2 * n + 1}`], accountDays),
    ),
})

const pushers = [...[1, 3, 10, 100].map(askers), ...[2, 4, 10, 100].map(ring)]

/** What honest people named: up to a tenth above and below what the market says. */
const honest = (kind: TitlePrice['kind'], count: number) =>
  Array.from({ length: count }, (_, n) =>
    priceOf(kind, plain * (0.9 + (0.2 * n) / (count - 1)), [`${kind} ${n}`], 1000),
  )
const beside = {
  'nothing else known': [],
  'beside three honest offers': honest('asking', 3),
  'beside five honest sales': honest('sale', 5),
  'beside twenty honest sales': honest('sale', 20),
}

/** The larger of the moves by the least and by the highest price that can be named. */
function moved(
  { prices }: Pusher,
  others: readonly TitlePrice[],
  accountDays: number,
  variances: TitleVariances,
): number {
  const before = shareWith(others, variances)
  return Math.max(
    ...[100, copy.originalPrice].map((price) =>
      Math.abs(shareWith([...prices(price, accountDays), ...others], variances) - before),
    ),
  )
}

/** The most that it moves at any of some variances. */
const rowOf = (name: string, pusher: Pusher, atVariances: readonly TitleVariances[]): string[] => [
  name,
  ...Object.values(beside).map((others) =>
    ages
      .map((days) =>
        Math.max(...atVariances.map((variances) => moved(pusher, others, days, variances))),
      )
      .map((move) => `${(100 * move).toFixed(1)}%`)
      .join(', '),
  ),
]

export const attacksTable = (): string =>
  markdown(
    ['who', ...Object.keys(beside)],
    [
      ...pushers.map((pusher) => rowOf(pusher.name, pusher, [assumedVariances])),
      ...[askers(1), ...[2, 10, 100].map(ring)].map((pusher) =>
        rowOf(`${pusher.name}, at the worst variances`, pusher, limits),
      ),
    ],
  )
