import { canonicalBranch } from '#contract/branches.ts'
import { toPaise, toRupees } from '#contract/common.ts'
import { indianDate, indianYear } from '#contract/dates.ts'
import { predictPrice, readPricing } from '#contract/pricing.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { factorOf, reasonsFor, suggestBand } from './rules.ts'
import { findComparables, findSavedFactors, learnDailyFactors } from './store.ts'
import { pricingReport } from './views.ts'

/** So many sales of the same title are named. */
const mostComparables = 5

export function pricingRoutes(mount: Mount, parts: AppContext): void {
  const { db, jobs, now } = parts

  mount(
    predictPrice,
    async ({ condition, publication_year, original_price, branch: written, title }) => {
      const branch = written === undefined ? undefined : canonicalBranch(written)
      const copy = {
        condition,
        publicationYear: publication_year,
        originalPrice: toPaise(original_price),
      }
      const year = indianYear(now())
      const factors = await findSavedFactors(parts)
      const { low, predicted, high } = suggestBand(copy, year, factorOf(factors, branch))
      const sold =
        title === undefined ? [] : await findComparables(db, title, now(), mostComparables)
      return {
        predicted_price: toRupees(predicted),
        low: toRupees(low),
        high: toRupees(high),
        reasons: reasonsFor(copy, year, factors, branch),
        comparables: sold.map(({ price, originalPrice, condition, soldAt }) => ({
          ...{ price: toRupees(price), originalPrice: toRupees(originalPrice) },
          ...{ condition, soldIn: indianDate(soldAt).slice(0, 7) },
        })),
      }
    },
  )

  mount(readPricing, () => pricingReport(db, now()))

  // Looked at often, so that a server that isn't always up learns too; done once a day.
  jobs.every(1800, 'learn prices', () => learnDailyFactors(db, now()))
}
