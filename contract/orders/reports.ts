import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { blankAsAbsent, booleanInput, Money, pagingFields } from '#contract/common/schemas.ts'
import { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { Order } from './orders.ts'
import { SellerTasks } from './tasks.ts'

export const reportRanges = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type ReportRange = (typeof reportRanges)[number]

const Range = z.enum(reportRanges, { error: 'The range is daily, weekly, monthly or yearly.' })
const RangeInput = z.object({ range: Range.default('monthly') })
const details = blankAsAbsent(booleanInput('The choice of details'))

/** The ages in days by which unsold books are counted: up to the next age. */
export const unsoldAges = [30, 90, 180] as const

const UnsoldBooks = z.object({
  minDays: z.number(),
  maxDays: z.number().optional(),
  books: z.number(),
  copies: z.number(),
  /** The total price of all copies, as the seller asks it. */
  value: Money,
})
export type UnsoldBooks = z.output<typeof UnsoldBooks>

/** `amount` is in rupees. */
const MoneyLine = z.object({ amount: Money, orders: z.number() })

const SellerMoney = z.object({
  /** The prices of all orders that aren't cancelled. Swapped books have none. */
  total: Money,
  /**
   * Together with `refunds`, these three are the total, and each order is in exactly one:
   * - `received`: the seller received the price; or the book is delivered, nobody has reported
   *   a payment, and the buyer isn't asked for one
   * - `agreed`: the buyer agreed to the order, but hasn't paid all of it
   * - `waiting`: the buyer hasn't agreed to the order
   *
   * The paid part of a partly paid order counts in `received`, and only the rest elsewhere.
   */
  received: MoneyLine,
  agreed: MoneyLine,
  waiting: MoneyLine,
  /** The refunds that the seller owes or has paid after problems. */
  refunds: Money.optional(),
  /** Deposits of rented books that the seller holds. They belong to the buyers. */
  deposits: Money.optional(),
  lateFees: Money.optional(),
  /** The rupees that others paid or still owe on top of swapped books. */
  swaps: z.object({ received: Money, unpaid: Money }).optional(),
})
export type SellerMoney = z.output<typeof SellerMoney>

const SellerStats = z.object({
  totalSales: z.number(),
  /** In rupees. */
  totalRevenue: z.number(),
  booksSold: z.number(),
  totalBooksListed: z.number(),
  ring: WaitingRing.optional(),
  tasks: SellerTasks.optional(),
  money: SellerMoney.optional(),
})

const read = { method: 'GET', access: ['seller'], input: z.object({}) } as const

export const readSellerStats = endpoint({
  ...read,
  input: z.object({ details }),
  path: '/dashboard/seller/stats',
  summary:
    'Returns the seller’s all-time sales figures and tasks, with up to 20 problems and 20 offers to answer; with `details`, also how much of the sales is paid.',
  response: SellerStats,
  errorLog: 'Failed to fetch stats.',
  reads: ['reports', 'orders', 'payments', 'books', 'offers', 'chats', 'notifications'],
})

export const RecentOrder = Order.pick({
  _id: true,
  book: true,
  buyer: true,
  orderType: true,
  price: true,
  status: true,
  createdAt: true,
  chat: true,
  exchange: true,
})
export type RecentOrder = z.output<typeof RecentOrder>

export const listRecentOrders = endpoint({
  ...read,
  path: '/dashboard/seller/recent-orders',
  summary: 'Lists the seller’s 5 newest orders.',
  response: z.array(RecentOrder),
  errorLog: 'Failed to fetch orders.',
  reads: ['reports', 'orders'],
})

export const readSalesChart = endpoint({
  ...read,
  path: '/dashboard/seller/sales-chart',
  summary:
    'Returns the seller’s total sales in rupees and number of orders, or an empty object if there are none.',
  response: z.object({ totalSales: Money.optional(), ordersCount: z.number().optional() }),
  errorLog: 'Failed to fetch sales data.',
  reads: ['reports', 'orders'],
})

export const readSalesReport = endpoint({
  ...read,
  input: RangeInput,
  path: '/seller/reports/sales',
  summary:
    'Returns sales in rupees for each of the last 30 days, 12 weeks, 12 months or 5 years, in Indian time. Periods without sales are included.',
  response: z.object({ labels: z.array(z.string()), salesData: z.array(z.number()) }),
  reads: ['reports', 'orders'],
})

export const listBestSellers = endpoint({
  ...read,
  input: z.object({ range: Range.optional() }),
  path: '/seller/reports/best-sellers',
  summary: 'Lists the seller’s 10 best-selling titles, of all time or of the range.',
  response: z.array(z.object({ title: z.string(), sales: z.number(), revenue: Money })),
  reads: ['reports', 'orders'],
})

export const readOrderSummary = endpoint({
  ...read,
  input: RangeInput.extend({ details }),
  path: '/seller/reports/orders-summary',
  summary:
    'Counts the seller’s orders of the range: completed, pending (Pending or Shipped) and cancelled; with `details`, also how much of them is paid, and the books that have been for sale for 30 days or more.',
  response: z.object({
    completed: z.number(),
    pending: z.number(),
    cancelled: z.number(),
    money: SellerMoney.optional(),
    unsold: z.array(UnsoldBooks).optional(),
  }),
  reads: ['reports', 'orders', 'payments', 'books'],
})

const monthError = 'The month is a year and a month, such as 2026-11.'
const yearError = 'The financial year is two years, such as 2026-27.'
const Month = z.string({ error: monthError }).regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, monthError)
/** An Indian financial year: from April to March. */
const FinancialYear = z
  .string({ error: yearError })
  .regex(/^20\d\d-\d\d$/, yearError)
  .refine((year) => (Number(year.slice(0, 4)) + 1) % 100 === Number(year.slice(5)), yearError)

export const exportOrders = endpoint({
  ...read,
  path: '/seller/reports/orders-csv',
  summary:
    'Returns the seller’s orders of a month or of a financial year as CSV, one row an order, oldest first. Dates are ISO dates in Indian time (Asia/Kolkata). Cancelled orders and swapped books have no amounts. The file consists of the pages from the first to the one without `next`.',
  input: z
    .object({
      month: blankAsAbsent(Month),
      financialYear: blankAsAbsent(FinancialYear),
      cursor: pagingFields.cursor,
    })
    .refine(({ month, financialYear }) => (month === undefined) !== (financialYear === undefined), {
      path: ['month'],
      error: 'Choose a month or a financial year.',
    }),
  response: z.object({ csv: z.string(), next: z.string().optional() }),
  expensive: true,
})
