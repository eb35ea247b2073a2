import { type PricingReport, readPricing } from '#contract/books/pricing.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatPercent, formatRupees, orNoValue } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { formatDate } from '#web/time.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

export const meta = privateMeta('Prices · Admin')

type Sale = PricingReport['sales'][number]

function formatDifference({ predicted, actual, taken }: Sale): string {
  if (taken || actual === predicted) return 'as predicted'
  const share = formatPercent(Math.abs(actual - predicted) / predicted)
  return `${actual > predicted ? '+' : '−'}${share}`
}

const columns: Column<Sale>[] = [
  {
    header: 'Title',
    wraps: true,
    cell: ({ title }) => <span className="font-medium">{title}</span>,
  },
  { header: 'Branch', cell: ({ branch }) => orNoValue(branch) },
  { header: 'Seller', wraps: true, cell: ({ seller }) => orNoValue(seller) },
  { header: 'Predicted', isNumeric: true, cell: ({ predicted }) => formatRupees(predicted) },
  { header: 'Sold for', isNumeric: true, cell: ({ actual }) => formatRupees(actual) },
  { header: 'Difference', isNumeric: true, cell: formatDifference },
  { header: 'Ordered', cell: ({ soldAt }) => formatDate(soldAt) },
]

export default function Prices() {
  const report = useRead(readPricing, {})
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-3xl">Prices</h1>
      <QueryView query={report} skeletons={['h-96']}>
        {(data) => <Report report={data} />}
      </QueryView>
    </div>
  )
}

function Report({ report: { level, medianError, sales } }: { report: PricingReport }) {
  if (sales.length === 0)
    return <EmptyState text="No used book with a predicted price was sold in the last year." />
  return (
    <>
      <p className="max-w-prose text-muted">
        {medianError !== undefined &&
          `Median error of predictions, when sellers set their own price: ${formatPercent(medianError, 1)}. `}
        Price level: {formatPercent(level.factor, 1)} of prices abroad, learned from{' '}
        {formatCount(level.sales, 'sale')}; {formatPercent(level.assumed, 1)} at first.
      </p>
      <DataTable
        caption="Sales with their predicted prices"
        columns={columns}
        rows={sales}
        rowKey={({ _id }) => _id}
      />
    </>
  )
}
