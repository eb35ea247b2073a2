import { ArrowDown, ArrowRight, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { conditionLabels } from '#contract/books/conditions.ts'
import { sellerText } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { ringAnswerHours } from '#contract/common/limits.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { PersonMenu } from '#web/features/complaints/person-menu.tsx'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { SellerLink } from '#web/features/sellers/seller-link.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { AgreedExchange } from './agreed-exchange.tsx'
import { RingAnswer } from './ring-answer.tsx'
import { RingChat } from './ring-chat.tsx'
import { listOf, nameOf, paymentText, wayText } from './swap-texts.ts'

type Props = { exchange: Exchange; side: Side }

/** Shows a swap that Dobara found, from its proposal to its end. */
export function Ring({ exchange, side }: Props) {
  const { status } = exchange
  return (
    <div className="flex flex-col gap-6">
      {status === 'proposed' && (
        <p className="max-w-prose text-muted">
          Dobara found this swap for you: each gives a book and gets one that they want. It happens
          when all of you accept.
        </p>
      )}
      {status === 'ended' && (
        <div className="rounded-box border border-border bg-sunken p-4">
          <p className="font-medium">{whyEnded(exchange)}</p>
          <p className="text-muted text-sm">We’ll keep looking, and notify you of the next one.</p>
        </div>
      )}
      {status !== 'proposed' && status !== 'ended' && (
        <AgreedExchange exchange={exchange} side={side} />
      )}
      <section
        aria-label="Who gives what to whom"
        className="flex flex-col gap-6 rounded-box border border-border bg-surface p-4 sm:p-6"
      >
        <Books exchange={exchange} />
        <Members exchange={exchange} />
        <RingAnswer exchange={exchange} side={side} />
      </section>
      <RingChat exchange={exchange} />
    </div>
  )
}

function whyEnded({ ring, members, me }: Exchange): string {
  const refusing = members.find(({ answer }) => answer === 'declined')
  switch (ring?.endedBecause) {
    case 'declined': {
      const who = !refusing ? 'Somebody' : refusing.number === me ? 'You' : refusing.name
      return `${who} ${refusing?.hasWithdrawn ? 'withdrew from' : 'declined'} this swap.`
    }
    case 'lapsed':
      return `Not everybody accepted this swap within ${ringAnswerHours} hours.`
    case 'changed':
      return 'A book or a want of this swap is gone, or has changed.'
    default:
      return 'This swap has ended.'
  }
}

/** Returns the legs in the order of the ring, beginning with the caller's own. */
function fromOwn({ legs, me }: Pick<Exchange, 'legs' | 'me'>): ExchangeLeg[] {
  const own = legs.findIndex(({ from }) => from === me)
  return [...legs.slice(own), ...legs.slice(0, own)]
}

/**
 * Shows all books and payments of a proposed ring, or the other members' books of an agreed one.
 */
function Books({ exchange }: { exchange: Exchange }) {
  const payments = exchange.payments.filter(({ back }) => !back)
  const { me } = exchange
  const isAgreed = exchange.legs.some(({ orderId }) => orderId !== undefined)
  const legs = fromOwn(exchange).filter(({ from, to }) => !isAgreed || (from !== me && to !== me))
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-2 empty:hidden">
        {legs.map((leg, index) => (
          <li key={leg.number} className="flex flex-col gap-2">
            <Leg exchange={exchange} leg={leg} />
            {!isAgreed && (
              <span className="flex w-12 justify-center text-primary" aria-hidden>
                {index < legs.length - 1 ? <ArrowDown /> : <RotateCcw />}
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isAgreed && (
        <p className="wrap-anywhere font-medium">
          {payments.length === 0
            ? 'Nothing to pay.'
            : `${listOf(payments.map((payment) => paymentText(exchange, payment)))}.`}
        </p>
      )}
      {exchange.legs.some(({ way }) => way?.handOver === 'post') && (
        <p className="text-muted text-sm">Each pays the postage of what they send.</p>
      )}
    </div>
  )
}

function Leg({ exchange, leg }: { exchange: Exchange; leg: ExchangeLeg }) {
  const { book, value, way, status, isIn } = leg
  const nameIn = (number: number, own: string) =>
    number === exchange.me ? own : nameOf(exchange, number)
  return (
    <div className="wrap-anywhere flex gap-4">
      <OrderCover
        book={book}
        sizes="48px"
        className={`w-12 ${status === 'Cancelled' ? 'grayscale' : ''}`}
      />
      <div className="flex min-w-0 flex-col items-start">
        <p className="text-sm">
          {nameIn(leg.from, 'You')} <ArrowRight size={14} className="inline" />
          <span className="sr-only">to</span> {nameIn(leg.to, 'you')}
        </p>
        <Link to={paths.book(book._id)} className="font-medium underline hover:text-primary">
          {book.title}
        </Link>
        <p className="text-muted text-sm">
          {[book.condition && labelOf(conditionLabels, book.condition), formatRupees(value)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {way && <p className="text-muted text-sm">{wayText(way)}</p>}
        {isIn ? <Badge tone="success">Received</Badge> : status && <StatusBadge status={status} />}
      </div>
    </div>
  )
}

function Members({ exchange }: { exchange: Exchange }) {
  const others = exchange.members.filter(({ account }) => account !== undefined)
  if (others.length === 0) return null
  return (
    <ul aria-label="The others in this swap" className="flex flex-col border-border border-t pt-2">
      {others.map((member) => (
        <li key={member.number} className="flex min-h-11 items-center gap-2">
          <span className="wrap-anywhere flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm">
            <SellerLink
              seller={{ ...member, _id: member.account ?? '' }}
              className="font-medium underline"
            >
              {sellerText(member)}
            </SellerLink>
            {member.ratings?.average === undefined ? (
              <span className="whitespace-nowrap text-muted">no ratings yet</span>
            ) : (
              <Rating of={member.ratings} />
            )}
            {member.answer && (
              <Badge tone={member.answer === 'accepted' ? 'success' : 'danger'}>
                {member.answer === 'accepted' ? 'Accepted' : 'Declined'}
              </Badge>
            )}
          </span>
          <PersonMenu
            small
            label={`More about ${member.name}`}
            className="-mr-2 text-muted"
            person={{ id: member.account ?? '', name: member.name }}
            endsSwap={exchange.status === 'proposed'}
          />
        </li>
      ))}
    </ul>
  )
}
