// Cross-validation by book: each copy is predicted by a fit that has seen no copy of its title.

import { medianOf } from '../../server/pricing/learn.ts'
import { foldOf, type Listing } from './listings.ts'
import { type Measures, mean, measure } from './metrics.ts'
import { type Candidate, medianRatio, type Predictor, tableWith } from './models.ts'
import { type FitOptions, type FittedTable, fitTable } from './table-fit.ts'
import type { Grid } from './table-knots.ts'

export const folds = [0, 1, 2, 3, 4]

/** The grids to choose from, fixed beforehand. */
export const grids: Grid[] = [5, 7, 9].flatMap((ages) =>
  [4, 6, 8].flatMap((prices) => [1, 10].map((stiffness) => ({ ages, prices, stiffness }))),
)

/** Predictions by fits without the row's book, and their errors: of all rows, and fold by fold. */
export type CrossValidated = {
  name: string
  shares: number[]
  all: Measures
  byFold: Measures[]
}

/**
 * Divides the rows into folds by book. Another `division` (any word) divides the books otherwise;
 * the summary knows only the plain one.
 */
export function split(rows: readonly Listing[], division = '') {
  const fold = rows.map((row) => row.fold ?? foldOf(row.book, folds.length, division))
  return {
    rows,
    fold,
    without: (...held: number[]) => rows.filter((_, row) => !held.includes(fold[row] ?? 0)),
    only: (held: number) => rows.filter((_, row) => fold[row] === held),
  }
}
export type Split = ReturnType<typeof split>

/** Predicts each row by the model that was fitted without its fold. */
export function scoreFolds(
  name: string,
  { rows, fold }: Split,
  models: readonly Predictor[],
): CrossValidated {
  const shares = rows.map((row, at) => models[fold[at] ?? 0]?.(row) ?? Number.NaN)
  const ofFold = (held: number) => {
    const own = rows.flatMap((row, at) =>
      fold[at] === held ? [{ row, share: shares[at] ?? 0 }] : [],
    )
    return measure(
      own.map(({ row }) => row),
      own.map(({ share }) => share),
    )
  }
  return { name, shares, all: measure(rows, shares), byFold: folds.map(ofFold) }
}

export const crossValidate = (candidate: Candidate, divided: Split): CrossValidated =>
  scoreFolds(
    candidate.name,
    divided,
    folds.map((fold) => candidate.fit(divided.without(fold))),
  )

/** Fits a table; its list prices are relative to the median of the rows that it sees. */
export function fitted(
  rows: readonly Listing[],
  grid: Grid,
  options?: FitOptions,
): { table: FittedTable; reference: number; predict: Predictor } {
  const reference = medianOf(rows.map(({ listPrice }) => listPrice))
  const table = fitTable(rows, reference, grid, options)
  return { table, reference, predict: tableWith(table, reference, medianRatio(rows, 'poor')) }
}

/** The table of a grid, fitted without each fold in turn. */
export const withGrid = (divided: Split, grid: Grid, ordered = true): Predictor[] =>
  folds.map((fold) => fitted(divided.without(fold), grid, { ordered }).predict)

const meanError = (rows: readonly Listing[], predict: Predictor) =>
  mean(rows.map((row) => Math.abs(predict(row) - row.ratio)))
const minBy = <T>(items: readonly T[], cost: (item: T) => number) =>
  items.reduce((best, item) => (cost(item) < cost(best) ? item : best))

/**
 * The fits of one grid without each fold, and `errors[f][g]`: on fold g by a fit without f and g.
 */
function tryGrid(divided: Split, grid: Grid) {
  const single = folds.map((fold) => fitted(divided.without(fold), grid).predict)
  const errors = folds.map((): number[] => [])
  for (const f of folds)
    for (const g of folds.slice(f)) {
      const predict =
        (f === g ? single[f] : undefined) ?? fitted(divided.without(f, g), grid).predict
      for (const [outer, inner] of [
        [f, g],
        [g, f],
      ] as const) {
        const row = errors[outer]
        if (row) row[inner] = meanError(divided.only(inner), predict)
      }
    }
  return { grid, single, errors }
}

/**
 * Nested cross-validation: for each fold held out, the grid is the one with the least error when
 * each of the other four was held out in turn. `grid` is what the same rule chooses with all folds.
 */
export function crossValidateTable(
  name: string,
  divided: Split,
  log: (line: string) => void,
): { scored: CrossValidated; grid: Grid; chosen: Grid[] } {
  const tried = grids.map((grid, at) => {
    log(
      `grid ${at + 1} of ${grids.length}: ${grid.ages} ages × ${grid.prices} prices, stiffness ${grid.stiffness}`,
    )
    return tryGrid(divided, grid)
  })
  const chosen = folds.map((fold) =>
    minBy(tried, ({ errors }) =>
      mean(folds.filter((g) => g !== fold).map((g) => errors[fold]?.[g] ?? 0)),
    ),
  )
  const best = minBy(tried, ({ errors }) => mean(folds.map((fold) => errors[fold]?.[fold] ?? 0)))
  return {
    scored: scoreFolds(
      name,
      divided,
      chosen.map(({ single }, fold) => single[fold] ?? (() => Number.NaN)),
    ),
    grid: best.grid,
    chosen: chosen.map(({ grid }) => grid),
  }
}
