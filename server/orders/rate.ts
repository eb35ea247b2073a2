import { AppError } from '#contract/common/error-catalog.ts'
import { lockAccounts, recountSeller } from '#server/accounts/store.ts'
import { recountTitle } from '#server/books/title-ratings.ts'
import { lockChats } from '#server/chats/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { setOrderOfWants } from '#server/wishlist/wants/orders.ts'
import { isAgreed } from './lifecycle/status.ts'
import { agreedUpiId } from './payments/upi.ts'
import { rejectRating } from './rules.ts'
import { lockOrder } from './store.ts'

type Stars = { book: number; seller: number; review?: string | undefined }

async function recount(
  db: Db,
  { title_key, seller_id }: { title_key: string; seller_id: string },
): Promise<void> {
  await recountSeller(db, seller_id)
  await recountTitle(db, title_key)
}

/**
 * Saves a buyer's rating of the title and the seller of an order. Rating counts as receiving the
 * book. Throws order_not_found, not_delivered, problem_open, already_rated, session_ended.
 */
export async function giveRating(
  db: Db,
  { orderId, buyerId, stars, now }: { orderId: string; buyerId: string; stars: Stars; now: Date },
): Promise<void> {
  const order = await lockOrder(db, { accountId: buyerId, side: 'buyer' }, orderId)
  rejectRating(order)
  const { title_key, buyer_id, seller_id } = order
  await lockAccounts(db, [buyer_id, seller_id])
  await db
    .insertInto('ratings')
    .values({
      order_id: orderId,
      title_key,
      buyer_id,
      seller_id,
      book_stars: stars.book,
      seller_stars: stars.seller,
      review: stars.review ?? null,
      created_at: now,
    })
    .execute()
  await db
    .updateTable('orders')
    .set({
      received_at: order.received_at ?? now,
      reopened_at: null,
      ...agreedUpiId(db, order),
    })
    .where('id', '=', orderId)
    .execute()
  await setOrderOfWants(db, orderId, isAgreed(order) && order.returned_at === null)
  await recount(db, order)
}

/**
 * Removes a rating: deletes its text, and its stars no longer count. The order can't be rated
 * again. Throws review_not_found.
 */
export async function removeRating(db: Db, orderId: string, now: Date) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'book_title', 'buyer_id', 'seller_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new AppError('review_not_found')
  await lockChats(db, { id: order.chat_id })
  await lockAccounts(db, [order.buyer_id, order.seller_id])
  const removed = await db
    .updateTable('ratings')
    .set({ removed_at: now, review: null })
    .where('order_id', '=', orderId)
    .where('removed_at', 'is', null)
    .returning(['title_key', 'seller_id'])
    .executeTakeFirst()
  if (!removed) throw new AppError('review_not_found')
  await recount(db, removed)
  return { title: order.book_title, authorId: order.buyer_id }
}

const findRatedTitles = (db: Db, buyerId: string) =>
  db
    .selectFrom('ratings')
    .select(['title_key', 'seller_id'])
    .distinct()
    .where('buyer_id', '=', buyerId)
    .orderBy('title_key')
    .execute()

/**
 * Locks a buyer and all sellers whom the buyer rated, for `recountAuthor`. Call this before other
 * locks.
 */
export async function lockAuthor(db: Db, buyerId: string): Promise<void> {
  const findSellers = async () =>
    (await findRatedTitles(db, buyerId)).map(({ seller_id }) => seller_id)
  const known = new Set(await findSellers())
  await lockAccounts(db, [buyerId, ...known])
  // The buyer has rated another seller while the locks were taken.
  if ((await findSellers()).some((id) => !known.has(id))) throw new TransactionConflict()
}

export async function recountAuthor(db: Db, buyerId: string): Promise<void> {
  const rated = await findRatedTitles(db, buyerId)
  for (const id of new Set(rated.map(({ seller_id }) => seller_id))) await recountSeller(db, id)
  for (const key of new Set(rated.map(({ title_key }) => title_key))) await recountTitle(db, key)
}
