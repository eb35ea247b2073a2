import { CalendarDays, MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type Exchange, receiveExchanged, sendExchanged } from '#contract/exchanges/exchanges.ts'
import type { Order } from '#contract/orders/orders.ts'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { CourierDialog } from '#web/features/orders/hand-over/courier-dialog.tsx'
import { BuyerCode, EnterCode } from '#web/features/orders/hand-over/hand-over-code.tsx'
import { SentWith } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatRupees } from '#web/format.ts'
import { ActionButton, DialogButton } from '#web/forms/action-buttons.tsx'
import { chatPath, paths, problemPath } from '#web/paths.ts'
import { formatDayAndTime } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import type { AgreedLeg } from './next-step.ts'
import { fullNameOf, nameOf, otherOf } from './swap-texts.ts'

type Props = { exchange: Exchange; leg: AgreedLeg; side: Side }
type LegProps = { exchange: Exchange; leg: AgreedLeg; order: Order }

/** A book that the caller gives or gets in a swap, with its actions. */
export function ExchangeLegCard({ exchange, leg, side }: Props) {
  const { book, value, from, status, isIn, order, as } = leg
  const isGiver = from === exchange.me
  const other = otherOf(exchange, leg)
  const direction = `${isGiver ? 'to' : 'from'} ${fullNameOf(exchange, isGiver ? leg.to : from)}`
  const isOpen = exchange.status === 'running' && (status === 'Pending' || status === 'Shipped')
  return (
    <article
      aria-label={`${book.title}, ${direction}`}
      className="wrap-anywhere flex flex-col gap-3 rounded-box border border-border bg-surface p-4"
    >
      <div className="flex gap-3">
        <OrderCover book={book} sizes="56px" className="w-14" />
        <div className="flex min-w-0 flex-col items-start gap-1">
          <h3 className="font-sans font-semibold leading-snug">
            <Link to={paths.book(book._id)} className="hover:text-primary">
              {book.title}
            </Link>
          </h3>
          <p className="text-muted text-sm">
            {direction} · {formatRupees(value)}
          </p>
          {isIn ? <Badge tone="success">Received</Badge> : <StatusBadge status={status} />}
        </div>
      </div>
      {exchange.kind === 'ring' && isOpen && order && as && (
        <Meeting
          meeting={order.handOver === 'meet' ? order.meeting : undefined}
          chatId={order.chat._id}
          as={as}
          side={side}
          other={other}
        />
      )}
      {order &&
        (isGiver ? (
          <Giving exchange={exchange} leg={leg} order={order} />
        ) : (
          <Getting exchange={exchange} leg={leg} order={order} />
        ))}
      {order && as && <Problem order={order} as={as} side={side} />}
    </article>
  )
}

type MeetingProps = {
  /** Undefined if there is nothing to hand over at a meeting. */
  meeting: Order['meeting']
  chatId: string
  /** The role of the person's account that is in the chat. */
  as: Side
  /** The side that the person is logged in as. */
  side: Side
  other: string
}

/** The meeting of two members, and a link to their chat. */
export function Meeting({ meeting, chatId, as, side, other }: MeetingProps) {
  const time = meeting?.startsAt && formatDayAndTime(meeting.startsAt)
  return (
    <div className="flex flex-col items-start gap-3">
      {meeting && (
        <p className="flex items-start gap-2">
          <CalendarDays className="mt-0.5 shrink-0 text-muted" />
          <span className="wrap-anywhere font-medium">
            {[time ?? 'No time agreed on yet', meeting.place].filter(Boolean).join(', ')}
          </span>
        </p>
      )}
      {as === side ? (
        <LinkButton
          to={chatPath(side, chatId)}
          variant="plain"
          icon={<MessageCircle className="shrink-0" />}
        >
          Chat with {other}
        </LinkButton>
      ) : (
        <NeedsAccount
          side={as}
          next={chatPath(as, chatId)}
          text={`You and ${other} write with your ${as} account.`}
        />
      )}
    </div>
  )
}

/** Links to the order's problem. The person may have to switch to the order's account first. */
function Problem({ order, as, side }: { order: Order; as: Side; side: Side }) {
  if (!order.problem && !order.can.includes('report-problem')) return null
  if (as === side) return <ProblemLink order={order} side={side} />
  const text = hasOpenProblem(order)
    ? `There is a problem with this book. You settle it with your ${as} account.`
    : `Is something wrong? You say so with your ${as} account.`
  return <NeedsAccount side={as} next={problemPath(as, order._id)} text={text} />
}

type NeedsAccountProps = { side: Side; next: string; text: string }

const NeedsAccount = ({ side, next, text }: NeedsAccountProps) => (
  <div className="flex flex-col items-start gap-2">
    <p className="text-muted text-sm">{text}</p>
    <SwitchAccount side={side} next={next} />
  </div>
)

function Giving({ exchange, leg, order }: LegProps) {
  const { meeting, can } = order
  return (
    <>
      {order.handOver === 'post' && leg.status === 'Pending' && (
        <p className="whitespace-pre-line text-sm">
          <span className="text-muted">Send it to </span>
          {order.deliveryAddress}
          {order.phoneNumber && (
            <>
              {'\n'}Phone:{' '}
              <PhoneLink phone={order.phoneNumber}>{formatPhone(order.phoneNumber)}</PhoneLink>
            </>
          )}
        </p>
      )}
      <SentWith order={order} />
      {meeting && (
        <EnterCode
          meetingId={meeting._id}
          about={leg.book.title}
          exchange={{ exchangeId: exchange._id, orderId: leg.orderId }}
          from={nameOf(exchange, leg.to)}
          canEnter={can.includes('enter-code')}
        />
      )}
      {meeting?.codeEnded && (
        <p className="text-danger text-sm">
          The code was typed wrong five times. Set the status among your orders instead.
        </p>
      )}
      {order.handOver === 'post' && <SendBook exchange={exchange} leg={leg} order={order} />}
    </>
  )
}

function Getting({ exchange, leg, order }: LegProps) {
  return (
    <>
      {order.meeting?.code && (
        <BuyerCode code={order.meeting.code} to={nameOf(exchange, leg.from)} />
      )}
      <SentWith order={order} />
      <ActionButton
        label="I have received it"
        variant={leg.status === 'Pending' ? 'plain' : 'primary'}
        can={order.can.includes('receive')}
        endpoint={receiveExchanged}
        input={{ exchangeId: exchange._id, orderId: leg.orderId }}
        failed="Could not be saved. Please try again."
        question={{
          title: 'Do you have the book?',
          confirmLabel: 'Yes, I have it',
          cancelLabel: 'Not yet',
          children: 'This closes the order.',
        }}
      />
    </>
  )
}

function SendBook({ exchange, leg, order }: LegProps) {
  const isPending = leg.status === 'Pending'
  return (
    <DialogButton
      label={isPending ? 'I have sent it' : 'Courier and tracking number'}
      variant={isPending ? 'primary' : 'plain'}
      can={isPending || order.can.includes('edit-shipment')}
    >
      {(close) => (
        <CourierDialog
          endpoint={sendExchanged}
          ids={{ exchangeId: exchange._id, orderId: leg.orderId }}
          shipment={order.shipment}
          isCourierOptional={!order.shipment}
          title={`How was “${leg.book.title}” sent?`}
          description="They are notified at once. Once a book is sent, the swap can’t be cancelled as a whole any more."
          submitLabel={isPending ? 'It is on its way' : 'Save'}
          onClose={close}
        />
      )}
    </DialogButton>
  )
}
