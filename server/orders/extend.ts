import { addDays } from '#contract/common/dates.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertOrderEvent, type OrderActor } from './store.ts'

type Rent = {
  id: string
  status: OrderStatus
  price: number
  extension_price: number
  rent_days: number
  rent_end: string
}

/** Adds days and what they cost (paise) to a locked rent; its people are reminded anew. */
export async function extendOrder(
  db: Db,
  order: Rent,
  { days, price }: { days: number; price: number },
  by: OrderActor,
  now: Date,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      rent_days: order.rent_days + days,
      rent_end: addDays(order.rent_end, days),
      price: order.price + price,
      extension_price: order.extension_price + price,
      reminded_on: null,
    })
    .where('id', '=', order.id)
    .execute()
  const { id: orderId, status } = order
  await insertOrderEvent(db, { orderId, kind: 'extended', status, by, now })
}
