import type { Side } from '#contract/common/endpoint.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import type { Order } from '#contract/orders/orders.ts'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { cashDifference, formatRentPeriod, orderTypeText } from '#web/features/orders/labels.ts'
import { ExchangeBadge } from '#web/features/orders/order-links.tsx'
import { refundText } from '#web/features/orders/payments/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { SellerLink } from '#web/features/sellers/seller-link.tsx'
import { formatRupees, labelOf, noValue, orNoValue, phoneText } from '#web/format.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

export const OrderBadges = ({ order }: { order: Order }) => (
  <div className="flex flex-wrap gap-2">
    <StatusBadge status={order.status} />
    <ExchangeBadge order={order} />
    {order.overdue && <Badge tone="danger">Overdue</Badge>}
    {order.returnedAt && <Badge>Returned</Badge>}
    {order.handedBackAt && !order.returnedAt && <Badge>Handed back</Badge>}
    {order.receivedAt && <Badge tone="success">You received it</Badge>}
    {order.confirmedAt && order.status === 'Pending' && (
      <Badge tone="success">Confirmed by you</Badge>
    )}
  </div>
)

export function OrderFacts({ order }: { order: Order }) {
  const { deposit, lateFee, lossPrice } = order
  const onTop = cashDifference(order)
  return (
    <Facts>
      <Fact name="Book Type">{labelOf(bookTypeLabels, order.book.bookType)}</Fact>
      <Fact name="Order Type">{orderTypeText(order)}</Fact>
      {order.orderType === 'rent' && <Fact name="Rent Period">{formatRentPeriod(order)}</Fact>}
      <Fact name={order.exchange ? 'Counts for' : 'Price'}>
        {refundText(order.price, order.refund)}
      </Fact>
      {onTop && <Fact name="Cash difference">{onTop}</Fact>}
      {deposit !== undefined && <Fact name="Deposit">{formatRupees(deposit)}</Fact>}
      {lateFee !== undefined && <Fact name="Late fee">{formatRupees(lateFee)} a day</Fact>}
      {lossPrice !== undefined && (
        <Fact name="If it is lost">You pay {formatRupees(lossPrice)}</Fact>
      )}
      {order.handOver && <Fact name="Hand-over">{labelOf(handOverLabels, order.handOver)}</Fact>}
      <Fact name="Delivery Address">{orNoValue(order.deliveryAddress)}</Fact>
      <Fact name="Phone" isQuiet={!order.phoneNumber}>
        {phoneText(order.phoneNumber)}
      </Fact>
      <Fact name="Seller">
        <SellerLink seller={order.seller} />
        {order.seller.blocked && <Badge tone="danger">Blocked by an admin</Badge>}
      </Fact>
      {order.seller.shopName && <Fact name="Shop">{order.seller.shopName}</Fact>}
      <Fact name="Ordered on">{formatDate(order.createdAt)}</Fact>
    </Facts>
  )
}

export const DealFacts = ({ order, rentPeriod }: { order: Order; rentPeriod?: string }) => (
  <Facts>
    {rentPeriod !== undefined && <Fact name="Rent Period">{rentPeriod}</Fact>}
    <Fact name={order.handOver === 'meet' ? 'Meeting point' : 'Delivery Address'}>
      {orNoValue(order.deliveryAddress)}
    </Fact>
    {order.phoneNumber && <Fact name="Phone">{phoneText(order.phoneNumber)}</Fact>}
    <Fact name="Ordered on">{formatDate(order.createdAt) || noValue}</Fact>
  </Facts>
)

/** Tells the reader what to do with an open order after an admin blocked the other side. */
export function BlockedNote({ order, side }: { order: Order; side: Side }) {
  const text = blockedOrderText(order, side)
  return text ? <p className="whitespace-normal text-danger text-sm">{text}</p> : null
}

function blockedOrderText(
  { can, buyer, seller, status, returnedAt }: Order,
  side: Side,
): string | undefined {
  const isSettled = returnedAt !== undefined || status === 'Cancelled'
  if (isSettled || !(side === 'buyer' ? seller : buyer).blocked) return undefined
  if (side === 'seller') {
    if (can.includes('return'))
      return 'The buyer’s account was blocked by Dobara. Once the book is back, mark it as returned.'
    if (status === 'Delivered' || !can.includes('set-status')) return undefined
    return 'The buyer’s account was blocked by Dobara. If they have the book, set the status to Delivered; if not, set it to Cancelled, and send nothing more.'
  }
  if (can.includes('return'))
    return 'The seller’s account was blocked by Dobara. Once the book is back with them, say that you have returned it.'
  if (!can.includes('cancel') || status === 'Delivered') return undefined
  return 'The seller’s account was blocked by Dobara. If you have the book, say that you have received it; if not, cancel the order, and pay nothing more.'
}
