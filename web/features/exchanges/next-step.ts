// What a member of an exchange does next, in one sentence.
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
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

/**
 * Whether money is owed back of which only its payer says that it was paid: it may never have come.
 */
export const isUnconfirmed = ({ payments }: Exchange, { number, back }: ExchangePayment): boolean =>
  back && !payments.some((one) => one.number === number && !one.back && one.receivedAt)

function backText(exchange: Exchange, payment: ExchangePayment): string {
  const partner = nameOf(exchange, payment.to)
  const rupees = formatRupees(payment.amount)
  return isUnconfirmed(exchange, payment)
    ? `${partner} says that they paid you ${rupees}. If it came, give it back.`
    : `Give ${rupees} back to ${partner}.`
}

/** Between the caller and another; what is given back isn't meant. */
const ownPayments = ({ payments, me }: Pick<Exchange, 'payments' | 'me'>): ExchangePayment[] =>
  payments.filter(({ back, from, to }) => !back && (from === me || to === me))

/** Whether rupees of the caller's are open though all books are in. */
export const isMoneyOpen = (exchange: Pick<Exchange, 'status' | 'payments' | 'me'>): boolean =>
  exchange.status === 'completed' && ownPayments(exchange).some(({ receivedAt }) => !receivedAt)

/**
 * The book by whose cancelling a payment is open: an admin decides what is owed then, as it was
 * reckoned with it. Before the first hand-over all are cancelled, and nothing is owed.
 */
export function contestedBy(exchange: Exchange, payment: ExchangePayment): ExchangeLeg | undefined {
  const { status, legs } = exchange
  if (status !== 'running' && status !== 'incomplete') return undefined
  if (exchange.case?.reason === 'cancelled' && exchange.case.closedAt) return undefined
  return legs.find(
    (leg) =>
      leg.status === 'Cancelled' &&
      [leg.from, leg.to].some((number) => number === payment.from || number === payment.to),
  )
}

/** With all books in: what is still to be paid, and to be said of it. */
function moneyStep(exchange: Exchange): string | undefined {
  const open = ownPayments(exchange).filter(({ receivedAt }) => !receivedAt)
  const find = (isMine: boolean, isPaid: boolean) =>
    open.find(
      ({ from, paidAt }) => (from === exchange.me) === isMine && (paidAt !== undefined) === isPaid,
    )
  const [toPay, toConfirm] = [find(true, false), find(false, true)]
  if (toPay) return payStep(exchange, toPay)
  if (toConfirm)
    return `Say that you have received ${formatRupees(toConfirm.amount)} from ${nameOf(exchange, toConfirm.from)}.`
  const [waiting] = open
  if (!waiting) return undefined
  const rupees = formatRupees(waiting.amount)
  return waiting.from === exchange.me
    ? `${nameOf(exchange, waiting.to)} hasn’t confirmed ${rupees} yet.`
    : `${nameOf(exchange, waiting.from)} hasn’t said yet that ${rupees} was paid.`
}

const payStep = (exchange: Exchange, { amount, to }: ExchangePayment): string =>
  `Pay ${formatRupees(amount)} to ${nameOf(exchange, to)}.`

/** Undefined once nothing is left to do. Nobody pays before they have what they get. */
export function nextStepOf(exchange: Exchange): string | undefined {
  const back = findBack(exchange)
  if (back) return backText(exchange, back)
  if (exchange.status === 'completed') return moneyStep(exchange)
  const isWithAdmins = exchange.case !== undefined && !exchange.case.closedAt
  const own = exchange.status === 'running' ? ownStep(exchange) : undefined
  if (own) return own
  // Whose turn it would be says less than who looks into it.
  if (isWithAdmins)
    return `An admin is looking into this exchange and will write to you ${bothOrAll(exchange)}.`
  return exchange.status === 'running' ? waitingStep(exchange) : undefined
}

const stillToDo = (exchange: Exchange) => {
  const { given, received } = legsOf(exchange)
  return {
    given,
    received,
    toGive: given.find(({ status }) => status === 'Pending') ?? given.find(isToHandOver),
    toGet: received.find(isToHandOver),
  }
}

/** What the caller does themselves, also while an admin looks into it. */
function ownStep(exchange: Exchange): string | undefined {
  const { received, toGive, toGet } = stillToDo(exchange)
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
  const payment = exchange.payments.find(
    (one) => one.can.includes('say-paid') && !contestedBy(exchange, one),
  )
  return payment && !toGet ? payStep(exchange, payment) : undefined
}

function waitingStep(exchange: Exchange): string | undefined {
  const { given, toGet } = stillToDo(exchange)
  const waitsFor = toGet ?? given.find(({ status, isIn }) => !isIn && status !== 'Cancelled')
  return waitsFor && `${otherOf(exchange, waitsFor)} is next.`
}
