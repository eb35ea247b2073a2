// Measures and reports the errors of predictions.
import { conditions } from '../../contract/books/conditions.ts'
import { medianOf } from '../../server/pricing/estimate.ts'
import type { Shares } from '../../server/pricing/model.ts'
import { countBooks, type Listing } from './listings.ts'

/** A listing with its predicted share of the list price, and the band around it. */
export type Predicted = { row: Listing; shares: Shares }

export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length

/**
 * Returns the quantile `share` (0 to 1), interpolated between values, which can be in any order.
 */
export function quantile(share: number, values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/**
 * Returns the mean absolute error in the file's currency and as a share of the list price, the
 * median of the error divided by the asking price, the R² of the ratio, the part of the prices
 * inside the band, and the band's mean width.
 */
export function score(predictions: readonly Predicted[]) {
  const errors = predictions.map(({ row, shares }) => Math.abs(shares.predicted - row.ratio))
  const ratios = predictions.map(({ row }) => row.ratio)
  const middle = mean(ratios)
  const spread = mean(ratios.map((ratio) => (ratio - middle) ** 2))
  return {
    mae: mean(predictions.map(({ row }, at) => (errors[at] ?? Number.NaN) * row.listPrice)),
    maeShare: mean(errors),
    medianApe: medianOf(predictions.map(({ row }, at) => (errors[at] ?? Number.NaN) / row.ratio)),
    r2: spread > 0 ? 1 - mean(errors.map((error) => error ** 2)) / spread : Number.NaN,
    inside: mean(
      predictions.map(({ row: { ratio }, shares: { low, high } }) =>
        Number(ratio >= low && ratio <= high),
      ),
    ),
    width: mean(predictions.map(({ shares: { low, high } }) => high - low)),
  }
}
type Scored = ReturnType<typeof score>

const figures: [name: string, of: (scored: Scored) => string][] = [
  ["MAE, in the file's currency", ({ mae }) => mae.toFixed(1)],
  ['MAE, % of the list price', ({ maeShare }) => (100 * maeShare).toFixed(2)],
  ['median APE, %', ({ medianApe }) => (100 * medianApe).toFixed(2)],
  ['R² of the ratio', ({ r2 }) => (Number.isNaN(r2) ? '–' : r2.toFixed(3))],
  ['inside the 80% band, %', ({ inside }) => (100 * inside).toFixed(1)],
  ['width of the band, % of the list price', ({ width }) => (100 * width).toFixed(1)],
]

/** Returns '1 row' or '2,000 rows'. */
export const counted = (count: number, thing: string): string =>
  `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`

const line = (first: string, ...cells: string[]) =>
  [first.padEnd(42), ...cells.map((cell) => cell.padStart(12))].join('')

/** Formats the scores of a model and a baseline, for all rows and by condition. */
export function report(model: readonly Predicted[], baseline: readonly Predicted[]): string {
  return ['all', ...conditions]
    .flatMap((name) => {
      const isOfGroup = ({ row }: Predicted) => name === 'all' || row.condition === name
      const own = model.filter(isOfGroup)
      if (own.length === 0) return []
      const [scored, base] = [score(own), score(baseline.filter(isOfGroup))]
      const books = counted(countBooks(own.map(({ row }) => row)), 'book')
      return [
        '',
        line(`${name}: ${counted(own.length, 'row')}, ${books}`, 'model', 'baseline'),
        ...figures.map(([figure, of]) => line(`  ${figure}`, of(scored), of(base))),
      ]
    })
    .join('\n')
}
