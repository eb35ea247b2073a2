import { MessageCircle } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { unknownBook, unknownSeller } from '#contract/common/display-names.ts'
import {
  cancelOrder,
  confirmOrder,
  type Order,
  receiveOrder,
  returnOrder,
  shortOrderId,
} from '#contract/orders.ts'
import { defaultOrderCover } from '#contract/photos.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { bookTypeLabels } from '#web/features/books/labels.ts'
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
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { formatRentPeriod } from './format-rent-period.ts'
import { orderTypeLabels } from './labels.ts'
import { lastChangeText } from './last-change.tsx'
import { RateOrder } from './rate-order.tsx'
import { StatusBadge } from './status-badge.tsx'

/** An order as its buyer sees it. */
export function OrderCard({ order }: { order: Order }) {
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
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-muted text-sm">Order ID: {shortOrderId(order._id) || noValue}</p>
          <h2 id={titleId} className="font-semibold text-lg leading-snug">
            <Link to={paths.book(order.book._id)} className="hover:text-primary">
              {order.book.title || unknownBook}
            </Link>
          </h2>
          <div className="flex flex-wrap gap-2">
            <StatusBadge status={order.status} />
            {order.overdue && <Badge tone="danger">Overdue</Badge>}
            {order.returnedAt && <Badge>Returned</Badge>}
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
        <Row name="Delivery Address">{orNoValue(order.deliveryAddress)}</Row>
        <Row name="Phone">{orNoValue(order.phoneNumber)}</Row>
        <Row name="Seller">{order.seller.name || unknownSeller}</Row>
        <Row name="Ordered on">{formatDate(order.createdAt)}</Row>
      </dl>
      {lastChange && <p className="text-muted text-sm">{lastChange}</p>}
      <footer className="mt-auto flex flex-col gap-2">
        <BuyerActions order={order} />
        <RateOrder order={order} />
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

function BuyerActions({ order }: { order: Order }) {
  const confirm = useWrite(confirmOrder)
  const cancel = useWrite(cancelOrder)
  const receive = useWrite(receiveOrder)
  const returning = useWrite(returnOrder)
  const [question, setQuestion] = useState<'cancel' | 'receive'>()
  const ask = (action: 'cancel' | 'receive') => ({
    open: question === action && order.can.includes(action),
    onCancel: () => setQuestion(undefined),
  })
  const [failure, setFailure] = useState<string>()
  const run = async (write: () => Promise<unknown>) => {
    setFailure(undefined)
    try {
      await write()
      setQuestion(undefined)
    } catch (error) {
      setQuestion(undefined)
      setFailure(errorMessage(error, 'Failed to update order status.'))
    }
  }
  const aboveAsking = order.askingPrice === undefined ? 0 : order.price - order.askingPrice
  if (
    !(['confirm', 'cancel', 'receive', 'return'] as const).some((action) =>
      order.can.includes(action),
    )
  )
    return null
  return (
    <>
      {order.can.includes('confirm') && aboveAsking > 0 && (
        <p className="text-danger text-sm">
          {formatRupees(aboveAsking)} more than the asking price (
          {formatRupees(order.askingPrice ?? 0)}).
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {order.can.includes('confirm') && (
          <Button
            className="flex-1"
            pending={confirm.pending}
            onClick={() => void run(() => confirm.run({ orderId: order._id }))}
          >
            Confirm order
          </Button>
        )}
        {order.can.includes('receive') && (
          <Button
            className="flex-1"
            variant={order.status === 'Pending' ? 'plain' : 'primary'}
            onClick={() => setQuestion('receive')}
          >
            I have received it
          </Button>
        )}
        {order.can.includes('return') && (
          <Button
            className="flex-1"
            pending={returning.pending}
            onClick={() => void run(() => returning.run({ orderId: order._id }))}
          >
            I have returned it
          </Button>
        )}
        {order.can.includes('cancel') && (
          <Button variant="danger-ghost" className="flex-1" onClick={() => setQuestion('cancel')}>
            Cancel order
          </Button>
        )}
      </div>
      <FormError>{failure}</FormError>
      <ConfirmDialog
        {...ask('cancel')}
        title="Cancel this order?"
        confirmLabel="Yes, cancel it"
        cancelLabel="Keep the order"
        danger
        pending={cancel.pending}
        onConfirm={() => void run(() => cancel.run({ orderId: order._id }))}
      >
        The seller is notified, and the book becomes available to others again.
      </ConfirmDialog>
      <ConfirmDialog
        {...ask('receive')}
        title="Do you have the book?"
        confirmLabel="Yes, I have it"
        cancelLabel="Not yet"
        pending={receive.pending}
        onConfirm={() => void run(() => receive.run({ orderId: order._id }))}
      >
        The order is closed then: neither you nor the seller can change it any more.
      </ConfirmDialog>
    </>
  )
}
