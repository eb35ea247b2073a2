import { formatRupees } from '#contract/common/schemas.ts'
import { marketFactor, minPricePaise } from './assumptions.ts'
import { wholeMarket } from './learn.ts'
import { countListings } from './model.ts'
import { fewListings, fewTitlePrices, minSales } from './policy.ts'
import {
  type Factors,
  factorOf,
  modelCopy,
  type PriceLevel,
  suggestBand,
  type UsedCopy,
} from './rules.ts'
import { type TitleEffect, unknownTitle } from './titles/estimate.ts'

/** 'An 8-year-old', 'an 11-year-old', 'an 80-year-old'. */
const startsWithVowel = (age: number) => age === 11 || age === 18 || /^8/.test(String(age))
const percent = (share: number) => `${Math.round(share * 100)}\u00A0%`
const conditionText = {
  new: 'that looks new',
  good: 'in good condition',
  average: 'in average condition',
  poor: 'in poor condition',
} as const
const nextBetter = { good: 'new', average: 'good', poor: 'average' } as const

function editionText(publicationYear: number, year: number): string {
  const age = year - publicationYear
  if (age < 0) return 'Next year’s edition'
  if (age === 0) return 'This year’s edition'
  return age === 1
    ? 'Last year’s edition'
    : `${startsWithVowel(age) ? 'An' : 'A'} ${age}-year-old edition`
}

function listingsText(copy: UsedCopy, year: number): string {
  if (copy.condition === 'poor') return 'Shops rarely sell poor copies, so this is an estimate.'
  const listings = countListings(modelCopy(copy, year))
  return listings < fewListings
    ? 'There are hardly any similar listings, so this is an estimate.'
    : `Based on ${listings.toLocaleString('en-IN')} similar listings.`
}

function salesText(factors: Factors, branch: string | undefined): string {
  const total = factors.get(wholeMarket)?.sales ?? 0
  const learned = branch === undefined ? undefined : factors.get(branch)
  const inBranch =
    learned && learned.sales > 0 ? ` (${learned.sales.toLocaleString('en-IN')} in ${branch})` : ''
  const sales = `${total.toLocaleString('en-IN')} ${total === 1 ? 'sale' : 'sales'} on Dobara${inBranch}`
  const percentMoved = Math.round((factorOf(factors, branch) / marketFactor - 1) * 100)
  const origin = 'The listings are from shops abroad, adjusted to Indian prices.'
  const have = total === 1 ? 'has' : 'have'
  if (percentMoved === 0)
    return total === 0
      ? `${origin} There are no sales on Dobara yet to compare them with.`
      : `${origin} So far, ${sales} ${have} not changed that.`
  const moved = `${percentMoved > 0 ? 'raised' : 'lowered'} this price by about ${percent(Math.abs(percentMoved) / 100)}`
  // The sales behind the factor are too old by now, or no longer count.
  if (learned ? learned.sales < minSales : total < 1)
    return `Earlier sales on Dobara have ${moved}. Without new ones, this wears off day by day.`
  return `${sales} ${have} ${moved}.`
}

/**
 * How the title differs from other books, once that makes a per cent. Beside few prices, which a
 * prediction follows only in part, it isn't what they show.
 */
function titleReasons(title: TitleEffect, prices: number): string[] {
  const percentMoved = Math.round((Math.exp(title.shift) - 1) * 100)
  if (percentMoved === 0) return []
  const isMore = percentMoved > 0
  const amount = percent(Math.abs(percentMoved) / 100)
  if (prices >= fewTitlePrices)
    return [
      `This title goes for about ${amount} ${isMore ? 'more' : 'less'} than other books of the same age, price and condition.`,
    ]
  const known =
    prices === 1
      ? 'Only one price of this title is known, so it'
      : 'Few prices of this title are known, so they'
  const moves = `${isMore ? 'raise' : 'lower'}${prices === 1 ? 's' : ''}`
  return [`${known} ${moves} this price only in part: by about ${amount}.`]
}

/**
 * The market's `factors` say what was learned from sales, the `level` is what the copy was
 * predicted at, with so many `prices` of its title known.
 */
export function reasonsFor(
  copy: UsedCopy,
  year: number,
  factors: Factors,
  branch: string | undefined,
  level: Partial<PriceLevel> = { factor: factorOf(factors, branch) },
  prices = 0,
): string[] {
  const { title = unknownTitle } = level
  const plain = suggestBand(copy, year, { ...level, title: unknownTitle })
  const { predicted } = suggestBand(copy, year, level)
  const edition = `${editionText(copy.publicationYear, year)} ${conditionText[copy.condition]}`
  if (predicted <= minPricePaise) {
    const least = formatRupees(predicted)
    return [
      `${edition} comes to about ${least} or less. We suggest ${least}: for less, nobody would hand over a book.`,
    ]
  }
  const shareText = `${edition} usually goes for about ${percent(plain.predicted / copy.originalPrice)} of its original price.`
  const reasons = [
    shareText,
    listingsText(copy, year),
    salesText(factors, branch),
    ...titleReasons(title, prices),
  ]
  if (copy.condition !== 'new') {
    const condition = nextBetter[copy.condition]
    const extra = suggestBand({ ...copy, condition }, year, level).predicted - predicted
    if (extra >= 100)
      reasons.push(`A copy ${conditionText[condition]} could fetch ${formatRupees(extra)} more.`)
  }
  return reasons
}
