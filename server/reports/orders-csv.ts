import { type SqlBool, sql } from 'kysely'
import { byteOrderMark, toCsv } from '#contract/common/csv.ts'
import { indianDate } from '#contract/common/dates.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { promisedRefund } from '#server/orders/payments/ledger-orders.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { readPage } from '#server/platform/http/paging.ts'
import { isPaidInHand, receivedPrice } from './money.ts'

const pageSize = 1000

const receivedAt = sql<Date | null>`coalesce((select received_at from payments
    where payments.order_id = orders.id and kind = 'price'), orders.delivered_at)`

const selectById = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('orders')
    .select(['id', 'created_at', 'delivered_at', 'buyer_name', 'book_title', 'branch'])
    .select(['order_type', 'exchange_id', 'status', 'hand_over', 'price'])
    .select([promisedRefund.as('refund'), receivedPrice.as('received')])
    .select([receivedAt.as('received_at'), orderIs.sale.as('is_sale')])
    .select(isPaidInHand.as('is_assumed'))
    .where(sql<SqlBool>`id = any(${arrayOf('uuid', ids)})`)
type Row = Awaited<ReturnType<ReturnType<typeof selectById>['executeTakeFirstOrThrow']>>

const dateOf = (time: Date | null) => (time === null ? '' : indianDate(time))
const methodOf = (order: Row) => (order.is_assumed ? 'Assumed on delivery' : 'Marked as received')
const typeLabels = { purchase: 'Purchase', rent: 'Rent' } as const

const columns: Record<string, (order: Row) => string | number> = {
  'Ordered on': (order) => dateOf(order.created_at),
  'Delivered on': (order) => dateOf(order.delivered_at),
  // Excel would read 12E345 as a number.
  Order: (order) => `#${shortOrderId(order.id)}`,
  Buyer: (order) => order.buyer_name,
  Title: (order) => order.book_title,
  Branch: (order) => order.branch,
  Type: (order) => (order.exchange_id === null ? typeLabels[order.order_type] : 'Swap'),
  Status: (order) => order.status,
  'Amount (₹)': (order) => (order.is_sale ? toRupees(order.price) : ''),
  'Refund (₹)': (order) => (order.is_sale ? toRupees(order.refund) : ''),
  'Received (₹)': (order) => (order.is_sale ? toRupees(order.received) : ''),
  'Received on': (order) => (order.is_sale && order.received > 0 ? dateOf(order.received_at) : ''),
  // Nobody tells the market whether they paid in cash or by UPI.
  Method: (order) => (order.is_sale && order.received > 0 ? methodOf(order) : ''),
  'Hand-over': (order) => (order.hand_over === null ? '' : handOverLabels[order.hand_over]),
}

/** Returns up to 1,000 of a seller's orders as CSV, oldest first. The first page has the headers. */
export async function exportOrdersPage(
  db: Db,
  sellerId: string,
  { from, to }: { from: Date; to: Date },
  cursor: string | undefined,
) {
  const own = db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('seller_id', '=', sellerId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
  const sorting = { time: 'orders.created_at', id: 'orders.id', direction: 'asc' } as const
  const page = await readPage(own, { cursor }, pageSize, sorting)
  const ids = page.rows.map(({ id }) => id)
  const orders = new Map((await selectById(db, ids).execute()).map((order) => [order.id, order]))
  const rows = ids
    .flatMap((id) => orders.get(id) ?? [])
    .map((order) => Object.values(columns).map((cell) => cell(order)))
  const start = cursor === undefined ? `${byteOrderMark}${toCsv([Object.keys(columns)])}` : ''
  return { csv: start + toCsv(rows), next: page.next }
}
