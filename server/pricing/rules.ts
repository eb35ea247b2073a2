import type { Condition } from '#contract/book-forms.ts'
import { formatRupees } from '#contract/common.ts'
import { indianYear } from '#contract/dates.ts'
import { least, marketFactor, medianListPrice } from './assumptions.ts'
import { type LearnedFactors, minSales, wholeMarket } from './learn.ts'
import { type Copy, listingsBehind, priceShares } from './model.ts'

/** What a used copy's price depends on; `originalPrice` is the list price (MRP) in paise. */
export type UsedCopy = { condition: Condition; publicationYear: number; originalPrice: number }
/** In paise; between `low` and `high`, whole rupees, such a copy is expected: 80% of the model's listings lay so. */
export type PriceBand = { low: number; predicted: number; high: number }

/** A copy as the model knows it. */
const inModel = ({ condition, publicationYear, originalPrice }: UsedCopy, year: number): Copy => ({
  condition,
  age: Math.max(0, year - publicationYear),
  relativePrice: originalPrice / medianListPrice,
})
const sharesOf = (copy: UsedCopy, year: number) => priceShares(inModel(copy, year))

/**
 * What a used copy should sell for in `year`, in paise, and the band around it: never above its list price nor, as far as
 * that allows, below ₹10; a better condition, a later edition or a higher list price never makes it cheaper. `factor` is
 * what the market asks against the data's origin.
 */
export function suggestBand(copy: UsedCopy, year: number, factor = marketFactor): PriceBand {
  const { originalPrice } = copy
  const shares = sharesOf(copy, year)
  const within = (paise: number) => Math.min(originalPrice, Math.max(least, paise))
  const paise = (share: number) => Math.round(originalPrice * share * factor)
  return {
    low: within(Math.floor(paise(shares.low) / 100) * 100),
    predicted: within(paise(shares.predicted)),
    high: within(Math.ceil(paise(shares.high) / 100) * 100),
  }
}

/** The band around a price that was predicted for a copy earlier, by whatever factor; all in paise. */
export function bandAround(predicted: number, copy: UsedCopy, year: number): PriceBand {
  // A price at the floor doesn't tell by which.
  const factor =
    predicted <= least
      ? marketFactor
      : predicted / (copy.originalPrice * sharesOf(copy, year).predicted)
  const { low, high } = suggestBand(copy, year, factor)
  return { low: Math.min(low, predicted), predicted, high: Math.max(high, predicted) }
}

/** The model's price without a factor, floor or cap, in paise; undefined below three times the floor, which pushes up what is asked there. */
export function basePrice(copy: UsedCopy, year: number): number | undefined {
  const price = copy.originalPrice * sharesOf(copy, year).predicted
  return price < 3 * least ? undefined : price
}

/** What a used copy should sell for in `year`, in paise. */
export const suggestPrice = (copy: UsedCopy, year: number, factor = marketFactor): number =>
  suggestBand(copy, year, factor).predicted

/** What a used copy should sell for at this moment, in paise. */
export const predictedPrice = (copy: UsedCopy, now: Date, factor = marketFactor): number =>
  suggestPrice(copy, indianYear(now), factor)

/** What has been learned, by branch; the whole market's stands under ''. */
export type Factors = ReadonlyMap<string, LearnedFactors>

/** A branch's factor, else the whole market's, else the assumption. */
export const factorOf = (factors: Factors, branch: string | undefined): number =>
  (factors.get(branch ?? wholeMarket) ?? factors.get(wholeMarket))?.factor ?? marketFactor

const wholeRupees = (paise: number) => formatRupees(Math.round(paise / 100) * 100)
const percent = (share: number) => `${Math.round(share * 100)}\u00A0%`
const words = {
  new: 'that looks new',
  good: 'in good condition',
  average: 'in average condition',
  poor: 'in poor condition',
} as const
const better = { good: 'new', average: 'good', poor: 'average' } as const

/** How many years ago an edition came out, in words. */
function editionOf(publicationYear: number, year: number): string {
  if (publicationYear > year) return 'An edition of next year'
  if (publicationYear === year) return 'An edition of this year'
  return publicationYear === year - 1
    ? 'An edition of last year'
    : `An edition ${year - publicationYear} years old`
}

/** Fewer listings than these say little. */
const fewListings = 30

/** What stands behind a price: how many listings, or that there are hardly any of the kind. */
function groundOf(copy: UsedCopy, year: number): string {
  if (copy.condition === 'poor') return 'Shops rarely sell poor copies, so this is an estimate.'
  const listings = listingsBehind(inModel(copy, year))
  if (listings < fewListings) return 'Hardly any listing is of such a copy, so this is an estimate.'
  return `${listings.toLocaleString('en-IN')} real listings of that condition, about that age and price, stand behind it.`
}

/** What Dobara's own sales did to the price. */
function taughtBy(factors: Factors, branch: string | undefined): string {
  const all = factors.get(wholeMarket)?.sales ?? 0
  const own = branch === undefined ? undefined : factors.get(branch)
  const inBranch =
    own && own.sales > 0 ? ` (${own.sales.toLocaleString('en-IN')} in ${branch})` : ''
  const sales = `${all.toLocaleString('en-IN')} ${all === 1 ? 'sale' : 'sales'} on Dobara${inBranch}`
  const moved = Math.round((factorOf(factors, branch) / marketFactor - 1) * 100)
  const abroad = 'The listings come from abroad, adjusted to Indian prices'
  if (moved === 0)
    return all === 0
      ? `${abroad}; Dobara has no sales yet to learn from.`
      : `${abroad}; compared with ${sales}, that stays as it is.`
  const way = `${moved > 0 ? 'up' : 'down'} by ${percent(Math.abs(moved) / 100)}`
  // What it rests on is too old by now, or not heard any more.
  if ((own ?? { sales: all }).sales < (own ? minSales : 1))
    return `Earlier sales on Dobara moved it ${way}; without new ones it goes back day by day.`
  return `${sales} moved it ${way}.`
}

/** Short sentences for the seller: what the price is made of, and how much stands behind it. */
export function reasonsFor(
  copy: UsedCopy,
  year: number,
  factors: Factors,
  branch: string | undefined,
): string[] {
  const factor = factorOf(factors, branch)
  const { predicted } = suggestBand(copy, year, factor)
  const edition = `${editionOf(copy.publicationYear, year)} ${words[copy.condition]}`
  if (predicted <= least)
    return [
      `${edition} would come to less. No price is predicted below ${formatRupees(Math.min(least, copy.originalPrice))}: nobody hands over a book for that.`,
    ]
  const share = `${edition} is offered at about ${percent(predicted / copy.originalPrice)} of its original price.`
  const reasons = [share, groundOf(copy, year), taughtBy(factors, branch)]
  if (copy.condition !== 'new') {
    const more =
      suggestBand({ ...copy, condition: better[copy.condition] }, year, factor).predicted -
      predicted
    if (more >= 100)
      reasons.push(`A copy ${words[better[copy.condition]]} could fetch ${wholeRupees(more)} more.`)
  }
  return reasons
}
