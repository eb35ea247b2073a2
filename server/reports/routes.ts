import { toRupees } from '#contract/common/schemas.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import {
  exportOrders,
  listBestSellers,
  listRecentOrders,
  type ReportRange,
  readOrderSummary,
  readSalesChart,
  readSalesReport,
  readSellerStats,
} from '#contract/orders/reports.ts'
import { readBuyerTasks } from '#contract/orders/tasks.ts'
import { findWaitingRing } from '#server/exchanges/rings/proposed.ts'
import { statusGroups } from '#server/orders/lifecycle/status.ts'
import { listOrders } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { findMoney } from './money.ts'
import { exportOrdersPage } from './orders-csv.ts'
import { bucketsOf, periodRange, startOfDate, sumInto } from './rules.ts'
import { countByStatus, findBestSellers, findDailySales, findStats, findUnsold } from './store.ts'
import { findBuyerTasks, findTasks } from './tasks.ts'

const recentOrders = 5

export function reportRoutes(mount: Mount, { db, now }: AppContext): void {
  const rangeOf = (range: ReportRange) => {
    const buckets = bucketsOf(range, now())
    return { buckets, since: startOfDate(buckets[0]?.from ?? '1970-01-01') }
  }

  mount(readSellerStats, async ({ details }, { viewer }) => {
    const { accountId } = viewer
    const [{ orders, revenue, sold, listed }, tasks, ring, money] = await Promise.all([
      findStats(db, accountId),
      findTasks(db, accountId, now()),
      viewer.helper ? undefined : findWaitingRing(db, accountId),
      details ? findMoney(db, accountId) : undefined,
    ])
    return {
      totalSales: orders,
      totalRevenue: toRupees(revenue),
      booksSold: sold,
      totalBooksListed: listed,
      ring,
      tasks,
      money,
    }
  })

  mount(readBuyerTasks, (_, { viewer }) => findBuyerTasks(db, viewer.accountId, now()))

  mount(listRecentOrders, async (_, { viewer }) => {
    const own = { side: 'seller', accountId: viewer.accountId } as const
    const { rows } = await listOrders(db, own, { limit: recentOrders }, { ...viewer, now: now() })
    return rows
  })

  mount(readSalesChart, async (_, { viewer }) => {
    const { orders, revenue } = await findStats(db, viewer.accountId)
    return orders === 0 ? {} : { totalSales: toRupees(revenue), ordersCount: orders }
  })

  mount(readSalesReport, async ({ range }, { viewer }) => {
    const { buckets, since } = rangeOf(range)
    const sums = sumInto(buckets, await findDailySales(db, viewer.accountId, since))
    return { labels: buckets.map(({ label }) => label), salesData: sums.map(toRupees) }
  })

  mount(listBestSellers, async ({ range }, { viewer }) =>
    (await findBestSellers(db, viewer.accountId, range && rangeOf(range).since)).map((row) => ({
      ...row,
      revenue: toRupees(row.revenue),
    })),
  )

  mount(readOrderSummary, async ({ range, details }, { viewer }) => {
    const { since } = rangeOf(range)
    const counts = await countByStatus(db, viewer.accountId, since)
    const countOf = (statuses: readonly OrderStatus[]) =>
      counts.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0)
    return {
      completed: countOf(statusGroups.completed),
      pending: countOf(statusGroups.pending),
      cancelled: countOf(statusGroups.cancelled),
      ...(details && {
        money: await findMoney(db, viewer.accountId, since),
        unsold: await findUnsold(db, viewer.accountId, now()),
      }),
    }
  })

  mount(exportOrders, ({ cursor, ...period }, { viewer }) =>
    exportOrdersPage(db, viewer.accountId, periodRange(period), cursor),
  )
}
