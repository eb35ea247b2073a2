// How predictions came true, as admins read it.
import { toRupees } from '#contract/common.ts'
import { addDays, indianDate } from '#contract/dates.ts'
import type { PricingReport } from '#contract/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { marketFactor } from './assumptions.ts'
import { medianOf, wholeMarket } from './learn.ts'
import { findFactors, findPaths, findPredicted } from './store.ts'

const [pathDays, months, mostBranches, mostShown] = [180, 12, 8, 200]
/** The months' figures are made of so many sales at most, the newest. */
const mostSales = 20_000

export async function pricingReport(db: Db, now: Date): Promise<PricingReport> {
  const today = indianDate(now)
  const paths = Map.groupBy(await findPaths(db, addDays(today, -pathDays)), (row) => row.branch)
  const factors = [...(await findFactors(db, today))].map(([branch, learned]) => ({
    branch: branch === wholeMarket ? undefined : branch,
    ...learned,
    path: (paths.get(branch) ?? []).map(({ day, factor }) => ({ day, factor })),
  }))
  factors.sort((one, other) => Number(other.branch === undefined) - Number(one.branch === undefined) || other.sales - one.sales)
  const rows = await findPredicted(db, new Date(now.getTime() - 366 * 86_400_000), mostSales)
  const sold = rows.flatMap(({ book_title: title, branch, price, predicted_price, delivered_at }) =>
    predicted_price === null || delivered_at === null
      ? []
      : [{ title, branch, predicted: toRupees(predicted_price), actual: toRupees(price), soldAt: delivered_at.toISOString() }],
  )
  const byMonth = Map.groupBy(sold, ({ soldAt }) => indianDate(new Date(soldAt)).slice(0, 7))
  return {
    assumed: marketFactor,
    factors: factors.slice(0, mostBranches + 1),
    months: [...byMonth]
      .map(([month, sales]) => ({
        month,
        sales: sales.length,
        medianError: medianOf(sales.map(({ predicted, actual }) => Math.abs(predicted - actual) / actual)),
      }))
      .sort((one, other) => (one.month < other.month ? -1 : 1))
      .slice(-months),
    sales: sold.slice(0, mostShown),
  }
}
