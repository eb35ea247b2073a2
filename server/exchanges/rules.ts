import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { isSentOrDelivered } from '#server/orders/lifecycle/status.ts'

type LegState = { status: OrderStatus; isIn: boolean }

/** After an exchange is agreed on, its status follows from its orders. */
export function statusOf(
  legs: readonly LegState[],
  { agreed_at, ended_at }: { agreed_at: Date | null; ended_at: Date | null },
): Exchange['status'] {
  if (ended_at) return 'ended'
  if (agreed_at === null) return 'proposed'
  if (legs.every(({ status }) => status === 'Cancelled')) return 'cancelled'
  if (legs.every(({ isIn }) => isIn)) return 'completed'
  const allEnded = legs.every(({ isIn, status }) => isIn || status === 'Cancelled')
  return allEnded ? 'incomplete' : 'running'
}

export const hasBegun = (legs: readonly Pick<LegState, 'status'>[]): boolean =>
  legs.some(isSentOrDelivered)

type PaymentState = {
  payer: number
  payee: number
  paid_at: Date | null
  received_at: Date | null
  back_paid_at: Date | null
  back_received_at: Date | null
}

/** Returns the payer and the payee; with `back`, those of the repayment. */
export const partiesOf = ({ payer, payee }: PaymentState, back: boolean) =>
  back ? { from: payee, to: payer } : { from: payer, to: payee }

export const reportsOf = (payment: PaymentState, back: boolean) =>
  back
    ? { paidAt: payment.back_paid_at, receivedAt: payment.back_received_at }
    : { paidAt: payment.paid_at, receivedAt: payment.received_at }

/**
 * Whether a payment is due. In a cancelled exchange, only paid amounts are due, to be paid back.
 */
export function isDue(payment: PaymentState, back: boolean, status: Exchange['status']): boolean {
  const wasPaid = payment.paid_at !== null || payment.received_at !== null
  return back ? status === 'cancelled' && wasPaid : status !== 'cancelled' || wasPaid
}

/**
 * Returns the reports that a member may make about a payment. Members can undo their own report
 * until the other side confirms it. In a cancelled exchange, only the repayment can be reported.
 */
export function paymentActions(
  payment: PaymentState,
  { me, back, status }: { me: number; back: boolean; status: Exchange['status'] },
): ExchangePayment['can'] {
  if (status === 'proposed' || status === 'ended') return []
  if (!isDue(payment, back, status) || (!back && status === 'cancelled')) return []
  const { paidAt, receivedAt } = reportsOf(payment, back)
  const { from, to } = partiesOf(payment, back)
  if (me === from && receivedAt === null) return paidAt === null ? ['say-paid'] : ['take-back']
  if (me !== to) return []
  if (receivedAt === null) return ['say-received']
  return paidAt === null ? ['take-back'] : []
}

/**
 * Whether a member may write to others of a ring. `blocked` are the members who are in a block with
 * the writer.
 */
export const canWrite = (
  { kind, ended_at }: { kind: 'direct' | 'ring'; ended_at: Date | null },
  { members, blocked }: { members: readonly unknown[]; blocked: readonly unknown[] },
): boolean => kind === 'ring' && ended_at === null && blocked.length < members.length - 1

export function exchangeActions(
  legs: readonly LegState[],
  {
    status,
    hasAccepted,
    isTalking,
  }: { status: Exchange['status']; hasAccepted: boolean; isTalking: boolean },
): Exchange['can'] {
  const actions: Exchange['can'] = []
  if (status === 'proposed') actions.push(...(hasAccepted ? [] : ['accept' as const]), 'decline')
  if (status === 'running' && !hasBegun(legs)) actions.push('cancel')
  if (isTalking) actions.push('write')
  return actions
}
