import { indianDate } from '#contract/common/dates.ts'
import { otherSide, type Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import {
  type Ledger,
  type PaymentAction,
  type PaymentKind,
  type PaymentLine,
  paymentActions,
  paymentKinds,
} from '#contract/orders/payments.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { Participant } from '#server/chats/store.ts'
import { isAsked, openOf, payerOf, refundOfAll, totalOf } from '#server/orders/payments/due.ts'
import type { LedgerOrder } from '#server/orders/payments/ledger-orders.ts'
import { upiLink } from '#server/orders/payments/upi.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changesOf, type PaymentRow, payWhen } from './rules.ts'
import { findOwnLedger, paymentRows } from './store.ts'

const latest = (times: (Date | null | undefined)[]) => {
  const known = times.filter((time) => time instanceof Date)
  return known.length === 0 ? undefined : new Date(Math.max(...known.map(Number))).toISOString()
}

function actionsOf(rows: readonly PaymentRow[], payer: string, role: Role): PaymentAction[] {
  if (role === 'admin') return []
  return paymentActions.filter(
    (action) =>
      (action === 'say-received') === (payer !== role) && changesOf(action, rows).length > 0,
  )
}

function cancelledOf(
  orders: readonly LedgerOrder[],
  rows: readonly PaymentRow[],
): PaymentLine['cancelled'] {
  const cancelled = new Set(orders.filter(({ isCancelled }) => isCancelled).map(({ id }) => id))
  const owed = rows.filter(({ orderId, due }) => due > 0 && cancelled.has(orderId))
  if (owed.length === 0) return undefined
  return { books: owed.length, amount: toRupees(totalOf(owed).due) }
}

function lineOf(
  kind: PaymentKind,
  orders: readonly LedgerOrder[],
  rows: readonly PaymentRow[],
  role: Role,
): PaymentLine | undefined {
  const { due, paid, received, toPay, unconfirmed, toReceive } = totalOf(rows)
  const reported = orders.flatMap((order) => order.reported[kind] ?? [])
  const takenBackAt = latest(reported.map(({ taken_back_at }) => taken_back_at))
  const refund = kind === 'price' ? refundOfAll(orders) : 0
  if (due === 0 && paid === 0 && received === 0 && refund === 0) return undefined
  return {
    kind,
    payer: payerOf[kind],
    due: toRupees(due),
    paid: toRupees(paid),
    received: toRupees(received),
    ...(refund > 0 && { refund: toRupees(refund) }),
    ...((kind === 'price_back' || kind === 'late_fee_back') && {
      cancelled: cancelledOf(orders, rows),
    }),
    toPay: toRupees(toPay),
    unconfirmed: toRupees(unconfirmed),
    toReceive: toRupees(toReceive),
    paidAt: latest(reported.map(({ paid_at }) => paid_at)),
    receivedAt: latest(reported.map(({ received_at }) => received_at)),
    ...(takenBackAt && { takenBackAt }),
    can: actionsOf(rows, payerOf[kind], role),
  }
}

function allOf(rows: readonly PaymentRow[], role: Role): Ledger['all'] {
  const side = role === 'seller' ? 'seller' : 'buyer'
  const own = rows.filter(({ kind }) => payerOf[kind] === side)
  const others = rows.filter(({ kind }) => payerOf[kind] !== side)
  const { toPay, unconfirmed } = totalOf(own)
  return {
    toPay: toRupees(toPay),
    unconfirmed: toRupees(unconfirmed),
    toReceive: toRupees(totalOf(others).toReceive),
    can: [...actionsOf(own, side, role), ...actionsOf(others, otherSide(side), role)],
  }
}

/**
 * Returns for a buyer where to pay the open amount (in paise), and for a seller whether they gave
 * no UPI ID.
 */
async function upiOf(
  db: Db,
  orders: readonly LedgerOrder[],
  amount: number,
  role: Role,
): Promise<Pick<Ledger, 'upi' | 'lacksUpi'>> {
  const [first] = orders
  if (!first || amount === 0 || role === 'admin') return {}
  const seller = await findAccount(db, first.seller_id)
  if (role === 'seller') return seller?.upi_id ? {} : { lacksUpi: true }
  if (!seller?.upi_id || seller.status !== 'active') return {}
  const payment = { id: seller.upi_id, name: seller.name, amount }
  const note = `Dobara ${shortOrderId(first.id)}`
  const agreedId = orders.find(({ upi_id }) => upi_id && upi_id !== seller.upi_id)?.upi_id
  const upi = { ...payment, amount: toRupees(amount), link: upiLink({ ...payment, note }) }
  return { upi: { ...upi, ...(agreedId && { agreedId }) } }
}

export async function ledgerOf(
  db: Db,
  orders: readonly LedgerOrder[],
  role: Role,
  now: Date,
): Promise<Ledger> {
  const rows = paymentRows(orders, indianDate(now))
  const open = rows.filter((row) => payerOf[row.kind] === 'buyer' && openOf(row) > 0)
  const { toPay } = totalOf(open)
  const isOpen = (order: LedgerOrder) =>
    open.some(({ orderId, kind }) => orderId === order.id && isAsked(order, kind))
  const ofKind = (kind: PaymentKind) => rows.filter((row) => row.kind === kind)
  return {
    lines: paymentKinds.flatMap((kind) => lineOf(kind, orders, ofKind(kind), role) ?? []),
    all: allOf(rows, role),
    ...(toPay > 0 && {
      payWhen: payWhen(orders.filter(isOpen)),
    }),
    ...(await upiOf(db, orders, toPay, role)),
  }
}

/**
 * Returns the ledger of the caller's order and the other orders of its deal. Throws
 * order_not_found.
 */
export async function viewLedger(
  db: Db,
  me: Participant,
  orderId: string,
  now: Date,
): Promise<Ledger> {
  const orders = await findOwnLedger(db, me, orderId)
  if (orders.length === 0) throw new AppError('order_not_found')
  return ledgerOf(db, orders, me.side, now)
}
