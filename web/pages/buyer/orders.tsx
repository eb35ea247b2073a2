import { PackageOpen } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { listBuyerOrders } from '#contract/orders/orders.ts'
import { type BuyerTask, buyerTasks } from '#contract/orders/tasks.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { BuyerToday } from '#web/features/orders/buyer-today.tsx'
import { OrderCard } from '#web/features/orders/card/order-card.tsx'
import { DealCard } from '#web/features/orders/deals/deal-card.tsx'
import { groupByDeal, isOfSeveral } from '#web/features/orders/deals/group-orders.ts'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { OneOrder } from '#web/pages/one-order.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'

export const meta = privateMeta('My Orders')

export default function OrdersPage() {
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const task = buyerTasks.find((name) => name === params.get('task'))
  const openId = params.get('show') === 'deal' ? undefined : (orderId ?? undefined)
  return (
    <div className="flex flex-col gap-6">
      {orderId === null ? (
        <>
          <h1 className="font-semibold text-3xl">My Orders</h1>
          <BuyerToday task={task} />
          <Orders task={task} />
        </>
      ) : (
        <OneOrder side="buyer" orderId={orderId} list={listBuyerOrders}>
          {(orders) => (
            <div className="w-full max-w-xl">
              <OrderOrDeal orders={orders} openId={openId} isAlone />
            </div>
          )}
        </OneOrder>
      )}
    </div>
  )
}

type Group = Parameters<typeof DealCard>[0]['orders']

type OrderProps = { orders: Group; openId?: string | undefined; isAlone?: boolean }

const OrderOrDeal = ({ orders, openId, isAlone = false }: OrderProps) =>
  isOfSeveral(orders[0]) ? (
    <DealCard orders={orders} openId={openId} />
  ) : (
    <OrderCard order={orders[0]} isAlone={isAlone} />
  )

const loadErrorText = 'Failed to load orders. Please try again.'
const gridClass = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3'

function Orders({ task }: { task: BuyerTask | undefined }) {
  const session = useSession()
  const orders = useReadPages(
    listBuyerOrders,
    { userId: session?.userId ?? '', task },
    { enabled: !!session, offline: task === undefined, keepPrevious: true },
  )
  const allOrders = (
    <LinkButton to={paths.buyer.orders} variant="plain" className="self-start">
      All orders
    </LinkButton>
  )
  return (
    <ListView
      list={orders}
      skeletons={Array(3).fill('h-[40rem]')}
      className={gridClass}
      loadingText="Loading orders..."
      failed={loadErrorText}
      emptyText="No orders found."
      emptyIcon={<PackageOpen size={40} strokeWidth={1.5} />}
      emptyAction={
        task ? allOrders : <LinkButton to={paths.buyer.dashboard}>Explore Books</LinkButton>
      }
      outdated={
        <OutdatedNotice
          text={loadErrorText}
          loadedAtMs={orders.dataUpdatedAt}
          onRetry={() => void orders.refetch()}
        />
      }
    >
      {(rows) => (
        <>
          {task && allOrders}
          <ul className={gridClass}>
            {groupByDeal(rows).map((group) => (
              <li key={isOfSeveral(group[0]) ? group[0].deal?._id : group[0]._id} className="grid">
                <OrderOrDeal orders={group} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListView>
  )
}
