// Offers that extend a rent: more days of the copy that the buyer has, instead of another order.
import { sql } from 'kysely'
import { AppError, fieldError } from '#contract/common/errors.ts'
import { maxRentDays } from '#contract/common/policy.ts'
import { areBlocked } from '#server/blocks/are-blocked.ts'
import { extendOrder } from '#server/orders/extend.ts'
import { isExtendable } from '#server/orders/rules.ts'
import { type OrderActor, selectOrderDetails } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { waitingMs } from './policy.ts'
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
  if (await isWanted(db, order, now)) throw new AppError('copy_wanted')
  return { ...order, rent_days, rent_end }
}

type RentedCopy = { book_id: string; chat_id: string; delivered_at: Date | null }

/**
 * Whether another buyer, who could have it, has written about a book while its last free copy was
 * out on this rent.
 */
async function isWanted(
  db: Db,
  { book_id, chat_id, delivered_at }: RentedCopy,
  now: Date,
): Promise<boolean> {
  const since = new Date(Math.max(delivered_at?.getTime() ?? 0, now.getTime() - waitingMs))
  const asked = await db
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'messages.chat_id')
    .innerJoin('books', 'books.id', 'chats.book_id')
    .innerJoin('accounts as asker', 'asker.id', 'chats.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'chats.seller_id')
    .select('messages.id')
    .where('chats.book_id', '=', book_id)
    .where('chats.id', '<>', chat_id)
    .where('sender_model', '=', 'Buyer')
    .where('messages.created_at', '>', since)
    .where('books.available', '=', 0)
    .where('books.hidden_at', 'is', null)
    .where('books.deleted_at', 'is', null)
    .where('asker.status', '=', 'active')
    .where('asker.deleted_at', 'is', null)
    .where(sql<boolean>`not ${areBlocked(sql`asker.person_id`, sql`seller.person_id`)}`)
    .limit(1)
    .executeTakeFirst()
  return asked !== undefined
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
