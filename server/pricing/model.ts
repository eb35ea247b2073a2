// What share of its list price a used copy asks: a table fitted by `npm run price:fit`, between whose knots lines are drawn. docs/pricing.md
// is its card. Everything here is a share; rules.ts makes paise of it.
import type { Condition } from '#contract/book-forms.ts'
import { poorShares } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }

/** The conditions that the data's shop graded; 'poor' is an assumption. */
export const graded = ['new', 'good', 'average'] as const
export type ConditionGrade = (typeof graded)[number]

/** Ages in years and list prices (1 is the market's median list price) at which the tables hold a share. */
export type Knots = { ages: number[]; prices: number[] }
/** `table[condition][age][price]`, at the knots. */
export type Table = Record<ConditionGrade, number[][]>
/** The three tables share their knots and lie apart at each of them, so they don't meet between two either: `npm run price:fit` sees to it. */
export type Model = Knots & { predicted: Table; low: Table; high: Table }
/** Parts of the list price; `low` to `high` held 80% of the prices of books that the fit hadn't seen. */
export type Shares = { low: number; predicted: number; high: number }
/** `relativePrice` is the list price over the market's median list price. Pages aren't asked: no data says that they matter. */
export type Copy = { condition: Condition; age: number; relativePrice: number }

/** The last knot that is at most `value` and not the last of all, and how far `value` is to the next: 0 to 1, flat outside the knots. */
export function between(knots: readonly number[], value: number): [knot: number, way: number] {
  let knot = knots.length - 2
  while (knot > 0 && value < (knots[knot] ?? 0)) knot--
  const [from = 0, to = 1] = [knots[knot], knots[knot + 1]]
  return [knot, Math.min(1, Math.max(0, (value - from) / (to - from)))]
}

const line = (from = 0, to = 0, way = 0) => (way === 1 ? to : from + way * (to - from))

type Place = { year: number; along: number; price: number; across: number }

function placeIn({ ages, prices }: Knots, age: number, relativePrice: number): Place {
  const [year, along] = between(ages, age)
  const [price, across] = between(prices, relativePrice)
  return { year, along, price, across }
}

function readAt(
  table: Table,
  condition: ConditionGrade,
  { year, along, price, across }: Place,
): number {
  const younger = table[condition][year]
  const older = table[condition][year + 1]
  return line(
    line(younger?.[price], younger?.[price + 1], across),
    line(older?.[price], older?.[price + 1], across),
    along,
  )
}

export const readTable = (
  knots: Knots,
  table: Table,
  condition: ConditionGrade,
  age: number,
  relativePrice: number,
): number => readAt(table, condition, placeIn(knots, age, relativePrice))

/**
 * The share of its list price that a used copy asks where the data come from, and the band around it. Never rises with age,
 * never falls with a better condition; share times price never falls with the price.
 */
export function priceShares(
  { condition, age, relativePrice }: Copy,
  model: Model = fitted,
): Shares {
  const place = placeIn(model, age, relativePrice)
  const read = (table: Table) => readAt(table, condition === 'poor' ? 'average' : condition, place)
  const shares = { low: read(model.low), predicted: read(model.predicted), high: read(model.high) }
  if (condition !== 'poor') return shares
  return {
    low: Math.min(poorShares.low, shares.low),
    predicted: Math.min(poorShares.predicted, shares.predicted),
    high: Math.min(poorShares.high, shares.high),
  }
}

/** The class that a value falls in, each beginning at its edge; the last edge is the most that was seen. Undefined outside. */
export function classOf(edges: readonly number[], value: number): number | undefined {
  if (value < (edges[0] ?? 0) || value > (edges.at(-1) ?? 0)) return undefined
  return Math.min(
    edges.length - 2,
    edges.findLastIndex((edge) => value >= edge),
  )
}

/**
 * How many of the data's listings were of such a copy: of its condition, about its age and about its list price. None for a
 * copy outside all that was seen, nor for a poor one, whose price is an assumption.
 */
export function listingsBehind({ condition, age, relativePrice }: Copy): number {
  const { ages, prices, counts } = fitted.listings
  const [years, price] = [classOf(ages, age), classOf(prices, relativePrice)]
  if (condition === 'poor' || years === undefined || price === undefined) return 0
  return counts[condition][years]?.[price] ?? 0
}
