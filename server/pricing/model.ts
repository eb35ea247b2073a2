// What share of its list price a used copy asks: a table fitted by `npm run price:fit`, between whose knots lines are drawn. docs/pricing.md
// is its card. Everything here is a share; rules.ts makes paise of it.
import type { Condition } from '#contract/book-forms.ts'
import { poorShares } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }

/** The conditions that the data's shop graded; 'poor' is an assumption. */
export const graded = ['new', 'good', 'average'] as const
export type Graded = (typeof graded)[number]

/** Shares at knots of age (years) and of list price (1 is the market's median list price): `shares[condition][age][price]`. */
export type Table = { ages: number[]; prices: number[]; shares: Record<Graded, number[][]> }
export type Model = { predicted: Table; low: Table; high: Table }
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

export function readTable({ ages, prices, shares }: Table, condition: Graded, age: number, relativePrice: number): number {
  const [year, along] = between(ages, age)
  const [price, across] = between(prices, relativePrice)
  const younger = shares[condition][year]
  const older = shares[condition][year + 1]
  return line(line(younger?.[price], younger?.[price + 1], across), line(older?.[price], older?.[price + 1], across), along)
}

/**
 * The share of its list price that a used copy asks where the data come from. Never rises with age, never falls with a better
 * condition; share times price never falls with the price.
 */
export function priceShares({ condition, age, relativePrice }: Copy, model: Model = fitted): Shares {
  const read = (table: Table) => readTable(table, condition === 'poor' ? 'average' : condition, age, relativePrice)
  const shares = { low: read(model.low), predicted: read(model.predicted), high: read(model.high) }
  const { low, predicted, high } =
    condition === 'poor'
      ? {
          low: Math.min(poorShares.low, shares.low),
          predicted: Math.min(poorShares.predicted, shares.predicted),
          high: Math.min(poorShares.high, shares.high),
        }
      : shares
  return { low: Math.min(low, predicted), predicted, high: Math.max(high, predicted) }
}

/** How many of the data's listings had this condition and about this age (those between the same two knots). */
export function listingsBehind(condition: Condition, age: number): number {
  return fitted.listings[condition][between(fitted.predicted.ages, age)[0]] ?? 0
}
