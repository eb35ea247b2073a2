// Rings in words, from the view of one of their people: 'You give “Optics” to Meera'.
import { indianDate } from '#contract/common/dates.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import type { Exchange, ExchangeLeg, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { formatDeadline, formatRupees, formatTime, labelOf } from '#web/format.ts'

const counts = ['none', 'one', 'two', 'three', 'four', 'five']

/** 'A ring of three'. */
export const ringTitle = ({ members }: Pick<Exchange, 'members'>): string =>
  `A ring of ${counts[members.length] ?? members.length}`

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** The first name, or the whole one where another member has the same. */
export function shortName({ members }: Pick<Exchange, 'members'>, number: number): string {
  const name = members.find((member) => member.number === number)?.name ?? ''
  const isShared = members.some(
    (member) => member.number !== number && firstName(member.name) === firstName(name),
  )
  return (isShared ? name : firstName(name)) || 'the other'
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
export const listNames = (exchange: Exchange, numbers: readonly number[]): string =>
  list.format(numbers.map((number) => shortName(exchange, number)))

/** The members in the order in which the books go round, the caller first. */
export function inGivingOrder({ members, legs, me }: Exchange): Exchange['members'] {
  const next = new Map(legs.map(({ from, to }) => [from, to]))
  const numbers = new Set<number>()
  for (let at: number | undefined = me; at !== undefined && !numbers.has(at); at = next.get(at))
    numbers.add(at)
  const rank = new Map([...numbers].map((number, index) => [number, index]))
  return members.toSorted(
    (a, b) => (rank.get(a.number) ?? members.length) - (rank.get(b.number) ?? members.length),
  )
}

export function giveText(exchange: Exchange, { from, to, book }: ExchangeLeg): string {
  const title = `“${book.title}”`
  if (from === exchange.me) return `You give ${title} to ${shortName(exchange, to)}`
  if (to === exchange.me) return `You get ${title} from ${shortName(exchange, from)}`
  return `${shortName(exchange, from)} gives ${title} to ${shortName(exchange, to)}`
}

export function payText(exchange: Exchange, { from, to, amount }: ExchangePayment): string {
  const rupees = formatRupees(amount)
  if (from === exchange.me) return `You pay ${rupees} to ${shortName(exchange, to)}`
  if (to === exchange.me) return `You get ${rupees} from ${shortName(exchange, from)}`
  return `${shortName(exchange, from)} pays ${rupees} to ${shortName(exchange, to)}`
}

const kmText = (km: number): string => (km < 1 ? 'less than 1 km' : `${km}\u00A0km`)

/** 'In person, 3 km, around Kothrud, Pune'. */
export const wayText = ({ handOver, km, place }: NonNullable<ExchangeLeg['way']>): string =>
  [
    labelOf(handOverLabels, handOver),
    km !== undefined && kmText(km),
    place && `${handOver === 'meet' ? 'around' : 'from'} ${place}`,
  ]
    .filter(Boolean)
    .join(', ')

/** What is paid by somebody and to them in all, below zero what they get: ₹40 or -₹40. */
export const paidBy = ({ payments }: Pick<Exchange, 'payments'>, number: number): number =>
  payments
    .filter(({ back }) => !back)
    .reduce(
      (sum, { from, to, amount }) => sum + (from === number ? amount : to === number ? -amount : 0),
      0,
    )

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** 'tomorrow, 2:30 pm; 23 h left', in India's time. */
export function deadlineText(expiresAt: string, nowMs: number): string {
  const at = new Date(expiresAt)
  const leftMs = at.getTime() - nowMs
  const day = (ms: number) => indianDate(new Date(ms))
  const when =
    day(at.getTime()) === day(nowMs)
      ? `today, ${formatTime(expiresAt)}`
      : day(at.getTime()) === day(nowMs + 24 * hourMs)
        ? `tomorrow, ${formatTime(expiresAt)}`
        : formatDeadline(expiresAt)
  if (leftMs <= 0) return when
  const left =
    leftMs >= hourMs
      ? `${Math.floor(leftMs / hourMs)}\u00A0h`
      : `${Math.max(1, Math.floor(leftMs / minuteMs))}\u00A0min`
  return `${when}; ${left}\u00A0left`
}

/** The whole ring as one sentence, in giving order. */
export function ringSentence(exchange: Exchange): string {
  const people = inGivingOrder(exchange)
  const parts = people.flatMap(({ number }) =>
    exchange.legs.filter(({ from }) => from === number).map((leg) => giveText(exchange, leg)),
  )
  const payments = exchange.payments.filter(({ back }) => !back)
  const all = [...parts, ...payments.map((payment) => payText(exchange, payment))]
  return `${ringTitle(exchange)}: ${list.format(all.map((text) => text.replace(/^You/, 'you')))}.`
}

/** What an open question about a proposed ring says once it isn't proposed any more. */
export const ringChange = ({ status }: Pick<Exchange, 'status'>): string =>
  status === 'ended' || status === 'cancelled'
    ? 'This ring has ended in the meantime.'
    : status === 'proposed'
      ? 'This can’t be done any more.'
      : 'Everybody has accepted in the meantime: the exchange is under way.'
