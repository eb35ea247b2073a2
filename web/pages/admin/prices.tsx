import { type ReactNode, Suspense } from 'react'
import { type PricingReport, readPricing } from '#contract/books/pricing.ts'
import { useRead } from '#web/api/hooks.ts'
import { maxShownSales } from '#web/features/pricing/policy.ts'
import { titleMonths } from '#web/features/pricing/title-months.ts'
import { formatCount, formatDate, formatPercent, formatRupees, orNoValue } from '#web/format.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { InlineLoadError, PartLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'

const SalesChart = lazyPart(
  () => import('#web/features/pricing/sales-chart.tsx').then((module) => module.SalesChart),
  PartLoadError,
)
const ErrorChart = lazyPart(
  () => import('#web/features/pricing/error-chart.tsx').then((module) => module.ErrorChart),
  PartLoadError,
)
const TitleErrorChart = lazyPart(
  () =>
    import('#web/features/pricing/title-error-chart.tsx').then((module) => module.TitleErrorChart),
  PartLoadError,
)
const FactorChart = lazyPart(
  () => import('#web/features/pricing/factor-chart.tsx').then((module) => module.FactorChart),
  PartLoadError,
)

export const meta = () => [
  { title: 'Prices · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

type Sale = PricingReport['sales'][number] & { _id: string }
type Factor = PricingReport['factors'][number] & { _id: string }

function formatDifference({ predicted, actual, taken }: Sale): string {
  const share = formatPercent(Math.abs(actual - predicted) / predicted)
  if (share === formatPercent(0))
    return taken || actual === predicted ? 'as predicted' : 'almost as predicted'
  return `${actual > predicted ? '+' : '−'}${share}`
}

const saleColumns: Column<Sale>[] = [
  {
    header: 'Title',
    wraps: true,
    cell: ({ title }) => <span className="font-medium">{title}</span>,
  },
  { header: 'Branch', cell: ({ branch }) => branch },
  { header: 'Seller', wraps: true, cell: ({ seller }) => orNoValue(seller) },
  { header: 'Predicted', isNumeric: true, cell: ({ predicted }) => formatRupees(predicted) },
  { header: 'Sold for', isNumeric: true, cell: ({ actual }) => formatRupees(actual) },
  { header: 'Difference', isNumeric: true, cell: formatDifference },
  { header: 'Ordered', cell: ({ soldAt }) => formatDate(soldAt) },
]

const factorColumns: Column<Factor>[] = [
  {
    header: 'Branch',
    wraps: true,
    cell: ({ branch }) => <span className="font-medium">{branch ?? 'The whole market'}</span>,
  },
  { header: 'Price level', isNumeric: true, cell: ({ factor }) => formatPercent(factor, 1) },
  { header: 'Sales', isNumeric: true, cell: ({ sales }) => sales.toLocaleString('en-IN') },
  { header: 'Sellers', isNumeric: true, cell: ({ sellers }) => sellers.toLocaleString('en-IN') },
]

const noLevel = 'No price level has been calculated yet.'

export default function Prices() {
  const report = useRead(readPricing, {})
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Prices</h1>
      {report.isError && !report.data && <InlineLoadError onRetry={() => void report.refetch()} />}
      {report.isPending && (
        <Loading>
          <ReportCards
            sales={<ChartSkeleton />}
            errors={<ChartSkeleton />}
            titles={<ChartSkeleton />}
            path={<ChartSkeleton />}
            factors={<TableSkeleton />}
            latest={<TableSkeleton />}
          />
        </Loading>
      )}
      {report.data && <Report report={report.data} />}
    </div>
  )
}

function Report({ report: { assumed, factors, months, sales } }: { report: PricingReport }) {
  const path =
    factors.length === 0 ? (
      <EmptyState
        text={noLevel}
        action={
          <p className="text-muted">
            Until then, predictions use what we assumed: {formatPercent(assumed, 1)}.
          </p>
        }
      />
    ) : (
      <LazyChart>
        <FactorChart assumed={assumed} factors={factors} />
      </LazyChart>
    )
  const salesChart = (
    <LazyChart>
      <SalesChart sales={sales} />
    </LazyChart>
  )
  const errorChart = (
    <LazyChart>
      <ErrorChart months={months} />
    </LazyChart>
  )
  return (
    <ReportCards
      sales={sales.length === 0 ? <NoSales /> : salesChart}
      errors={months.length === 0 ? <NoSales /> : errorChart}
      titles={<TitleErrors months={months} />}
      path={path}
      factors={<FactorTable assumed={assumed} factors={factors} />}
      latest={sales.length === 0 ? <NoSales /> : <LatestSales sales={sales} />}
    />
  )
}

function TitleErrors({ months }: Pick<PricingReport, 'months'>) {
  const known = titleMonths(months)
  if (known.length === 0)
    return <EmptyState text="No figures yet: they need a title that is sold a second time." />
  return (
    <LazyChart>
      <TitleErrorChart months={known} />
    </LazyChart>
  )
}

function FactorTable({ assumed, factors }: Pick<PricingReport, 'assumed' | 'factors'>) {
  return (
    <>
      <p className="max-w-prose text-muted">
        Predictions start from what second-hand books cost abroad. The price level compares Dobara
        with that: at {formatPercent(assumed)}, a copy that costs ₹100 there is predicted at
        {` ₹${Math.round(assumed * 100)}`} here. We assumed {formatPercent(assumed, 1)} at first;
        since then the level follows completed sales at prices that people set themselves. Each
        buyer counts once and each seller at most three times, so it takes dozens of sales to change
        a level much, and none changes by more than 2 % a day. What is known of a copy’s own title
        comes on top.
      </p>
      {factors.length === 0 ? (
        <EmptyState text={noLevel} />
      ) : (
        <DataTable
          caption="Price levels by branch"
          columns={factorColumns}
          rows={factors.map((factor) => ({ ...factor, _id: factor.branch ?? '' }))}
          rowKey={({ _id }) => _id}
        />
      )}
    </>
  )
}

function LatestSales({ sales }: Pick<PricingReport, 'sales'>) {
  const latest = sales.slice(0, maxShownSales)
  return (
    <>
      <p className="text-muted">
        {latest.length < sales.length && `${latest.length} of `}
        {formatCount(sales.length, 'sale')}, the newest first. The difference is a share of the
        predicted price.
      </p>
      <DataTable
        caption="Sales with their predicted prices"
        columns={saleColumns}
        rows={latest.map((sale, index) => ({ ...sale, _id: `${sale.soldAt} ${index}` }))}
        rowKey={({ _id }) => _id}
      />
    </>
  )
}

type CardContents = Record<'sales' | 'errors' | 'titles' | 'path' | 'factors' | 'latest', ReactNode>

const ReportCards = ({ sales, errors, titles, path, factors, latest }: CardContents) => (
  <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
    <Card title="Predicted and actual">{sales}</Card>
    <Card title="How far off predictions were">{errors}</Card>
    <Card title="How much knowing the title helps" className="xl:col-span-2">
      {titles}
    </Card>
    <Card title="Price levels day by day" className="xl:col-span-2">
      {path}
    </Card>
    <Card title="Price levels" className="xl:col-span-2">
      {factors}
    </Card>
    <Card title="Latest sales" className="xl:col-span-2">
      {latest}
    </Card>
  </div>
)

const NoSales = () => (
  <EmptyState text="No old book with a predicted price was delivered in the last year." />
)
const LazyChart = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<ChartSkeleton />}>{children}</Suspense>
)
const ChartSkeleton = () => <Skeleton className="h-82" />
const TableSkeleton = () => (
  <div className="flex flex-col gap-2">
    {['1', '2', '3', '4', '5', '6', '7', '8'].map((key) => (
      <Skeleton key={key} className="h-10" />
    ))}
  </div>
)
