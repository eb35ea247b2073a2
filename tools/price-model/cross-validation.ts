// Cross-validation by book: each copy is predicted by a fit without any copy of that book.
import type { Condition } from '../../contract/books/conditions.ts'
import type { Shares } from '../../server/pricing/model.ts'
import { folds, isGraded, type Listing } from './listings.ts'
import { mean, type Predicted, quantile } from './scores.ts'
import { type Fit, fit } from './table-fit.ts'
import { type Grid, gridName } from './table-knots.ts'

/** The grids to choose from. They were fixed before the model was evaluated. */
const grids: Grid[] = [5, 7, 9].flatMap((ages) =>
  [4, 6, 8].flatMap((prices) => [1, 10].map((stiffness) => ({ ages, prices, stiffness }))),
)
const coverage = 0.8
const edgeLevel = (1 - coverage) / 2
/**
 * The band's edges are smoothed this many times more, because only a tenth of the listings is
 * beyond each edge.
 */
const edgeStiffness = 10

export const without = (rows: readonly Listing[], ...held: number[]): Listing[] =>
  rows.filter(({ fold }) => !held.includes(fold))

/** Fits the prediction and the edges of the band around it. */
export function fitBand(rows: readonly Listing[], grid: Grid) {
  const stiff = { ...grid, stiffness: edgeStiffness * grid.stiffness }
  const [low, high] = [fit(rows, stiff, edgeLevel), fit(rows, stiff, 1 - edgeLevel)]
  const predicted = fit(rows, grid)
  const predict = (row: Listing): Shares => ({
    low: low.predict(row),
    predicted: predicted.predict(row),
    high: high.predict(row),
  })
  return { tables: { low: low.table, predicted: predicted.table, high: high.table }, predict }
}

/**
 * Nested cross-validation. `chosen[fold]` is the grid with the smallest error on the other four
 * folds, when each of these is predicted from the remaining three. `grid` is chosen in the same way
 * from all folds.
 */
export function chooseGrids(rows: readonly Listing[]): { grid: Grid; chosen: Grid[] } {
  const fits = new Map<string, Fit>()
  const errorOf = (grid: Grid, tested: number, held: number[]) => {
    const out = [...new Set([tested, ...held])].sort()
    const name = `${gridName(grid)} without ${out}`
    const found = fits.get(name) ?? fit(without(rows, ...out), grid)
    fits.set(name, found)
    return mean(
      rows.flatMap((row) => (row.fold === tested ? Math.abs(found.predict(row) - row.ratio) : [])),
    )
  }
  const choose = (held: number[]) => {
    const scored = grids.map((grid) => {
      const tested = folds.filter((fold) => !held.includes(fold))
      return { grid, error: mean(tested.map((fold) => errorOf(grid, fold, held))) }
    })
    return scored.reduce((best, next) => (next.error < best.error ? next : best)).grid
  }
  return { grid: choose([]), chosen: folds.map((fold) => choose([fold])) }
}

/**
 * Predicts each row by a fit without its fold. Its band is widened by as much as the other folds
 * need to hold their share of prices (conformal prediction); `widen` is what all folds need
 * together.
 */
export function crossValidate(
  rows: readonly Listing[],
  gridOfFold: (fold: number) => Grid,
): { predictions: Predicted[]; widen: number } {
  const fits = folds.map((fold) => fitBand(without(rows, fold), gridOfFold(fold)))
  const raw = rows.flatMap((row) => {
    const shares = fits[row.fold]?.predict(row)
    return shares ? [{ row, shares }] : []
  })
  const outside = raw.flatMap(({ row: { condition, fold, ratio }, shares: { low, high } }) =>
    isGraded(condition) ? [{ fold, distance: Math.max(low - ratio, ratio - high) }] : [],
  )
  const neededWithout = (held?: number) => {
    const others = outside.filter(({ fold }) => fold !== held).map(({ distance }) => distance)
    return quantile(coverage, others)
  }
  const needed = folds.map((fold) => neededWithout(fold))
  const predictions = raw.map(({ row, shares }) => {
    if (!isGraded(row.condition)) return { row, shares }
    const [{ predicted }, widen] = [shares, needed[row.fold] ?? Number.NaN]
    const low = Math.min(shares.low - widen, predicted)
    return { row, shares: { low, predicted, high: Math.max(shares.high + widen, predicted) } }
  })
  return { predictions, widen: neededWithout() }
}

/** Returns the baseline: one share per condition, with the middle 80% of the shares as its band. */
export function constantsOf(
  rows: readonly Listing[],
  round = (share: number) => share,
): Record<Condition, Shares> {
  const sharesOf = (condition: Condition) => {
    const own = rows.flatMap((row) => (row.condition === condition ? row.ratio : []))
    const at = (level: number) => round(quantile(level, own))
    return { low: at(edgeLevel), predicted: at(0.5), high: at(1 - edgeLevel) }
  }
  const [good, average, poor] = [sharesOf('good'), sharesOf('average'), sharesOf('poor')]
  return { new: sharesOf('new'), good, average, poor }
}

export function crossValidateConstants(rows: readonly Listing[]): Predicted[] {
  const constants = folds.map((fold) => constantsOf(without(rows, fold)))
  return rows.flatMap((row) => {
    const shares = constants[row.fold]?.[row.condition]
    return shares ? [{ row, shares }] : []
  })
}
