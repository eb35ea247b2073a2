// The fit of the price table: for each condition, shares at knots of age and list price, on the absolute error.
import { between, type Graded, graded, type Knots, type Table } from '../../server/pricing/model.ts'
import { type Grid, knotsOf } from './knots.ts'
import type { Listing } from './listings.ts'
import { solve } from './solve.ts'

/** A table and its knots. */
export type FittedTable = Knots & { shares: Table }
/** `part` of the prices lie below the table: half for the prediction. Without `ordered`, it may take any course. */
export type FitOptions = { level?: number; ordered?: boolean }

/** Errors below this share of the list price count as squares: else they would be divided by. */
const minError = 0.003
const rounds = 30
/** What a step in the wrong direction costs: more than all listings together. */
const orderPenalty = 1e7

export const isGraded = (condition: string): condition is Graded =>
  graded.some((one) => one === condition)

type Term = readonly [node: number, times: number]

/** What should be near zero: bends along age and price, and that age takes another course for another price or condition. */
function bends(
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

/** What may not be negative: steps from older to younger, from worse to better, and of share times price from cheaper to dearer. */
function ordersOf(
  node: (c: number, a: number, p: number) => number,
  ages: number[],
  prices: number[],
): Term[][] {
  return graded.flatMap((_, c) =>
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
        // Between two knots the product rises least at the dearer one; a twentieth is kept for the rounding.
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

/** The listings as places in the table: each is a mean of the four nodes around it, of these weights. */
function placesOf(
  rows: readonly Listing[],
  median: number,
  ages: number[],
  prices: number[],
  node: (c: number, a: number, p: number) => number,
) {
  const nodes = new Int32Array(rows.length * 4)
  const weights = new Float64Array(rows.length * 4)
  rows.forEach(({ condition, age, listPrice }, row) => {
    const c = isGraded(condition) ? graded.indexOf(condition) : 0
    const [a, along] = between(ages, age)
    const [p, across] = between(prices, listPrice / median)
    nodes.set([node(c, a, p), node(c, a, p + 1), node(c, a + 1, p), node(c, a + 1, p + 1)], row * 4)
    weights.set(
      [(1 - along) * (1 - across), (1 - along) * across, along * (1 - across), along * across],
      row * 4,
    )
  })
  return { nodes, weights }
}

/**
 * Fits the table by least squares, again and again, each listing weighing less the further off it was: that ends at the least
 * absolute error. Steps in a direction that a price may not take are priced out. The list prices count in parts of `median`.
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
  const size = graded.length * ages.length * prices.length
  const { nodes, weights } = placesOf(rows, median, ages, prices, node)
  const smooth = bends(node, graded.length, ages.length, prices.length)
  const orders = ordered ? ordersOf(node, ages, prices) : []

  let table = new Float64Array(size)
  const pulls = new Float64Array(rows.length).fill(1)
  for (let round = 0; round < rounds; round++) {
    const matrix = new Float64Array(size * size)
    const right = new Float64Array(size)
    const add = (row: number, column: number, value: number) => {
      matrix[row * size + column] = (matrix[row * size + column] ?? 0) + value
    }
    rows.forEach(({ ratio }, row) => {
      for (let i = row * 4; i < row * 4 + 4; i++) {
        const [at = 0, pull = 0] = [nodes[i], (pulls[row] ?? 0) * (weights[i] ?? 0)]
        if (pull === 0) continue
        right[at] = (right[at] ?? 0) + pull * ratio
        for (let j = row * 4; j < row * 4 + 4; j++) add(at, nodes[j] ?? 0, pull * (weights[j] ?? 0))
      }
    })
    const hold = (terms: readonly Term[], cost: number) => {
      for (const [i, one] of terms) for (const [j, other] of terms) add(i, j, cost * one * other)
    }
    for (const terms of smooth) hold(terms, grid.stiffness)
    const total = (terms: readonly Term[]) =>
      terms.reduce((sum, [at, times]) => sum + times * (table[at] ?? 0), 0)
    if (round > 0) for (const terms of orders) if (total(terms) < 1e-9) hold(terms, orderPenalty)
    table = solve(matrix, right)
    rows.forEach(({ ratio }, row) => {
      let share = 0
      for (let i = row * 4; i < row * 4 + 4; i++)
        share += (weights[i] ?? 0) * (table[nodes[i] ?? 0] ?? 0)
      const error = ratio - share
      pulls[row] = (0.1 * (error > 0 ? level : 1 - level)) / Math.max(minError, Math.abs(error))
    })
  }
  const shares = graded.map((_, c) =>
    ages.map((_, a) => prices.map((_, p) => table[node(c, a, p)] ?? 0)),
  )
  const [fresh = [], good = [], average = []] = shares
  const found = { ages, prices, shares: { new: fresh, good, average } }
  return ordered ? inOrder(found) : found
}

/** Four decimals, and what the fit left out of order by less than that set right. */
function inOrder({ ages, prices, shares }: FittedTable): FittedTable {
  const settled = structuredClone(shares)
  graded.forEach((condition, c) => {
    ages.forEach((_, a) => {
      prices.forEach((_, p) => {
        const better = settled[graded[c - 1] ?? condition]?.[a]?.[p] ?? 1
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

/** Whether share times price rises along the whole table, as the call promises. */
export function risesWithPrice({
  prices,
  shares,
}: Pick<FittedTable, 'prices' | 'shares'>): boolean {
  return graded.every((condition) =>
    shares[condition].every((row) =>
      row.slice(1).every((share, p) => {
        const slope = (share - (row[p] ?? 0)) / ((prices[p + 1] ?? 0) - (prices[p] ?? 0))
        // As in ordersOf, without the twentieth.
        return share + slope * (prices[p + 1] ?? 0) > 0
      }),
    ),
  )
}
