import { CalendarDays, MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { formatMeetingTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { type AgreedLeg, otherOf } from '#web/features/exchanges/next-step.ts'
import { chatPath } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

type Props = { exchange: Exchange; leg: AgreedLeg; side: Side }

/** When one meets for this book of a ring, and the chat of its two people, until it is there. */
export function LegMeeting({ exchange, leg: { order, as, status, ...leg }, side }: Props) {
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
