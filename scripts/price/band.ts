// The band around a prediction: two tables like the prediction's own, below the lower of which a tenth of the prices lies and
// above the upper a tenth, moved apart until four fifths of the held-out prices lie between.

import { medianOf } from '#server/pricing/learn.ts'
import { graded, readTable, type Table } from '#server/pricing/model.ts'
import { parts, type Split } from './crossvalidate.ts'
import { byCondition } from './families.ts'
import { ratiosOf } from './fitted.ts'
import type { Listing } from './listings.ts'
import { quantile } from './measure.ts'
import { fitTable, type Grid, isGraded } from './surface.ts'

/** Coarser than the prediction's grid: only a tenth of the listings says where an edge lies. */
export const bandGrid: Grid = { ages: 7, prices: 4, stiff: 3 }
const inside = 0.8
const edge = (1 - inside) / 2

export type Edges = { low: number; high: number }
export type Bands = { low: Table; high: Table; reference: number; poor: Edges }

export const edgesOf = (ratios: readonly number[]): Edges => ({ low: quantile(ratios, edge), high: quantile(ratios, 1 - edge) })

export function fitBands(rows: readonly Listing[]): Bands {
  const reference = medianOf(rows.map(({ list }) => list))
  return {
    low: fitTable(rows, reference, bandGrid, { part: edge }),
    high: fitTable(rows, reference, bandGrid, { part: 1 - edge }),
    reference,
    poor: edgesOf(ratiosOf(rows, 'poor')),
  }
}

export function readBands({ low, high, reference, poor }: Bands, { condition, age, list }: Listing): Edges {
  if (!isGraded(condition)) return poor
  return { low: readTable(low, condition, age, list / reference), high: readTable(high, condition, age, list / reference) }
}

/** How far outside its band a price lies, as a share of the list price; below 0 inside. */
const outside = ({ low, high }: Edges, ratio: number) => Math.max(low - ratio, ratio - high)

/** The band of each row by fits without its book, widened as the rows of the other parts ask; and how much all of them ask. */
export function checkBands(held: Split): { edges: Edges[]; widen: number } {
  const bands = parts.map((part) => fitBands(held.without(part)))
  const raw = held.rows.map((row, at): Edges => {
    const band = bands[held.part[at] ?? 0]
    return band ? readBands(band, row) : { low: 0, high: 0 }
  })
  const scores = held.rows.flatMap((row, at) =>
    isGraded(row.condition) ? [{ part: held.part[at], score: outside(raw[at] ?? { low: 0, high: 0 }, row.ratio) }] : [],
  )
  const asked = (without?: number) =>
    quantile(
      scores.filter(({ part }) => part !== without).map(({ score }) => score),
      inside,
    )
  const byPart = parts.map(asked)
  const edges = held.rows.map(({ condition }, at) => {
    const { low, high } = raw[at] ?? { low: 0, high: 0 }
    const by = isGraded(condition) ? (byPart[held.part[at] ?? 0] ?? 0) : 0
    return { low: low - by, high: high + by }
  })
  return { edges, widen: asked() }
}

/** The baseline's band: the middle 80% of the shares that the other books' copies of the condition ask. */
export function checkConstantBands(held: Split): Edges[] {
  const bands = parts.map((part) => {
    const rows = held.without(part)
    return byCondition((condition) => edgesOf(ratiosOf(rows, condition)))
  })
  return held.rows.map(({ condition }, at) => bands[held.part[at] ?? 0]?.[condition] ?? { low: 0, high: 0 })
}

/** A table with every share moved by the same. */
export function moved({ ages, prices, shares }: Table, by: number): Table {
  const all = graded.map((condition) => shares[condition].map((row) => row.map((share) => Number(Math.max(0, share + by).toFixed(4)))))
  const [fresh = [], good = [], average = []] = all
  return { ages, prices, shares: { new: fresh, good, average } }
}
