import { byteOrderMark, toCsv } from '#contract/common/csv.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type {
  listBestSellers,
  ReportRange,
  readOrderSummary,
  readSalesReport,
} from '#contract/orders/reports.ts'

export type Report = {
  range: ReportRange
  sales: ResponseOf<typeof readSalesReport>
  summary: ResponseOf<typeof readOrderSummary>
  best: ResponseOf<typeof listBestSellers>
}

/**
 * Returns the report as CSV, in UTF-8 with a byte order mark, which Excel needs. Amounts are in
 * rupees.
 */
export function reportCsv({ range, sales, summary, best }: Report): string {
  const rows: (string | number)[][] = [
    ['Sales report', range],
    ['Period', 'Sales (₹)'],
    ...sales.labels.map((label, index) => [label, sales.salesData[index] ?? 0]),
    [],
    ['Order summary', range],
    ['Completed', summary.completed],
    ['Pending', summary.pending],
    ['Cancelled', summary.cancelled],
    [],
    ['Best sellers', 'all time'],
    ['Title', 'Sales', 'Revenue (₹)'],
    ...best.map(({ title, sales, revenue }) => [title, sales, revenue]),
  ]
  return `${byteOrderMark}${toCsv(rows)}`
}
