import { BookOpen, MapPin } from 'lucide-react'
import { indianDate } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { chooseMeetingTime, type Meeting } from '#contract/orders/meetings.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { OrdersLink } from '#web/features/orders/order-links.tsx'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { todayInIndia } from '#web/session/server-clock.ts'
import { formatDayAndTime } from '#web/time.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { IconFact } from '#web/ui/facts.tsx'
import { BuyerCode, EnterCode } from './hand-over-code.tsx'
import { ProposeMeeting } from './propose-meeting.tsx'

type Props = { meeting: Meeting; side: Side; partnerName: string }

function badgeOf({ status, startsAt }: Meeting): { label: string; tone: Tone } {
  if (status === 'handed-over') return { label: 'Handed over', tone: 'success' }
  if (status === 'over') return { label: 'Over', tone: 'neutral' }
  return startsAt ? { label: 'Agreed', tone: 'success' } : { label: 'No time yet', tone: 'warning' }
}

const isTodayOrEarlier = (startsAt: string | undefined): boolean =>
  startsAt !== undefined && indianDate(new Date(startsAt)) <= todayInIndia()

export function MeetingCard({ meeting, side, partnerName }: Props) {
  const { place, startsAt, orders, status, can } = meeting
  // The books may have been handed over at another time than agreed.
  const time = status === 'handed-over' ? meeting.handedOverAt : startsAt
  const { label, tone } = badgeOf(meeting)
  const [order] = orders
  const books = orders.length === 1 ? (order?.title ?? '') : formatCount(orders.length, 'book')
  return (
    <li
      className={`flex w-full max-w-sm flex-col gap-3 self-center rounded-box border-2 bg-surface p-3
        ${status === 'open' ? 'border-primary' : 'border-border'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-sans font-semibold">Meeting</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {time && <p className="font-semibold text-xl">{formatDayAndTime(time)}</p>}
      <ul className="flex flex-col gap-1 text-sm">
        {place && <IconFact icon={<MapPin size={16} />}>{place}</IconFact>}
        {[books, ...(meeting.exchanged ?? [])].map((book, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two books may have one title
          <IconFact key={index} icon={<BookOpen size={16} />}>
            {book}
          </IconFact>
        ))}
      </ul>
      <Proposal meeting={meeting} side={side} partnerName={partnerName} />
      {meeting.code && (
        <BuyerCode
          code={meeting.code}
          books={orders.length}
          title={meeting.exchanged && order?.title}
        />
      )}
      {meeting.codeEnded && <CodeEnded side={side} />}
      {side === 'seller' && (
        <EnterCode
          meetingId={meeting._id}
          about={order ? `order ${shortOrderId(order._id)}` : 'the order'}
          variant={isTodayOrEarlier(startsAt) ? 'primary' : 'plain'}
          canEnter={can.includes('enter-code')}
        />
      )}
      {status === 'handed-over' && <OrdersLink side={side} ids={orders.map(({ _id }) => _id)} />}
      {status === 'open' && (
        <p className="text-muted text-sm">
          Meet in a public place and by daylight. Look at the book before you pay.
        </p>
      )}
    </li>
  )
}

export const CodeEnded = ({ side }: { side: Side }) => (
  <p className="text-danger text-sm">
    The code was typed wrong five times and no longer counts.{' '}
    {side === 'seller' ? 'Set the status instead.' : 'The seller can still set the status.'}
  </p>
)

function Proposal({ meeting, side, partnerName }: Props) {
  const { _id: meetingId, proposal, can, orders, place, startsAt } = meeting
  const isOwn = proposal?.by === side
  const order = orders.find(({ status }) => status === 'Pending' || status === 'Shipped')
  return (
    <>
      {proposal && (
        <div className="flex flex-col gap-2 rounded-box bg-sunken p-3">
          <p className="wrap-anywhere text-sm">
            <span className="font-medium">
              {isOwn ? 'You propose' : `${partnerName} proposes`}
              {startsAt && ' instead'}:
            </span>{' '}
            {proposal.place}
          </p>
          {proposal.times.map((time) =>
            can.includes('choose') ? (
              <ActionButton
                key={time}
                label={`Choose ${formatDayAndTime(time)}`}
                variant="plain"
                endpoint={chooseMeetingTime}
                input={{ meetingId, proposalId: proposal._id, time }}
                failed="Could not be saved. Please try again."
              />
            ) : (
              <p key={time} className="font-medium">
                {formatDayAndTime(time)}
              </p>
            ),
          )}
          {isOwn && <p className="text-muted text-sm">Waiting for {partnerName} to choose.</p>}
        </div>
      )}
      <ProposeMeeting
        orderId={order?._id ?? ''}
        place={proposal?.place ?? place}
        can={can.includes('propose') && order !== undefined}
        label={proposal || startsAt ? 'Propose other times' : 'Propose a time'}
        variant={proposal || startsAt ? 'plain' : 'primary'}
      />
    </>
  )
}
