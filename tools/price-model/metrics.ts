// Medians, quantiles and error measures.
import { medianOf } from '../../server/pricing/learn.ts'
import type { Listing } from './listings.ts'

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0)
export const mean = (values: readonly number[]): number => sum(values) / values.length

/** The quantile `share` (0 to 1), interpolated; the values need not be sorted. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/** The value with half of the weight on either side. */
export function weightedMedian(points: readonly { value: number; weight: number }[]): number {
  const sorted = points.toSorted((a, b) => a.value - b.value)
  let left = sum(points.map(({ weight }) => weight)) / 2
  for (const { value, weight } of sorted) {
    left -= weight
    if (left <= 0) return value
  }
  return Number.NaN
}

/**
 * The MAE in the file's currency and as a share of the list price, the median of the error over the
 * asking price, and the R² of the ratio.
 */
export type Measures = {
  rows: number
  mae: number
  maeShare: number
  medianApe: number
  r2: number
}

export function measure(rows: readonly Listing[], shares: readonly number[]): Measures {
  const errors = rows.map(({ ratio }, row) => Math.abs((shares[row] ?? Number.NaN) - ratio))
  const middle = mean(rows.map(({ ratio }) => ratio))
  const spread = sum(rows.map(({ ratio }) => (ratio - middle) ** 2))
  return {
    rows: rows.length,
    mae: mean(errors.map((error, row) => error * (rows[row]?.listPrice ?? 0))),
    maeShare: mean(errors),
    medianApe: medianOf(errors.map((error, row) => error / (rows[row]?.ratio ?? 1))),
    r2: spread > 0 ? 1 - sum(errors.map((error) => error ** 2)) / spread : Number.NaN,
  }
}
