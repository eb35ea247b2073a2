import type { Condition } from '#contract/book-forms.ts'
import { indianYear } from '#contract/dates.ts'
import { least, marketFactor, medianListPrice } from './assumptions.ts'
import { priceShares } from './model.ts'

/** What a used copy's price depends on; `originalPrice` is the list price (MRP) in paise. */
export type UsedCopy = { condition: Condition; publicationYear: number; originalPrice: number }
/** In paise; `low` to `high` is where 80% of such prices lie. */
export type PriceBand = { low: number; predicted: number; high: number }

/**
 * What a used copy should sell for in `year`, in paise, and the band around it: never above its list price nor, as far as
 * that allows, below ₹10; a better condition, a later edition or a higher list price never makes it cheaper. `factor` is
 * what the market asks against the data's origin.
 */
export function suggestBand({ condition, publicationYear, originalPrice }: UsedCopy, year: number, factor = marketFactor): PriceBand {
  const age = Math.max(0, year - publicationYear)
  const shares = priceShares({ condition, age, relativePrice: originalPrice / medianListPrice })
  const paise = (share: number) => Math.min(originalPrice, Math.max(least, Math.round(originalPrice * share * factor)))
  return { low: paise(shares.low), predicted: paise(shares.predicted), high: paise(shares.high) }
}

/** What a used copy should sell for in `year`, in paise. */
export const suggestPrice = (copy: UsedCopy, year: number, factor = marketFactor): number => suggestBand(copy, year, factor).predicted

/** What a used copy should sell for at this moment, in paise. */
export const predictedPrice = (copy: UsedCopy, now: Date): number => suggestPrice(copy, indianYear(now))
