import { type PricingReport, predictPrice, readPricing } from '#contract/books/pricing.ts'
import { indianYear } from '#contract/common/dates.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { marketFactor } from './assumptions.ts'
import { medianOf } from './estimate.ts'
import { findMarketLevel, isNamedSale, learnDailyFactor, selectTrustedSales } from './market.ts'
import { learnJobSeconds, maxReportedSales } from './policy.ts'
import { findTitle, predictionAt } from './predict.ts'
import { reasonsFor } from './reasons.ts'
import { isTitleNamed } from './titles.ts'

/** How far off the predictions of the newest sales were. */
async function findPricingReport(context: AppContext): Promise<PricingReport> {
  const rows = await selectTrustedSales(context.db, context.now())
    .where('orders.predicted_price', 'is not', null)
    .select(['orders.id', 'orders.book_title', 'orders.branch', 'orders.seller_name'])
    .select(['orders.predicted_price', 'orders.price', 'orders.created_at'])
    .select(isNamedSale.as('is_named'))
    .orderBy('orders.created_at', 'desc')
    .limit(maxReportedSales)
    .execute()
  const sales = rows.flatMap(({ predicted_price: predicted, ...row }) =>
    predicted === null
      ? []
      : [
          {
            _id: row.id,
            title: row.book_title,
            branch: row.branch,
            seller: row.seller_name,
            predicted: toRupees(predicted),
            actual: toRupees(row.price),
            taken: !row.is_named,
            soldAt: row.created_at.toISOString(),
          },
        ],
  )
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
