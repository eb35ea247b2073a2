import { Download, Printer } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  listBestSellers,
  type ReportRange,
  readOrderSummary,
  readSalesReport,
  reportRanges,
} from '#contract/reports.ts'
import { messageOf } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { reportCsv } from '#web/features/reports/report-csv.ts'
import { rupees } from '#web/format.ts'
import { rangeNames } from '#web/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Empty, LoadError, Loading, Skeleton } from '#web/ui/states.tsx'

const SalesArea = lazy(() =>
  import('#web/features/reports/report-charts.tsx').then((charts) => ({
    default: charts.SalesArea,
  })),
)
const OrdersPie = lazy(() =>
  import('#web/features/reports/report-charts.tsx').then((charts) => ({
    default: charts.OrdersPie,
  })),
)

export const meta = () => [{ title: 'Reports · Dobara' }, { name: 'robots', content: 'noindex' }]

const isRange = (text: string | null): text is ReportRange =>
  reportRanges.includes(text as ReportRange)

const bestColumns: Column<ResponseOf<typeof listBestSellers>[number]>[] = [
  { head: 'Title', free: true, cell: (row) => <span className="font-medium">{row.title}</span> },
  { head: 'Sales', figure: true, cell: (row) => row.sales.toLocaleString('en-IN') },
  { head: 'Revenue', figure: true, cell: (row) => rupees(row.revenue) },
]

export default function Reports() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('range')
  const range = isRange(asked) ? asked : 'monthly'
  const sales = useRead(readSalesReport, { range }, { keep: true })
  const summary = useRead(readOrderSummary, { range }, { keep: true })
  const best = useRead(listBestSellers, {})
  const reads = [sales, summary, best]
  const isCurrent = !sales.isPlaceholderData && !summary.isPlaceholderData
  const whole = isCurrent &&
    sales.data &&
    summary.data &&
    best.data && { range, sales: sales.data, summary: summary.data, best: best.data }
  const retry = () => {
    for (const read of reads) if (read.isError) void read.refetch()
  }
  const failure = reads.every((read) => read.isError)
    ? messageOf(sales.error, 'Error fetching reports.')
    : sales.isError
      ? messageOf(sales.error, 'Failed to fetch sales report.')
      : best.isError
        ? messageOf(best.error, 'Failed to fetch best-selling books.')
        : summary.isError && messageOf(summary.error, 'Failed to fetch order summary.')
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-semibold text-3xl">Reports</h1>
        <div className="flex flex-wrap items-end gap-2 print:hidden">
          <Field label="Date range">
            <Select
              value={range}
              onChange={(event) =>
                setParams(
                  { range: event.target.value },
                  { replace: true, preventScrollReset: true },
                )
              }
            >
              {reportRanges.map((name) => (
                <option key={name} value={name}>
                  {rangeNames[name]}
                </option>
              ))}
            </Select>
          </Field>
          <Button
            icon={<Download size={20} aria-hidden />}
            disabled={!whole}
            onClick={() =>
              whole &&
              saveFile(`dobara-report-${range}.csv`, 'text/csv;charset=utf-8', reportCsv(whole))
            }
          >
            Download Report
          </Button>
          <Button
            look="plain"
            icon={<Printer size={20} aria-hidden />}
            disabled={!whole}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </div>
      </header>
      <p className="hidden print:block">{rangeNames[range]}</p>
      {failure && <LoadError text={`⚠️ ${failure}`} onRetry={retry} />}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="Sales" busy={sales.isPlaceholderData}>
          {sales.data ? (
            sales.data.salesData.some((sum) => sum > 0) ? (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <SalesArea {...sales.data} />
              </Suspense>
            ) : (
              <Empty text="No sales data available." />
            )
          ) : (
            <Unread pending={sales.isPending} empty="No sales data available." />
          )}
        </Panel>
        <Panel title="Order summary" busy={summary.isPlaceholderData}>
          {summary.data ? (
            summary.data.completed + summary.data.pending + summary.data.cancelled > 0 ? (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <OrdersPie {...summary.data} />
              </Suspense>
            ) : (
              <Empty text="No orders found." />
            )
          ) : (
            <Unread pending={summary.isPending} empty="No orders found." />
          )}
        </Panel>
      </div>
      <Panel title="Best sellers" hint="All time">
        {best.data ? (
          best.data.length > 0 ? (
            <DataTable
              caption="Best sellers"
              columns={bestColumns}
              rows={best.data}
              rowKey={({ title }) => title}
            />
          ) : (
            <Empty text="No sales data available." />
          )
        ) : (
          <Unread pending={best.isPending} empty="No sales data available." />
        )}
      </Panel>
    </div>
  )
}

/** What stands where nothing was read: on its way, or failed, as the sentence above says. */
function Unread({ pending, empty }: { pending: boolean; empty: string }) {
  if (!pending) return <Empty text={empty} />
  return (
    <Loading>
      <Skeleton className="h-72" />
    </Loading>
  )
}

/** A titled part of the report; dimmed while it still shows the range before. */
function Panel({
  title,
  hint,
  busy = false,
  children,
}: {
  title: string
  hint?: string
  busy?: boolean
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      aria-busy={busy}
      className={`flex flex-col gap-3 rounded-box border border-border bg-surface p-4 transition-opacity print:break-inside-avoid ${busy ? 'opacity-60' : ''}`}
    >
      <header>
        <h2 className="font-semibold text-xl">{title}</h2>
        {hint && <p className="text-muted text-sm">{hint}</p>}
      </header>
      {children}
    </section>
  )
}
