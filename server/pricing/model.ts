// A used copy's price as a share of its list price: fitted tables with linear interpolation between
// their knots. docs/pricing.md describes the model; rules.ts converts the shares to paise.
import type { Condition } from '#contract/books/conditions.ts'
import { poorOfAverage } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }

/** The conditions to which the model was fitted. The price of a 'poor' copy is an assumption. */
export const gradedConditions = ['new', 'good', 'average'] as const
export type ConditionGrade = (typeof gradedConditions)[number]

/**
 * The ages (in years) and list prices (1 is the median list price) to which the values in the
 * tables belong: `table[condition][age][price]`.
 */
export type Knots = { ages: number[]; prices: number[] }
export type Table = Record<ConditionGrade, number[][]>
/**
 * The fit ensures that low < predicted < high at each knot, which is then also true between knots.
 */
export type Model = Knots & { predicted: Table; low: Table; high: Table }
/**
 * Shares of the list price. 80% of the prices that weren't used for the fit were from `low` to
 * `high`.
 */
export type Shares = { low: number; predicted: number; high: number }
/** `relativePrice` is the list price divided by the median list price. */
type ModelCopy = { condition: Condition; age: number; relativePrice: number }

/**
 * Returns the index of the knot before `value`, and the position between this knot and the next: 0
 * to 1, even for values beyond the first and last knot.
 */
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

/** Reads a table: bilinear between knots, constant beyond the outer ones. */
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
 * Returns the predicted share of the list price, and its band. The shares never rise with age or
 * with a worse condition. Multiplied by the list price, they never fall as the list price rises.
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
