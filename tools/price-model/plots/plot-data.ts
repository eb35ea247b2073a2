// What the plots share: predictions with their baseline, and figures of them.
import type { Listing } from '../listings.ts'
import { quantile } from '../metrics.ts'

export type Predicted = Listing & { share: number; baseline: number }

export const points = (share: number) =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(Math.round(share * 100))}`
/** Points of the list price with one decimal. */
export const precisePoints = (share: number) =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(100 * share).toFixed(1)}`
/** `alt` gives the figures of the plot to who can't see it. */
export type Picture = { svg: string; alt: string }
export const spread = (values: readonly number[]) => ({
  low: quantile(values, 0.1),
  quarter: quantile(values, 0.25),
  middle: quantile(values, 0.5),
  threeQuarters: quantile(values, 0.75),
  high: quantile(values, 0.9),
})
/** Ages with fewer listings get no point. */
export const minListings = 50
