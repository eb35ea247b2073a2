import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { isHandedOver } from '#server/orders/lifecycle/status.ts'
import { moneyTalkMs } from './policy.ts'

export type LegState = { status: OrderStatus; isIn: boolean }

type Times = { agreed_at: Date | null; ended_at: Date | null }

/**
 * Of an exchange with these legs. Once it is agreed, nothing of this is stored: it follows from
 * the orders.
 */
export function statusOf(
  legs: readonly LegState[],
  { agreed_at, ended_at }: Times,
): Exchange['status'] {
  if (ended_at) return 'ended'
  if (agreed_at === null) return 'proposed'
  if (legs.every(({ status }) => status === 'Cancelled')) return 'cancelled'
  if (legs.every(({ isIn }) => isIn)) return 'completed'
  const isOver = legs.every(({ isIn, status }) => isIn || status === 'Cancelled')
  return isOver ? 'incomplete' : 'running'
}

export const hasBegun = (legs: readonly Pick<LegState, 'status'>[]): boolean =>
  legs.some(isHandedOver)

type PaymentState = {
  payer: number
  payee: number
  paid_at: Date | null
  received_at: Date | null
  back_paid_at: Date | null
  back_received_at: Date | null
}
/** Since when its books are all in or cancelled; undefined while one isn't. */
type Talk = { payments: readonly PaymentState[]; overSince: Date | undefined; hasReaders: boolean }

const isSettled = (payment: PaymentState, status: Exchange['status']): boolean =>
  status === 'cancelled'
    ? !isDue(payment, true, status) || payment.back_received_at !== null
    : payment.received_at !== null

/**
 * Whether the members of a ring can write to each other: until it is over, and as long as rupees of
 * it are open for two weeks more. Not where all others are in a block with the writer.
 */
export function isTalking(
  status: Exchange['status'],
  { payments, overSince, hasReaders }: Talk,
  now: Date,
): boolean {
  if (!hasReaders || status === 'ended') return false
  if (status === 'proposed' || status === 'running') return true
  if (payments.every((payment) => isSettled(payment, status))) return false
  return overSince !== undefined && now.getTime() < overSince.getTime() + moneyTalkMs
}

type Actions = { status: Exchange['status']; hasAccepted: boolean; isTalking: boolean }

/** Before the first hand-over each member can cancel it as a whole. */
export function exchangeActions(
  legs: readonly LegState[],
  { status, hasAccepted, isTalking }: Actions,
): Exchange['can'] {
  const actions: Exchange['can'] = []
  if (status === 'proposed') actions.push(...(hasAccepted ? [] : ['accept' as const]), 'decline')
  if (status === 'running' && !hasBegun(legs)) actions.push('cancel')
  if (isTalking) actions.push('write')
  return actions
}

type Said = { paidAt: Date | null; receivedAt: Date | null }

export const saidOf = (payment: PaymentState, back: boolean): Said =>
  back
    ? { paidAt: payment.back_paid_at, receivedAt: payment.back_received_at }
    : { paidAt: payment.paid_at, receivedAt: payment.received_at }

/** What was paid on top of an exchange that is cancelled is owed back. */
export function isDue(payment: PaymentState, back: boolean, status: Exchange['status']): boolean {
  const { paidAt, receivedAt } = saidOf(payment, false)
  if (back) return status === 'cancelled' && (paidAt !== null || receivedAt !== null)
  return status !== 'cancelled' || paidAt !== null || receivedAt !== null
}

/**
 * What a member may say of a payment. Each takes back their own word, as long as the other side
 * hasn't said the same; of what was paid before a cancellation, nothing changes any more.
 */
export function paymentActions(
  payment: PaymentState,
  { me, back, status }: { me: number; back: boolean; status: Exchange['status'] },
): ExchangePayment['can'] {
  if (status === 'proposed' || status === 'ended') return []
  if (!isDue(payment, back, status) || (!back && status === 'cancelled')) return []
  const { paidAt, receivedAt } = saidOf(payment, back)
  const [from, to] = back ? [payment.payee, payment.payer] : [payment.payer, payment.payee]
  if (me === from) {
    if (paidAt === null) return receivedAt === null ? ['say-paid'] : []
    return receivedAt === null ? ['take-back'] : []
  }
  if (me !== to) return []
  if (receivedAt === null) return ['say-received']
  return paidAt === null ? ['take-back'] : []
}
