// How an order is handed over, as its buyer and its seller see it.
import { CalendarDays, ExternalLink, Package } from 'lucide-react'
import { formatMeetingTime } from '#contract/common/dates.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { BuyerCode } from './buyer-code.tsx'
import { EnterCode } from './enter-code.tsx'
import { CodeEnded } from './meeting-card.tsx'
import { ProposeMeeting } from './propose-meeting.tsx'
import { ShipmentButton } from './shipment-dialog.tsx'

const isWaiting = ({ status }: Order) => status === 'Pending' || status === 'Shipped'

/** 'Sat 28 Nov, 5 pm, College gate', of an order that waits for it. */
function meetingText(order: Order): string | undefined {
  const { meeting } = order
  if (!meeting?.startsAt || !meeting.place || !isWaiting(order)) return undefined
  return `${formatMeetingTime(new Date(meeting.startsAt))}, ${meeting.place}`
}

/** For the buyer: when to meet, the code to tell, or how it was sent. */
export function BuyerHandOver({ order }: { order: Order }) {
  const { meeting, shipment, can, deal } = order
  const text = meetingText(order)
  return (
    <>
      {text && (
        <p className="flex items-start gap-2">
          <CalendarDays size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden />
          <span>
            <span className="sr-only">Meeting: </span>
            <span className="font-medium">{text}</span>
          </span>
        </p>
      )}
      {meeting?.code && <BuyerCode code={meeting.code} books={deal?.orders ?? 1} />}
      {meeting?.codeEnded && <CodeEnded side="buyer" />}
      {can.includes('propose-meeting') && !meeting?.startsAt && (
        <ProposeMeeting
          orderId={order._id}
          place={meeting?.place ?? ''}
          label="Propose a meeting"
        />
      )}
      {shipment && (
        <p className="flex items-start gap-2 text-sm">
          <Package size={20} className="shrink-0 text-muted" aria-hidden />
          <span>
            Sent with {shipment.courier}
            {shipment.trackingNumber && (
              <>
                , tracking number{' '}
                <span className="select-all font-medium">{shipment.trackingNumber}</span>
              </>
            )}
            {shipment.trackingPage && (
              <>
                {'. '}
                <a
                  href={shipment.trackingPage}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex items-center gap-1 underline underline-offset-4"
                >
                  Track it at {shipment.courier}
                  <ExternalLink size={14} aria-hidden />
                </a>
              </>
            )}
          </span>
        </p>
      )}
    </>
  )
}

/** For the seller, in a narrow column: when to meet, the code to type, or how it was sent. */
export function SellerHandOver({ order }: { order: Order }) {
  const { meeting, shipment, can } = order
  const text = meetingText(order)
  return (
    <>
      {text && <span className="text-sm tabular:max-w-32">{text}</span>}
      {meeting?.codeEnded && <span className="text-danger text-sm">The code has ended</span>}
      {meeting && (
        <EnterCode
          meetingId={meeting._id}
          about={`order ${shortOrderId(order._id)}`}
          canEnter={can.includes('enter-code')}
          small
        />
      )}
      {shipment && (
        <span className="wrap-anywhere text-muted text-sm tabular:max-w-32">
          {shipment.courier} {shipment.trackingNumber}
        </span>
      )}
      {can.includes('edit-shipment') && <ShipmentButton order={order} />}
    </>
  )
}
