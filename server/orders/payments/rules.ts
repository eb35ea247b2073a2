import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import {
  type Ledger,
  type PaymentAction,
  type PaymentKind,
  paymentKinds,
} from '#contract/orders/payments.ts'
import { type Amounts, openOf, payerOf, unconfirmedOf } from '#server/orders/payments/due.ts'

export type PaymentRow = Amounts & {
  orderId: string
  kind: PaymentKind
  /** The payer has undone a report, and hasn't reported the payment again. */
  isTakenBack?: boolean
}
export type ReportedChange = {
  orderId: string
  kind: PaymentKind
  amount: number
  reported: number
}

/** Returns the payments that an action is about. Throws not_yours. */
export function kindsOf(side: Side, action: PaymentAction, kind: PaymentKind | 'all') {
  const isPayer = action !== 'say-received'
  const kinds = paymentKinds.filter((one) => (payerOf[one] === side) === isPayer)
  if (kind === 'all') return kinds
  if (!kinds.includes(kind)) throw new AppError('not_yours')
  return [kind]
}

/**
 * For each payment that an action changes, returns the amount in paise and the new total.
 * Unconfirmed reports are confirmed or undone before anything else.
 */
export function changesOf(action: PaymentAction, rows: readonly PaymentRow[]): ReportedChange[] {
  const unconfirmed = rows.filter((row) => unconfirmedOf(row) > 0)
  if (action === 'take-back')
    return unconfirmed.map((row) => changeOf(row, unconfirmedOf(row), row.received))
  if (action === 'say-received' && unconfirmed.length > 0)
    return unconfirmed.map((row) => changeOf(row, unconfirmedOf(row), row.paid))
  return rows.filter((row) => openOf(row) > 0).map((row) => changeOf(row, openOf(row), row.due))
}

/**
 * Whether the payment has changed since the caller saw it. `seen` is the unconfirmed amount on the
 * caller's screen, in paise.
 */
export function isOutdated(rows: readonly PaymentRow[], seen: number | undefined): boolean {
  const unconfirmed = rows.reduce((sum, row) => sum + unconfirmedOf(row), 0)
  if (seen !== undefined) return seen !== unconfirmed
  return unconfirmed === 0 && rows.some((row) => row.isTakenBack && openOf(row) > 0)
}

const changeOf = (
  { orderId, kind }: PaymentRow,
  amount: number,
  reported: number,
): ReportedChange => ({
  orderId,
  kind,
  amount,
  reported,
})

type SentOrder = {
  isAgreed: boolean
  status: OrderStatus
  hand_over: HandOver | null
}

export function payWhen(orders: readonly SentOrder[]): Ledger['payWhen'] {
  const agreed = orders.filter(({ isAgreed }) => isAgreed)
  const waiting = agreed.filter(({ status }) => status !== 'Delivered')
  const [first] = waiting
  if (!first) return agreed.length > 0 ? 'now' : undefined
  if (waiting.length < agreed.length) return 'partly-now'
  if (first.hand_over === 'meet') return 'in-hand'
  if (waiting.every(({ status }) => status === 'Shipped')) return 'on-its-way'
  return first.hand_over === 'post' ? 'by-post' : 'with-the-book'
}
