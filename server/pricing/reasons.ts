import { formatRupees } from '#contract/common/schemas.ts'
import { marketFactor, minPricePaise } from './assumptions.ts'
import { wholeMarket } from './learn.ts'
import { countListings } from './model.ts'
import { fewListings, minSales } from './policy.ts'
import {
  type Factors,
  factorOf,
  modelCopy,
  type PriceLevel,
  roundDown,
  suggestBand,
  type UsedCopy,
} from './rules.ts'
import { type TitleEffect, unknownTitle } from './title.ts'

const percent = (share: number) => `${Math.round(share * 100)}\u00A0%`
const conditionText = {
  new: 'that looks new',
  good: 'in good condition',
  average: 'in average condition',
  poor: 'in poor condition',
} as const
const nextBetter = { good: 'new', average: 'good', poor: 'average' } as const

function editionText(publicationYear: number, year: number): string {
  if (publicationYear > year) return 'An edition of next year'
  if (publicationYear === year) return 'An edition of this year'
  return publicationYear === year - 1
    ? 'An edition of last year'
    : `An edition ${year - publicationYear} years old`
}

function listingsText(copy: UsedCopy, year: number): string {
  if (copy.condition === 'poor') return 'Shops rarely sell poor copies, so this is an estimate.'
  const listings = countListings(modelCopy(copy, year))
  if (listings < fewListings) return 'Hardly any listing is of such a copy, so this is an estimate.'
  return `${listings.toLocaleString('en-IN')} real listings of that condition, about that age and price, stand behind it.`
}

function salesText(factors: Factors, branch: string | undefined): string {
  const total = factors.get(wholeMarket)?.sales ?? 0
  const learned = branch === undefined ? undefined : factors.get(branch)
  const inBranch =
    learned && learned.sales > 0 ? ` (${learned.sales.toLocaleString('en-IN')} in ${branch})` : ''
  const sales = `${total.toLocaleString('en-IN')} ${total === 1 ? 'sale' : 'sales'} on Dobara${inBranch}`
  const percentMoved = Math.round((factorOf(factors, branch) / marketFactor - 1) * 100)
  const origin = 'The listings come from abroad, adjusted to Indian prices'
  if (percentMoved === 0)
    return total === 0
      ? `${origin}; Dobara has no sales yet to learn from.`
      : `${origin}; compared with ${sales}, that stays as it is.`
  const change = `${percentMoved > 0 ? 'up' : 'down'} by ${percent(Math.abs(percentMoved) / 100)}`
  // The sales behind the factor are too old by now, or no longer count.
  if (learned ? learned.sales < minSales : total < 1)
    return `Earlier sales on Dobara moved it ${change}; without new ones it goes back day by day.`
  return `${sales} moved it ${change}.`
}

/** How the title differs from other books, once that makes a per cent. */
function titleText(title: TitleEffect): string[] {
  const percentMoved = Math.round((Math.exp(title.shift) - 1) * 100)
  if (percentMoved === 0) return []
  return [
    `This title goes for about ${percent(Math.abs(percentMoved) / 100)} ${percentMoved > 0 ? 'more' : 'less'} than other books of that condition and age.`,
  ]
}

/** The market's `factors` say what was learned from sales, the `level` is what the copy was predicted at. */
export function reasonsFor(
  copy: UsedCopy,
  year: number,
  factors: Factors,
  branch: string | undefined,
  level: Partial<PriceLevel> = { factor: factorOf(factors, branch) },
): string[] {
  const { title = unknownTitle } = level
  const plain = suggestBand(copy, year, { ...level, title: unknownTitle })
  const { predicted } = suggestBand(copy, year, level)
  const edition = `${editionText(copy.publicationYear, year)} ${conditionText[copy.condition]}`
  if (predicted <= minPricePaise)
    return [
      `${edition} would come to less. No price is predicted below ${formatRupees(roundDown(Math.min(minPricePaise, copy.originalPrice), copy.originalPrice))}: nobody hands over a book for that.`,
    ]
  const shareText = `${edition} is offered at about ${percent(plain.predicted / copy.originalPrice)} of its original price.`
  const reasons = [
    shareText,
    listingsText(copy, year),
    salesText(factors, branch),
    ...titleText(title),
  ]
  if (copy.condition !== 'new') {
    const condition = nextBetter[copy.condition]
    const extra = suggestBand({ ...copy, condition }, year, level).predicted - predicted
    if (extra >= 100)
      reasons.push(`A copy ${conditionText[condition]} could fetch ${formatRupees(extra)} more.`)
  }
  return reasons
}
