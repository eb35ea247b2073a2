// Fits the price table: for each condition, shares of the list price at knots of age and list
// price.
import {
  type ConditionGrade,
  findInterval,
  gradedConditions,
  type Knots,
  type Table,
} from '../../server/pricing/model.ts'
import type { Listing } from './listings.ts'
import { solve } from './solve.ts'
import { type Grid, knotsOf } from './table-knots.ts'

export type FittedTable = Knots & { shares: Table }
/**
 * `level` is the quantile to fit: 0.5 for the prediction. Without `ordered` the table may break the
 * promises about age, condition and price.
 */
export type FitOptions = { level?: number; ordered?: boolean }

/**
 * Smaller errors, as shares of the list price, count as squares: the weights divide by the error.
 */
const minError = 0.003
const rounds = 30
/** The cost of breaking an order: more than all listings together. */
const orderPenalty = 1e7

export const isGraded = (condition: string): condition is ConditionGrade =>
  gradedConditions.some((known) => known === condition)

type Term = readonly [node: number, times: number]

/** Smoothness: second differences by age and price, and of age by price and by condition. */
function smoothnessTerms(
  node: (c: number, a: number, p: number) => number,
  conditions: number,
  ages: number,
  prices: number,
): Term[][] {
  const all: Term[][] = []
  for (let c = 0; c < conditions; c++)
    for (let a = 0; a < ages; a++)
      for (let p = 0; p < prices; p++) {
        const at = (dc: number, da: number, dp: number, times: number): Term => [
          node(c - dc, a - da, p - dp),
          times,
        ]
        if (a > 1) all.push([at(0, 0, 0, 1), at(0, 1, 0, -2), at(0, 2, 0, 1)])
        if (p > 1) all.push([at(0, 0, 0, 1), at(0, 0, 1, -2), at(0, 0, 2, 1)])
        if (a > 0 && p > 0)
          all.push([at(0, 0, 0, 1), at(0, 1, 0, -1), at(0, 0, 1, -1), at(0, 1, 1, 1)])
        if (a > 0 && c > 0)
          all.push([at(0, 0, 0, 1), at(0, 1, 0, -1), at(1, 0, 0, -1), at(1, 1, 0, 1)])
      }
  return all
}

/**
 * What may not be negative: younger less older, better less worse, dearer less cheaper in money.
 */
function orderTerms(
  node: (c: number, a: number, p: number) => number,
  ages: number[],
  prices: number[],
): Term[][] {
  return gradedConditions.flatMap((_, c) =>
    ages.flatMap((_, a) =>
      prices.flatMap((price, p) => {
        const [at, before] = [node(c, a, p), prices[p - 1] ?? 0]
        const steps: Term[][] = []
        if (a > 0)
          steps.push([
            [node(c, a - 1, p), 1],
            [at, -1],
          ])
        if (c > 0)
          steps.push([
            [node(c - 1, a, p), 1],
            [at, -1],
          ])
        // Share times price rises least at the dearer knot; 5% are a reserve for rounding.
        if (p > 0)
          steps.push([
            [at, 0.95 * (2 * price - before)],
            [node(c, a, p - 1), -price],
          ])
        return steps
      }),
    ),
  )
}

/** Bilinear interpolation: the four nodes around each listing, and their weights. */
function interpolationOf(
  rows: readonly Listing[],
  median: number,
  ages: number[],
  prices: number[],
  node: (c: number, a: number, p: number) => number,
) {
  const nodes = new Int32Array(rows.length * 4)
  const weights = new Float64Array(rows.length * 4)
  rows.forEach(({ condition, age, listPrice }, row) => {
    const c = isGraded(condition) ? gradedConditions.indexOf(condition) : 0
    const [a, along] = findInterval(ages, age)
    const [p, across] = findInterval(prices, listPrice / median)
    nodes.set([node(c, a, p), node(c, a, p + 1), node(c, a + 1, p), node(c, a + 1, p + 1)], row * 4)
    weights.set(
      [(1 - along) * (1 - across), (1 - along) * across, along * (1 - across), along * across],
      row * 4,
    )
  })
  return { nodes, weights }
}

type Rows = { rows: readonly Listing[]; nodes: Int32Array; weights: Float64Array }

