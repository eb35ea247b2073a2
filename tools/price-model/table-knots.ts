// Chooses the knots of the price table. Between knots, the table is interpolated linearly.
import type { Knots } from '../../server/pricing/model.ts'
import { countBooks, type Listing } from './listings.ts'
import { quantile } from './scores.ts'

/**
 * The numbers of knots, and the penalty for roughness. A penalty of 1 weighs as much as 20
 * listings.
 */
export type Grid = { ages: number; prices: number; stiffness: number }

export const gridName = ({ ages, prices, stiffness }: Grid) => `${ages}x${prices}x${stiffness}`

/** Parses a grid's name such as 9x4x1. Throws if the name is invalid. */
export function gridOf(name: string): Grid {
  const match = /^(\d+)x(\d+)x(\d+(?:\.\d+)?)$/.exec(name)
  if (!match) throw new Error(`${name} is no grid: it is like 9x4x1.`)
  const [ages = 0, prices = 0, stiffness = 0] = match.slice(1).map(Number)
  return { ages, prices, stiffness }
}

/** Returns the knot nearest to `age`, or the older one if two are equally near. */
const nearest = (knots: readonly number[], age: number) =>
  knots.reduce(
    (best, knot) => (Math.abs(knot - age) <= Math.abs(best - age) ? knot : best),
    knots[0] ?? 0,
  )

/**
 * Drops knots of age with too few books near them, youngest first; these books then count for the
 * neighbouring knots. Fewer than 20 books, or than a hundredth of all, say little about an age.
 */
export function withBooks(
  knots: readonly number[],
  rows: readonly Listing[],
  min = Math.max(20, countBooks(rows) / 100),
): number[] {
  const near = Map.groupBy(rows, ({ age }) => nearest(knots, age))
  const dropped = knots.findIndex((knot) => countBooks(near.get(knot)) < min)
  return dropped < 0 ? [...knots] : withBooks(knots.toSpliced(dropped, 1), rows, min)
}

/**
 * Returns the knots: ages from 0 to nearly the oldest, evenly spaced on a logarithmic scale, and
 * list prices relative to the median, with 2% of the listings below the lowest knot and 2% above
 * the highest. Throws if there are too few knots.
 */
export function knotsOf(rows: readonly Listing[], median: number, grid: Grid): Knots {
  const allAges = rows.map(({ age }) => age)
  const top = Math.log1p(quantile(0.995, allAges))
  const relative = rows.map(({ listPrice }) => listPrice / median)
  const steps = (count: number, at: (step: number) => number) => [
    ...new Set(Array.from({ length: count }, (_, knot) => at(knot / (count - 1)))),
  ]
  const even = steps(grid.ages, (step) => Math.round(Math.expm1(top * step)))
  const ages = withBooks(even, rows)
  const prices = steps(grid.prices, (step) =>
    Number(quantile(0.02 + 0.96 * step, relative).toFixed(3)),
  )
  if (ages.length < 2 || prices.length < 2)
    throw new Error('The fit needs several list prices, and several ages with 20 books each.')
  return { ages, prices }
}
