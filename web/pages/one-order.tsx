import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import { readOrder } from '#contract/orders/deals.ts'
import {
  type listBuyerOrders,
  type listSellerOrders,
  type Order,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { useRead, useReadPages } from '#web/api/hooks.ts'
import { useOrderNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { TextLink } from '#web/ui/links.tsx'
import { LoadError } from '#web/ui/loading/empty-state.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

type Props = {
  side: Side
  orderId: string
  /** The list that contains the order. Offline, the order is taken from the list's cached copy. */
  list: typeof listBuyerOrders | typeof listSellerOrders
  children: (orders: [Order, ...Order[]]) => ReactNode
}

/** The page to which links to an order lead. Shows the order alone or with its deal. */
export function OneOrder({ side, orderId, list, children }: Props) {
  const session = useSession()
  const read = useRead(readOrder, { orderId })
  const saved = useReadPages(
    list,
    { userId: session?.userId ?? '' },
    { enabled: !!session && read.isError, offline: true },
  )
  useOrderNoticesRead(orderId)
  const [order, ...others] = read.data ?? ofDeal(saved.rows, orderId)
  return (
    <>
      <TextLink to={paths[side].orders} className="flex items-center gap-2 self-start">
        <ArrowLeft size={18} />
        All orders
      </TextLink>
      <h1 className="font-semibold text-3xl">Order {shortOrderId(orderId)}</h1>
      {order ? (
        children([order, ...others])
      ) : read.isPending || (read.isError && saved.isPending) ? (
        <Loading text="Loading orders..." showsText skeletons={['h-96']} />
      ) : (
        <LoadError
          text="Failed to load orders. Please try again."
          onRetry={() => void read.refetch()}
        />
      )}
    </>
  )
}

function ofDeal(orders: readonly Order[], orderId: string): Order[] {
  const asked = orders.find(({ _id }) => _id === orderId)
  if (!asked) return []
  return orders.filter(({ _id, deal }) =>
    asked.deal ? deal?._id === asked.deal._id : _id === orderId,
  )
}
