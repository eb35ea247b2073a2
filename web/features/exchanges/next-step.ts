// Says in one sentence what a member of a swap does next, and which status the member sees.
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { formatRupees } from '#web/format.ts'
import type { Tone } from '#web/ui/badge.tsx'
import {
  answerByText,
  answersText,
  bothOrAll,
  hasAccepted,
  legsOf,
  nameOf,
  otherOf,
} from './swap-texts.ts'

/** A leg of an agreed swap, which has an order. */
export type AgreedLeg = ExchangeLeg & { orderId: string; status: OrderStatus }
export const isAgreed = (leg: ExchangeLeg): leg is AgreedLeg =>
  leg.orderId !== undefined && leg.status !== undefined

const isNotDelivered = ({ status }: ExchangeLeg) => status === 'Pending' || status === 'Shipped'

const statuses: Record<Exchange['status'], { label: string; tone: Tone }> = {
  proposed: { label: 'Proposed', tone: 'warning' },
  running: { label: 'Under way', tone: 'warning' },
  completed: { label: 'Complete', tone: 'success' },
  incomplete: { label: 'Partly cancelled', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
  ended: { label: 'Ended', tone: 'neutral' },
}

/** Returns the unconfirmed payments from or to the caller, except money that is given back. */
const openPayments = ({ payments, me }: Exchange): ExchangePayment[] =>
  payments.filter(
    ({ back, from, to, receivedAt }) => !back && (from === me || to === me) && !receivedAt,
  )

/**
 * Returns the status for the caller. A completed swap is still open for members who have to pay or
 * be paid.
 */
export const statusOf = (exchange: Exchange): { label: string; tone: Tone } =>
  exchange.status === 'completed' && openPayments(exchange).length > 0
    ? { label: 'Payment open', tone: 'warning' }
    : statuses[exchange.status]

/** Whether money is owed back although the payee never confirmed receiving it. */
export const isUnconfirmed = ({ payments }: Exchange, { number, back }: ExchangePayment): boolean =>
  back && !payments.some((one) => one.number === number && !one.back && one.receivedAt)

/**
 * Returns the caller's next step, or undefined if there is none. Members pay after they have
 * received their book.
 */
export function nextStepOf(exchange: Exchange): string | undefined {
  const { status } = exchange
  if (status === 'proposed')
    return hasAccepted(exchange) ? answersText(exchange) : answerByText(exchange)
  const back = exchange.payments.find((one) => one.back && one.can.includes('say-paid'))
  if (back) return backText(exchange, back)
  if (status === 'completed') return moneyStep(exchange)
  const own = status === 'running' ? ownStep(exchange) : undefined
  if (own) return own
  if (exchange.case && !exchange.case.closedAt)
    return `An admin is looking into this swap and will write to you ${bothOrAll(exchange)}.`
  return status === 'running' ? waitingStep(exchange) : undefined
}

function backText(exchange: Exchange, payment: ExchangePayment): string {
  const partner = nameOf(exchange, payment.to)
  const rupees = formatRupees(payment.amount)
  return isUnconfirmed(exchange, payment)
    ? `${partner} says that they paid you ${rupees}. If it came, give it back.`
    : `Give ${rupees} back to ${partner}.`
}

const payStep = (exchange: Exchange, { amount, to }: ExchangePayment): string =>
  `Pay ${formatRupees(amount)} to ${nameOf(exchange, to)}.`

function moneyStep(exchange: Exchange): string | undefined {
  const open = openPayments(exchange)
  const isMine = ({ from }: ExchangePayment) => from === exchange.me
  const toPay = open.find((one) => isMine(one) && !one.paidAt)
  if (toPay) return payStep(exchange, toPay)
  const toConfirm = open.find((one) => !isMine(one) && one.paidAt)
  if (toConfirm)
    return `Say that you have received ${formatRupees(toConfirm.amount)} from ${nameOf(exchange, toConfirm.from)}.`
  const [waiting] = open
  if (!waiting) return undefined
  const rupees = formatRupees(waiting.amount)
  return isMine(waiting)
    ? `${nameOf(exchange, waiting.to)} hasn’t confirmed ${rupees} yet.`
    : `${nameOf(exchange, waiting.from)} hasn’t said yet that ${rupees} was paid.`
}

/** Returns the caller's own step, even while an admin is looking into the swap. */
function ownStep(exchange: Exchange): string | undefined {
  const { given, received } = legsOf(exchange)
  const toGive = given.find(({ status }) => status === 'Pending') ?? given.find(isNotDelivered)
  const toGet = received.find(isNotDelivered)
  const unplanned = [toGive, toGet].find(
    (leg) =>
      leg?.order?.handOver === 'meet' && leg.status === 'Pending' && !leg.order.meeting?.startsAt,
  )
  if (unplanned) return `Agree with ${otherOf(exchange, unplanned)} in the chat when you meet.`
  if (toGive?.order?.handOver === 'meet')
    return `When you meet, type the code that ${nameOf(exchange, toGive.to)} tells you.`
  if (toGive?.status === 'Pending') return `Send “${toGive.book.title}”.`
  const arrived = received.find(
    ({ status, order }) => status !== 'Pending' && order?.can.includes('receive'),
  )
  if (arrived) return `Look at “${arrived.book.title}”, and say that you have it.`
  const payment = exchange.payments.find(
    (one) => one.can.includes('say-paid') && one.contestedBy === undefined,
  )
  return payment && !toGet ? payStep(exchange, payment) : undefined
}

function waitingStep(exchange: Exchange): string | undefined {
  const { given, received } = legsOf(exchange)
  const waitsFor =
    received.find(isNotDelivered) ??
    given.find(({ status, isIn }) => !isIn && status !== 'Cancelled')
  return waitsFor && `${otherOf(exchange, waitsFor)} is next.`
}
