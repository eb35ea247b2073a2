import { ArrowRight } from 'lucide-react'
import type { Side } from '#contract/common/endpoint.ts'
import { cancelExchange, type Exchange } from '#contract/exchanges/exchanges.ts'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { formatDate } from '#web/time.tsx'
import { ExchangeLegCard, Meeting } from './exchange-leg-card.tsx'
import { ExchangePayments } from './exchange-payments.tsx'
import { isAgreed, nextStepOf } from './next-step.ts'
import { bothOrAll, legsOf, listOf, nameOf, partnerOf } from './swap-texts.ts'

type Props = { exchange: Exchange; side: Side }

/** Shows a swap that has orders: the next step, the caller's books, and the payments. */
export function AgreedExchange({ exchange, side }: Props) {
  const { chat, status, can } = exchange
  const { given, received } = legsOf({ me: exchange.me, legs: exchange.legs.filter(isAgreed) })
  const next = nextStepOf(exchange)
  const meeting = exchange.legs.find(({ order }) => order?.meeting)?.order?.meeting
  const isHandedOver =
    status !== 'running' || exchange.legs.every((leg) => leg.status === 'Delivered')
  return (
    <>
      <Cancelled exchange={exchange} />
      <LateBooks exchange={exchange} />
      {next && (
        <p className="flex items-start gap-2 rounded-box bg-primary-soft p-4 font-medium">
          <ArrowRight className="mt-0.5 shrink-0 text-primary" />
          <span>
            <span className="sr-only">Next: </span>
            {next}
          </span>
        </p>
      )}
      {chat && (
        <Meeting
          meeting={isHandedOver ? undefined : meeting}
          side={side}
          chatId={chat._id}
          as={chat.side}
          other={partnerOf(exchange)}
        />
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        {[
          { title: 'You get', legs: received },
          { title: 'You give', legs: given },
        ].map(({ title, legs }) => (
          <section key={title} className="flex flex-col gap-3">
            <h2 className="font-semibold text-xl">{title}</h2>
            {legs.map((leg) => (
              <ExchangeLegCard key={leg.number} exchange={exchange} leg={leg} side={side} />
            ))}
          </section>
        ))}
      </div>
      <ExchangePayments exchange={exchange} />
      <ActionButton
        label="Cancel the swap"
        variant="danger-ghost"
        className="self-start"
        can={can.includes('cancel')}
        endpoint={cancelExchange}
        input={{ exchangeId: exchange._id }}
        failed="The swap could not be cancelled. Please try again."
        question={{
          title: 'Cancel this swap?',
          confirmLabel: 'Yes, cancel it',
          cancelLabel: 'Keep it',
          danger: true,
          children: 'All its books become available to others again. This can’t be undone.',
        }}
      />
    </>
  )
}

function Cancelled({ exchange }: { exchange: Exchange }) {
  const { cancelled, me } = exchange
  if (!cancelled) return null
  const { by, at, reason } = cancelled
  const who = by === undefined ? 'An admin' : by === me ? 'You' : nameOf(exchange, by)
  return (
    <div className="wrap-anywhere rounded-box border border-border bg-sunken p-4">
      <p className="font-medium">
        {who} cancelled the swap on {formatDate(at)}.
      </p>
      {reason && <p className="text-sm">Reason: {reason}</p>}
      <p className="text-muted text-sm">All its books are available to others again.</p>
    </div>
  )
}

function LateBooks({ exchange }: { exchange: Exchange }) {
  const newest = exchange.case
  if (!newest) return null
  const isGiven = exchange.legs.some(({ status }) => status === 'Delivered')
  const first = isGiven ? 'handed over' : 'sent'
  const titlesOf = (reason: typeof newest.reason) =>
    (exchange.openCases ?? [newest])
      .filter((one) => one.reason === reason)
      .map(({ orderId }) => exchange.legs.find((leg) => leg.orderId === orderId)?.book.title)
      .map((title) => `“${title ?? ''}”`)
  const [late, cancelled] = [titlesOf('missing'), titlesOf('cancelled')]
  return (
    <div className="wrap-anywhere rounded-box border border-danger bg-danger-soft p-4">
      {late.length > 0 && (
        <p className="font-medium">
          Late, a week after the first book was {first}: {listOf(late)}.
        </p>
      )}
      {cancelled.length > 0 && (
        <p className="font-medium">
          Cancelled after another book had been {first}: {listOf(cancelled)}.
        </p>
      )}
      <p className="text-sm">
        {newest.note
          ? `An admin: ${newest.note}`
          : newest.closedAt
            ? 'It has come since.'
            : `Dobara’s admins are looking into it. You can ${bothOrAll(exchange)} carry on in the meantime.`}
      </p>
    </div>
  )
}
