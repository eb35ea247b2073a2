import { MessageCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { defaultOrderCover } from '#contract/books/photos.ts'
import { unknownBook, unknownSeller } from '#contract/common/display-names.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { ReportOrder } from '#web/features/complaints/report-order.tsx'
import { BuyerHandOver } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import {
  formatDate,
  formatDeadline,
  formatRupees,
  labelOf,
  noValue,
  orNoValue,
} from '#web/format.ts'
import { chatPath, paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { BuyerActions } from './buyer-actions.tsx'
import { BuyerDealActions } from './deal-actions.tsx'
import { ExtendRent } from './extend-rent.tsx'
import { formatRentPeriod } from './format-rent-period.ts'
import { handOverLabels, orderTypeLabels } from './labels.ts'
import { lastChangeText } from './last-change.tsx'
import { PaymentsButton } from './payments-button.tsx'
import { RateOrder } from './rate-order.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  order: Order
  /** Whether it stands for all orders of its deal. */
  hasDealActions?: boolean
}

/** An order as its buyer sees it. */
export function OrderCard({ order, hasDealActions = false }: Props) {
  const titleId = useId()
  const lastChange = lastChangeText(order)
  return (
    <article
      aria-labelledby={titleId}
      className="wrap-anywhere flex flex-col gap-4 rounded-box border border-border bg-surface p-4"
    >
      <header className="flex gap-4">
        <BookCover
          src={order.book.images[0]}
          fallback={defaultOrderCover}
          sizes="80px"
          className="w-20 shrink-0 self-start border border-border"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-start justify-between gap-2">
            <p className="text-muted text-sm">Order ID: {shortOrderId(order._id) || noValue}</p>
            <span className="-mt-2 -mr-2 -mb-3">
              <ReportOrder order={order} />
            </span>
          </div>
          <h2 id={titleId} className="font-semibold text-lg leading-snug">
            <Link to={paths.book(order.book._id)} className="hover:text-primary">
              {order.book.title || unknownBook}
            </Link>
          </h2>
          <div className="flex flex-wrap gap-2">
            <StatusBadge status={order.status} />
            {order.overdue && <Badge tone="danger">Overdue</Badge>}
            {order.returnedAt && <Badge>Returned</Badge>}
            {order.handedBackAt && !order.returnedAt && <Badge>Handed back</Badge>}
            {order.receivedAt && <Badge tone="success">You received it</Badge>}
            {order.confirmedAt && order.status === 'Pending' && (
              <Badge tone="success">Confirmed by you</Badge>
            )}
          </div>
          {order.proposedUntil && (
            <p className="text-muted text-sm">
              Kept for you until {formatDeadline(order.proposedUntil)}
            </p>
          )}
        </div>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Row name="Book Type">{labelOf(bookTypeLabels, order.book.bookType)}</Row>
        <Row name="Order Type">{labelOf(orderTypeLabels, order.orderType)}</Row>
        {order.orderType === 'rent' && <Row name="Rent Period">{formatRentPeriod(order)}</Row>}
        <Row name="Price">{formatRupees(order.price)}</Row>
        {order.deposit !== undefined && <Row name="Deposit">{formatRupees(order.deposit)}</Row>}
        {order.lateFee !== undefined && (
          <Row name="Late fee">{formatRupees(order.lateFee)} a day</Row>
        )}
        {order.lossPrice !== undefined && (
          <Row name="If it is lost">You pay {formatRupees(order.lossPrice)}</Row>
        )}
        {order.handOver && <Row name="Hand-over">{labelOf(handOverLabels, order.handOver)}</Row>}
        <Row name="Delivery Address">{orNoValue(order.deliveryAddress)}</Row>
        <Row name="Phone">{orNoValue(order.phoneNumber)}</Row>
        <Row name="Seller">{order.seller.name || unknownSeller}</Row>
        <Row name="Ordered on">{formatDate(order.createdAt)}</Row>
      </dl>
      {lastChange && <p className="text-muted text-sm">{lastChange}</p>}
      <BuyerHandOver order={order} />
      <footer className="mt-auto flex flex-col gap-2">
        {hasDealActions && <BuyerDealActions order={order} />}
        <BuyerActions order={order} />
        <PaymentsButton order={order} side="buyer" />
        <ExtendRent order={order} side="buyer" />
        <RateOrder order={order} />
        <ProblemLink order={order} side="buyer" />
        <Link to={chatPath('buyer', order.chat._id)} className={buttonClass({ variant: 'plain' })}>
          <MessageCircle size={20} aria-hidden />
          Check Order Chat
        </Link>
      </footer>
    </article>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  )
}
