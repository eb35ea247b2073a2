// The band around a prediction: tables of the 10% and the 90% quantile, moved apart until 80% of
// the held-out prices lie between them.

import { medianOf } from '../../server/pricing/learn.ts'
import { gradedConditions, type Model, readTable, type Table } from '../../server/pricing/model.ts'
import { folds, type Split } from './cross-validation.ts'
import type { Listing } from './listings.ts'
import { quantile } from './metrics.ts'
import { byCondition, ratiosOf } from './models.ts'
import { type FittedTable, fitTable, isGraded, risesWithPrice } from './table-fit.ts'
import type { Grid } from './table-knots.ts'

const coverage = 0.8
const edgeLevel = (1 - coverage) / 2
/**
 * Edges are smoothed more than the prediction, because only a tenth of the listings lies beyond.
 */
const edgeStiffness = 10
/** The tables are at least this far apart at each knot, so that rounding can't make them cross. */
const minGap = 0.0001

export type Edges = { low: number; high: number }
type Bands = { low: FittedTable; high: FittedTable; reference: number; poor: Edges }

export const edgesOf = (ratios: readonly number[]): Edges => ({
  low: quantile(ratios, edgeLevel),
  high: quantile(ratios, 1 - edgeLevel),
})

export function fitBands(rows: readonly Listing[], grid: Grid): Bands {
  const reference = medianOf(rows.map(({ listPrice }) => listPrice))
  const stiffness = { ...grid, stiffness: grid.stiffness * edgeStiffness }
  return {
    low: fitTable(rows, reference, stiffness, { level: edgeLevel }),
    high: fitTable(rows, reference, stiffness, { level: 1 - edgeLevel }),
    reference,
    poor: edgesOf(ratiosOf(rows, 'poor')),
  }
}

function readBands(
  { low, high, reference, poor }: Bands,
  { condition, age, listPrice }: Listing,
): Edges {
  if (!isGraded(condition)) return poor
  const read = (table: FittedTable) =>
    readTable(table, table.shares, condition, age, listPrice / reference)
  return { low: read(low), high: read(high) }
}

/** How far outside its band a price lies, as a share of the list price; negative inside. */
const distanceOutside = ({ low, high }: Edges, ratio: number) => Math.max(low - ratio, ratio - high)

/**
 * The band of each row, by fits without its fold and around the predicted `shares`. It is widened
 * (conformal prediction) by what the other folds need; `widen` is what all folds need.
 */
export function crossValidateBands(
  divided: Split,
  grids: readonly Grid[],
  shares: readonly number[],
): { edges: Edges[]; widen: number } {
  const bands = grids.map((grid, fold) => fitBands(divided.without(fold), grid))
  const raw = divided.rows.map((row, at): Edges => {
    const band = bands[divided.fold[at] ?? 0]
    return band ? readBands(band, row) : { low: 0, high: 0 }
  })
  const scores = divided.rows.flatMap((row, at) =>
    isGraded(row.condition)
      ? [
          {
            fold: divided.fold[at],
            score: distanceOutside(raw[at] ?? { low: 0, high: 0 }, row.ratio),
          },
        ]
      : [],
  )
  const neededWidening = (without?: number) =>
    quantile(
      scores.filter(({ fold }) => fold !== without).map(({ score }) => score),
      coverage,
    )
  const byFold = folds.map(neededWidening)
  const edges = divided.rows.map(({ condition }, at) => {
    const { low, high } = raw[at] ?? { low: 0, high: 0 }
    if (!isGraded(condition)) return { low, high }
    const [foldWiden, share] = [byFold[divided.fold[at] ?? 0] ?? 0, shares[at] ?? 0]
    return { low: Math.min(low - foldWiden, share), high: Math.max(high + foldWiden, share) }
  })
  return { edges, widen: neededWidening() }
}

/** The baseline's band: for each condition, the middle 80% of the ratios in the other folds. */
export function crossValidateConstantBands(divided: Split): Edges[] {
  const bands = folds.map((fold) => {
    const rows = divided.without(fold)
    return byCondition((condition) => edgesOf(ratiosOf(rows, condition)))
  })
  return divided.rows.map(
    ({ condition }, at) => bands[divided.fold[at] ?? 0]?.[condition] ?? { low: 0, high: 0 },
  )
}

/** Computes each share from those of two tables at the same knot, to four decimals. */
function combine(left: Table, right: Table, share: (left: number, right: number) => number): Table {
  const of = (condition: (typeof gradedConditions)[number]) =>
    left[condition].map((row, a) =>
      row.map((value, p) =>
        Number(Math.max(0, share(value, right[condition][a]?.[p] ?? 0)).toFixed(4)),
      ),
    )
  return { new: of('new'), good: of('good'), average: of('average') }
}

/** The tables of a model: the edges moved outwards by `widen`, the prediction between them. */
export function modelOf(
  { shares: predicted, ...knots }: FittedTable,
  { low, high }: Pick<Bands, 'low' | 'high'>,
  widen: number,
): Model {
  return {
    ...knots,
    predicted,
    low: combine(low.shares, predicted, (share, middle) =>
      Math.min(share - widen, middle - minGap),
    ),
    high: combine(high.shares, predicted, (share, middle) =>
      Math.max(share + widen, middle + minGap),
    ),
  }
}

/** Throws if a model breaks a promise: the order of the band, of conditions, ages and prices. */
export function checkModel({ ages, prices, ...tables }: Model): void {
  for (const which of ['low', 'predicted', 'high'] as const) {
    const table = tables[which]
    if (!risesWithPrice({ prices, shares: table }))
      throw new Error(
        `The table ${which} would make a dearer book cheaper: fit it with fewer knots.`,
      )
    for (const [c, condition] of gradedConditions.entries())
      for (const a of ages.keys())
        for (const p of prices.keys()) {
          const at = (from: Table, name = condition, age = a) => from[name][age]?.[p] ?? 0
          const where = `at ${ages[a]} years and ${prices[p]} of the median list price, ${condition}`
          if (!(at(tables.low) < at(tables.predicted) && at(tables.predicted) < at(tables.high)))
            throw new Error(`The band doesn’t lie around the prediction ${where}.`)
          if (a > 0 && at(table) > at(table, condition, a - 1))
            throw new Error(`The table ${which} rises with age ${where}.`)
          if (c > 0 && at(table) > at(table, gradedConditions[c - 1]))
            throw new Error(`The table ${which} rises with a worse condition ${where}.`)
        }
  }
}
