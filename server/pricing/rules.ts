import type { Condition } from '#contract/book-forms.ts'
import { indianYear } from '#contract/dates.ts'

/** What a used copy's price depends on; `originalPrice` is the list price (MRP) in paise. */
export type UsedCopy = { condition: Condition; publicationYear: number; originalPrice: number }

/**
 * The share of the list price that a used copy of this year's edition asks, by condition, and how it falls with age:
 * towards `settled` of that share, by e-fold in `years`. Fitted on 56,067 second-hand listings of 5,500 titles crawled
 * from Aladin (Korea) in July 2024 (github.com/kdt-3-second-Project/aladin_usedbook, MIT); on a fifth of the titles,
 * held out, the mean error was 4.8% of the list price, against 6.9% for one ratio for all. 'poor' rests on clearance
 * offers, not on worn copies. Pages told nothing once the list price was known, so they aren't asked here.
 */
const curve = { share: { new: 0.735, good: 0.7, average: 0.66, poor: 0.135 }, settled: 0.77, years: 3.1 } as const

/**
 * An assumption: Indian stalls ask less than that shop. Quotes from Chennai (40-50% of the list price, The Hindu, 8 July
 * 2004), Bhubaneswar (60%, Orissa Post), Ranchi (half, The Telegraph) and a Greek shop's 15,738 listings (median 47%,
 * github.com/gmargari/second-hand-books) centre near 0.48, the listings above near 0.55.
 */
const indianMarket = 0.87

/** Nobody posts a book for less: ₹10, in paise. */
const least = 1000

/**
 * What a used copy should sell for in `year`, in paise: never above its list price nor, as far as that allows, below
 * ₹10; a better condition or a later edition never makes it cheaper.
 */
export function suggestPrice({ condition, publicationYear, originalPrice }: UsedCopy, year: number): number {
  const age = Math.max(0, year - publicationYear)
  const share = curve.share[condition] * (curve.settled + (1 - curve.settled) * Math.exp(-age / curve.years)) * indianMarket
  return Math.min(originalPrice, Math.max(least, Math.round(originalPrice * share)))
}

/** What a used copy should sell for at this moment, in paise. */
export const predictedPrice = (copy: UsedCopy, now: Date): number => suggestPrice(copy, indianYear(now))
