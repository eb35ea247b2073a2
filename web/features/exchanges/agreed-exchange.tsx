import { ArrowRight, CalendarDays, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatMeetingTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { cancelExchange, type Exchange } from '#contract/exchanges/exchanges.ts'
import { useWrite } from '#web/api/hooks.ts'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { formatDate } from '#web/format.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { chatPath } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { ExchangeLegCard } from './exchange-leg-card.tsx'
import { ExchangeCancelled, ExchangeCase } from './exchange-notes.tsx'
import { ExchangePayments } from './exchange-payments.tsx'
import { isAgreed, legsOf, nextStepOf, partnerOf } from './next-step.ts'

type Props = { exchange: Exchange; side: Side }

/** An exchange that has its orders: what comes next, the books, the rupees on top. */
export function AgreedExchange({ exchange, side }: Props) {
  const legs = exchange.legs.filter(isAgreed)
  const { given, received } = legsOf({ legs, me: exchange.me })
  const next = nextStepOf(exchange)
  const isRing = exchange.kind === 'ring'
  return (
    <>
      {!isRing && (
        <p className="text-muted">
          With {partnerOf(exchange)}, agreed on {formatDate(exchange.createdAt)}
        </p>
      )}
      <ExchangeCancelled exchange={exchange} />
      <ExchangeCase exchange={exchange} />
      {next && (
        <p className="flex items-start gap-2 rounded-box bg-primary-soft p-4 font-medium">
          <ArrowRight size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
          <span>
            <span className="sr-only">Next: </span>
            {next}
          </span>
        </p>
      )}
      {!isRing && <Meeting exchange={exchange} side={side} />}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Section title="You get">
          {received.map((leg) => (
            <ExchangeLegCard key={leg.number} {...{ exchange, leg, side }} />
          ))}
        </Section>
        <Section title="You give">
          {given.map((leg) => (
            <ExchangeLegCard key={leg.number} {...{ exchange, leg, side }} />
          ))}
        </Section>
      </div>
      <ExchangePayments exchange={exchange} />
      <CancelExchange exchange={exchange} />
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <h2 className="font-semibold text-xl">{title}</h2>
    {children}
  </section>
)

/** When and where they meet, and the chat in which they agree on that. */
function Meeting({ exchange, side }: Props) {
  const { chat } = exchange
  const leg = exchange.legs.find(({ order }) => order?.meeting !== undefined)
  const meeting = leg?.order?.meeting
  const isOpen = exchange.legs.some(({ status }) => status === 'Pending' || status === 'Shipped')
  return (
    <div className="flex flex-col gap-3">
      {meeting && isOpen && exchange.status === 'running' && (
        <p className="flex items-start gap-2">
          <CalendarDays size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden />
          <span className="wrap-anywhere font-medium">
            {[
              meeting.startsAt
                ? formatMeetingTime(new Date(meeting.startsAt))
                : 'No time agreed on yet',
              meeting.place,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </p>
      )}
      {chat &&
        (chat.side === side ? (
          <Link
            to={chatPath(side, chat._id)}
            className={buttonClass({ variant: 'plain' }, 'self-start')}
          >
            <MessageCircle size={20} aria-hidden />
            Open the chat
          </Link>
        ) : (
          <div className="flex flex-col items-start gap-2">
            <p className="text-muted text-sm">
              You and {partnerOf(exchange)} write with your {chat.side} account.
            </p>
            <SwitchAccount side={chat.side} to={chatPath(chat.side, chat._id)} variant="plain" />
          </div>
        ))}
    </div>
  )
}

const begun = 'A book has been handed over in the meantime, so the exchange goes on.'
const cancelled = 'The exchange has been cancelled in the meantime.'

/** Possible until the first book is handed over. */
function CancelExchange({ exchange }: { exchange: Exchange }) {
  const [isAsking, setAsking] = useState(false)
  const { failure, fail, clear } = useWriteFailure(exchange.can)
  const write = useWrite(cancelExchange)
  const run = async () => {
    clear()
    try {
      await write.run({ exchangeId: exchange._id })
    } catch (error) {
      fail(error, 'The exchange could not be cancelled. Please try again.')
    }
    setAsking(false)
  }
  return (
    <>
      <WhilePossible
        can={exchange.can.includes('cancel')}
        changed={exchange.status === 'cancelled' ? cancelled : begun}
      >
        <Button variant="danger-ghost" className="self-start" onClick={() => setAsking(true)}>
          Cancel the exchange
        </Button>
        <ConfirmDialog
          open={isAsking}
          title="Cancel this exchange?"
          confirmLabel="Yes, cancel it"
          cancelLabel="Keep it"
          danger
          pending={write.pending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run()}
        >
          All its books become available to others again. This can’t be undone.
        </ConfirmDialog>
      </WhilePossible>
      <FormError>{failure}</FormError>
    </>
  )
}
