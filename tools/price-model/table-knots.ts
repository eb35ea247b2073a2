// Where the price table has its knots; between them it interpolates linearly.
import type { Knots } from '../../server/pricing/model.ts'
import type { Listing } from './listings.ts'
import { quantile } from './metrics.ts'

/** The numbers of knots, and the penalty for roughness (1 weighs as much as 20 listings). */
export type Grid = { ages: number; prices: number; stiffness: number }

export const gridName = ({ ages, prices, stiffness }: Grid) => `${ages}x${prices}x${stiffness}`

/** The grid of such a name; undefined where it is none. */
export function gridOf(name: string): Grid | undefined {
  const match = /^(\d+)x(\d+)x(\d+(?:\.\d+)?)$/.exec(name)
  const [, ages, prices, stiffness] = (match ?? []).map(Number)
  return ages === undefined || prices === undefined || stiffness === undefined
    ? undefined
    : { ages, prices, stiffness }
}

/**
 * A knot of age needs this many books near it; fewer say little about a year. It is a hundredth of
 * the books, so that a fit on some folds has the same knots as a fit on all.
 */
export const minBooksOfKnot = (books: number): number => Math.max(20, books / 100)
const booksOf = (rows: readonly Listing[] = []) => new Set(rows.map(({ book }) => book)).size

/** The nearest knot; of two, the older. */
const nearest = (knots: readonly number[], age: number) =>
  knots.reduce(
    (best, knot) => (Math.abs(knot - age) <= Math.abs(best - age) ? knot : best),
    knots[0] ?? 0,
  )

/**
 * Drops knots with too few books, the youngest first; their books then count for the neighbours.
 */
export function withBooks(
  knots: readonly number[],
  rows: readonly Listing[],
  min = minBooksOfKnot(booksOf(rows)),
): number[] {
  const near = Map.groupBy(rows, ({ age }) => nearest(knots, age))
  const dropped = knots.find((knot) => booksOf(near.get(knot)) < min)
  return dropped === undefined
    ? [...knots]
    : withBooks(
        knots.filter((knot) => knot !== dropped),
        rows,
        min,
      )
}

/** Ages from 0 to nearly the oldest, evenly spaced on a logarithmic scale. */
function ageKnots(rows: readonly Listing[], count: number): number[] {
  const ages = rows.map(({ age }) => age)
  const top = Math.log1p(quantile(ages, 0.995))
  const even = Array.from({ length: count }, (_, knot) =>
    Math.round(Math.expm1((top * knot) / (count - 1))),
  )
  return withBooks([...new Set(even)], rows)
}

/** Quantiles of the list price relative to the median; 2% of the listings lie beyond either end. */
function priceKnots(rows: readonly Listing[], count: number, median: number): number[] {
  const prices = rows.map(({ listPrice }) => listPrice / median)
  return [
    ...new Set(
      Array.from({ length: count }, (_, knot) =>
        Number(quantile(prices, 0.02 + (0.96 * knot) / (count - 1)).toFixed(3)),
      ),
    ),
  ]
}

/** The knots of a grid for some graded listings. Throws if these are too few. */
export function knotsOf(rows: readonly Listing[], median: number, grid: Grid): Knots {
  const knots = { ages: ageKnots(rows, grid.ages), prices: priceKnots(rows, grid.prices, median) }
  if (knots.ages.length < 2 || knots.prices.length < 2)
    throw new Error(`The fit needs several list prices, and several ages with 20 books each.`)
  return knots
}
