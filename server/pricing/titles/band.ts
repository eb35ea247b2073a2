// The band around a prediction that knows its title. docs/pricing-titles.md says why.
import { poorVariance } from '#server/pricing/assumptions.ts'
import type { Shares } from '#server/pricing/model.ts'
import { fittedSpread, type TitleEffect } from './estimate.ts'

/** The standard deviations between which a normal distribution has its middle 80%. */
const edgeDeviations = 1.2816

/**
 * A copy's shares of the list price with what is known of its title; `fit` is the spread for which
 * their band was fitted. A narrower band has its edges a part of the way from the prediction; a
 * wider one has them moved outwards, all copies' alike, which keeps the order of the copies.
 */
export function titledShares(
  { low, predicted, high }: Shares,
  { shift, spread }: TitleEffect,
  isPoor: boolean,
  fit = fittedSpread,
): Shares {
  // What isn't known of poor copies is in both.
  const own = isPoor ? poorVariance : 0
  const width = Math.sqrt((spread + own) / (fit + own))
  const factor = Math.exp(shift)
  const outwards = Math.exp(Math.max(0, width - 1) * edgeDeviations * Math.sqrt(fit + own))
  const edge = (share: number, outwards: number) =>
    factor * (width < 1 ? predicted * (share / predicted) ** width : share * outwards)
  return { low: edge(low, 1 / outwards), predicted: factor * predicted, high: edge(high, outwards) }
}
