// Fits the price table: for each condition, shares of the list price at knots of age and list
// price.
import { Matrix, solve } from 'ml-matrix'
import { medianOf } from '../../server/pricing/estimate.ts'
import {
  findInterval,
  gradedConditions,
  type Knots,
  readTable,
  type Table,
} from '../../server/pricing/model.ts'
import { isGraded, type Listing } from './listings.ts'
import { quantile } from './scores.ts'
import { type Grid, knotsOf } from './table-knots.ts'

/** `median` is the list price to which the knots of `prices` are relative. */
export type FittedTable = Knots & { shares: Table; median: number }

/**
 * The absolute error is fitted as a weighted square with the weight 1 / error. Below this error (a
 * share of the list price) the weight stays constant.
 */
const minError = 0.003
const rounds = 30
/**
 * The cost of a share that breaks the order of prices. It exceeds the cost of all listings
 * together.
 */
const orderPenalty = 1e7
/** Keeps the equations solvable if no listing determines a value. */
const ridge = 1e-9

/** A weighted sum of the table's values. `node` is a value's index. */
type Term = { node: number; factor: number }[]
type NodeOf = (c: number, a: number, p: number) => number

/** Returns a term, given nodes and factors in turn. */
const termOf = (...pairs: number[]): Term =>
  pairs.flatMap((node, at) => (at % 2 === 0 ? { node, factor: pairs[at + 1] ?? 0 } : []))

/**
 * Returns the terms to penalize. `smooth` are second differences: by age, by price, by age and
 * price, and by age and condition. `ordered` are differences that may not be negative: younger
 * minus older, better minus worse and, in money, dearer minus cheaper.
 */
function penaltiesOf(node: NodeOf, { ages, prices }: Knots): { smooth: Term[]; ordered: Term[] } {
  const [smooth, ordered]: [Term[], Term[]] = [[], []]
  for (const c of gradedConditions.keys())
    for (const a of ages.keys())
      for (const [p, price] of prices.entries()) {
        const here = node(c, a, p)
        const [younger, cheaper, better] = [node(c, a - 1, p), node(c, a, p - 1), node(c - 1, a, p)]
        if (a > 1) smooth.push(termOf(here, 1, younger, -2, node(c, a - 2, p), 1))
        if (p > 1) smooth.push(termOf(here, 1, cheaper, -2, node(c, a, p - 2), 1))
        if (a > 0 && p > 0)
          smooth.push(termOf(here, 1, younger, -1, cheaper, -1, node(c, a - 1, p - 1), 1))
        if (a > 0 && c > 0)
          smooth.push(termOf(here, 1, younger, -1, better, -1, node(c - 1, a - 1, p), 1))
        if (a > 0) ordered.push(termOf(younger, 1, here, -1))
        if (c > 0) ordered.push(termOf(better, 1, here, -1))
        // Between two knots, share times price rises most slowly at the dearer knot. The factor
        // 0.95 is a margin for rounding.
        const slope = 0.95 * (2 * price - (prices[p - 1] ?? 0))
        if (p > 0) ordered.push(termOf(here, slope, cheaper, -price))
      }
  return { smooth, ordered }
}

/** Interpolates bilinearly: returns the four nodes around a listing, and their weights. */
function interpolation(row: Listing, { ages, prices }: Knots, median: number, node: NodeOf): Term {
  const c = isGraded(row.condition) ? gradedConditions.indexOf(row.condition) : 0
  const [a, along] = findInterval(ages, row.age)
  const [p, across] = findInterval(prices, row.listPrice / median)
  const [early, low] = [1 - along, 1 - across]
  const younger = [node(c, a, p), early * low, node(c, a, p + 1), early * across]
  const older = [node(c, a + 1, p), along * low, node(c, a + 1, p + 1), along * across]
  return termOf(...younger, ...older)
}

const sumOf = (term: Term, table: readonly number[]) => {
  let sum = 0
  for (const { node, factor } of term) sum += factor * (table[node] ?? 0)
  return sum
}

