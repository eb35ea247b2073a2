import type { NotNull } from 'kysely'
import {
  type PricingReport,
  predictPrice,
  readPricing,
  type TitleKnowledge,
} from '#contract/books/pricing.ts'
import { indianYear } from '#contract/common/dates.ts'
import { formatRupees, toPaise, toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { marketFactor, minPricePaise } from './assumptions.ts'
import { medianOf, unknownTitle } from './estimate.ts'
import {
  findMarketLevel,
  isNamedSale,
  learnDailyFactor,
  selectTrustedSales,
} from './market-factor.ts'
import { findTitle, predictionAt } from './predict.ts'
import { type PriceLevel, suggestBand, type UsedCopy } from './rules.ts'
import { isTitleNamed } from './titles.ts'

/** A better condition is mentioned only if it would raise the price by at least this much. */
const minNamedGainPaise = 1000

const maxReportedSales = 100

/**
 * The factor is learned once a day. The job runs more often, because some servers don't always run.
 */
const learnJobSeconds = 1800

async function findPricingReport(context: AppContext): Promise<PricingReport> {
  const rows = await selectTrustedSales(context.db, context.now())
    .where('orders.predicted_price', 'is not', null)
    .select(['orders.id', 'orders.book_title', 'orders.branch', 'orders.seller_name'])
    .select(['orders.predicted_price', 'orders.price', 'orders.created_at'])
    .select(isNamedSale.as('is_named'))
    .orderBy('orders.created_at', 'desc')
    .limit(maxReportedSales)
    .$narrowType<{ predicted_price: NotNull }>()
    .execute()
  const sales = rows.map((row) => ({
    _id: row.id,
    title: row.book_title,
    branch: row.branch,
    seller: row.seller_name,
    predicted: toRupees(row.predicted_price),
    actual: toRupees(row.price),
    taken: !row.is_named,
    soldAt: row.created_at.toISOString(),
  }))
  const errors = sales.flatMap(({ predicted, actual, taken }) =>
    taken ? [] : [Math.abs(actual - predicted) / predicted],
  )
  const { factor, sales: learnedFrom } = await findMarketLevel(context)
  return {
    level: { assumed: marketFactor, factor, sales: learnedFrom },
    ...(errors.length > 0 && { medianError: medianOf(errors) }),
    sales,
  }
}

export function pricingRoutes(mount: Mount, context: AppContext): void {
  const { db, jobs, now } = context

  mount(predictPrice, async (input, { viewer }) => {
    const { condition, publication_year: publicationYear, title, author, isbn } = input
    const copy = { condition, publicationYear, originalPrice: toPaise(input.original_price) }
    const year = indianYear(now())
    const reference = { title, author, isbn, publicationYear }
    const { level, known, comparables } = await findTitle(context, reference, viewer?.accountId)
    return {
      ...predictionAt(copy, year, level),
      reasons: reasonsFor(copy, year, level, known),
      comparables,
      ...(isTitleNamed(reference) && { known }),
    }
  })

  mount(readPricing, () => findPricingReport(context))

  jobs.every(learnJobSeconds, 'learn prices', () => learnDailyFactor(db, now()))
}

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
