// Texts about swaps, as their members read them.
import { sellerText } from '#contract/common/display-names.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { formatDeadline } from '#web/time.tsx'

type Members = Pick<Exchange, 'members'>

export const nameOf = ({ members }: Members, number: number): string =>
  members.find((member) => member.number === number)?.name ?? 'the other'

/** Returns the name of a member with the shop's, if there is one. */
export function fullNameOf({ members }: Members, number: number): string {
  const member = members.find((member) => member.number === number)
  return member ? sellerText(member) : 'the other'
}

/** Returns the name of the other member of a swap between two people. */
export const partnerOf = ({ members, me }: Pick<Exchange, 'members' | 'me'>): string =>
  members.find(({ number }) => number !== me)?.name ?? ''

export const otherOf = (exchange: Exchange, { from, to }: ExchangeLeg): string =>
  nameOf(exchange, from === exchange.me ? to : from)

export const titleOf = (exchange: Exchange): string =>
  exchange.kind === 'direct' || exchange.members.length === 2
    ? `Swap with ${partnerOf(exchange)}`
    : `Swap between ${exchange.members.length} people`

/** Returns a word for sentences such as 'for you both' or 'for you all'. */
export const bothOrAll = ({ members }: Members): string => (members.length > 2 ? 'all' : 'both')

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
export const listOf = (texts: readonly string[]): string => list.format(texts)

export const legsOf = <Leg extends ExchangeLeg>({
  legs,
  me,
}: {
  legs: readonly Leg[]
  me: number
}) => ({
  given: legs.filter(({ from }) => from === me),
  received: legs.filter(({ to }) => to === me),
})

/** Returns the total that the caller pays, or a negative one if the caller gets money. */
const paidOf = ({ payments, me }: Exchange): number =>
  payments
    .filter(({ back }) => !back)
    .reduce(
      (sum, { from, to, amount }) => sum + (from === me ? amount : to === me ? -amount : 0),
      0,
    )

/** Returns a text such as 'You pay ₹40 on top.' */
export function payText(exchange: Exchange): string {
  const paid = paidOf(exchange)
  if (paid === 0) return 'Nothing to pay.'
  return `You ${paid > 0 ? 'pay' : 'get'} ${formatRupees(Math.abs(paid))} on top.`
}

/** Returns a text such as 'You give “Optics” (₹300) and get “Waves” (₹340). You pay ₹40 on top.' */
export function dealText(exchange: Exchange): string {
  const { given, received } = legsOf(exchange)
  const text = (legs: readonly ExchangeLeg[]) =>
    list.format(legs.map(({ book, value }) => `“${book.title}” (${formatRupees(value)})`))
  return `You give ${text(given)} and get ${text(received)}. ${payText(exchange)}`
}

/** Returns a text such as 'Meera pays you ₹40'. */
export function paymentText(
  exchange: Exchange,
  { from, to, amount, back }: Pick<ExchangePayment, 'from' | 'to' | 'amount' | 'back'>,
): string {
  const isOwn = from === exchange.me
  const payer = isOwn ? 'You' : nameOf(exchange, from)
  const verb = back ? (isOwn ? 'give' : 'gives') : isOwn ? 'pay' : 'pays'
  const payee = to === exchange.me ? 'you' : nameOf(exchange, to)
  return `${payer} ${verb} ${payee} ${formatRupees(amount)}${back ? ' back' : ''}`
}

/** Returns a text such as 'In person, 3 km, around Kothrud, Pune'. */
export function wayText({ handOver, km, place }: NonNullable<ExchangeLeg['way']>): string {
  const distance = km === undefined ? '' : km < 1 ? 'less than 1 km' : `${km}\u00A0km`
  const where = place ? `${handOver === 'meet' ? 'around' : 'from'} ${place}` : ''
  return [labelOf(handOverLabels, handOver), distance, where].filter(Boolean).join(', ')
}

export const hasAccepted = ({ members, me }: Exchange): boolean =>
  members.some(({ number, answer }) => number === me && answer === 'accepted')

/** Says who has accepted. If the caller has accepted, says who hasn't answered yet. */
export function answersText(exchange: Exchange): string {
  const others = exchange.members.filter(({ number }) => number !== exchange.me)
  const names = (isAccepted: boolean) =>
    others.filter(({ answer }) => (answer === 'accepted') === isAccepted).map(({ name }) => name)
  if (hasAccepted(exchange)) return `You have accepted. Waiting for ${listOf(names(false))}.`
  const accepted = names(true)
  if (accepted.length === 0) return 'Nobody has accepted yet.'
  return `${listOf(accepted)} ${accepted.length === 1 ? 'has' : 'have'} accepted.`
}

export const answerByText = (exchange: Exchange): string =>
  `${hasAccepted(exchange) ? 'All have to accept' : 'Answer'} by ${formatDeadline(exchange.ring?.expiresAt ?? '')}`
