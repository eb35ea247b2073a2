import { indianDate } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/errors.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import {
  type Ledger,
  type PaymentKind,
  type PaymentLine,
  paymentKinds,
} from '#contract/orders/payments.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { Participant } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { duePayments, payerOf, upiLink } from './rules.ts'
import { findLedgerOrders, findPayments, type LedgerOrder } from './store.ts'

type PaymentRow = Awaited<ReturnType<typeof findPayments>>[number]

const latest = (times: (Date | null)[]) => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? undefined : new Date(Math.max(...known.map(Number))).toISOString()
}

function lineOf(
  kind: PaymentKind,
  orders: readonly LedgerOrder[],
  rows: readonly PaymentRow[],
  { side }: Participant,
  today: string,
): PaymentLine | undefined {
  const said = rows.filter((row) => row.kind === kind)
  const dues = orders.map((order) => ({
    due: duePayments(order, today)[kind],
    row: said.find(({ order_id }) => order_id === order.id),
  }))
  const due = dues.reduce((sum, order) => sum + order.due, 0)
  // What was paid for one order covers no other.
  const openOf = (what: 'paid' | 'received') =>
    dues.reduce((sum, order) => sum + Math.max(0, order.due - (order.row?.[what] ?? 0)), 0)
  const [toPay, toReceive] = [openOf('paid'), openOf('received')]
  const paid = said.reduce((sum, row) => sum + row.paid, 0)
  const received = said.reduce((sum, row) => sum + row.received, 0)
  if (due === 0 && paid === 0 && received === 0) return undefined
  const isPayer = payerOf[kind] === side
  return {
    kind,
    payer: payerOf[kind],
    due: toRupees(due),
    paid: toRupees(paid),
    received: toRupees(received),
    toPay: toRupees(toPay),
    toReceive: toRupees(toReceive),
    paidAt: latest(said.map((row) => row.paid_at)),
    receivedAt: latest(said.map((row) => row.received_at)),
    can: [
      ...(isPayer && toPay > 0 && toReceive > 0 ? (['say-paid'] as const) : []),
      ...(!isPayer && toReceive > 0 ? (['say-received'] as const) : []),
    ],
  }
}

/** Where the buyer pays what is still open; undefined without a UPI ID of the seller. */
async function upiOf(
  db: Db,
  orders: readonly LedgerOrder[],
  lines: readonly PaymentLine[],
): Promise<Ledger['upi']> {
  const [first] = orders
  const amount = lines
    .filter(({ payer }) => payer === 'buyer')
    .reduce((sum, { toPay, toReceive }) => sum + toPaise(Math.min(toPay, toReceive)), 0)
  const seller = first && amount > 0 ? await findAccount(db, first.seller_id) : undefined
  if (!first || !seller?.upi_id || seller.status !== 'active') return undefined
  const payment = { id: seller.upi_id, name: seller.name, amount }
  const note = `Dobara ${shortOrderId(first.id)}`
  return {
    id: payment.id,
    name: payment.name,
    amount: toRupees(amount),
    link: upiLink({ ...payment, note }),
  }
}

/** The ledger of one's own order or its deal; throws order_not_found. */
export async function viewLedger(
  db: Db,
  me: Participant,
  orderId: string,
  now: Date,
): Promise<Ledger> {
  const orders = await findLedgerOrders(db, me, orderId)
  if (orders.length === 0) throw new AppError('order_not_found')
  const rows = await findPayments(
    db,
    orders.map(({ id }) => id),
  )
  const today = indianDate(now)
  const lines = paymentKinds.flatMap((kind) => lineOf(kind, orders, rows, me, today) ?? [])
  const upi = me.side === 'buyer' ? await upiOf(db, orders, lines) : undefined
  return { lines, upi }
}
