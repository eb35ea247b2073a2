import type { PricingReport } from '#contract/books/pricing.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Db } from '#server/platform/database/database.ts'
import { marketFactor } from './assumptions.ts'
import { medianOf, wholeMarket } from './learn.ts'
import { report } from './policy.ts'
import { findFactorHistory, findFactors, findPredictedSales } from './store.ts'

type ReportedSale = PricingReport['sales'][number]

/** Sales at the predicted price don't count in the error. */
function monthOf(month: string, sales: readonly ReportedSale[]): PricingReport['months'][number] {
  const errors = sales.flatMap(({ taken, predicted, actual }) =>
    taken ? [] : [Math.abs(actual - predicted) / predicted],
  )
  const counts = { month, sales: sales.length, taken: sales.length - errors.length }
  return errors.length > 0 ? { ...counts, medianError: medianOf(errors) } : counts
}

export async function findPricingReport(db: Db, now: Date): Promise<PricingReport> {
  const today = indianDate(now)
  const learned = [...(await findFactors(db, today))]
    .sort(
      ([branchA, a], [branchB, b]) =>
        Number(branchB === wholeMarket) - Number(branchA === wholeMarket) || b.sales - a.sales,
    )
    .slice(0, report.maxBranches + 1)
  const branches = learned.map(([branch]) => branch)
  const histories = Map.groupBy(
    await findFactorHistory(db, branches, addDays(today, -report.historyDays)),
    ({ branch }) => branch,
  )
  const since = new Date(now.getTime() - report.salesDays * 86_400_000)
  const rows = await findPredictedSales(db, since, report.maxSales)
  const sales: ReportedSale[] = rows.flatMap(
    ({
      book_title: title,
      seller_name: seller,
      branch,
      price,
      predicted_price,
      is_custom_price,
      created_at,
    }) =>
      predicted_price === null
        ? []
        : [
            {
              title,
              branch,
              seller,
              predicted: toRupees(predicted_price),
              actual: toRupees(price),
              taken: !is_custom_price,
              soldAt: created_at.toISOString(),
            },
          ],
  )
  return {
    assumed: marketFactor,
    factors: learned.map(([branch, factor]) => ({
      ...(branch !== wholeMarket && { branch }),
      ...factor,
      path: (histories.get(branch) ?? []).map(({ day, factor }) => ({ day, factor })),
    })),
    months: [...Map.groupBy(sales, ({ soldAt }) => indianDate(new Date(soldAt)).slice(0, 7))]
      .map(([month, sales]) => monthOf(month, sales))
      .sort((a, b) => (a.month < b.month ? -1 : 1))
      .slice(-report.months),
    sales: sales.slice(0, report.maxShownSales),
  }
}
