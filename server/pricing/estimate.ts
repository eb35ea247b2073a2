// Adjusts the model's estimates to prices that people set; docs/pricing.md explains how.
import { strangersVariance } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }
import type { Shares } from './model.ts'

/** All prices of a title together raise or lower its prediction by at most this factor. */
const maxTitleFactor = 2

/**
 * The most that one sale of a title can move its prediction, as a natural logarithm: about a tenth.
 */
const maxTitlePull = 0.1

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const clamp = (value: number, min: number, max: number) =>
  Math.min(max, Math.max(min, value))

/** Keeps the first price of each person in the list, so that everybody counts once. */
export function firstPerPerson<Price extends { people: readonly string[] }>(
  prices: readonly Price[],
): Price[] {
  const seen = new Set<string>()
  return prices.filter(({ people }) => {
    const isNew = !people.some((person) => seen.has(person))
    if (isNew) for (const person of people) seen.add(person)
    return isNew
  })
}

export type WeightedValue = { value: number; weight: number }

/**
 * Returns a weighted median that is drawn toward 0: the m that minimizes Σ weight·|value − m| + m²
 * / (2·pull). It moves by at most `pull` per unit of weight, and is the median if enough values
 * agree.
 */
export function regularizedMedian(values: readonly WeightedValue[], pull: number): number {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  // The m that would be the minimum if all earlier values were below it and all others above it.
  let m = pull * sorted.reduce((total, { weight }) => total + weight, 0)
  for (const { value, weight } of sorted) {
    if (m <= value) return m
    m -= 2 * pull * weight
    if (m <= value) return value
  }
  return m
}

/**
 * `shift` is how far the title's prices are from the market's, as a natural logarithm. `spread` is
 * the variance of the logarithm of a sale's price around a prediction with this shift.
 */
export type TitleEffect = { shift: number; spread: number }

/** The variance of titles around the market, and that of prices around their title. */
export type TitleVariances = { between: number; within: number }
export const dataVariances: TitleVariances = fitted.titleVariances
const strangersVariances: TitleVariances = {
  between: dataVariances.between,
  within: dataVariances.within * strangersVariance,
}

/**
 * Returns how a title's prices differ from the market's. `known` are natural logarithms of the
 * title's prices relative to the market's. If they contradict each other, the spread is wide.
 */
export function titleEffect(
  known: readonly WeightedValue[],
  { between, within }: TitleVariances = strangersVariances,
): TitleEffect {
  const most = Math.log(maxTitleFactor)
  const shift = clamp(regularizedMedian(known, maxTitlePull), -most, most)
  const middle = medianOf(known.map(({ value }) => value))
  // Caps each squared deviation at two standard deviations of an unknown title's prices, squared,
  // so that outliers count less.
  const mostSquared = 4 * (between + within)
  let [weights, squares] = [0, 0]
  for (const { value, weight } of known) {
    weights += weight
    squares += weight * Math.min((value - middle) ** 2, mostSquared)
  }
  const own = (within + squares) / Math.max(1, weights)
  // Halves the weights, to be cautious: a median is less informative than a mean (about two thirds
  // for many prices).
  return { shift, spread: own + 1 / (1 / between + weights / (2 * own)) }
}

export const unknownTitle = titleEffect([])

/** The middle 80% of a normal distribution is within this many standard deviations. */
const edgeDeviations = 1.2816

/**
 * Returns a copy's shares of the list price, adjusted to its title. The model's band was fitted to
 * unknown titles in another market. To narrow the band, its edges move toward the prediction; to
 * widen it, they move outward. In both cases, a copy that was more expensive than another stays so.
 */
export function titledShares(
  { low, predicted, high }: Shares,
  { shift, spread }: TitleEffect,
  { between, within } = dataVariances,
): Shares {
  const width = Math.sqrt(spread / (between + within))
  const factor = Math.exp(shift)
  const outwards = Math.exp(Math.max(0, width - 1) * edgeDeviations * Math.sqrt(between + within))
  const edge = (share: number, outwards: number) =>
    factor * (width < 1 ? predicted * (share / predicted) ** width : share * outwards)
  return { low: edge(low, 1 / outwards), predicted: factor * predicted, high: edge(high, outwards) }
}
