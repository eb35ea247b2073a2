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

const sharesOf = ({ condition, publicationYear, originalPrice }: UsedCopy, year: number) =>
  priceShares({ condition, age: Math.max(0, year - publicationYear), relativePrice: originalPrice / medianListPrice })

/**
 * What a used copy should sell for in `year`, in paise, and the band around it: never above its list price nor, as far as
 * that allows, below ₹10; a better condition, a later edition or a higher list price never makes it cheaper. `factor` is
 * what the market asks against the data's origin.
 */
export function suggestBand(copy: UsedCopy, year: number, factor = marketFactor): PriceBand {
  const { originalPrice } = copy
  const shares = sharesOf(copy, year)
  const paise = (share: number) => Math.min(originalPrice, Math.max(least, Math.round(originalPrice * share * factor)))
  return { low: paise(shares.low), predicted: paise(shares.predicted), high: paise(shares.high) }
}

/** The model's price without a factor, floor or cap, in paise; undefined where the floor would decide, and a price says nothing. */
export function barePrice(copy: UsedCopy, year: number): number | undefined {
  const price = copy.originalPrice * sharesOf(copy, year).predicted
  return price < 3 * least ? undefined : price
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

/** What the data hardly knows: editions older, and books dearer (in paise), than nearly all of its listings. */
const known = { years: 30, price: 500_000 } as const

/** What stands behind a price: how many listings, or that there are none of the kind. */
function groundOf({ condition, originalPrice }: UsedCopy, age: number): string {
  if (condition === 'poor') return 'Shops rarely sell poor copies, so this is an estimate.'
  if (age > known.years) return 'Hardly any listing is of so old an edition, so this is an estimate.'
  if (originalPrice > known.price) return 'Hardly any listing is of so dear a book, so this is an estimate.'
  const listings = listingsBehind(condition, age).toLocaleString('en-IN')
  return `${listings} real listings of that condition and about that age stand behind it.`
}

/** What Dobara's own sales did to the price. */
function taughtBy(factors: Factors, branch: string | undefined): string {
  const own = branch === undefined ? undefined : factors.get(branch)
  const market = factors.get(wholeMarket)
  const moved = Math.round((factorOf(factors, branch) / marketFactor - 1) * 100)
  if (moved === 0) return 'The listings come from abroad, adjusted to Indian prices; Dobara has too few sales of its own to say otherwise.'
  const inBranch = own && own.sales > 0 ? `${own.sales} in ${branch}, ` : ''
  return `Sales on Dobara (${inBranch}${market?.sales ?? 0} in all) moved it ${moved > 0 ? 'up' : 'down'} by ${Math.abs(moved)}%.`
}

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
  reasons.push(groundOf(copy, age), taughtBy(factors, branch))
  return reasons
}
