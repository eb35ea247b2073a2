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

type TablePosition = {
  ageIndex: number
  ageFraction: number
  priceIndex: number
  priceFraction: number
}

function positionOf({ ages, prices }: Knots, age: number, relativePrice: number): TablePosition {
  const [ageIndex, ageFraction] = findInterval(ages, age)
  const [priceIndex, priceFraction] = findInterval(prices, relativePrice)
  return { ageIndex, ageFraction, priceIndex, priceFraction }
}

function readAt(
  table: Table,
  condition: ConditionGrade,
  { ageIndex, ageFraction, priceIndex, priceFraction }: TablePosition,
): number {
  const younger = table[condition][ageIndex]
  const older = table[condition][ageIndex + 1]
  return interpolate(
    interpolate(younger?.[priceIndex], younger?.[priceIndex + 1], priceFraction),
    interpolate(older?.[priceIndex], older?.[priceIndex + 1], priceFraction),
    ageFraction,
  )
}

export const readTable = (
  knots: Knots,
  table: Table,
  condition: ConditionGrade,
  age: number,
  relativePrice: number,
): number => readAt(table, condition, positionOf(knots, age, relativePrice))

/**
 * The predicted share of the list price, and its band. It never rises with age and never falls with
 * a better condition; share times list price never falls with the list price. `poorFactor`: what a
 * poor copy costs over what is assumed; it never costs more than an average one.
 */
export function priceShares(
  { condition, age, relativePrice }: ModelCopy,
  model: Model = fitted,
  poorFactor = 1,
): Shares {
  const position = positionOf(model, age, relativePrice)
  const read = (edge: keyof Shares) => {
    if (condition !== 'poor') return readAt(model[edge], condition, position)
    return readAt(model[edge], 'average', position) * Math.min(1, poorOfAverage[edge] * poorFactor)
  }
  return { low: read('low'), predicted: read('predicted'), high: read('high') }
}

export function binOf(edges: readonly number[], value: number): number | undefined {
  if (value < (edges[0] ?? 0) || value > (edges.at(-1) ?? 0)) return undefined
  return Math.min(
    edges.length - 2,
    edges.findLastIndex((edge) => value >= edge),
  )
}

/**
 * How many of the data's listings have the copy's condition and about its age and list price. 0 for
 * a copy outside the data, and for a poor one, whose price is an assumption.
 */
export function countListings({ condition, age, relativePrice }: ModelCopy): number {
  const { ages, prices, counts } = fitted.listings
  const ageBin = binOf(ages, age)
  const priceBin = binOf(prices, relativePrice)
  if (condition === 'poor' || ageBin === undefined || priceBin === undefined) return 0
  return counts[condition][ageBin]?.[priceBin] ?? 0
}
