import { useSearchParams } from 'react-router'
import { orderTabs } from '#contract/orders/order-tabs.ts'
import { countSellerOrders, listSellerOrders } from '#contract/orders/orders.ts'
import { maxParcels } from '#contract/orders/parcels.ts'
import { useRead, useReadPages } from '#web/api/hooks.ts'
import { emptyTabHints, OrderTabs } from '#web/features/orders/seller/order-tabs.tsx'
import { OrdersTable } from '#web/features/orders/seller/orders-table.tsx'
import { ParcelBar } from '#web/features/orders/seller/parcel-bar.tsx'
import { toRows } from '#web/features/orders/seller/seller-steps.ts'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { OneOrder } from '#web/pages/one-order.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSession } from '#web/session/session.ts'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'
import { useSelection } from '#web/ui/selection/use-selection.ts'

export const meta = privateMeta('Orders')

const searchLabel = 'Order ID, buyer, title or phone'

export default function SellerOrders() {
  const orderId = useSearchParams()[0].get('order')
  return (
    <div className="flex flex-col gap-4">
      {orderId === null ? (
        <AllOrders />
      ) : (
        <OneOrder side="seller" orderId={orderId} list={listSellerOrders}>
          {(orders) => <OrdersTable rows={toRows(orders)} />}
        </OneOrder>
      )}
    </div>
  )
}

function AllOrders() {
  const session = useSession()
  const { filters, setFilters } = useUrlFilters(['search', 'tab'])
  const { search } = filters
  const tab = orderTabs.find((name) => name === filters.tab)
  const isFiltered = tab !== undefined || search !== undefined
  const counts = useRead(countSellerOrders, { search }, { keepPrevious: true })
  const orders = useReadPages(
    listSellerOrders,
    {
      userId: session?.userId ?? '',
      tab,
      search,
      // So that all parcels of a day can be selected at once.
      ...(tab === 'to-pack' && { limit: maxParcels }),
    },
    { enabled: !!session, offline: !isFiltered, keepPrevious: true },
  )
  // The list's length isn't known, so "all" are those that are loaded.
  const selection = useSelection({ tab, search }, { ...orders, total: undefined }, maxParcels)
  const hint = search
    ? 'Check the spelling, or search for one word.'
    : tab
      ? emptyTabHints[tab]
      : 'Create an order from a chat with a buyer.'
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-2xl sm:text-3xl">Orders</h1>
        <search className="flex min-w-44 flex-1 sm:max-w-sm">
          <SearchBox
            label={searchLabel}
            placeholder={searchLabel}
            value={search ?? ''}
            onSearch={(search) => setFilters({ search })}
          />
        </search>
      </header>
      <OrderTabs tab={tab} search={search} counts={counts.data} />
      <ListView
        list={orders}
        skeletons={['h-96']}
        emptyText="No orders found."
        emptyAction={<p className="text-muted">{hint}</p>}
        outdated={
          <OutdatedNotice
            text="Could not load."
            loadedAtMs={orders.dataUpdatedAt}
            onRetry={() => void orders.refetch()}
          />
        }
      >
        {(found) => {
          const rows = toRows(found)
          return (
            <>
              <ParcelBar rows={rows} hasMore={orders.hasNextPage} selection={selection} />
              <OrdersTable rows={rows} selection={selection} />
            </>
          )
        }}
      </ListView>
    </>
  )
}
