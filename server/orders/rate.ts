// How a buyer rates what was delivered.
import { Refusal } from '#contract/errors.ts'
import { addBookRating } from '#server/books/store.ts'
import { addSellerRating } from '#server/people/store.ts'
import type { Db } from '#server/platform/db.ts'
import { refuseRating } from './rules.ts'
import { findRating, findTitleKey, insertRating, lockOrder } from './store.ts'

type Stars = { book: number; seller: number; review?: string | undefined }

/**
 * Rates the title and the seller of a buyer's own order, 1 to 5 each, inside the caller's transaction. Throws the Refusals
 * order_not_found, not_delivered, and already_rated.
 */
export async function giveRating(
  db: Db,
  { orderId, buyerId, stars, now }: { orderId: string; buyerId: string; stars: Stars; now: Date },
): Promise<void> {
  const order = await lockOrder(db, { personId: buyerId, side: 'buyer' }, orderId)
  if (!order) throw new Refusal('order_not_found')
  refuseRating(order, (await findRating(db, orderId)) !== undefined)
  const title_key = await findTitleKey(db, order.book_id)
  await insertRating(db, {
    order_id: orderId,
    title_key,
    buyer_id: order.buyer_id,
    seller_id: order.seller_id,
    book_stars: stars.book,
    seller_stars: stars.seller,
    review: stars.review ?? null,
    created_at: now,
  })
  await addSellerRating(db, order.seller_id, stars.seller)
  await addBookRating(db, title_key, stars.book)
}
