// Where the price table has its knots, which it draws lines between.
import type { Knots } from '../../server/pricing/model.ts'
import type { Listing } from './listings.ts'
import { quantile } from './metrics.ts'

/** How fine a table is: knots of age and of price, and how much a bend between knots costs (1: as much as 20 listings). */
export type Grid = { ages: number; prices: number; stiffness: number }

export const gridName = ({ ages, prices, stiffness }: Grid) => `${ages}x${prices}x${stiffness}`

/**
 * How many of some books a knot of age has nearer to it than to any other: what fewer say of a year is chance. In a hundredth
 * of them, so that a fit to a part of the books has the knots that a fit to all has; and in twenty at least.
 */
export const minBooksOfKnot = (books: number): number => Math.max(20, books / 100)
const booksOf = (rows: readonly Listing[] = []) => new Set(rows.map(({ book }) => book)).size

/** The knot that an age is nearest to; of two, the older. */
const nearest = (knots: readonly number[], age: number) =>
  knots.reduce(
    (best, knot) => (Math.abs(knot - age) <= Math.abs(best - age) ? knot : best),
    knots[0] ?? 0,
  )

/** Drops the knots with too few books, the youngest first, so that their books go to their neighbours. */
export function withBooks(
  knots: readonly number[],
  rows: readonly Listing[],
  least = minBooksOfKnot(booksOf(rows)),
): number[] {
  const near = Map.groupBy(rows, ({ age }) => nearest(knots, age))
  const lonely = knots.find((knot) => booksOf(near.get(knot)) < least)
  return lonely === undefined
    ? [...knots]
    : withBooks(
        knots.filter((knot) => knot !== lonely),
        rows,
        least,
      )
}

/** Ages from 0 to nearly the oldest, evenly on a scale where each year counts less than the one before. */
function ageKnots(rows: readonly Listing[], count: number): number[] {
  const ages = rows.map(({ age }) => age)
  const top = Math.log1p(quantile(ages, 0.995))
  const even = Array.from({ length: count }, (_, knot) =>
    Math.round(Math.expm1((top * knot) / (count - 1))),
  )
  return withBooks([...new Set(even)], rows)
}

/** Prices that part the listings evenly, in parts of the median price; 2% lie beyond either end. */
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

/** The knots of a grid for some graded listings; the list prices count in parts of `median`. */
export function knotsOf(rows: readonly Listing[], median: number, grid: Grid): Knots {
  const knots = { ages: ageKnots(rows, grid.ages), prices: priceKnots(rows, grid.prices, median) }
  if (knots.ages.length < 2 || knots.prices.length < 2)
    throw new Error(`The fit needs several list prices, and several ages with 20 books each.`)
  return knots
}
