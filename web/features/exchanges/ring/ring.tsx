import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { AgreedExchange } from '#web/features/exchanges/agreed-exchange.tsx'
import { paths } from '#web/paths.ts'
import { RingDrawing } from './drawing/ring-drawing.tsx'
import { RingAnswer } from './ring-answer.tsx'
import { RingChat } from './ring-chat.tsx'
import { listNames } from './ring-texts.ts'
import { RingWords } from './ring-words.tsx'

type Props = { exchange: Exchange; side: Side }

/** A ring, from its proposal to its end: the drawing, what to do about it, and its chat. */
export function Ring({ exchange, side }: Props) {
  const { status } = exchange
  return (
    <>
      {status === 'proposed' && (
        <p className="max-w-prose text-muted">
          Dobara found this for you: each gives a book and gets one that they want. It comes about
          when all of you accept.
        </p>
      )}
      {status === 'ended' && <RingEnd exchange={exchange} side={side} />}
      <section
        aria-label="Who gives what to whom"
        className="grid items-center gap-6 rounded-box border border-border bg-surface py-4 sm:p-6
          grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]"
      >
        <RingDrawing exchange={exchange} />
        <div className="flex flex-col gap-6 px-4 sm:px-0">
          <RingWords exchange={exchange} />
          {status === 'proposed' && <RingAnswer exchange={exchange} side={side} />}
        </div>
      </section>
      {status !== 'proposed' && status !== 'ended' && (
        <AgreedExchange exchange={exchange} side={side} />
      )}
      <RingChat exchange={exchange} />
    </>
  )
}

function whyEnded({ ring, ...exchange }: Exchange): string {
  const declined = exchange.members.flatMap(({ answer, number }) =>
    answer === 'declined' ? number : [],
  )
  switch (ring?.endedBecause) {
    case 'declined':
      if (declined.includes(exchange.me)) return 'You declined this ring.'
      return `${declined.length > 0 ? listNames(exchange, declined) : 'Somebody'} declined this ring.`
    case 'lapsed':
      return 'Not everybody accepted this ring within 24 hours.'
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
        <Link to={paths[side].wants} className="text-primary underline">
          what you want
        </Link>
        .
      </p>
    </div>
  )
}
