import { ArrowRight, CalendarDays, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMeetingTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { type Exchange, readExchange } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { useRead } from '#web/api/hooks.ts'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { formatDate } from '#web/format.ts'
import { chatPath, paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { InlineLoadError, LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { CancelExchange } from './cancel-exchange.tsx'
import { ExchangeLegCard } from './exchange-leg-card.tsx'
import { ExchangePayments } from './exchange-payments.tsx'
import { isAgreed, legsOf, nameOf, nextStepOf } from './next-step.ts'

const statuses: Record<Exchange['status'], { label: string; tone: Tone }> = {
  proposed: { label: 'Proposed', tone: 'warning' },
  running: { label: 'Under way', tone: 'warning' },
  completed: { label: 'Complete', tone: 'success' },
  incomplete: { label: 'Partly cancelled', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
  ended: { label: 'Came to nothing', tone: 'neutral' },
}

/** Who gives what to whom, what is paid, and what comes next; the same by both accounts. */
export function ExchangePage({ exchangeId, side }: { exchangeId: string; side: Side }) {
  const session = useSession()
  const query = useRead(readExchange, { exchangeId }, { enabled: session?.role === side })
  const retry = () => void query.refetch()
  const status = query.data && statuses[query.data.status]
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <Link to={paths[side].orders} className="self-start text-primary underline">
        {side === 'buyer' ? 'My Orders' : 'Orders'}
      </Link>
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-3xl">Exchange {shortOrderId(exchangeId)}</h1>
        {status && <Badge tone={status.tone}>{status.label}</Badge>}
      </header>
      {query.data ? (
        <>
          {query.isError && <InlineLoadError onRetry={retry} />}
          <Parts exchange={query.data} side={side} />
        </>
      ) : query.isError ? (
        <FailedToLoad error={query.error} onRetry={retry} />
      ) : (
        <Loading>
          <div className="flex flex-col gap-6">
            <Skeleton className="h-16" />
            <div className="grid gap-4 md:grid-cols-2">
              <Skeleton className="h-64" />
              <Skeleton className="h-64" />
            </div>
          </div>
        </Loading>
      )}
    </div>
  )
}

function FailedToLoad({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isRefused = error instanceof AppError && error.status < 500
  if (isRefused) return <LoadError text="Exchange not found." />
  return <LoadError text="Failed to load the exchange. Please try again." onRetry={onRetry} />
}

function Parts({ exchange, side }: { exchange: Exchange; side: Side }) {
  const legs = exchange.legs.filter(isAgreed)
  const { given, received, others } = legsOf({ legs, me: exchange.me })
  const next = nextStepOf(exchange)
  const partners = exchange.members.filter(({ number }) => number !== exchange.me)
  return (
    <>
      <p className="text-muted">
        With {partners.map(({ name }) => name).join(', ')}, agreed on{' '}
        {formatDate(exchange.createdAt)}
      </p>
      <Case exchange={exchange} />
      {next && (
        <p className="flex items-start gap-2 rounded-box bg-primary-soft p-4 font-medium">
          <ArrowRight size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
          <span>
            <span className="sr-only">Next: </span>
            {next}
          </span>
        </p>
      )}
      <Meeting exchange={exchange} side={side} />
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
      {others.length > 0 && (
        <Section title="Between the others">
          {others.map((leg) => (
            <ExchangeLegCard key={leg.number} {...{ exchange, leg, side }} />
          ))}
        </Section>
      )}
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

function Case({ exchange }: { exchange: Exchange }) {
  const found = exchange.case
  if (!found) return null
  const leg = exchange.legs.find(({ orderId }) => orderId === found.orderId)
  const title = leg?.book.title ?? ''
  const what =
    found.reason === 'missing'
      ? `“${title}” hasn’t come within a week of the first hand-over.`
      : `“${title}” was cancelled after another book had been handed over.`
  return (
    <div className="rounded-box border border-danger bg-danger-soft p-4">
      <p className="font-medium">{what}</p>
      <p className="text-sm">
        {found.note
          ? `An admin: ${found.note}`
          : found.closedAt
            ? 'It has come since.'
            : 'Dobara’s admins look into it. You can both go on meanwhile.'}
      </p>
    </div>
  )
}

/** When and where they meet, and the chat in which they agree on that. */
function Meeting({ exchange, side }: { exchange: Exchange; side: Side }) {
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
              meeting.startsAt && formatMeetingTime(new Date(meeting.startsAt)),
              meeting.place,
              !meeting.startsAt && 'no time agreed on yet',
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
              You and {nameOf(exchange, exchange.me === 1 ? 2 : 1)} write with your {chat.side}{' '}
              account.
            </p>
            <SwitchAccount side={chat.side} to={chatPath(chat.side, chat._id)} variant="plain" />
          </div>
        ))}
    </div>
  )
}
