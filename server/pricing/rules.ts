import type { Condition } from '#contract/book-forms.ts'
import { toRupees } from '#contract/common.ts'
import { indianYear } from '#contract/dates.ts'
import { least, marketFactor, medianListPrice } from './assumptions.ts'
import { type Learned, wholeMarket } from './learn.ts'
import { listingsBehind, priceShares } from './model.ts'

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
export const predictedPrice = (copy: UsedCopy, now: Date, factor = marketFactor): number => suggestPrice(copy, indianYear(now), factor)

/** What has been learned, by branch; the whole market's stands under ''. */
export type Factors = ReadonlyMap<string, Learned>

/** A branch's factor, else the whole market's, else the assumption. */
export const factorOf = (factors: Factors, branch: string | undefined): number =>
  (factors.get(branch ?? wholeMarket) ?? factors.get(wholeMarket))?.factor ?? marketFactor

const rupees = (paise: number) => `₹${Math.round(toRupees(paise)).toLocaleString('en-IN')}`
const percent = (share: number) => `${Math.round(share * 100)}%`
const words = { new: 'that looks new', good: 'in good condition', average: 'in average condition', poor: 'in poor condition' } as const
const better = { good: 'new', average: 'good', poor: 'average' } as const

/** So many sales are named; fewer have hardly moved anything. */
const worthNaming = 12

/** Short sentences for the seller: what the price is made of, and how much stands behind it. */
export function reasonsFor(copy: UsedCopy, year: number, factors: Factors, branch: string | undefined): string[] {
  const factor = factorOf(factors, branch)
  const { predicted } = suggestBand(copy, year, factor)
  const age = Math.max(0, year - copy.publicationYear)
  const born = age === 0 ? 'An edition of this year' : age === 1 ? 'An edition of last year' : `An edition ${age} years old`
  const reasons = [`${born} ${words[copy.condition]} asks about ${percent(predicted / copy.originalPrice)} of its original price.`]
  if (copy.condition !== 'new') {
    const more = suggestBand({ ...copy, condition: better[copy.condition] }, year, factor).predicted - predicted
    if (more >= 100) reasons.push(`A copy ${words[better[copy.condition]]} could ask ${rupees(more)} more.`)
  }
  const listings = listingsBehind(copy.condition, age)
  reasons.push(
    copy.condition === 'poor'
      ? 'Shops rarely sell poor copies, so this is an estimate.'
      : `${listings.toLocaleString('en-IN')} real listings of that condition and about that age stand behind it.`,
  )
  const heard = factors.get(branch ?? wholeMarket) ?? factors.get(wholeMarket)
  const moved = Math.round((factor / marketFactor - 1) * 100)
  reasons.push(
    heard && heard.sales >= worthNaming
      ? `${heard.sales} sales on Dobara${branch !== undefined && factors.has(branch) ? ` in ${branch}` : ''} ${moved === 0 ? 'confirm it.' : `moved it ${moved > 0 ? 'up' : 'down'} by ${Math.abs(moved)}%.`}`
      : 'Dobara has few such sales of its own yet; the listings come from abroad, adjusted to Indian prices.',
  )
  return reasons
}
