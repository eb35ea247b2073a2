import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { ringAnswerHours } from '#contract/common/policy.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { AgreedExchange } from '#web/features/exchanges/agreed-exchange.tsx'
import { paths } from '#web/paths.ts'
import { RingDrawing } from './drawing/ring-drawing.tsx'
import { RingAnswer } from './ring-answer.tsx'
import { RingChat } from './ring-chat.tsx'
import { RingMembers } from './ring-members.tsx'
import { listNames } from './ring-texts.ts'
import { RingWords } from './ring-words.tsx'

type Props = { exchange: Exchange; side: Side }

/** A ring, from its proposal to its end: the drawing, what to do about it, and its chat. */
export function Ring({ exchange, side }: Props) {
  const { status } = exchange
  const isAgreed = status !== 'proposed' && status !== 'ended'
  return (
    <div className="flex flex-col gap-6">
      {status === 'proposed' && (
        <p className="max-w-prose text-muted">
          Dobara found this for you: each gives a book and gets one that they want. It comes about
          when all of you accept.
        </p>
      )}
      {status === 'ended' && <RingEnd exchange={exchange} side={side} />}
      {isAgreed && (
        <>
          <a href="#ring-chat" className="self-start text-primary underline md:hidden">
            Chat of the ring
          </a>
          <AgreedExchange exchange={exchange} side={side} />
        </>
      )}
      {/* On a phone, what comes next is above the drawing. */}
      <section
        aria-label="Who gives what to whom"
        className={`grid grid-cols-[minmax(0,1fr)] items-center gap-6 rounded-box border border-border
          bg-surface py-4 sm:p-6 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]
          ${isAgreed ? 'md:order-first' : ''}`}
      >
        <RingDrawing exchange={exchange} />
        <div className="flex flex-col gap-4 px-4 sm:px-0">
          <RingWords exchange={exchange} />
          <RingMembers exchange={exchange} />
          <RingAnswer exchange={exchange} side={side} />
        </div>
      </section>
      <RingChat exchange={exchange} />
    </div>
  )
}

function whyEnded({ ring, ...exchange }: Exchange): string {
  const declined = exchange.members.flatMap(({ answer, number }) =>
    answer === 'declined' ? number : [],
  )
  const hasWithdrawn = exchange.members.some((member) => member.hasWithdrawn)
  switch (ring?.endedBecause) {
    case 'declined':
      return `${declined.includes(exchange.me) ? 'You' : declined.length > 0 ? listNames(exchange, declined) : 'Somebody'} ${hasWithdrawn ? 'withdrew from' : 'declined'} this ring.`
    case 'lapsed':
      return `Not everybody accepted this ring within ${ringAnswerHours} hours.`
    case 'changed':
      return 'A book or a want of this ring is gone, or has changed.'
    default:
      return 'This ring came to nothing.'
  }
}

function RingEnd({ exchange, side }: Props) {
  return (
    <div className="rounded-box border border-border bg-sunken p-4">
      <p className="font-medium">{whyEnded(exchange)}</p>
      <p className="text-muted text-sm">
        We’ll keep looking. The bell tells you when there is another ring for{' '}
        <Link to={paths[side].wishlist} className="text-primary underline">
          what you want
        </Link>
        .
      </p>
    </div>
  )
}
