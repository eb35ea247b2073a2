import { z } from 'zod'
import { ChatCounts } from '#contract/chats.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, Money } from '#contract/common/schemas.ts'
import { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { OrderCounts } from './order-tabs.ts'
import { Order } from './orders.ts'
import { problemReasons } from './problem-form.ts'

export const reportRanges = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type ReportRange = (typeof reportRanges)[number]

const RangeInput = z.object({
  range: z
    .enum(reportRanges, { error: 'The range is daily, weekly, monthly or yearly.' })
    .default('monthly'),
})

/**
 * How many there are of what the seller has to do: orders in the tabs of these names, chats with
 * the filters of these names.
 */
const SellerCounts = OrderCounts.pick({
  'to-confirm': true,
  'to-pack': true,
  'to-hand-over': true,
  'rents-due': true,
  problems: true,
}).extend(ChatCounts.pick({ unanswered: true, offers: true }).shape)
export type SellerCounts = z.output<typeof SellerCounts>

const SellerTasks = z.object({
  counts: SellerCounts,
  /** Open problems, newest first. */
  problems: z.array(
    z.object({
      orderId: Id,
      title: z.string(),
      buyer: z.string(),
      reason: z.enum(problemReasons),
      openedAt: IsoDateTime,
    }),
  ),
  /** Offers that the seller hasn't answered, soonest to expire first. */
  offers: z.array(
    z.object({
      chatId: Id,
      title: z.string(),
      /** Number of copies of all books of the offer. */
      copies: z.number(),
      buyer: z.string(),
      total: Money,
      isExchange: z.boolean(),
      expiresAt: IsoDateTime,
    }),
  ),
})
export type SellerTasks = z.output<typeof SellerTasks>

const SellerStats = z.object({
  totalSales: z.number(),
  /** In rupees. */
  totalRevenue: z.number(),
  booksSold: z.number(),
  totalBooksListed: z.number(),
  ring: WaitingRing.optional(),
  /** As in GET /dashboard/seller/tasks, so that the dashboard needs only one request. */
  tasks: SellerTasks.optional(),
})

const read = { method: 'GET', access: ['seller'], input: z.object({}) } as const

export const readSellerStats = endpoint({
  ...read,
  path: '/dashboard/seller/stats',
  summary: 'Returns the seller’s all-time sales figures and open tasks.',
  response: SellerStats,
  errorLog: 'Failed to fetch stats.',
  reads: ['reports', 'orders', 'books', 'offers', 'chats', 'notifications'],
})

export const readSellerTasks = endpoint({
  ...read,
  path: '/dashboard/seller/tasks',
  summary:
    'Counts what the seller has to do, and lists up to 20 open problems and 20 offers from buyers.',
  response: SellerTasks,
  reads: ['orders', 'offers', 'chats', 'notifications'],
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
  path: '/seller/reports/best-sellers',
  summary: 'Lists the seller’s 10 best-selling titles of all time.',
  response: z.array(z.object({ title: z.string(), sales: z.number(), revenue: Money })),
  reads: ['reports', 'orders'],
})

export const readOrderSummary = endpoint({
  ...read,
  input: RangeInput,
  path: '/seller/reports/orders-summary',
  summary:
    'Counts the seller’s orders of the range: completed, pending (Pending or Shipped) and cancelled.',
  response: z.object({ completed: z.number(), pending: z.number(), cancelled: z.number() }),
  reads: ['reports', 'orders'],
})
