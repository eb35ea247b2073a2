// Creates the tables of server/pricing/fitted.json.
import type { Model, Shares, Table } from '../../server/pricing/model.ts'
import type { FittedTable } from './table-fit.ts'

/**
 * The least difference between an edge and the prediction at each knot, so that rounding can't make
 * them cross.
 */
const minGap = 0.0001

export const decimals = (value: number, count: number) => Number(value.toFixed(count))

const tableOf = (rowsOf: (condition: keyof Table) => number[][]): Table => ({
  new: rowsOf('new'),
  good: rowsOf('good'),
  average: rowsOf('average'),
})

/**
 * Returns a model's tables: the prediction, and the edges of the band moved outwards by `widen`.
 */
export function modelOf(tables: Record<keyof Shares, FittedTable>, widen: number): Model {
  const { ages, prices, shares: predicted } = tables.predicted
  const edge = (table: FittedTable, move: (share: number, middle: number) => number) =>
    tableOf((condition) =>
      table.shares[condition].map((row, a) =>
        row.map((share, p) =>
          decimals(Math.max(0, move(share, predicted[condition][a]?.[p] ?? 0)), 4),
        ),
      ),
    )
  return {
    ages,
    prices,
    predicted,
    low: edge(tables.low, (share, middle) => Math.min(share - widen, middle - minGap)),
    high: edge(tables.high, (share, middle) => Math.max(share + widen, middle + minGap)),
  }
}
