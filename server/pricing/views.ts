// How predictions came true, as admins read it.
import { toRupees } from '#contract/common.ts'
import { addDays, indianDate } from '#contract/dates.ts'
import type { PricingReport } from '#contract/pricing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { marketFactor } from './assumptions.ts'
import { medianOf, wholeMarket } from './learn.ts'
import { findFactorHistory, findFactors, findPredicted } from './store.ts'

const [pathDays, months, mostBranches, mostShown] = [180, 12, 8, 200]
/** The months' figures are made of so many sales at most, the newest. */
const mostSales = 20_000

type Sold = PricingReport['sales'][number]

/** A month's sales; one that was taken as predicted says nothing of the prediction's error. */
function monthOf(month: string, sales: readonly Sold[]): PricingReport['months'][number] {
  const errors = sales.flatMap(({ taken, predicted, actual }) =>
    taken ? [] : [Math.abs(actual - predicted) / predicted],
  )
  const counts = { month, sales: sales.length, taken: sales.length - errors.length }
  return errors.length > 0 ? { ...counts, medianError: medianOf(errors) } : counts
}

export async function pricingReport(db: Db, now: Date): Promise<PricingReport> {
  const today = indianDate(now)
  const learned = [...(await findFactors(db, today))]
    .sort(
      ([one, { sales }], [other, more]) =>
        Number(other === wholeMarket) - Number(one === wholeMarket) || more.sales - sales,
    )
    .slice(0, mostBranches + 1)
  const shown = learned.map(([branch]) => branch)
  const paths = Map.groupBy(
    await findFactorHistory(db, shown, addDays(today, -pathDays)),
    ({ branch }) => branch,
  )
  const rows = await findPredicted(db, new Date(now.getTime() - 366 * 86_400_000), mostSales)
  const sold: Sold[] = rows.flatMap(
    ({
      book_title: title,
      seller_name: seller,
      branch,
      price,
      predicted_price,
      is_own_price,
      created_at,
    }) =>
      predicted_price === null
        ? []
        : [
            {
              ...{
                title,
                branch,
                seller,
                predicted: toRupees(predicted_price),
                actual: toRupees(price),
              },
              ...{ taken: !is_own_price, soldAt: created_at.toISOString() },
            },
          ],
  )
  return {
    assumed: marketFactor,
    factors: learned.map(([branch, factor]) => ({
      ...(branch !== wholeMarket && { branch }),
      ...factor,
      path: (paths.get(branch) ?? []).map(({ day, factor }) => ({ day, factor })),
    })),
    months: [...Map.groupBy(sold, ({ soldAt }) => indianDate(new Date(soldAt)).slice(0, 7))]
      .map(([month, sales]) => monthOf(month, sales))
      .sort((one, other) => (one.month < other.month ? -1 : 1))
      .slice(-months),
    sales: sold.slice(0, mostShown),
  }
}
