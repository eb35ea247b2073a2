import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Participant } from '#server/chats/store.ts'
import { parcelOf } from '#server/orders/hand-over/hand-over.ts'
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
  const ids = new Set(orderIds)
  const named = await db
    .selectFrom('orders')
    .select(['id', 'offer_id'])
    .where('seller_id', '=', accountId)
    .where(sql<SqlBool>`id = any(${arrayOf('uuid', [...ids])})`)
    .execute()
  if (named.length < ids.size) throw new AppError('order_not_found')
  const deals = named.flatMap(({ offer_id }) => offer_id ?? [])
  const inDeals = sql<{ id: string }>`(select orders.id from orders
    where orders.seller_id = ${accountId} and ${isInParcel}
      and (orders.id = any(${arrayOf('uuid', [...ids])})
        or orders.offer_id = any(${arrayOf('uuid', deals)})))`
  const rows = await selectOrderPage(db, inDeals).execute()
  const parcels = new Set(rows.filter(({ id }) => ids.has(id)).map(parcelOf))
  const inParcels = rows.filter((row) => parcels.has(parcelOf(row)))
  return toOrders(db, inParcels, { role: 'seller', helper, now })
}
