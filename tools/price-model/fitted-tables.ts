// The tables of server/pricing/fitted.json.
import { binOf, type Model, type Shares, type Table } from '../../server/pricing/model.ts'
import type { Listing } from './listings.ts'
import { quantile } from './scores.ts'
import type { FittedTable } from './table-fit.ts'

/** The tables are at least this far apart at each knot, so that rounding can't make them cross. */
const minGap = 0.0001

export const decimals = (value: number, count: number) => Number(value.toFixed(count))

const tableOf = (rowsOf: (condition: keyof Table) => number[][]): Table => ({
  new: rowsOf('new'),
  good: rowsOf('good'),
  average: rowsOf('average'),
})

/** The tables of a model: the edges moved outwards by `widen`, the prediction between them. */
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

/** The first years of the age classes, and the quantiles that divide the price classes. */
const ageClasses = [0, 2, 4, 6, 10, 15, 20, 30]
const priceCuts = [0.01, 0.25, 0.75, 0.99]

/**
 * The numbers of graded listings between edges of age and of list price (1 is the median). The
 * outermost edges are the lowest and highest values there are.
 */
export function countsOf(listings: readonly Listing[], median: number) {
  const rows = listings.filter(({ condition }) => condition !== 'poor')
  const oldest = rows.reduce((most, { age }) => Math.max(most, age), 0)
  const relative = rows.map(({ listPrice }) => listPrice / median)
  const edges = {
    ages: [...ageClasses.filter((age) => age < oldest), oldest],
    prices: [
      ...new Set([
        // Rounded outwards, so that all listings are within.
        Math.floor(quantile(0, relative) * 1e4) / 1e4,
        ...priceCuts.map((cut) => decimals(quantile(cut, relative), 4)),
        Math.ceil(quantile(1, relative) * 1e4) / 1e4,
      ]),
    ],
  }
  const bins = Map.groupBy(
    rows,
    ({ condition, age, listPrice }) =>
      `${condition} ${binOf(edges.ages, age)} ${binOf(edges.prices, listPrice / median)}`,
  )
  const counts = tableOf((condition) =>
    edges.ages
      .slice(1)
      .map((_, a) =>
        edges.prices.slice(1).map((_, p) => bins.get(`${condition} ${a} ${p}`)?.length ?? 0),
      ),
  )
  return { ...edges, counts }
}
