import { indianDate } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/errors.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { shortOrderId } from '#contract/orders.ts'
import {
  type Ledger,
  type PaymentKind,
  type PaymentLine,
  paymentKinds,
} from '#contract/payments.ts'
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
  const due = orders.reduce((sum, order) => sum + duePayments(order, today)[kind], 0)
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
    paidAt: latest(said.map((row) => row.paid_at)),
    receivedAt: latest(said.map((row) => row.received_at)),
    can: [
      ...(isPayer && paid < due && received < due ? (['say-paid'] as const) : []),
      ...(!isPayer && received < due ? (['say-received'] as const) : []),
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
    .reduce((sum, { due, paid, received }) => sum + Math.max(0, due - Math.max(paid, received)), 0)
  const seller = first && amount > 0 ? await findAccount(db, first.seller_id) : undefined
  if (!first || !seller?.upi_id || seller.status !== 'active') return undefined
  const payment = { id: seller.upi_id, name: seller.name, amount: Math.round(amount * 100) }
  const note = `Dobara ${shortOrderId(first.id)}`
  return { id: payment.id, name: payment.name, amount, link: upiLink({ ...payment, note }) }
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
