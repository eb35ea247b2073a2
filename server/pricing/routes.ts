import { canonicalBranch } from '#contract/books/branches.ts'
import { predictPrice, readPricing } from '#contract/books/pricing.ts'
import { indianDate, indianYear } from '#contract/common/dates.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { learnJobSeconds, maxComparables } from './policy.ts'
import { reasonsFor } from './reasons.ts'
import { factorOf, suggestBand } from './rules.ts'
import { findComparables, findSavedFactors, learnDailyFactors } from './store.ts'
import { findPricingReport } from './views.ts'

export function pricingRoutes(mount: Mount, context: AppContext): void {
  const { db, jobs, now } = context

  mount(
    predictPrice,
    async ({ condition, publication_year, original_price, branch: givenBranch, title }) => {
      const branch = givenBranch === undefined ? undefined : canonicalBranch(givenBranch)
      const copy = {
        condition,
        publicationYear: publication_year,
        originalPrice: toPaise(original_price),
      }
      const year = indianYear(now())
      const factors = await findSavedFactors(context)
      const { low, predicted, high } = suggestBand(copy, year, factorOf(factors, branch))
      const sold =
        title === undefined ? [] : await findComparables(db, title, now(), maxComparables)
      return {
        predicted_price: toRupees(predicted),
        low: toRupees(low),
        high: toRupees(high),
        reasons: reasonsFor(copy, year, factors, branch),
        comparables: sold.map(({ price, originalPrice, condition, soldAt }) => ({
          price: toRupees(price),
          originalPrice: toRupees(originalPrice),
          condition,
          soldIn: indianDate(soldAt).slice(0, 7),
        })),
      }
    },
  )

  mount(readPricing, () => findPricingReport(db, now()))

  jobs.every(learnJobSeconds, 'learn prices', () => learnDailyFactors(db, now()))
}