/**
 * Fits the quantile `level` of the ratios by iteratively reweighted least squares, with penalties
 * for roughness and for breaking the order of prices. Poor copies count only for the median list
 * price.
 */
export function fitTable(listings: readonly Listing[], grid: Grid, level = 0.5): FittedTable {
  const median = medianOf(listings.map(({ listPrice }) => listPrice))
  const rows = listings.filter(({ condition }) => isGraded(condition))
  const knots = knotsOf(rows, median, grid)
  const node: NodeOf = (c, a, p) => (c * knots.ages.length + a) * knots.prices.length + p
  const size = node(gradedConditions.length, 0, 0)
  // Listings at the same point of the table share one term, because there can be thousands.
  const points = Map.groupBy(rows, (row) => `${row.condition} ${row.age} ${row.listPrice}`)
  const terms = [...points.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const ratios = [first, ...others].map(({ ratio }) => ratio)
    return [{ ratios, term: interpolation(first, knots, median, node) }]
  })
  const { smooth, ordered } = penaltiesOf(node, knots)
  let table: number[] = []
  for (let round = 0; round < rounds; round++) {
    const matrix = new Float64Array(size * size)
    const right = new Float64Array(size)
    for (let at = 0; at < size; at++) matrix[at * size + at] = ridge
    const add = (term: Term, weight: number) => {
      for (const one of term)
        for (const two of term) {
          const at = one.node * size + two.node
          matrix[at] = (matrix[at] ?? 0) + weight * one.factor * two.factor
        }
    }
    for (const { ratios, term } of terms) {
      const share = sumOf(term, table)
      let [weights, weighted] = [0, 0]
      for (const ratio of ratios) {
        const side = ratio > share ? level : 1 - level
        const weight = round === 0 ? 1 : (0.1 * side) / Math.max(minError, Math.abs(ratio - share))
        weights += weight
        weighted += weight * ratio
      }
      add(term, weights)
      for (const { node, factor } of term) right[node] = (right[node] ?? 0) + weighted * factor
    }
    for (const term of smooth) add(term, grid.stiffness)
    if (round > 0)
      for (const term of ordered) if (sumOf(term, table) < 1e-9) add(term, orderPenalty)
    table = solve(Matrix.from1DArray(size, size, matrix), Matrix.columnVector(right)).to1DArray()
  }
  const [fresh = [], good = [], average = []] = gradedConditions.map((_, c) =>
    knots.ages.map((_, a) => knots.prices.map((_, p) => table[node(c, a, p)] ?? 0)),
  )
  return { ...knots, median, shares: roundInOrder({ new: fresh, good, average }) }
}

/** Rounds to four decimals, and corrects values that are out of order after rounding. */
function roundInOrder(shares: Table): Table {
  const settled = structuredClone(shares)
  for (const [c, condition] of gradedConditions.entries())
    for (const [a, row] of settled[condition].entries())
      for (const [p, share] of row.entries()) {
        const better = settled[gradedConditions[c - 1] ?? condition][a]?.[p] ?? 1
        const younger = settled[condition][a - 1]?.[p] ?? 1
        const most = Math.min(1, younger, c > 0 ? better : 1)
        row[p] = Number(Math.min(most, Math.max(0, share)).toFixed(4))
      }
  return settled
}

export type Fit = { table: FittedTable; predict: (listing: Listing) => number }

/**
 * Fits a table for the quantile `level`. The returned `predict` gives a listing's share; all poor
 * copies get the same one.
 */
export function fit(rows: readonly Listing[], grid: Grid, level = 0.5): Fit {
  const table = fitTable(rows, grid, level)
  const poor = rows.filter(({ condition }) => condition === 'poor').map(({ ratio }) => ratio)
  const poorShare = quantile(level, poor)
  return {
    table,
    predict: ({ condition, age, listPrice }) =>
      isGraded(condition)
        ? readTable(table, table.shares, condition, age, listPrice / table.median)
        : poorShare,
  }
}
