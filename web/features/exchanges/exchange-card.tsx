import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { defaultOrderCover } from '#contract/books/photos.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { exchangePath } from '#web/paths.ts'
import { useServerNow } from '#web/session/server-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { statusOf } from './labels.ts'
import { legsOf, nextStepOf, partnerOf } from './next-step.ts'
import { answersText, hasAccepted } from './ring/ring-answer.tsx'
import { deadlineText, ownPayText, ringTitle } from './ring/ring-texts.ts'

type Props = { exchange: Exchange; side: Side }

const minuteMs = 60_000

const titles = (legs: readonly ExchangeLeg[]): string =>
  legs.map(({ book }) => `“${book.title}”`).join(', ')

const titleOf = (exchange: Exchange): string =>
  exchange.kind === 'ring' ? ringTitle(exchange) : `Exchange with ${partnerOf(exchange)}`

function useNext(exchange: Exchange): string | undefined {
  const now = useServerNow(minuteMs)
  if (exchange.status !== 'proposed') return nextStepOf(exchange)
  if (hasAccepted(exchange)) return answersText(exchange)
  return exchange.ring && `Answer by ${deadlineText(exchange.ring.expiresAt, now)}`
}

/** A ring or an exchange in a list: what one gives and gets, and what comes next. */
export function ExchangeCard({ exchange, side }: Props) {
  const { given, received } = legsOf(exchange)
  const next = useNext(exchange)
  const { label, tone } = statusOf(exchange)
  const pay = ownPayText(exchange)
  return (
    <article className="relative flex h-full gap-4 rounded-box border border-border bg-surface p-4">
      <Covers given={given[0]} received={received[0]} />
      <div className="wrap-anywhere flex min-w-0 flex-1 flex-col gap-1">
        <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="font-semibold text-lg leading-snug">
            <Link
              to={exchangePath(side, exchange._id)}
              className="after:absolute after:inset-0 hover:text-primary"
            >
              {titleOf(exchange)}
            </Link>
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </header>
        <p>
          {exchange.status === 'ended'
            ? `You would have given ${titles(given)} and got ${titles(received)}.`
            : `You give ${titles(given)}, you get ${titles(received)}.${pay ? ` ${pay}.` : ''}`}
        </p>
        {next && (
          <p className="flex items-start gap-1 font-medium text-primary text-sm">
            <ArrowRight size={16} className="mt-0.5 shrink-0" aria-hidden />
            {next}
          </p>
        )}
      </div>
    </article>
  )
}

type CoversProps = { given: ExchangeLeg | undefined; received: ExchangeLeg | undefined }

/** Decorative: the text beside it says the same. */
const Covers = ({ given, received }: CoversProps) => (
  <div aria-hidden className="flex shrink-0 items-center gap-1 self-start max-[359px]:hidden">
    <Cover leg={given} />
    <ArrowLeftRight size={16} className="text-primary" />
    <Cover leg={received} />
  </div>
)

const Cover = ({ leg }: { leg: ExchangeLeg | undefined }) => (
  <BookCover
    src={leg?.book.images[0]}
    fallback={defaultOrderCover}
    sizes="40px"
    className="w-10 border border-border"
  />
)
