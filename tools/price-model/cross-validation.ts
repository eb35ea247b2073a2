// Cross-validation by book: what is said of a copy comes from a fit that has seen no copy of its title.

import { medianOf } from '../../server/pricing/learn.ts'
import type { Grid } from './knots.ts'
import { type Listing, partOf } from './listings.ts'
import { type Measures, mean, measure } from './metrics.ts'
import { type Family, medianRatio, type Predict, tableWith } from './models.ts'
import { type Aim, fitTable, type Surface } from './table-fit.ts'

export const parts = [0, 1, 2, 3, 4]

/** The grids to choose from, declared beforehand; the choice is made inside the training books. */
export const grids: Grid[] = [5, 7, 9].flatMap((ages) =>
  [4, 6, 8].flatMap((prices) => [1, 10].map((stiff) => ({ ages, prices, stiff }))),
)

/** What was predicted for each row by a fit without its book, and how far off that was, over all rows and part by part. */
export type Checked = { name: string; shares: number[]; all: Measures; byPart: Measures[] }

/** The rows in their parts, and what a fit is made on when some parts are held out. Any word as `division` parts the books otherwise. */
export function split(rows: readonly Listing[], division = '') {
  const part = rows.map(({ book }) => partOf(book, parts.length, division))
  return {
    rows,
    part,
    without: (...held: number[]) => rows.filter((_, row) => !held.includes(part[row] ?? 0)),
    only: (held: number) => rows.filter((_, row) => part[row] === held),
  }
}
export type Split = ReturnType<typeof split>

/** Predicts each row by the model of its part. */
export function checked(name: string, { rows, part }: Split, models: readonly Predict[]): Checked {
  const shares = rows.map((row, at) => models[part[at] ?? 0]?.(row) ?? Number.NaN)
  const ofPart = (held: number) => {
    const own = rows.flatMap((row, at) =>
      part[at] === held ? [{ row, share: shares[at] ?? 0 }] : [],
    )
    return measure(
      own.map(({ row }) => row),
      own.map(({ share }) => share),
    )
  }
  return { name, shares, all: measure(rows, shares), byPart: parts.map(ofPart) }
}

export const check = (family: Family, held: Split): Checked =>
  checked(
    family.name,
    held,
    parts.map((part) => family.fit(held.without(part))),
  )

/** Fits a table with its own reference, the median list price of the rows it sees. */
export function fitted(
  rows: readonly Listing[],
  grid: Grid,
  aim?: Aim,
): { table: Surface; reference: number; predict: Predict } {
  const reference = medianOf(rows.map(({ list }) => list))
  const table = fitTable(rows, reference, grid, aim)
  return { table, reference, predict: tableWith(table, reference, medianRatio(rows, 'poor')) }
}

/** The table of a grid, fitted without each part in turn. */
export const withGrid = (held: Split, grid: Grid, ordered = true): Predict[] =>
  parts.map((part) => fitted(held.without(part), grid, { ordered }).predict)

const errorOn = (rows: readonly Listing[], predict: Predict) =>
  mean(rows.map((row) => Math.abs(predict(row) - row.ratio)))
const leastBy = <T>(all: readonly T[], cost: (one: T) => number) =>
  all.reduce((best, one) => (cost(one) < cost(best) ? one : best))

/**
 * Cross-validates the table with the choice of its grid inside: for each part held out, the grid is the one that did best when
 * each of the other four was held out in turn. `grid` is what the same rule chooses with all parts.
 */
export function checkTable(
  name: string,
  held: Split,
  tell: (line: string) => void,
): { checked: Checked; grid: Grid; chosen: Grid[] } {
  const tried = grids.map((grid, at) => {
    tell(
      `grid ${at + 1} of ${grids.length}: ${grid.ages} ages × ${grid.prices} prices, stiffness ${grid.stiff}`,
    )
    const single = parts.map((part) => fitted(held.without(part), grid).predict)
    // errors[f][g]: on part g, by a fit that saw neither f nor g.
    const errors = parts.map((): number[] => [])
    for (const f of parts)
      for (const g of parts.slice(f)) {
        const predict =
          (f === g ? single[f] : undefined) ?? fitted(held.without(f, g), grid).predict
        for (const [outer, inner] of [
          [f, g],
          [g, f],
        ] as const) {
          const row = errors[outer]
          if (row) row[inner] = errorOn(held.only(inner), predict)
        }
      }
    return { grid, single, errors }
  })
  type Tried = (typeof tried)[number]
  const inside = (part: number) => (one: Tried) =>
    mean(parts.filter((g) => g !== part).map((g) => one.errors[part]?.[g] ?? 0))
  const chosen = parts.map((part) => leastBy(tried, inside(part)))
  const best = leastBy(tried, ({ errors }) => mean(parts.map((part) => errors[part]?.[part] ?? 0)))
  return {
    checked: checked(
      name,
      held,
      chosen.map(({ single }, part) => single[part] ?? (() => Number.NaN)),
    ),
    grid: best.grid,
    chosen: chosen.map(({ grid }) => grid),
  }
}
