// What has gone wrong with an exchange, in words: what is late, what was cancelled, by whom.
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { formatDate } from '#web/format.ts'
import { bothOrAll, nameOf } from './next-step.ts'

type Props = { exchange: Exchange }
type Case = NonNullable<Exchange['case']>

const counts = ['none', 'One', 'Two', 'Three', 'Four', 'Five']
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** One line for all that are late, and one for each that was cancelled. */
export function caseTexts(exchange: Exchange, cases: readonly Case[]): string[] {
  const { legs } = exchange
  // What was sent isn't in anybody's hands.
  const first = legs.some(({ status }) => status === 'Delivered') ? 'handed over' : 'sent'
  const titleOf = ({ orderId }: Case) =>
    `“${legs.find((leg) => leg.orderId === orderId)?.book.title ?? ''}”`
  const late = cases.filter(({ reason }) => reason === 'missing').map(titleOf)
  const since = `a week after the first book was ${first}`
  return [
    ...(late.length === 1 ? [`${late[0]} is late, ${since}.`] : []),
    ...(late.length > 1
      ? [`${counts[late.length] ?? late.length} books are late: ${list.format(late)}, ${since}.`]
      : []),
    ...cases
      .filter(({ reason }) => reason === 'cancelled')
      .map((one) => `${titleOf(one)} was cancelled after another book had been ${first}.`),
  ]
}

export function ExchangeCase({ exchange }: Props) {
  const newest = exchange.case
  if (!newest) return null
  const open = exchange.openCases ?? (newest.closedAt ? [] : [newest])
  return (
    <div className="rounded-box border border-danger bg-danger-soft p-4">
      {caseTexts(exchange, open.length > 0 ? open : [newest]).map((text) => (
        <p key={text} className="wrap-anywhere font-medium">
          {text}
        </p>
      ))}
      <p className="wrap-anywhere text-sm">
        {newest.note
          ? `An admin: ${newest.note}`
          : newest.closedAt
            ? 'It has come since.'
            : `Dobara’s admins are looking into it. You can ${bothOrAll(exchange)} carry on in the meantime.`}
      </p>
    </div>
  )
}

export function ExchangeCancelled({ exchange }: Props) {
  const { cancelled, me } = exchange
  if (!cancelled) return null
  const { by, at, reason } = cancelled
  const who = by === undefined ? 'An admin' : by === me ? 'You' : nameOf(exchange, by)
  return (
    <div className="rounded-box border border-border bg-sunken p-4">
      <p className="wrap-anywhere font-medium">
        {who} cancelled the exchange on {formatDate(at)}.
      </p>
      {reason && <p className="wrap-anywhere text-sm">Reason: {reason}</p>}
      <p className="text-muted text-sm">All its books are available to others again.</p>
    </div>
  )
}
