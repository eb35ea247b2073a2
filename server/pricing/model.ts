// The price of a used copy as a share of its list price: fitted tables, read by linear
// interpolation between their knots. docs/pricing.md describes the model; rules.ts makes paise of
// the shares.
import type { Condition } from '#contract/books/book-forms.ts'
import { poorOfAverage } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }

/** The conditions in the data; 'poor' is an assumption. */
export const gradedConditions = ['new', 'good', 'average'] as const
export type ConditionGrade = (typeof gradedConditions)[number]

/**
 * The ages (years) and list prices (1 is the market's median) at which the tables have values:
 * `table[condition][age][price]`.
 */
export type Knots = { ages: number[]; prices: number[] }
export type Table = Record<ConditionGrade, number[][]>
/** The fit makes sure that low < predicted < high at each knot, and so between knots too. */
export type Model = Knots & { predicted: Table; low: Table; high: Table }
/** Of the list price; 80% of the prices that the fit hadn't seen were from `low` to `high`. */
export type Shares = { low: number; predicted: number; high: number }
/** `relativePrice`: the list price over the market's median list price. */
export type ModelCopy = { condition: Condition; age: number; relativePrice: number }

/** The index of the knot before `value`, and how far it is to the next: 0 to 1, also outside. */
export function findInterval(
  knots: readonly number[],
  value: number,
): [index: number, fraction: number] {
  let index = knots.length - 2
  while (index > 0 && value < (knots[index] ?? 0)) index--
  const [from = 0, to = 1] = [knots[index], knots[index + 1]]
  return [index, Math.min(1, Math.max(0, (value - from) / (to - from)))]
}

const interpolate = (from = 0, to = 0, fraction = 0) =>
  fraction === 1 ? to : from + fraction * (to - from)

/** Bilinear between the knots, constant beyond them. */
export function readTable(
  { ages, prices }: Knots,
  table: Table,
  condition: ConditionGrade,
  age: number,
  relativePrice: number,
): number {
  const [a, older] = findInterval(ages, age)
  const [p, dearer] = findInterval(prices, relativePrice)
  const shareAt = (row: number[] | undefined) => interpolate(row?.[p], row?.[p + 1], dearer)
  return interpolate(shareAt(table[condition][a]), shareAt(table[condition][a + 1]), older)
}

/**
 * The predicted share of the list price, and its band. It never rises with age and never falls with
 * a better condition; share times list price never falls with the list price.
 */
export function priceShares(
  { condition, age, relativePrice }: ModelCopy,
  model: Model = fitted,
): Shares {
  const read = (edge: keyof Shares) =>
    condition === 'poor'
      ? poorOfAverage[edge] * readTable(model, model[edge], 'average', age, relativePrice)
      : readTable(model, model[edge], condition, age, relativePrice)
  return { low: read('low'), predicted: read('predicted'), high: read('high') }
}
