// The file that 'Download Report' saves: what the screen shows, for a spreadsheet.
import type { ResponseOf } from '#contract/endpoint.ts'
import type {
  listBestSellers,
  ReportRange,
  readOrderSummary,
  readSalesReport,
} from '#contract/reports.ts'

export type Report = {
  range: ReportRange
  sales: ResponseOf<typeof readSalesReport>
  summary: ResponseOf<typeof readOrderSummary>
  best: ResponseOf<typeof listBestSellers>
}

/** A cell of RFC 4180; a text that a spreadsheet would take for a formula is marked as text by an apostrophe. */
const cell = (value: string | number): string => {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value.trimStart())
      ? `'${value}`
      : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The report as CSV: UTF-8 with the mark that Excel knows it by, a section per table of the screen; sums in rupees. */
export function reportCsv({ range, sales, summary, best }: Report): string {
  const rows: (string | number)[][] = [
    ['Sales report', range],
    ['Period', 'Sales (₹)'],
    ...sales.labels.map((label, place) => [label, sales.salesData[place] ?? 0]),
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
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
