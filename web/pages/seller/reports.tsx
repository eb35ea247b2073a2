import { Download, Printer } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#contract/common/numbers.ts'
import {
  listBestSellers,
  type ReportRange,
  readOrderSummary,
  readSalesReport,
  reportRanges,
  type UnsoldBooks as UnsoldOfAge,
  unsoldAges,
} from '#contract/orders/reports.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { ageText } from '#web/features/books/labels.ts'
import { MoneyLines, MoneyLinesSkeleton } from '#web/features/reports/money-lines.tsx'
import { OrdersExport } from '#web/features/reports/orders-export.tsx'
import { type Report, reportCsv } from '#web/features/reports/report-csv.ts'
import { formatRupees } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import { EmptyState, LoadError } from '#web/ui/loading/empty-state.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { PartLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { saveFile } from '#web/ui/save-file.ts'

const SalesArea = lazyPart(
  () => import('#web/features/reports/report-charts.tsx').then((module) => module.SalesArea),
  PartLoadError,
)
const OrdersPie = lazyPart(
  () => import('#web/features/reports/report-charts.tsx').then((module) => module.OrdersPie),
  PartLoadError,
)

export const meta = privateMeta('Reports')

const isRange = (text: string | null): text is ReportRange =>
  reportRanges.includes(text as ReportRange)

const bestSellerColumns: Column<Report['best'][number]>[] = [
  {
    header: 'Title',
    wraps: true,
    card: 'col-start-1',
    cell: (row) => <span className="font-medium">{row.title}</span>,
  },
  {
    header: 'Sales',
    isNumeric: true,
    card: 'col-start-1 row-start-2 text-muted after:content-["_sold"] tabular:after:content-none',
    cell: (row) => row.sales.toLocaleString('en-IN'),
  },
  {
    header: 'Revenue',
    isNumeric: true,
    card: 'col-start-2 row-start-1 text-right',
    cell: (row) => formatRupees(row.revenue),
  },
]

export default function Reports() {
  const [params, setParams] = useSearchParams()
  const rangeParam = params.get('range')
  const range = isRange(rangeParam) ? rangeParam : 'monthly'
  const setRange = (name: string) =>
    setParams({ range: name }, { replace: true, preventScrollReset: true })
  const sales = useRead(readSalesReport, { range }, { keepPrevious: true })
  const summary = useRead(readOrderSummary, { range, details: true }, { keepPrevious: true })
  const best = useRead(listBestSellers, { range }, { keepPrevious: true })
  const isCurrent = ![sales, summary, best].some((read) => read.isPlaceholderData)
  const report =
    isCurrent && sales.data && summary.data && best.data
      ? { sales: sales.data, summary: summary.data, best: best.data }
      : undefined
  const reads = [sales, summary, best]
  const retry = () => {
    for (const read of reads) if (read.isError) void read.refetch()
  }
  const errorText = reads.every((read) => read.isError)
    ? errorMessage(sales.error, 'Error fetching reports.')
    : sales.isError
      ? errorMessage(sales.error, 'Failed to fetch sales report.')
      : best.isError
        ? errorMessage(best.error, 'Failed to fetch best-selling books.')
        : summary.isError && errorMessage(summary.error, 'Failed to fetch order summary.')
  const { money, unsold } = summary.data ?? {}
  return (
    <div className="flex flex-col gap-6">
      <ReportsHeader range={range} setRange={setRange} report={report} />
      <p className="hidden print:block">{rangeLabels[range]}</p>
      {errorText && <LoadError text={`⚠️ ${errorText}`} onRetry={retry} />}
      {summary.isPending && <MoneyLinesSkeleton />}
      {money && <MoneyLines money={money} />}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel
          title="Sales"
          read={sales}
          isEmpty={({ salesData }) => !salesData.some((sum) => sum > 0)}
        >
          {(data) => (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <SalesArea {...data} />
            </Suspense>
          )}
        </Panel>
        <Panel
          title="Order summary"
          read={summary}
          isEmpty={({ completed, pending, cancelled }) => completed + pending + cancelled === 0}
          emptyText="No orders found."
        >
          {(data) => (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <OrdersPie {...data} />
            </Suspense>
          )}
        </Panel>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel
          title="Best sellers"
          hint={rangeLabels[range]}
          read={best}
          isEmpty={(rows) => rows.length === 0}
        >
          {(rows) => (
            <DataTable
              caption="Best sellers"
              columns={bestSellerColumns}
              rows={rows}
              rowKey={({ title }) => title}
              cardClass="grid grid-cols-[1fr_auto] items-baseline gap-x-4"
            />
          )}
        </Panel>
        {(summary.isPending || unsold) && (
          <Panel
            title="Unsold books"
            read={{ ...summary, data: unsold }}
            isEmpty={(ages) => ages.every(({ books }) => books === 0)}
            emptyText={`No books unsold for ${unsoldAges[0]} days.`}
          >
            {(ages) => <UnsoldBooks ages={ages} />}
          </Panel>
        )}
      </div>
    </div>
  )
}

