// What a member of an exchange does next, in one sentence.
import type { Exchange, ExchangeLeg, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { formatRupees } from '#web/format.ts'

export const nameOf = ({ members }: Pick<Exchange, 'members'>, number: number): string =>
  members.find((member) => member.number === number)?.name ?? 'the other'

/** Of the members, in a sentence: 'you both', 'you all'. */
export const bothOrAll = ({ members }: Pick<Exchange, 'members'>): string =>
  members.length > 2 ? 'all' : 'both'

const isToHandOver = ({ status }: ExchangeLeg) => status === 'Pending' || status === 'Shipped'

/** A leg that has an order, as all have once an exchange is agreed on. */
export type AgreedLeg = ExchangeLeg & { orderId: string; status: OrderStatus }
export const isAgreed = (leg: ExchangeLeg): leg is AgreedLeg =>
  leg.orderId !== undefined && leg.status !== undefined

type Legs<Leg> = { legs: readonly Leg[]; me: number }
export const legsOf = <Leg extends ExchangeLeg>({ legs, me }: Legs<Leg>) => ({
  given: legs.filter(({ from }) => from === me),
  received: legs.filter(({ to }) => to === me),
  others: legs.filter(({ from, to }) => from !== me && to !== me),
})

/** Of two people, with whom the caller exchanges. */
export const partnerOf = ({ members, me }: Pick<Exchange, 'members' | 'me'>): string =>
  members.find(({ number }) => number !== me)?.name ?? ''

/** With whom the caller exchanges this book. */
export const otherOf = (exchange: Exchange, { from, to }: ExchangeLeg): string =>
  nameOf(exchange, from === exchange.me ? to : from)

const findBack = ({ payments }: Exchange) =>
  payments.find(({ back, can }) => back && can.includes('say-paid'))

/** Whether money is owed back of which only its payer says that it was paid: it may never have come. */
export const isUnconfirmed = ({ payments }: Exchange, { number, back }: ExchangePayment): boolean =>
  back && !payments.some((one) => one.number === number && !one.back && one.receivedAt)

function backText(exchange: Exchange, payment: ExchangePayment): string {
  const partner = nameOf(exchange, payment.to)
  const rupees = formatRupees(payment.amount)
  return isUnconfirmed(exchange, payment)
    ? `${partner} says that they paid you ${rupees}. If it came, give it back.`
    : `Give ${rupees} back to ${partner}.`
}

/** Undefined once nothing is left to do. Nobody pays before they have what they get. */
export function nextStepOf(exchange: Exchange): string | undefined {
  const { given, received } = legsOf(exchange)
  const back = findBack(exchange)
  if (back) return backText(exchange, back)
  if (exchange.status !== 'running') return undefined
  if (exchange.case && !exchange.case.closedAt)
    return `An admin is looking into this exchange and will write to you ${bothOrAll(exchange)}.`
  const toGive = given.find(({ status }) => status === 'Pending') ?? given.find(isToHandOver)
  const toGet = received.find(isToHandOver)
  const unplanned = [toGive, toGet].find(
    (leg) =>
      leg?.order?.handOver === 'meet' && leg.status === 'Pending' && !leg.order.meeting?.startsAt,
  )
  if (unplanned && exchange.kind === 'ring')
    return `Agree with ${otherOf(exchange, unplanned)} in your chat when you meet.`
  if (unplanned) return 'Agree in the chat when you meet.'
  if (toGive?.order?.handOver === 'meet')
    return `When you meet, type the code that ${nameOf(exchange, toGive.to)} tells you.`
  if (toGive?.status === 'Pending') return `Send “${toGive.book.title}”.`
  const arrived = received.find(
    ({ status, order }) => status !== 'Pending' && order?.can.includes('receive'),
  )
  if (arrived) return `Look at “${arrived.book.title}”, and say that you have it.`
  const payment = exchange.payments.find(({ can }) => can.includes('say-paid'))
  if (payment && !toGet)
    return `Pay ${formatRupees(payment.amount)} to ${nameOf(exchange, payment.to)}.`
  const waitsFor = toGet ?? given.find(({ status, isIn }) => !isIn && status !== 'Cancelled')
  if (!waitsFor) return undefined
  return `${otherOf(exchange, waitsFor)} is next.`
}
