import { useSearchParams } from 'react-router'
import { listSellerOrders } from '#contract/orders/orders.ts'
import { readSellerTasks } from '#contract/orders/reports.ts'
import { useRead, useReadPages } from '#web/api/hooks.ts'
import { OrdersTable } from '#web/features/orders/seller/orders-table.tsx'
import { SellerTasks } from '#web/features/orders/seller/seller-tasks.tsx'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { OneOrder } from '#web/pages/one-order.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSession } from '#web/session/session.ts'
import { ListView } from '#web/ui/loading/list-view.tsx'

export const meta = privateMeta('Orders')

export default function SellerOrders() {
  const orderId = useSearchParams()[0].get('order')
  return (
    <div className="flex flex-col gap-6">
      {orderId === null ? (
        <AllOrders />
      ) : (
        <OneOrder side="seller" orderId={orderId} list={listSellerOrders}>
          {(orders) => <OrdersTable orders={orders} />}
        </OneOrder>
      )}
    </div>
  )
}

function AllOrders() {
  const session = useSession()
  const tasks = useRead(readSellerTasks, {})
  const orders = useReadPages(
    listSellerOrders,
    { userId: session?.userId ?? '' },
    { enabled: !!session, offline: true },
  )
  return (
    <>
      <h1 className="font-semibold text-3xl">Orders</h1>
      <ListView
        list={orders}
        skeletons={['h-96']}
        emptyText="No orders found."
        emptyAction={<p className="text-muted">Create an order from a chat with a buyer.</p>}
        outdated={
          <OutdatedNotice
            text="Could not load."
            loadedAtMs={orders.dataUpdatedAt}
            onRetry={() => void orders.refetch()}
          />
        }
      >
        {(rows) => (
          <>
            <SellerTasks problems={tasks.data?.problems} />
            <OrdersTable orders={rows} />
          </>
        )}
      </ListView>
    </>
  )
}
