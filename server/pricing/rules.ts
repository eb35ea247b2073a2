import type { Condition } from '#contract/books/conditions.ts'
import { indianYear } from '#contract/common/dates.ts'
import { marketFactor, medianListPricePaise, minPricePaise } from './assumptions.ts'
import { type TitleEffect, titledShares, unknownTitle } from './estimate.ts'
import { priceShares, type Shares } from './model.ts'

/** Predictions are whole rupees. Above `fineUpToPaise`, they are multiples of ₹5. */
const rounding = { finePaise: 100, coarsePaise: 500, fineUpToPaise: 20_000 } as const

/**
 * The facts on which a used copy's price depends. `originalPrice` is its list price (MRP) in paise.
 */
export type UsedCopy = { condition: Condition; publicationYear: number; originalPrice: number }
/** Prices are in paise. About 80% of prices are from `low` to `high`, which are rounded outward. */
export type PriceBand = { low: number; predicted: number; high: number }

/** How prices differ from the model's: by the market's factor, and by the effect of the title. */
export type PriceLevel = { factor: number; title: TitleEffect }
export const assumedLevel: PriceLevel = { factor: marketFactor, title: unknownTitle }

const sharesOf = ({ condition, publicationYear, originalPrice }: UsedCopy, year: number): Shares =>
  priceShares({
    condition,
    age: Math.max(0, year - publicationYear),
    relativePrice: originalPrice / medianListPricePaise,
  })

const stepOf = (paise: number) =>
  paise > rounding.fineUpToPaise ? rounding.coarsePaise : rounding.finePaise
const roundUp = (paise: number) => Math.ceil(paise / stepOf(paise)) * stepOf(paise)

/**
 * Rounds a price (paise) down to whole rupees or, above ₹200, to a multiple of ₹5. Returns at least
 * ₹1, unless the list price is lower.
 */
export const roundDown = (paise: number, originalPrice: number): number =>
  Math.max(
    Math.floor(paise / stepOf(paise)) * stepOf(paise),
    Math.min(rounding.finePaise, originalPrice),
  )

/**
 * Limits a band to at most the list price and, if list price and rounding allow it, at least ₹10.
 */
function toBand(originalPrice: number, { low, predicted, high }: PriceBand): PriceBand {
  const clamp = (paise: number) => Math.min(originalPrice, Math.max(minPricePaise, paise))
  return {
    low: roundDown(clamp(low), originalPrice),
    predicted: roundDown(clamp(predicted), originalPrice),
    high: clamp(roundUp(high)),
  }
}

/**
 * Predicts a used copy's price in `year`, and its band. A better condition, a later edition or a
 * higher list price never makes it cheaper.
 */
export function suggestBand(
  copy: UsedCopy,
  year: number,
  { factor, title }: PriceLevel = assumedLevel,
): PriceBand {
  const shares = titledShares(sharesOf(copy, year), title)
  const toPrice = (share: number) => Math.round(copy.originalPrice * factor * share)
  return toBand(copy.originalPrice, {
    low: toPrice(shares.low),
    predicted: toPrice(shares.predicted),
    high: toPrice(shares.high),
  })
}

/**
 * Returns the band around a price (paise) that was predicted earlier, whatever the level was then.
 */
export function bandAround(predicted: number, copy: UsedCopy, year: number): PriceBand {
  const assumed = suggestBand(copy, year)
  const scale = predicted / assumed.predicted
  const { low, high } = toBand(copy.originalPrice, {
    low: Math.round(assumed.low * scale),
    predicted,
    high: Math.round(assumed.high * scale),
  })
  return { low: Math.min(low, predicted), predicted, high: Math.max(high, predicted) }
}

/**
 * Returns the model's price in paise, at factor 1. Returns undefined below three times the minimum
 * price, because the minimum distorts such prices.
 */
export function basePrice(copy: UsedCopy, year: number): number | undefined {
  const price = copy.originalPrice * sharesOf(copy, year).predicted
  return price < 3 * minPricePaise ? undefined : price
}

export const predictedPrice = (copy: UsedCopy, now: Date, level?: PriceLevel): number =>
  suggestBand(copy, indianYear(now), level).predicted
