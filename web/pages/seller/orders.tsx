import { useState } from 'react'
import { Link } from 'react-router'
import { unknownBook, unknownBuyer } from '#contract/common/display-names.ts'
import {
  listSellerOrders,
  type Order,
  type OrderStatus,
  orderStatuses,
  returnOrder,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { ReportOrder } from '#web/features/complaints/report-order.tsx'
import { SellerDealActions } from '#web/features/orders/deal-actions.tsx'
import { ExtendRent } from '#web/features/orders/extend-rent.tsx'
import { formatRentPeriod } from '#web/features/orders/format-rent-period.ts'
import { SellerHandOver } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { orderTypeLabels } from '#web/features/orders/labels.ts'
import { LastChange } from '#web/features/orders/last-change.tsx'
import { PaymentsButton } from '#web/features/orders/payments-button.tsx'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import {
  formatDate,
  formatDeadline,
  formatFullTime,
  formatRupees,
  labelOf,
  noValue,
  orNoValue,
} from '#web/format.ts'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { chatPath } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/inputs/field.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { useToast } from '#web/ui/toasts.tsx'

export const meta = () => [{ title: 'Orders · Dobara' }, { name: 'robots', content: 'noindex' }]

const columns: Column<Order>[] = [
  {
    header: 'Order ID',
    cell: (order) => (
      <span className="flex items-center gap-1">
        <Link
          to={chatPath('seller', order.chat._id)}
          title="Open the chat of this order"
          className="font-medium text-primary underline underline-offset-4"
        >
          {shortOrderId(order._id) || noValue}
        </Link>
        <ReportOrder order={order} small />
      </span>
    ),
  },
  {
    header: 'Book',
    wraps: true,
    cell: (order) => <span className="font-medium">{order.book.title || unknownBook}</span>,
  },
  { header: 'Book Type', cell: (order) => labelOf(bookTypeLabels, order.book.bookType) },
  { header: 'Order Type', cell: (order) => labelOf(orderTypeLabels, order.orderType) },
  { header: 'Buyer', wraps: true, cell: (order) => order.buyer.name || unknownBuyer },
  { header: 'Price', cell: (order) => formatRupees(order.price), isNumeric: true },
  { header: 'Rent Period', cell: (order) => <RentPeriod order={order} /> },
  { header: 'Delivery Address', wraps: true, cell: (order) => orNoValue(order.deliveryAddress) },
  { header: 'Phone Number', cell: (order) => orNoValue(order.phoneNumber) },
  {
    header: 'Status',
    cell: (order) => (
      <span className="flex flex-col items-end gap-2 tabular:items-start">
        {order.can.includes('set-status') ? (
          <StatusSelect order={order} />
        ) : (
          <StatusBadge status={order.status} />
        )}
        <ProblemLink order={order} side="seller" small />
        {order.deal && order.deal.orders > 1 && <SellerDealActions order={order} />}
        <SellerHandOver order={order} />
        {order.can.includes('return') && <ReturnButton order={order} />}
        <PaymentsButton order={order} side="seller" />
        <ExtendRent order={order} side="seller" />
        <LastChange order={order} />
        <Agreement order={order} />
      </span>
    ),
  },
  {
    header: 'Ordered On',
    cell: (order) => (
      <time dateTime={order.createdAt} title={formatFullTime(order.createdAt)}>
        {formatDate(order.createdAt)}
      </time>
    ),
  },
]

export default function SellerOrders() {
  const session = useSession()
  const orders = useReadPages(
    listSellerOrders,
    { userId: session?.userId ?? '' },
    { enabled: !!session, offline: true },
  )
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Orders</h1>
      {orders.isPending ? (
        <Loading>
          <Skeleton className="h-96" />
        </Loading>
      ) : orders.rows.length === 0 ? (
        <EmptyState
          text="No orders found."
          onRetry={orders.isError ? () => void orders.refetch() : undefined}
          action={
            !orders.isError && (
              <p className="text-muted">Create an order from a chat with a buyer.</p>
            )
          }
        />
      ) : (
        <>
          {orders.isRefetchError && (
            <OutdatedNotice
              text="Could not load."
              loadedAtMs={orders.dataUpdatedAt}
              onRetry={() => void orders.refetch()}
            />
          )}
          <DataTable
            caption="Orders of your books"
            columns={columns}
            rows={orders.rows}
            rowKey={(order) => order._id}
          />
          <LoadMore
            hasMore={orders.hasNextPage}
            pending={orders.isFetchingNextPage}
            failed={orders.isFetchNextPageError}
            onMore={() => orders.fetchNextPage()}
          />
        </>
      )}
    </div>
  )
}

/** What the buyer has said so far. */
function Agreement({ order }: { order: Order }) {
  const text = order.receivedAt
    ? `Received ${formatDate(order.receivedAt)}`
    : order.proposedUntil
      ? `Waiting for the buyer until ${formatDeadline(order.proposedUntil)}`
      : order.confirmedAt && order.status !== 'Cancelled'
        ? 'The buyer agreed'
        : undefined
  return text && <span className="text-muted text-sm tabular:max-w-32">{text}</span>
}

function RentPeriod({ order }: { order: Order }) {
  if (order.orderType !== 'rent') return noValue
  return (
    <span className="flex flex-col items-end gap-1 tabular:max-w-22 tabular:items-start">
      <span>{formatRentPeriod(order)}</span>
      {order.overdue && <Badge tone="danger">Overdue</Badge>}
      {order.handedBackAt && !order.returnedAt && (
        <span className="text-sm">
          Handed back {formatDate(order.handedBackAt)}, the buyer says
        </span>
      )}
      {order.returnedAt && <Badge>Returned {formatDate(order.returnedAt)}</Badge>}
    </span>
  )
}

function ReturnButton({ order }: { order: Order }) {
  const toast = useToast()
  const returning = useWrite(returnOrder)
  const run = () =>
    returning
      .run({ orderId: order._id })
      .catch((error: unknown) =>
        toast({ text: errorMessage(error, 'Failed to update order status.'), kind: 'error' }),
      )
  return (
    <Button
      variant="plain"
      size="sm"
      className="w-32 whitespace-nowrap px-1"
      pending={returning.pending}
      onClick={() => void run()}
    >
      Mark returned
    </Button>
  )
}

function StatusSelect({ order }: { order: Order }) {
  const toast = useToast()
  const update = useWrite(setOrderStatus)
  const [newStatus, setNewStatus] = useState<OrderStatus>()
  const saveStatus = async (status: OrderStatus) => {
    if (update.pending) return
    setNewStatus(status)
    try {
      await update.run({ orderId: order._id, status })
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to update order status.'), kind: 'error' })
    }
    setNewStatus(undefined)
  }
  return (
    <Select
      aria-label={`Status of order ${shortOrderId(order._id)}`}
      value={newStatus ?? order.status}
      // Disabling it would lose the focus.
      aria-disabled={update.pending || undefined}
      onChange={(event) => void saveStatus(event.target.value as OrderStatus)}
      className="min-h-9 w-32 pr-1 pl-2 text-sm"
    >
      {orderStatuses.map((status) => (
        <option key={status}>{status}</option>
      ))}
      {!orderStatuses.includes(order.status) && (
        <option value={order.status} disabled>
          Unknown
        </option>
      )}
    </Select>
  )
}
