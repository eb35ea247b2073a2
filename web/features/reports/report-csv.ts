import { byteOrderMark, toCsv } from '#contract/common/csv.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type {
  listBestSellers,
  readOrderSummary,
  readSalesReport,
  SellerMoney,
  UnsoldBooks,
} from '#contract/orders/reports.ts'
import { ageText } from '#web/features/books/labels.ts'

export type Report = {
  sales: ResponseOf<typeof readSalesReport>
  summary: ResponseOf<typeof readOrderSummary>
  best: ResponseOf<typeof listBestSellers>
}

type Row = [part: string, name: string, count: number | '', amount: number | '']

const moneyRows = ({ received, agreed, waiting }: SellerMoney): Row[] => [
  ['Money', 'Received', received.orders, received.amount],
  ['Money', 'Confirmed, unpaid', agreed.orders, agreed.amount],
  ['Money', 'Waiting for the buyer', waiting.orders, waiting.amount],
]

const unsoldRow = ({ minDays, maxDays, books, value }: UnsoldBooks): Row => [
  'Unsold books',
  ageText(minDays, maxDays),
  books,
  value,
]

/**
 * Returns the report as CSV, in UTF-8 with a byte order mark, which Excel needs. All parts are in
 * one table, so that spreadsheets can filter it. Amounts are in rupees.
 */
export function reportCsv({ sales, summary, best }: Report): string {
  const rows: Row[] = [
    ...(summary.money ? moneyRows(summary.money) : []),
    ...(summary.unsold ?? []).map(unsoldRow),
    ...sales.labels.map((label, index): Row => ['Sales', label, '', sales.salesData[index] ?? 0]),
    ['Orders', 'Completed', summary.completed, ''],
    ['Orders', 'Pending', summary.pending, ''],
    ['Orders', 'Cancelled', summary.cancelled, ''],
    ...best.map(({ title, sales, revenue }): Row => ['Best sellers', title, sales, revenue]),
  ]
  return `${byteOrderMark}${toCsv([['Part', 'Name', 'Count', 'Amount (₹)'], ...rows])}`
}
