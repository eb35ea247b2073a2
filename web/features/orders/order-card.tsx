import { MessageCircle } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { unknownBook, unknownSeller } from '#contract/display-names.ts'
import {
  cancelOrder,
  confirmOrder,
  type Order,
  returnOrder,
  shortOrderId,
} from '#contract/orders.ts'
import { defaultOrderCover } from '#contract/photos.ts'
import { messageOf } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { count, day, noValue, orNoValue, rupees } from '#web/format.ts'
import { bookTypeNames, nameOf, orderTypeNames } from '#web/kinds.ts'
import { chatPath, paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { Badge } from '#web/ui/states.tsx'
import { RateOrder } from './rate-order.tsx'
import { StatusBadge } from './status-badge.tsx'

type RentDates = Pick<Order, 'rentStartDate' | 'rentEndDate' | 'rentDays'>

/** 7 Nov 2026 - 14 Nov 2026 (7 days) */
export const rentPeriod = ({ rentStartDate, rentEndDate, rentDays }: RentDates): string =>
  rentStartDate && rentEndDate
    ? `${day(rentStartDate)} - ${day(rentEndDate)} (${count(rentDays ?? 0, 'day')})`
    : noValue

/** An order as its buyer sees it. */
export function OrderCard({ order }: { order: Order }) {
  const titleId = useId()
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
            {order.confirmedAt && order.status === 'Pending' && (
              <Badge tone="success">Confirmed by you</Badge>
            )}
          </div>
        </div>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Line name="Book Type">{nameOf(bookTypeNames, order.book.bookType)}</Line>
        <Line name="Order Type">{nameOf(orderTypeNames, order.orderType)}</Line>
        {order.orderType === 'rent' && <Line name="Rent Period">{rentPeriod(order)}</Line>}
        <Line name="Price">{rupees(order.price)}</Line>
        <Line name="Delivery Address">{orNoValue(order.deliveryAddress)}</Line>
        <Line name="Phone">{orNoValue(order.phoneNumber)}</Line>
        <Line name="Seller">{order.seller.name || unknownSeller}</Line>
        <Line name="Ordered on">{day(order.createdAt)}</Line>
      </dl>
      <footer className="mt-auto flex flex-col gap-2">
        <BuyersSay order={order} />
        <RateOrder order={order} />
        <Link to={chatPath('buyer', order.chat._id)} className={buttonClass({ look: 'plain' })}>
          <MessageCircle size={20} aria-hidden />
          Check Order Chat
        </Link>
      </footer>
    </article>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  )
}

/** The buyer's word on an order that waits: confirm it, or cancel it after a question. */
function BuyersSay({ order }: { order: Order }) {
  const confirm = useWrite(confirmOrder)
  const cancel = useWrite(cancelOrder)
  const giveBack = useWrite(returnOrder)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const say = async (write: () => Promise<unknown>) => {
    setFailure(undefined)
    try {
      await write()
      setAsking(false)
    } catch (error) {
      setAsking(false)
      setFailure(messageOf(error, 'Failed to update order status.'))
    }
  }
  if (!(['confirm', 'cancel', 'return'] as const).some((move) => order.can.includes(move)))
    return null
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {order.can.includes('confirm') && (
          <Button
            className="flex-1"
            pending={confirm.pending}
            onClick={() => void say(() => confirm.run({ orderId: order._id }))}
          >
            Confirm order
          </Button>
        )}
        {order.can.includes('return') && (
          <Button
            className="flex-1"
            pending={giveBack.pending}
            onClick={() => void say(() => giveBack.run({ orderId: order._id }))}
          >
            I have returned it
          </Button>
        )}
        {order.can.includes('cancel') && (
          <Button look="danger-ghost" className="flex-1" onClick={() => setAsking(true)}>
            Cancel order
          </Button>
        )}
      </div>
      <FormError>{failure}</FormError>
      <Confirm
        open={asking}
        title="Cancel this order?"
        confirm="Yes, cancel it"
        cancel="Keep the order"
        danger
        pending={cancel.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void say(() => cancel.run({ orderId: order._id }))}
      >
        The seller is told, and the book is free for others again.
      </Confirm>
    </>
  )
}
