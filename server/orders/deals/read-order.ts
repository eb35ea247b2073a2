import { sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Participant } from '#server/chats/store.ts'
import { selectOrders, toOrders } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'

/** One of the caller's orders and those of its deal, newest first. Throws order_not_found. */
export async function viewOwnOrder(
  db: Db,
  { accountId, side }: Participant,
  orderId: string,
  now: Date,
): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where(`orders.${side}_id`, '=', accountId)
    .where(
      sql<boolean>`(orders.id = ${orderId}::uuid
        or orders.offer_id = (select offer_id from orders where id = ${orderId}::uuid))`,
    )
    .orderBy('orders.id', 'desc')
    .execute()
  if (rows.length === 0) throw new AppError('order_not_found')
  return toOrders(db, rows, { role: side, now })
}
