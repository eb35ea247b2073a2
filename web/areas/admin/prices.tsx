import { lazy, Suspense } from 'react'
import { type PricingReport, readPricing } from '#contract/pricing.ts'
import { useRead } from '#web/data/hooks.ts'
import { count, day, rupeesExact } from '#web/parts/format.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { CouldNotLoad, Loading, Skeleton } from '#web/ui/states.tsx'

const PriceCharts = lazy(() => import('./price-charts.tsx'))

export const meta = () => [{ title: 'Prices · Admin · Dobara' }, { name: 'robots', content: 'noindex' }]

type Sale = PricingReport['sales'][number] & { _id: string }
type Factor = PricingReport['factors'][number] & { _id: string }

const off = ({ predicted, actual }: Sale) =>
  `${actual >= predicted ? '+' : '−'}${Math.round((Math.abs(actual - predicted) / predicted) * 100)} %`

const saleColumns: Column<Sale>[] = [
  { head: 'Title', free: true, cell: ({ title }) => <span className="font-medium">{title}</span> },
  { head: 'Branch', cell: ({ branch }) => branch },
  { head: 'Predicted', figure: true, cell: ({ predicted }) => rupeesExact(predicted) },
  { head: 'Sold for', figure: true, cell: ({ actual }) => rupeesExact(actual) },
  { head: 'Difference', figure: true, cell: off },
  { head: 'Delivered', cell: ({ soldAt }) => day(soldAt) },
]

const factorColumns: Column<Factor>[] = [
  { head: 'Branch', free: true, cell: ({ branch }) => <span className="font-medium">{branch ?? 'The whole market'}</span> },
  { head: 'Factor', figure: true, cell: ({ factor }) => factor.toFixed(3) },
  { head: 'Sales that count', figure: true, cell: ({ sales }) => sales.toLocaleString('en-IN') },
  { head: 'Sellers', figure: true, cell: ({ sellers }) => sellers.toLocaleString('en-IN') },
]

const shownSales = 20

/** How predicted prices came true, and what the market has taught them. */
export default function Prices() {
  const report = useRead(readPricing, {})
  const loading = (
    <Loading>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  )
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Prices</h1>
      {report.isPending && loading}
      {report.isError && !report.data && <CouldNotLoad onRetry={() => void report.refetch()} />}
      {report.data && (
        <>
          {report.data.sales.length === 0 ? (
            <p className="text-quiet">No old book with a predicted price was delivered in the last year.</p>
          ) : (
            <Suspense fallback={loading}>
              <PriceCharts report={report.data} />
            </Suspense>
          )}
          <Card title="Market factors">
            <p className="max-w-prose text-quiet">
              What is asked here against the listings that the model is fitted on. It begins at {report.data.assumed} and follows completed
              sales: nobody counts for more than three, dozens come before it moves much, and a day moves it by two parts in a hundred at
              most.
            </p>
            <DataTable
              caption="Factors by branch"
              columns={factorColumns}
              rows={report.data.factors.map((factor) => ({ ...factor, _id: factor.branch ?? '' }))}
              rowKey={({ _id }) => _id}
            />
          </Card>
          {report.data.sales.length > 0 && (
            <Card title="Latest sales">
              <p className="text-quiet">{count(Math.min(shownSales, report.data.sales.length), 'sale')}, the newest first.</p>
              <DataTable
                caption="Sales with their predicted prices"
                columns={saleColumns}
                rows={report.data.sales.slice(0, shownSales).map((sale) => ({ ...sale, _id: `${sale.soldAt} ${sale.title}` }))}
                rowKey={({ _id }) => _id}
              />
            </Card>
          )}
        </>
      )}
    </div>
  )
}
