// Rings in words, from the view of one of their people: 'You give “Optics” to Meera'.
import { indianDate } from '#contract/common/dates.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
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

const isOver = ({ status }: Pick<Exchange, 'status'>): boolean => status === 'ended'

/**
 * What stands before and after the title: 'You give ' and ' to Meera'; of an ended ring, would
 * have.
 */
export function giveParts(exchange: Exchange, { from, to }: Pick<ExchangeLeg, 'from' | 'to'>) {
  const would = isOver(exchange) ? 'would have ' : ''
  if (from === exchange.me)
    return [`You ${would}${would ? 'given' : 'give'} `, ` to ${shortName(exchange, to)}`] as const
  if (to === exchange.me)
    return [`You ${would}${would ? 'got' : 'get'} `, ` from ${shortName(exchange, from)}`] as const
  const gives = `${would}${would ? 'given' : 'gives'}`
  return [`${shortName(exchange, from)} ${gives} `, ` to ${shortName(exchange, to)}`] as const
}

function giveText(exchange: Exchange, leg: ExchangeLeg): string {
  const [before, after] = giveParts(exchange, leg)
  return `${before}“${leg.book.title}”${after}`
}

const amountsTo = (exchange: Exchange, payments: readonly ExchangePayment[]): string =>
  list.format(
    payments.map(({ amount, to }) => `${formatRupees(amount)} to ${shortName(exchange, to)}`),
  )
const amountsFrom = (exchange: Exchange, payments: readonly ExchangePayment[]): string =>
  list.format(
    payments.map(({ amount, from }) => `${formatRupees(amount)} from ${shortName(exchange, from)}`),
  )

function paymentsOf({ payments, me }: Exchange) {
  const due = payments.filter(({ back }) => !back)
  return {
    paid: due.filter(({ from }) => from === me),
    got: due.filter(({ to }) => to === me),
    others: due.filter(({ from, to }) => from !== me && to !== me),
  }
}

/** 'You pay ₹120 to Meera and ₹50 to Zoya'; nothing for who neither pays nor gets anything. */
export function ownPayText(exchange: Exchange): string | undefined {
  const { paid, got } = paymentsOf(exchange)
  const [pay, get] = isOver(exchange) ? ['would have paid', 'would have got'] : ['pay', 'get']
  if (paid.length > 0) return `You ${pay} ${amountsTo(exchange, paid)}`
  return got.length > 0 ? `You ${get} ${amountsFrom(exchange, got)}` : undefined
}

/** What the others pay each other, a text for each who pays: 'Meera pays ₹40 to Ravi'. */
export function othersPayTexts(exchange: Exchange): string[] {
  const pays = isOver(exchange) ? 'would have paid' : 'pays'
  return [...Map.groupBy(paymentsOf(exchange).others, ({ from }) => from)].map(
    ([from, payments]) => `${shortName(exchange, from)} ${pays} ${amountsTo(exchange, payments)}`,
  )
}

const ownLegs = ({ legs, me }: Exchange) => ({
  gives: legs.find(({ from }) => from === me),
  gets: legs.find(({ to }) => to === me),
})

/**
 * What the caller says yes to: 'You give “Optics” (₹300), get “Waves” (₹340) and pay ₹40 to Meera.'
 */
export function dealText(exchange: Exchange): string {
  const { gives, gets } = ownLegs(exchange)
  const { paid, got } = paymentsOf(exchange)
  const given = `You give “${gives?.book.title}” (${formatRupees(gives?.value ?? 0)})`
  const received = `get “${gets?.book.title}” (${formatRupees(gets?.value ?? 0)})`
  if (paid.length > 0) return `${given}, ${received} and pay ${amountsTo(exchange, paid)}.`
  if (got.length > 0) return `${given}, and ${received} and ${amountsFrom(exchange, got)}.`
  return `${given} and ${received}. There is nothing to pay.`
}

/** Why the caller pays or gets something. */
export function differenceText(exchange: Exchange): string | undefined {
  const { gives, gets } = ownLegs(exchange)
  const more = paidBy(exchange, exchange.me)
  if (more === 0 || !gives || !gets || more !== gets.value - gives.value) return undefined
  const difference = formatRupees(Math.abs(more))
  return `Your book counts for ${difference} ${more > 0 ? 'less' : 'more'} than the one you get.`
}

/** Whether any of these goes by post. */
export const isPosted = (legs: readonly ExchangeLeg[]): boolean =>
  legs.some(({ way }) => way?.handOver === 'post')
export const postageText = 'Each pays the postage of what they send.'

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
  const own = ownPayText(exchange)
  const all = [...parts, ...(own ? [own] : []), ...othersPayTexts(exchange)]
  return `${ringTitle(exchange)}: ${list.format(all.map((text) => text.replace(/^You/, 'you')))}.`
}

/** What an open question about a proposed ring says once it isn't proposed any more. */
export const ringChange = ({ status }: Pick<Exchange, 'status'>): string =>
  status === 'ended' || status === 'cancelled'
    ? 'This ring has ended in the meantime.'
    : status === 'proposed'
      ? 'This can’t be done any more.'
      : 'Everybody has accepted in the meantime: the exchange is under way.'
