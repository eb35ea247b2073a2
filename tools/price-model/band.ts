// The band around a prediction: two tables at the prediction's own knots, below the lower of which a tenth of the prices lies and
// above the upper a tenth, moved apart until four fifths of the held-out prices lie between.

import { medianOf } from '../../server/pricing/learn.ts'
import { graded, type Model, readTable, type Table } from '../../server/pricing/model.ts'
import { folds, type Split } from './cross-validation.ts'
import type { Grid } from './knots.ts'
import type { Listing } from './listings.ts'
import { quantile } from './metrics.ts'
import { byCondition, ratiosOf } from './models.ts'
import { type FittedTable, fitTable, isGraded, risesWithPrice } from './table-fit.ts'

const inside = 0.8
const edge = (1 - inside) / 2
/** How much stiffer an edge is than the prediction: only a tenth of the listings says where it lies. */
const edgeStiffness = 10
/** So far apart the tables are at every knot at least, far more than a line between two knots is rounded by. */
const gap = 0.0001

export type Edges = { low: number; high: number }
export type Bands = { low: FittedTable; high: FittedTable; reference: number; poor: Edges }

export const edgesOf = (ratios: readonly number[]): Edges => ({
  low: quantile(ratios, edge),
  high: quantile(ratios, 1 - edge),
})

/** The edges for a prediction of this grid. */
export function fitBands(rows: readonly Listing[], grid: Grid): Bands {
  const reference = medianOf(rows.map(({ listPrice }) => listPrice))
  const stiffness = { ...grid, stiffness: grid.stiffness * edgeStiffness }
  return {
    low: fitTable(rows, reference, stiffness, { level: edge }),
    high: fitTable(rows, reference, stiffness, { level: 1 - edge }),
    reference,
    poor: edgesOf(ratiosOf(rows, 'poor')),
  }
}

export function readBands(
  { low, high, reference, poor }: Bands,
  { condition, age, listPrice }: Listing,
): Edges {
  if (!isGraded(condition)) return poor
  const read = (surface: FittedTable) =>
    readTable(surface, surface.shares, condition, age, listPrice / reference)
  return { low: read(low), high: read(high) }
}

/** How far outside its band a price lies, as a share of the list price; below 0 inside. */
const outside = ({ low, high }: Edges, ratio: number) => Math.max(low - ratio, ratio - high)

/**
 * The band of each row by fits without its book (of its part's grid, around the `shares` predicted for it), widened as the rows
 * of the other parts ask; and how much all of them ask.
 */
export function crossValidateBands(
  held: Split,
  grids: readonly Grid[],
  shares: readonly number[],
): { edges: Edges[]; widen: number } {
  const bands = grids.map((grid, fold) => fitBands(held.without(fold), grid))
  const raw = held.rows.map((row, at): Edges => {
    const band = bands[held.fold[at] ?? 0]
    return band ? readBands(band, row) : { low: 0, high: 0 }
  })
  const scores = held.rows.flatMap((row, at) =>
    isGraded(row.condition)
      ? [{ fold: held.fold[at], score: outside(raw[at] ?? { low: 0, high: 0 }, row.ratio) }]
      : [],
  )
  const neededWidening = (without?: number) =>
    quantile(
      scores.filter(({ fold }) => fold !== without).map(({ score }) => score),
      inside,
    )
  const byFold = folds.map(neededWidening)
  const edges = held.rows.map(({ condition }, at) => {
    const { low, high } = raw[at] ?? { low: 0, high: 0 }
    if (!isGraded(condition)) return { low, high }
    const [by, share] = [byFold[held.fold[at] ?? 0] ?? 0, shares[at] ?? 0]
    return { low: Math.min(low - by, share), high: Math.max(high + by, share) }
  })
  return { edges, widen: neededWidening() }
}

/** The baseline's band: the middle 80% of the shares that the other books' copies of the condition ask. */
export function crossValidateConstantBands(held: Split): Edges[] {
  const bands = folds.map((fold) => {
    const rows = held.without(fold)
    return byCondition((condition) => edgesOf(ratiosOf(rows, condition)))
  })
  return held.rows.map(
    ({ condition }, at) => bands[held.fold[at] ?? 0]?.[condition] ?? { low: 0, high: 0 },
  )
}

/** A table whose every share is made of it and of another table's at the same knot, to four decimals. */
function combine(table: Table, other: Table, share: (one: number, other: number) => number): Table {
  const of = (condition: (typeof graded)[number]) =>
    table[condition].map((row, a) =>
      row.map((one, p) =>
        Number(Math.max(0, share(one, other[condition][a]?.[p] ?? 0)).toFixed(4)),
      ),
    )
  return { new: of('new'), good: of('good'), average: of('average') }
}

/** The three tables of a model: the edges moved apart by `widen`, and never on the wrong side of the prediction. */
export function modelOf(
  { shares: predicted, ...knots }: FittedTable,
  { low, high }: Pick<Bands, 'low' | 'high'>,
  widen: number,
): Model {
  return {
    ...knots,
    predicted,
    low: combine(low.shares, predicted, (share, middle) => Math.min(share - widen, middle - gap)),
    high: combine(high.shares, predicted, (share, middle) => Math.max(share + widen, middle + gap)),
  }
}

/** Throws where a model's tables would break a promise at or between their knots: order in the band, by condition, age and price. */
export function checkModel({ ages, prices, ...tables }: Model): void {
  for (const which of ['low', 'predicted', 'high'] as const) {
    const table = tables[which]
    if (!risesWithPrice({ prices, shares: table }))
      throw new Error(
        `The table ${which} would make a dearer book cheaper: fit it with fewer knots.`,
      )
    for (const [c, condition] of graded.entries())
      for (const a of ages.keys())
        for (const p of prices.keys()) {
          const at = (one: Table, name = condition, age = a) => one[name][age]?.[p] ?? 0
          const where = `at ${ages[a]} years and ${prices[p]} of the median list price, ${condition}`
          if (!(at(tables.low) < at(tables.predicted) && at(tables.predicted) < at(tables.high)))
            throw new Error(`The band doesn’t lie around the prediction ${where}.`)
          if (a > 0 && at(table) > at(table, condition, a - 1))
            throw new Error(`The table ${which} rises with age ${where}.`)
          if (c > 0 && at(table) > at(table, graded[c - 1]))
            throw new Error(`The table ${which} rises with a worse condition ${where}.`)
        }
  }
}