/** The normal equations of weighted least squares. */
function equationsOf({ rows, nodes, weights }: Rows, rowWeights: Float64Array, size: number) {
  const matrix = new Float64Array(size * size)
  const right = new Float64Array(size)
  const add = (row: number, column: number, value: number) => {
    matrix[row * size + column] = (matrix[row * size + column] ?? 0) + value
  }
  rows.forEach(({ ratio }, row) => {
    for (let i = row * 4; i < row * 4 + 4; i++) {
      const [at = 0, weight = 0] = [nodes[i], (rowWeights[row] ?? 0) * (weights[i] ?? 0)]
      if (weight === 0) continue
      right[at] = (right[at] ?? 0) + weight * ratio
      for (let j = row * 4; j < row * 4 + 4; j++) add(at, nodes[j] ?? 0, weight * (weights[j] ?? 0))
    }
  })
  const penalize = (terms: readonly Term[], cost: number) => {
    for (const [i, a] of terms) for (const [j, b] of terms) add(i, j, cost * a * b)
  }
  return { matrix, right, penalize }
}

/**
 * Weights that turn least squares into the least absolute error, and that into the quantile
 * `level`.
 */
function reweight({ rows, nodes, weights }: Rows, table: Float64Array, level: number) {
  return Float64Array.from(rows, ({ ratio }, row) => {
    let share = 0
    for (let i = row * 4; i < row * 4 + 4; i++)
      share += (weights[i] ?? 0) * (table[nodes[i] ?? 0] ?? 0)
    const error = ratio - share
    return (0.1 * (error > 0 ? level : 1 - level)) / Math.max(minError, Math.abs(error))
  })
}

/**
 * Fits the table by iteratively reweighted least squares, with penalties for roughness and for
 * broken orders. List prices count as multiples of `median`.
 */
export function fitTable(
  listings: readonly Listing[],
  median: number,
  grid: Grid,
  { level = 0.5, ordered = true }: FitOptions = {},
): FittedTable {
  const rows = listings.filter(({ condition }) => isGraded(condition))
  const { ages, prices } = knotsOf(rows, median, grid)
  const node = (c: number, a: number, p: number) => (c * ages.length + a) * prices.length + p
  const size = gradedConditions.length * ages.length * prices.length
  const interpolated = { rows, ...interpolationOf(rows, median, ages, prices, node) }
  const smooth = smoothnessTerms(node, gradedConditions.length, ages.length, prices.length)
  const orders = ordered ? orderTerms(node, ages, prices) : []
  let table = new Float64Array(size)
  let rowWeights = new Float64Array(rows.length).fill(1)
  const total = (terms: readonly Term[]) =>
    terms.reduce((sum, [at, times]) => sum + times * (table[at] ?? 0), 0)
  for (let round = 0; round < rounds; round++) {
    const { matrix, right, penalize } = equationsOf(interpolated, rowWeights, size)
    for (const terms of smooth) penalize(terms, grid.stiffness)
    if (round > 0)
      for (const terms of orders) if (total(terms) < 1e-9) penalize(terms, orderPenalty)
    table = solve(matrix, right)
    rowWeights = reweight(interpolated, table, level)
  }
  const shares = gradedConditions.map((_, c) =>
    ages.map((_, a) => prices.map((_, p) => table[node(c, a, p)] ?? 0)),
  )
  const [fresh = [], good = [], average = []] = shares
  const found = { ages, prices, shares: { new: fresh, good, average } }
  return ordered ? roundInOrder(found) : found
}

/** Rounds to four decimals, and mends orders that are broken by less than that. */
function roundInOrder({ ages, prices, shares }: FittedTable): FittedTable {
  const settled = structuredClone(shares)
  gradedConditions.forEach((condition, c) => {
    ages.forEach((_, a) => {
      prices.forEach((_, p) => {
        const better = settled[gradedConditions[c - 1] ?? condition]?.[a]?.[p] ?? 1
        const younger = settled[condition][a - 1]?.[p] ?? 1
        const own = shares[condition][a]?.[p] ?? 0
        const row = settled[condition][a]
        if (row)
          row[p] = Number(Math.min(1, Math.max(0, own), younger, c > 0 ? better : 1).toFixed(4))
      })
    })
  })
  return { ages, prices, shares: settled }
}

/** Whether a dearer book always has the higher price. */
export function risesWithPrice({
  prices,
  shares,
}: Pick<FittedTable, 'prices' | 'shares'>): boolean {
  return gradedConditions.every((condition) =>
    shares[condition].every((row) =>
      row.slice(1).every((share, p) => {
        const slope = (share - (row[p] ?? 0)) / ((prices[p + 1] ?? 0) - (prices[p] ?? 0))
        return share + slope * (prices[p + 1] ?? 0) > 0
      }),
    ),
  )
}
