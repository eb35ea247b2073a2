import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Participant } from '#server/chats/store.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { selectOrderPage, toOrders } from '#server/orders/views.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'

/** Whether an order is in a parcel that is to be sent or is on its way. Then its address is shown. */
const isInParcel = sql<SqlBool>`(${orderIs.agreed} and orders.returned_at is null
  and orders.status in ('Pending', 'Shipped') and orders.hand_over is distinct from 'meet')`

/**
 * Returns the seller's named orders that are in a parcel, and the others in these parcels, newest
 * first. Throws order_not_found if an order isn't the seller's.
 */
export async function viewParcels(
  db: Db,
  { accountId, helper }: Participant,
  orderIds: readonly string[],
  now: Date,
): Promise<Order[]> {
  const ids = [...new Set(orderIds)]
  const isNamed = sql<SqlBool>`named.id = any(${arrayOf('uuid', ids)}) and named.seller_id = ${accountId}`
  const { rows: own } = await sql`select from orders as named where ${isNamed}`.execute(db)
  if (own.length < ids.length) throw new AppError('order_not_found')
  const inParcels = sql<{ id: string }>`(select orders.id from orders
    where orders.id = any(${arrayOf('uuid', ids)}) and ${isInParcel}
    union select orders.id from orders as named
      join orders on orders.offer_id = named.offer_id and orders.status = named.status
        and orders.courier is not distinct from named.courier
        and orders.tracking_number is not distinct from named.tracking_number
    where ${isNamed} and ${isInParcel})`
  const rows = await selectOrderPage(db, inParcels).execute()
  return toOrders(db, rows, { role: 'seller', helper, now })
}
