import { ArrowLeftRight, BookPlus, ChartColumn, ReceiptText } from 'lucide-react'
import { Suspense } from 'react'
import { unknownBook, unknownBuyer } from '#contract/common/display-names.ts'
import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import {
  listRecentOrders,
  type RecentOrder,
  readSalesChart,
  readSellerStats,
} from '#contract/orders/reports.ts'
import { useRead } from '#web/api/hooks.ts'
import { AddBookDialog } from '#web/features/listing/add-book-dialog.tsx'
import { useAddBook } from '#web/features/listing/use-add-book.ts'
import { orderTypeText } from '#web/features/orders/labels.ts'
import { SellerToday } from '#web/features/orders/seller/seller-today.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { MoneyLines, MoneyLinesSkeleton } from '#web/features/reports/money-lines.tsx'
import { StatCards, StatCardsSkeleton } from '#web/features/reports/stat-cards.tsx'
import { formatRupees } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { InlineLoadError, PartLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

const SalesBars = lazyPart(
  () => import('#web/features/reports/sales-bars.tsx').then((module) => module.SalesBars),
  PartLoadError,
)

export const meta = privateMeta('Dashboard')

export default function Dashboard() {
  const adding = useAddBook()
  const stats = useRead(readSellerStats, { details: true })
  return (
    <div className="flex flex-col gap-8">
      <div className="flex items-center justify-between gap-4">
        <h1 className="shrink-0 font-semibold text-3xl">Dashboard</h1>
        <WaitingSwap ring={stats.data?.ring} />
      </div>
      {stats.isPending ? (
        <Loading skeletons={['h-29.5']} />
      ) : (
        stats.data && <SellerToday tasks={stats.data.tasks} />
      )}
      <Stats stats={stats} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SalesPerformance />
        <Card title="Quick actions">
          <Button icon={<BookPlus />} onClick={adding.open}>
            Add Book
          </Button>
          <LinkButton to={paths.seller.orders} variant="plain" icon={<ReceiptText />}>
            View Orders
          </LinkButton>
          <LinkButton to={paths.seller.reports} variant="plain" icon={<ChartColumn />}>
            View Reports
          </LinkButton>
        </Card>
      </div>
      <RecentOrders />
      {adding.isOpen && <AddBookDialog onClose={adding.close} />}
    </div>
  )
}

function Stats({ stats }: { stats: ReturnType<typeof useRead<typeof readSellerStats>> }) {
  if (stats.isPending)
    return (
      <div className="flex flex-col gap-3">
        <StatCardsSkeleton />
        <MoneyLinesSkeleton />
      </div>
    )
  const { totalSales = 0, totalRevenue = 0, booksSold = 0, totalBooksListed = 0 } = stats.data ?? {}
  const cards = [
    { name: 'Total Sales', value: totalSales.toLocaleString('en-IN') },
    { name: 'Total Revenue', value: formatRupees(totalRevenue) },
    { name: 'Books Sold', value: booksSold.toLocaleString('en-IN') },
    { name: 'Books Listed', value: totalBooksListed.toLocaleString('en-IN') },
  ]
  return (
    <div className="flex flex-col gap-3">
      {stats.isError && (
        <div role="alert" className="flex flex-wrap items-center gap-2 font-medium text-danger">
          Error loading stats
          <InlineLoadError onRetry={() => void stats.refetch()} />
        </div>
      )}
      <StatCards cards={cards} />
      {stats.data?.money && <MoneyLines money={stats.data.money} />}
    </div>
  )
}

function SalesPerformance() {
  const chart = useRead(readSalesChart, {})
  const loadingText = 'Loading sales data...'
  return (
    <Card title="Sales Performance">
      <QueryView
        query={chart}
        skeletons={['h-80']}
        loadingText={loadingText}
        emptyText="No sales data available."
        isEmpty={({ totalSales, ordersCount }) =>
          totalSales === undefined || ordersCount === undefined
        }
      >
        {({ totalSales = 0, ordersCount = 0 }) => (
          <Suspense fallback={<Loading text={loadingText} showsText skeletons={['h-80']} />}>
            <SalesBars totalSales={totalSales} ordersCount={ordersCount} />
          </Suspense>
        )}
      </QueryView>
    </Card>
  )
}

const columns: Column<RecentOrder>[] = [
  {
    header: 'Book',
    wraps: true,
    cell: (order) => <span className="font-medium">{order.book.title || unknownBook}</span>,
  },
  { header: 'Order Type', cell: orderTypeText },
  { header: 'Buyer', cell: (order) => order.buyer.name || unknownBuyer },
  { header: 'Price', cell: (order) => formatRupees(order.price), isNumeric: true },
  { header: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
]

/**
 * A link beside the heading. The heading is as high as two lines of this text, so nothing moves
 * when the link appears.
 */
function WaitingSwap({ ring }: { ring: WaitingRing | undefined }) {
  if (!ring || ring.isAccepted) return null
  return (
    <TextLink
      to={exchangePath('seller', ring._id)}
      className="flex min-w-0 items-center gap-1.5 text-sm leading-tight"
    >
      <ArrowLeftRight size={18} className="shrink-0 max-sm:hidden" />
      <span>
        A swap waits<span className="max-sm:sr-only"> for you</span>
      </span>
    </TextLink>
  )
}

function RecentOrders() {
  const orders = useRead(listRecentOrders, {})
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-3">
      <h2 id="recent" className="font-semibold text-xl">
        Recent Orders
      </h2>
      <QueryView query={orders} skeletons={['h-56']} emptyText="No recent orders found.">
        {(rows) => (
          <DataTable
            caption="Recent orders"
            columns={columns}
            rows={rows}
            rowKey={(order) => order._id}
          />
        )}
      </QueryView>
    </section>
  )
}
