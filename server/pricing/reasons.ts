import type { TitleKnowledge } from '#contract/books/pricing.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { minPricePaise } from './assumptions.ts'
import { unknownTitle } from './estimate.ts'
import { minNamedGainPaise } from './policy.ts'
import { type PriceLevel, suggestBand, type UsedCopy } from './rules.ts'

const percent = (share: number) => `${Math.round(share * 100)}%`
const betterCondition = {
  good: ['new', 'that looks new'],
  average: ['good', 'in good condition'],
  poor: ['average', 'in average condition'],
} as const

function titleReasons(shift: number, { prices }: TitleKnowledge): string[] {
  const moved = Math.exp(shift) - 1
  if (Math.round(moved * 100) === 0) return []
  const known = prices === 1 ? '1 price of this title' : `${prices} prices of this title`
  const verb = `${moved > 0 ? 'raise' : 'lower'}${prices === 1 ? 's' : ''}`
  return [`${known} on Dobara ${verb} it by about ${percent(Math.abs(moved))}.`]
}

/** How a price at that level is estimated, in sentences. */
export function reasonsFor(
  copy: UsedCopy,
  year: number,
  level: PriceLevel,
  known: TitleKnowledge,
): string[] {
  const { predicted } = suggestBand(copy, year, level)
  if (predicted <= minPricePaise)
    return [`${formatRupees(predicted)} is the least we suggest for a book.`]
  const plain = suggestBand(copy, year, { ...level, title: unknownTitle })
  const reasons = [
    `Used copies of this age and condition sell for about ${percent(plain.predicted / copy.originalPrice)} of the original price.`,
    copy.condition === 'poor'
      ? 'Few worn copies are sold, so this is a rough estimate.'
      : 'We estimate that from used-book prices abroad, adjusted to India.',
    ...titleReasons(level.title.shift, known),
  ]
  if (copy.condition === 'new') return reasons
  const [condition, text] = betterCondition[copy.condition]
  const gain = suggestBand({ ...copy, condition }, year, level).predicted - predicted
  return gain < minNamedGainPaise
    ? reasons
    : [...reasons, `A copy ${text} could sell for ${formatRupees(gain)} more.`]
}
