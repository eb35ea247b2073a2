import type { Condition } from '#contract/books/book-forms.ts'
import { indianYear } from '#contract/common/dates.ts'
import { marketFactor, medianListPricePaise, minPricePaise } from './assumptions.ts'
import { type LearnedFactors, wholeMarket } from './learn.ts'
import { type ModelCopy, priceShares, type Shares } from './model.ts'
import { rounding } from './policy.ts'
import { titledShares } from './titles/band.ts'
import {
  assumedVariances,
  type TitleEffect,
  type TitleVariances,
  titleEffect,
} from './titles/estimate.ts'

/** What a used copy's price depends on; `originalPrice` is its list price (MRP) in paise. */
export type UsedCopy = { condition: Condition; publicationYear: number; originalPrice: number }
/** In paise; 80% of the model's listings were between `low` and `high`, rounded outwards. */
export type PriceBand = { low: number; predicted: number; high: number }

export const modelCopy = (
  { condition, publicationYear, originalPrice }: UsedCopy,
  year: number,
): ModelCopy => ({
  condition,
  age: Math.max(0, year - publicationYear),
  relativePrice: originalPrice / medianListPricePaise,
})
const sharesOf = (copy: UsedCopy, year: number, poor?: number) =>
  priceShares(modelCopy(copy, year), undefined, poor)

/**
 * What prices are over the model's: by the factor of the market or of a branch, by that of poor
 * copies over what is assumed of them, and by the effect of the copy's title.
 */
export type PriceLevel = { factor: number; poor: number; title: TitleEffect }
export const assumedLevel: PriceLevel = {
  factor: marketFactor,
  poor: 1,
  title: titleEffect([], assumedVariances),
}

/** A poor copy's band may be the wider, but never reaches above that of an average one. */
function sharesAt(copy: UsedCopy, year: number, { poor, title }: PriceLevel): Shares {
  const isPoor = copy.condition === 'poor'
  const shares = titledShares(sharesOf(copy, year, poor), title, isPoor)
  if (!isPoor) return shares
  const average = titledShares(sharesOf({ ...copy, condition: 'average' }, year), title, false)
  return {
    low: Math.min(shares.low, average.low),
    predicted: shares.predicted,
    high: Math.min(shares.high, average.high),
  }
}

const stepOf = (paise: number) =>
  paise > rounding.fineUpToPaise ? rounding.coarsePaise : rounding.finePaise
const roundUp = (paise: number) => Math.ceil(paise / stepOf(paise)) * stepOf(paise)

/**
 * A price (paise) that people name: whole rupees, steps of ₹5 above ₹200, always rounded down.
 * Never below ₹1, unless the list price is.
 */
export const roundDown = (paise: number, originalPrice: number): number =>
  Math.max(
    Math.floor(paise / stepOf(paise)) * stepOf(paise),
    Math.min(rounding.finePaise, originalPrice),
  )

/**
 * The predicted price of a used copy in `year`, and the band around it: never above its list price
 * nor, as far as that and the rounding allow, below ₹10. A better condition, a later edition or a
 * higher list price never makes it cheaper.
 */
export function suggestBand(
  copy: UsedCopy,
  year: number,
  given: Partial<PriceLevel> = {},
): PriceBand {
  const level = { ...assumedLevel, ...given }
  const { originalPrice } = copy
  const { low, predicted, high } = sharesAt(copy, year, level)
  const clamp = (paise: number) => Math.min(originalPrice, Math.max(minPricePaise, paise))
  const toPrice = (share: number) => Math.round(originalPrice * level.factor * share)
  return {
    low: roundDown(clamp(toPrice(low)), originalPrice),
    predicted: roundDown(clamp(toPrice(predicted)), originalPrice),
    high: clamp(roundUp(toPrice(high))),
  }
}

/** The band around a price (paise) that was predicted earlier, with whatever factor. */
export function bandAround(predicted: number, copy: UsedCopy, year: number): PriceBand {
  const assumed = suggestBand(copy, year)
  if (assumed.predicted === predicted) return assumed
  // A price at the minimum doesn't tell with which factor it was predicted. Others were rounded
  // down, on average by half a step.
  const factor =
    predicted <= minPricePaise
      ? marketFactor
      : (predicted + stepOf(predicted) / 2) / (copy.originalPrice * sharesOf(copy, year).predicted)
  const { low, high } = suggestBand(copy, year, { factor })
  return { low: Math.min(low, predicted), predicted, high: Math.max(high, predicted) }
}

/**
 * The model's price in paise without factor, minimum or maximum. Undefined below three times the
 * minimum price, because the minimum raises prices there.
 */
export function basePrice(copy: UsedCopy, year: number, poor = 1): number | undefined {
  const price = copy.originalPrice * sharesOf(copy, year, poor).predicted
  return price < 3 * minPricePaise ? undefined : price
}

export const suggestPrice = (copy: UsedCopy, year: number, level?: Partial<PriceLevel>): number =>
  suggestBand(copy, year, level).predicted

export const predictedPrice = (copy: UsedCopy, now: Date, level?: Partial<PriceLevel>): number =>
  suggestPrice(copy, indianYear(now), level)

/** By branch; the whole market's is under ''. */
export type Factors = ReadonlyMap<string, LearnedFactors>

/** What the market has learned from its own sales and offers; `poor` as in `PriceLevel`. */
export type MarketLevels = { factors: Factors; poor: number; variances: TitleVariances }

export const factorOf = (factors: Factors, branch: string | undefined): number =>
  (factors.get(branch ?? wholeMarket) ?? factors.get(wholeMarket))?.factor ?? marketFactor

/** The level in a branch, of titles that nothing is known of. */
export const levelOf = (
  { factors, poor, variances }: MarketLevels,
  branch: string | undefined,
): PriceLevel => ({ factor: factorOf(factors, branch), poor, title: titleEffect([], variances) })
