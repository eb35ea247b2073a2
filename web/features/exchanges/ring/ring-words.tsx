import { ArrowDownLeft, ArrowUpRight, IndianRupee } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { conditionLabels } from '#contract/books/book-forms.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { legsOf } from '#web/features/exchanges/next-step.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { legStateOf, lookOf } from './drawing/leg-state.ts'
import {
  differenceText,
  giveParts,
  isPosted,
  othersPayTexts,
  ownPayText,
  postageText,
  wayText,
} from './ring-texts.ts'

/** What the drawing shows, in words, with what each copy is like and how it changes hands. */
export function RingWords({ exchange }: { exchange: Exchange }) {
  const { given, received, others } = legsOf(exchange)
  const reason = differenceText(exchange)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-3">
        {given.map((leg) => (
          <Line key={leg.number} icon={<ArrowUpRight size={20} aria-hidden />}>
            <Leg exchange={exchange} leg={leg} />
          </Line>
        ))}
        {received.map((leg) => (
          <Line key={leg.number} icon={<ArrowDownLeft size={20} aria-hidden />}>
            <Leg exchange={exchange} leg={leg} />
          </Line>
        ))}
        <Line icon={<IndianRupee size={20} aria-hidden />}>
          <span className="font-medium">{ownPayText(exchange) ?? 'Nothing to pay'}</span>
          {reason && <Fact>{reason}</Fact>}
        </Line>
      </ul>
      {others.length > 0 && (
        <ul className="wrap-anywhere flex flex-col gap-2 border-border border-t pt-4 text-sm">
          {others.map((leg) => (
            <li key={leg.number}>
              <Leg exchange={exchange} leg={leg} />
            </li>
          ))}
          {othersPayTexts(exchange).map((text) => (
            <li key={text} className="font-medium">
              {text}
            </li>
          ))}
        </ul>
      )}
      {isPosted(exchange.legs) && exchange.status !== 'ended' && (
        <p className="text-muted text-sm">{postageText}</p>
      )}
    </div>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <span
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-primary-soft
        text-primary"
    >
      {icon}
    </span>
    <span className="wrap-anywhere min-w-0 pt-1">{children}</span>
  </li>
)

const Fact = ({ children }: { children: ReactNode }) => (
  <span className="block text-muted text-sm first-letter:uppercase">{children}</span>
)

function Leg({ exchange, leg }: { exchange: Exchange; leg: ExchangeLeg }) {
  const { book, value, way } = leg
  const [before, after] = giveParts(exchange, leg)
  const { label } = lookOf(legStateOf(exchange, leg))
  const facts = [
    book.condition && labelOf(conditionLabels, book.condition),
    `counts for ${formatRupees(value)}`,
    label,
  ].filter(Boolean)
  return (
    <>
      <span className="font-medium">
        {before}
        <Link
          to={paths.book(book._id)}
          className="underline decoration-input underline-offset-4 hover:text-primary"
        >
          “{book.title}”
        </Link>
        {after}
      </span>
      <Fact>{facts.join(' · ')}</Fact>
      {way && <Fact>{wayText(way)}</Fact>}
    </>
  )
}
