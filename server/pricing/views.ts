import type { PricingReport } from '#contract/books/pricing.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { marketFactor } from './assumptions.ts'
import { daysBefore } from './days.ts'
import { medianOf, wholeMarket } from './learn.ts'
import { findMarketLevels } from './learned-store.ts'
import { type PastSale, pastErrors, type TitleErrors } from './past-errors.ts'
import { report } from './policy.ts'
import { findFactorHistory, findPredictedSales } from './store.ts'

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>
type ReportedSale = PricingReport['sales'][number]

/** Sales at the predicted price don't count in the error. */
function monthOf(
  month: string,
  sales: readonly ReportedSale[],
  titles: TitleErrors | undefined,
): PricingReport['months'][number] {
  const errors = sales.flatMap(({ taken, predicted, actual }) =>
    taken ? [] : [Math.abs(actual - predicted) / predicted],
  )
  const counts = {
    month,
    sales: sales.length,
    taken: sales.length - errors.length,
    ...(titles && { titles }),
  }
  return errors.length > 0 ? { ...counts, medianError: medianOf(errors) } : counts
}

function toPastSales(rows: Awaited<ReturnType<typeof findPredictedSales>>): PastSale[] {
  return rows.flatMap(({ condition, ...row }) =>
    condition === null
      ? []
      : [
          {
            kind: 'sale',
            title: row.title_key,
            branch: row.branch,
            price: row.price,
            copy: {
              condition,
              publicationYear: row.publication_year,
              originalPrice: row.original_price,
            },
            namedAt: row.created_at,
            people: [row.seller_id, row.buyer_id],
            isNamed: row.is_named,
            accountDays: row.age_days,
          },
        ],
  )
}

export async function findPricingReport(context: Context): Promise<PricingReport> {
  const { db } = context
  const now = context.now()
  const today = indianDate(now)
  const market = await findMarketLevels(context)
  const learned = [...market.factors]
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
  const since = daysBefore(now, report.salesDays)
  const rows = await findPredictedSales(db, since, report.maxSales)
  const titleErrors = pastErrors(toPastSales(rows), market)
  const sales: ReportedSale[] = rows.flatMap(
    ({
      book_title: title,
      seller_name: seller,
      branch,
      price,
      predicted_price,
      is_named,
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
              taken: !is_named,
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
      .map(([month, sales]) => monthOf(month, sales, titleErrors.get(month)))
      .sort((a, b) => (a.month < b.month ? -1 : 1))
      .slice(-report.months),
    sales: sales.slice(0, report.maxShownSales),
  }
}
