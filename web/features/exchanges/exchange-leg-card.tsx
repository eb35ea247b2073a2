import { CalendarDays, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { defaultOrderCover } from '#contract/books/photos.ts'
import { formatMeetingTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type Exchange, receiveExchanged } from '#contract/exchanges/exchanges.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useWrite } from '#web/api/hooks.ts'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { changeOf, codeEndedText } from '#web/features/orders/change-text.ts'
import { BuyerCode } from '#web/features/orders/hand-over/buyer-code.tsx'
import { EnterCode } from '#web/features/orders/hand-over/enter-code.tsx'
import { SentWith } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatRupees } from '#web/format.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { chatPath, paths, problemPath } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { type AgreedLeg, nameOf, otherOf } from './next-step.ts'
import { SendExchanged } from './send-exchanged.tsx'

type Props = { exchange: Exchange; leg: AgreedLeg; side: Side }

/** A book that the caller gives or gets in an exchange, with what they do about it. */
export function ExchangeLegCard({ exchange, leg, side }: Props) {
  const { book, value, from, status, isIn } = leg
  const isGiver = from === exchange.me
  const direction = `${isGiver ? 'to' : 'from'} ${otherOf(exchange, leg)}`
  return (
    <article
      aria-label={`${book.title}, ${direction}`}
      className="wrap-anywhere flex flex-col gap-3 rounded-box border border-border bg-surface p-4"
    >
      <div className="flex gap-3">
        <BookCover
          src={book.images[0]}
          fallback={defaultOrderCover}
          sizes="56px"
          className="w-14 shrink-0 self-start border border-border"
        />
        <div className="flex min-w-0 flex-col items-start gap-1">
          <h3 className="font-sans font-semibold leading-snug">
            <Link to={paths.book(book._id)} className="hover:text-primary">
              {book.title}
            </Link>
          </h3>
          <p className="text-muted text-sm">
            {direction} · counts for {formatRupees(value)}
          </p>
          {isIn ? <Badge tone="success">Received</Badge> : <StatusBadge status={status} />}
        </div>
      </div>
      {exchange.kind === 'ring' && <LegMeeting {...{ exchange, leg, side }} />}
      {leg.order &&
        (isGiver ? <Giving {...{ exchange, leg }} /> : <Getting {...{ exchange, leg }} />)}
      {leg.order && <Problem order={leg.order} as={leg.as} side={side} />}
    </article>
  )
}

/** Problems are the affair of the account that the book belongs to. */
function Problem({ order, as, side }: { order: Order; as: Side | undefined; side: Side }) {
  if (!as || (!order.problem && !order.can.includes('report-problem'))) return null
  if (as === side) return <ProblemLink order={order} side={side} />
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted text-sm">
        {hasOpenProblem(order)
          ? `There is a problem with this book. You settle it with your ${as} account.`
          : `Is something wrong? You say so with your ${as} account.`}
      </p>
      <SwitchAccount side={as} to={problemPath(as, order._id)} variant="plain" />
    </div>
  )
}

function Giving({ exchange, leg }: Omit<Props, 'side'>) {
  const { order, orderId } = leg
  if (!order) return null
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
          exchange={{ exchangeId: exchange._id, orderId }}
          from={nameOf(exchange, leg.to)}
          canEnter={can.includes('enter-code')}
          change={changeOf([order], codeEndedText(meeting))}
        />
      )}
      {meeting?.codeEnded && (
        <p className="text-danger text-sm">
          The code was typed wrong five times. Set the status among your orders instead.
        </p>
      )}
      {order.handOver === 'post' && <SendExchanged {...{ exchange, leg }} />}
    </>
  )
}

function Getting({ exchange, leg }: Omit<Props, 'side'>) {
  const { order } = leg
  if (!order) return null
  return (
    <>
      {order.meeting?.code && (
        <BuyerCode code={order.meeting.code} to={nameOf(exchange, leg.from)} />
      )}
      <SentWith order={order} />
      <ReceiveExchanged {...{ exchange, leg }} />
    </>
  )
}

type ReceiveExchangedProps = { exchange: Exchange; leg: AgreedLeg }

function ReceiveExchanged({ exchange, leg: { order, orderId, status } }: ReceiveExchangedProps) {
  const [isAsking, setAsking] = useState(false)
  const can = order?.can ?? []
  const { failure, fail, clear } = useWriteFailure(can)
  const write = useWrite(receiveExchanged)
  const run = async () => {
    clear()
    try {
      await write.run({ exchangeId: exchange._id, orderId })
    } catch (error) {
      fail(error, 'Could not be saved. Please try again.')
    }
    setAsking(false)
  }
  return (
    <>
      <WhilePossible can={can.includes('receive')} {...changeOf(order ? [order] : [])}>
        <Button
          variant={status === 'Pending' ? 'plain' : 'primary'}
          onClick={() => setAsking(true)}
        >
          I have received it
        </Button>
        <ConfirmDialog
          open={isAsking}
          title="Do you have the book?"
          confirmLabel="Yes, I have it"
          cancelLabel="Not yet"
          pending={write.pending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run()}
        >
          This book is done then: only an admin can change it after that.
        </ConfirmDialog>
      </WhilePossible>
      <FormError>{failure}</FormError>
    </>
  )
}

type LegMeetingProps = { exchange: Exchange; leg: AgreedLeg; side: Side }

/** When one meets for this book of a ring, and the chat of its two people, until it is there. */
function LegMeeting({ exchange, leg: { order, as, status, ...leg }, side }: LegMeetingProps) {
  if (!order || !as || exchange.status !== 'running') return null
  if (status !== 'Pending' && status !== 'Shipped') return null
  const other = otherOf(exchange, leg)
  const { meeting, chat } = order
  return (
    <>
      {order.handOver === 'meet' && (
        <p className="flex items-start gap-2">
          <CalendarDays size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden />
          <span className="wrap-anywhere font-medium">
            {[
              meeting?.startsAt
                ? formatMeetingTime(new Date(meeting.startsAt))
                : 'No time agreed on yet',
              meeting?.place,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </p>
      )}
      {as === side ? (
        <Link to={chatPath(side, chat._id)} className={buttonClass({ variant: 'plain' })}>
          <MessageCircle size={20} className="shrink-0" aria-hidden />
          Chat with {other}
        </Link>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-muted text-sm">
            You and {other} write with your {as} account.
          </p>
          <SwitchAccount side={as} to={chatPath(as, chat._id)} variant="plain" />
        </div>
      )}
    </>
  )
}