type HeaderProps = {
  range: ReportRange
  setRange: (range: string) => void
  /** Undefined until all parts of the report are loaded. */
  report: Report | undefined
}

function ReportsHeader({ range, setRange, report }: HeaderProps) {
  const download = () =>
    report && saveFile(`dobara-report-${range}.csv`, 'text/csv;charset=utf-8', reportCsv(report))
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <h1 className="font-semibold text-3xl">Reports</h1>
      <div className="flex flex-wrap items-end gap-2 print:hidden">
        <Field label="Date range">
          <Select value={range} onChange={(event) => setRange(event.target.value)}>
            {reportRanges.map((name) => (
              <option key={name} value={name}>
                {rangeLabels[name]}
              </option>
            ))}
          </Select>
        </Field>
        <Button icon={<Download />} disabled={!report} onClick={download}>
          Download Report
        </Button>
        <Button
          variant="plain"
          icon={<Printer />}
          disabled={!report}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <OrdersExport />
      </div>
    </header>
  )
}

type PanelProps<Data> = {
  title: string
  hint?: string
  read: { data: Data | undefined; isPending: boolean; isPlaceholderData: boolean }
  isEmpty: (data: Data) => boolean
  emptyText?: string
  children: (data: Data) => ReactNode
}

function Panel<Data>({
  title,
  hint,
  read: { data, isPending, isPlaceholderData },
  isEmpty,
  emptyText = 'No sales data available.',
  children,
}: PanelProps<Data>) {
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`grid transition-opacity print:break-inside-avoid
        ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <Card title={title} action={hint && <p className="text-muted text-sm">{hint}</p>}>
        {isPending ? (
          <Loading skeletons={['h-72']} />
        ) : data === undefined || isEmpty(data) ? (
          <EmptyState text={emptyText} />
        ) : (
          children(data)
        )}
      </Card>
    </div>
  )
}

const rangeLabels: Record<ReportRange, string> = {
  daily: 'Daily (last 30 days)',
  weekly: 'Weekly (last 12 weeks)',
  monthly: 'Monthly (last 12 months)',
  yearly: 'Yearly (last 5 years)',
}

function booksPath({ minDays, maxDays }: UnsoldOfAge): string {
  const filters = new URLSearchParams({ state: 'for-sale', minDays: String(minDays) })
  if (maxDays !== undefined) filters.set('maxDays', String(maxDays))
  return `${paths.seller.books}?${filters}`
}

/** Shows unsold books by age. */
const UnsoldBooks = ({ ages }: { ages: UnsoldOfAge[] }) => (
  <ul className="-my-2 divide-y divide-border">
    {ages.map((age) => (
      <li key={age.minDays}>
        <AgeLink age={age} />
      </li>
    ))}
  </ul>
)

function AgeLink({ age }: { age: UnsoldOfAge }) {
  const { minDays, maxDays, books, copies, value } = age
  const count = `${formatCount(books, 'book')}${copies > books ? `, ${copies.toLocaleString('en-IN')} copies` : ''}`
  return (
    <Link
      to={booksPath(age)}
      className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 rounded-box px-2 py-2 tabular-nums hover:bg-sunken"
    >
      <span className="font-medium text-primary underline underline-offset-4">
        {ageText(minDays, maxDays)}
      </span>
      <span className="font-semibold">{formatRupees(value)}</span>
      <span className="col-span-2 text-muted text-sm">{count}</span>
    </Link>
  )
}
