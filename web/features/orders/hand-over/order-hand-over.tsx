import { CalendarDays, ExternalLink, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { unknownBuyer, unknownSeller } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Step } from '#web/features/orders/card/next-step.ts'
import { countBooks } from '#web/features/orders/deals/group-orders.ts'
import { chatPath } from '#web/paths.ts'
import { formatDayAndTime } from '#web/time.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { BuyerCode } from './hand-over-code.tsx'
import { CodeEnded } from './meeting-card.tsx'
import { ProposeMeeting } from './propose-meeting.tsx'

type Meeting = NonNullable<Order['meeting']>

const isWaiting = ({ status }: Pick<Order, 'status'>) =>
  status === 'Pending' || status === 'Shipped'

/** Returns the time of the meeting, if one is agreed on and the order isn't delivered yet. */
const meetingTime = ({ meeting, ...order }: Order): string | undefined =>
  meeting?.startsAt && meeting.place && isWaiting(order)
    ? formatDayAndTime(meeting.startsAt)
    : undefined

export function BuyerMeeting({ order }: { order: Order }) {
  const { meeting, deal } = order
  const time = meetingTime(order)
  return (
    <>
      {time && (
        <p className="flex items-start gap-2 font-medium">
          <CalendarDays className="mt-0.5 shrink-0 text-muted" />
          <span>
            Meet {time} at {meeting?.place}
          </span>
        </p>
      )}
      {meeting?.code && <BuyerCode code={meeting.code} books={countBooks(deal)} />}
      {meeting?.codeEnded && <CodeEnded side="buyer" />}
    </>
  )
}

/**
 * Returns 'Sat 28 Nov, 5 pm or Sun 29 Nov, 5 pm', followed by 'instead' if a time is already agreed
 * on.
 */
function timesText({ startsAt }: Meeting, times: readonly string[]): string {
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    times.map((time) => formatDayAndTime(time)),
  )
  return startsAt ? `${list} instead` : list
}

type TimesProps = { order: Order; side: Side; isNext?: boolean }

function ProposedTimes({ order, side, isNext = false }: TimesProps) {
  const { meeting, chat, buyer, seller } = order
  if (!meeting?.proposed) return null
  const { by, times } = meeting.proposed
  const isOwn = by === side
  const other = side === 'buyer' ? seller.name || unknownSeller : buyer.name || unknownBuyer
  return (
    <>
      <span className="text-sm tabular:max-w-40">
        {isOwn ? 'You propose' : `${other} proposes`} to meet on {timesText(meeting, times)}.{' '}
        {isOwn && `Waiting for ${other} to choose.`}
      </span>
      {!isOwn && (
        <LinkButton
          to={chatPath(side, chat._id)}
          variant={isNext ? 'primary' : 'plain'}
          size="sm"
          icon={<CalendarDays size={18} />}
        >
          Choose a time
        </LinkButton>
      )}
    </>
  )
}

type ArrangeProps = { order: Order; next: readonly (Step | undefined)[] }

/** Shows the proposed times, and a button to propose a meeting if no time is agreed on. */
export function ArrangeMeeting({ order, next }: ArrangeProps) {
  const { _id, meeting, can } = order
  return (
    <>
      <ProposedTimes order={order} side="buyer" isNext={next.includes('choose-time')} />
      <ProposeMeeting
        orderId={_id}
        place={meeting?.place}
        can={can.includes('propose-meeting') && !meeting?.startsAt}
        label={meeting?.proposed ? 'Propose other times' : 'Propose a meeting'}
        variant={next.includes('propose-meeting') ? 'primary' : 'plain'}
      />
    </>
  )
}

const TrackingLink = ({ page, children }: { page: string; children: ReactNode }) => (
  <a
    href={page}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex items-center gap-1 underline underline-offset-4"
  >
    <span className="wrap-anywhere">{children}</span>
    <ExternalLink size={14} className="shrink-0" />
  </a>
)

export function SentWith({ order: { shipment } }: { order: Order }) {
  if (!shipment) return null
  const { courier, trackingNumber, trackingPage } = shipment
  return (
    <p className="flex items-start gap-2 text-sm">
      <Package className="shrink-0 text-muted" />
      <span>
        Sent with {courier}
        {trackingNumber && (
          <>
            , tracking number <span className="select-all font-medium">{trackingNumber}</span>
          </>
        )}
        {trackingPage && (
          <>
            {'. '}
            <TrackingLink page={trackingPage}>Track it at {courier}</TrackingLink>
          </>
        )}
      </span>
    </p>
  )
}

/** `isLead` means that the row shows what applies to all orders of its deal. */
export function SellerHandOver({ order, isLead }: { order: Order; isLead: boolean }) {
  const { meeting, shipment } = order
  const time = meetingTime(order)
  const isElsewhere = meeting?.place !== order.deliveryAddress
  return (
    <>
      {time && (
        <span className="text-sm tabular:max-w-32">
          {time}
          {isElsewhere && `, ${meeting?.place}`}
        </span>
      )}
      {isLead && <ProposedTimes order={order} side="seller" />}
      {meeting?.codeEnded && (
        <span className="tabular:max-w-40">
          <CodeEnded side="seller" />
        </span>
      )}
      {shipment && (
        <span className="wrap-anywhere text-muted text-sm tabular:max-w-32">
          {shipment.courier}{' '}
          {shipment.trackingNumber && shipment.trackingPage ? (
            <TrackingLink page={shipment.trackingPage}>{shipment.trackingNumber}</TrackingLink>
          ) : (
            shipment.trackingNumber
          )}
        </span>
      )}
    </>
  )
}
