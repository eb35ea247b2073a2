import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { maxRentDays } from '#contract/common/limits.ts'
import { isExtendable, isWanted } from '#server/orders/rules.ts'
import { extendOrder, type OrderActor, selectOrderDetails } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { LockedOffer } from './store.ts'

/**
 * The rent of a locked chat that can be extended, locked. Throws order_settled where the copy isn't
 * out, copy_wanted where somebody else waits for it, malformed for too many days.
 */
export async function lockExtendableRent(
  db: Db,
  { chatId, orderId, days }: { chatId: string; orderId: string; days: number },
  now: Date,
) {
  const order = await selectOrderDetails(db)
    .where('orders.id', '=', orderId)
    .where('orders.chat_id', '=', chatId)
    .forNoKeyUpdate('orders')
    .executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  const { rent_days, rent_end } = order
  if (!isExtendable(order) || rent_days === null || rent_end === null)
    throw new AppError('order_settled')
  if (rent_days + days > maxRentDays) {
    const message = `A rent can have at most ${maxRentDays} days; this one has ${rent_days}.`
    throw fieldError('days', message)
  }
  if (isWanted(order, now)) throw new AppError('copy_wanted')
  return { ...order, rent_days, rent_end }
}

/**
 * Adds the days and the amount of an accepted offer to its rent. Throws as `lockExtendableRent`.
 */
export async function extendRent(
  db: Db,
  { offer, chat }: LockedOffer,
  by: OrderActor,
  now: Date,
): Promise<void> {
  const { extends_order_id: orderId, days } = offer
  if (orderId === null || days === null) throw new Error('not an extension')
  const order = await lockExtendableRent(db, { chatId: chat.id, orderId, days }, now)
  await extendOrder(db, order, { days, price: offer.amount * days }, by, now)
}
