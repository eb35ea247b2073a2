import { canonicalBranch } from '#contract/books/branches.ts'
import { predictPrice, readPricing } from '#contract/books/pricing.ts'
import { indianDate, indianYear } from '#contract/common/dates.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { learnDailyLevels } from './learned-store.ts'
import { learnJobSeconds } from './policy.ts'
import { findTitleLevels, predictionAt } from './predict.ts'
import { reasonsFor } from './reasons.ts'
import { findComparables, learnDailyFactors } from './store.ts'
import { isTitleNamed } from './titles/keys.ts'
import { findPricingReport } from './views.ts'

export function pricingRoutes(mount: Mount, context: AppContext): void {
  const { db, jobs, now } = context

  mount(predictPrice, async (input, { viewer }) => {
    const { condition, publication_year: publicationYear, title, author, isbn } = input
    const branch = input.branch === undefined ? undefined : canonicalBranch(input.branch)
    const copy = { condition, publicationYear, originalPrice: toPaise(input.original_price) }
    const year = indianYear(now())
    const reference = { title, author, isbn, publicationYear }
    const { market, levelIn, comparables } = await findTitleLevels(
      context,
      reference,
      viewer?.accountId,
    )
    const { level, known } = levelIn(branch)
    const isNamed = isTitleNamed(reference)
    const sold =
      isNamed || title === undefined ? comparables : await findComparables(db, title, now())
    return {
      ...predictionAt(copy, year, level),
      reasons: reasonsFor(copy, year, market.factors, branch, level, known.prices),
      comparables: sold.map(({ price, originalPrice, condition, soldAt }) => ({
        price: toRupees(price),
        originalPrice: toRupees(originalPrice),
        condition,
        soldIn: indianDate(soldAt).slice(0, 7),
      })),
      ...(isNamed && { known }),
    }
  })

  mount(readPricing, () => findPricingReport(context))

  jobs.every(learnJobSeconds, 'learn prices', async () => {
    await learnDailyFactors(db, now())
    await learnDailyLevels(db, now())
  })
}
