import { ArrowDownLeft, ArrowUpRight, IndianRupee } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Exchange, ExchangeLeg } from '#contract/exchanges/exchanges.ts'
import { legsOf } from '#web/features/exchanges/next-step.ts'
import { legStateOf, lookOf } from './drawing/leg-state.ts'
import { giveText, payText, wayText } from './ring-texts.ts'

/** What the drawing shows, in words, and how each book changes hands. */
export function RingWords({ exchange }: { exchange: Exchange }) {
  const { given, received, others } = legsOf(exchange)
  const payments = exchange.payments.filter(({ back }) => !back)
  const isOwn = ({ from, to }: { from: number; to: number }) =>
    from === exchange.me || to === exchange.me
  const own = payments.filter(isOwn)
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
          <span className="font-medium">
            {own.length === 0
              ? 'Nothing to pay'
              : own.map((payment) => payText(exchange, payment)).join(', ')}
          </span>
        </Line>
      </ul>
      {others.length > 0 && (
        <ul className="wrap-anywhere flex flex-col gap-2 border-border border-t pt-4 text-sm">
          {others.map((leg) => (
            <li key={leg.number}>
              <Leg exchange={exchange} leg={leg} />
            </li>
          ))}
          {payments
            .filter((payment) => !isOwn(payment))
            .map((payment) => (
              <li key={payment.number} className="font-medium">
                {payText(exchange, payment)}
              </li>
            ))}
        </ul>
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

function Leg({ exchange, leg }: { exchange: Exchange; leg: ExchangeLeg }) {
  const { label } = lookOf(legStateOf(exchange, leg))
  const facts = [leg.way && wayText(leg.way), label]
    .filter((fact) => fact !== undefined)
    .join(' · ')
  return (
    <>
      <span className="font-medium">{giveText(exchange, leg)}</span>
      {facts && <span className="block text-muted text-sm first-letter:uppercase">{facts}</span>}
    </>
  )
}
