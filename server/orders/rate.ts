import { AppError } from '#contract/common/error-catalog.ts'
import { lockAccounts, recountSeller } from '#server/accounts/store.ts'
import { recountTitle } from '#server/books/title-ratings.ts'
import { lockChats } from '#server/chats/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { setOrderOfWants } from '#server/wishlist/wants/orders.ts'
import { agreedUpiId } from './payments/upi.ts'
import { rejectRating } from './rules.ts'
import { lockOrder } from './store.ts'

/** Rating an order counts as agreeing to it, if the buyer hasn't confirmed or received it. */
async function noteAgreement(
  db: Db,
  order: { id: string; confirmed_at: Date | null; received_at: Date | null },
): Promise<void> {
  if (order.confirmed_at === null && order.received_at === null) await setOrderOfWants(db, order.id)
}

type Stars = { book: number; seller: number; review?: string | undefined }

async function lockBuyerAndSeller(
  db: Db,
  { buyer_id, seller_id }: { buyer_id: string; seller_id: string },
): Promise<boolean> {
  const [a, b] = await lockAccounts(db, [buyer_id, seller_id])
  if (!a || !b) throw new Error('an order has two people')
  return (
    a.person_id === b.person_id ||
    (a.email !== null && a.email.toLowerCase() === b.email?.toLowerCase())
  )
}

async function recount(
  db: Db,
  { title_key, seller_id }: { title_key: string; seller_id: string },
): Promise<void> {
  await recountSeller(db, seller_id)
  await recountTitle(db, title_key)
}

/**
 * Rates the title and the seller of a buyer's order. Throws order_not_found, not_delivered,
 * problem_open, already_rated, session_ended.
 */
export async function giveRating(
  db: Db,
  { orderId, buyerId, stars, now }: { orderId: string; buyerId: string; stars: Stars; now: Date },
): Promise<void> {
  const order = await lockOrder(db, { accountId: buyerId, side: 'buyer' }, orderId)
  if (!order) throw new AppError('order_not_found')
  rejectRating(order)
  const is_self_rating = await lockBuyerAndSeller(db, order)
  const { title_key, buyer_id, seller_id } = order
  await db
    .insertInto('ratings')
    .values({
      order_id: orderId,
      title_key,
      buyer_id,
      seller_id,
      is_self_rating,
      book_stars: stars.book,
      seller_stars: stars.seller,
      review: stars.review ?? null,
      created_at: now,
    })
    .execute()
  await db
    .updateTable('orders')
    .set({ reopened_at: null, ...agreedUpiId(db, order) })
    .where('id', '=', orderId)
    .execute()
  await noteAgreement(db, order)
  await recount(db, order)
}

/**
 * Removes a rating: deletes its text, and its stars no longer count. The order stays rated. Throws
 * review_not_found.
 */
export async function removeRating(db: Db, orderId: string, now: Date) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'book_title', 'buyer_id', 'seller_id', 'confirmed_at', 'received_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new AppError('review_not_found')
  await lockChats(db, { id: order.chat_id })
  await lockBuyerAndSeller(db, order)
  const removed = await db
    .updateTable('ratings')
    .set({ removed_at: now, review: null })
    .where('order_id', '=', orderId)
    .where('removed_at', 'is', null)
    .returning(['title_key', 'seller_id'])
    .executeTakeFirst()
  if (!removed) throw new AppError('review_not_found')
  await noteAgreement(db, order)
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

/** Locks a buyer and all sellers they rated, for `recountAuthor`. Call this before other locks. */
export async function lockAuthor(db: Db, buyerId: string): Promise<void> {
  const findSellers = async () =>
    (await findRatedTitles(db, buyerId)).map(({ seller_id }) => seller_id)
  const known = new Set(await findSellers())
  await lockAccounts(db, [buyerId, ...known])
  // A rating was added while the locks were taken.
  if ((await findSellers()).some((id) => !known.has(id))) throw new TransactionConflict()
}

export async function recountAuthor(db: Db, buyerId: string): Promise<void> {
  const rated = await findRatedTitles(db, buyerId)
  for (const id of new Set(rated.map(({ seller_id }) => seller_id))) await recountSeller(db, id)
  for (const key of new Set(rated.map(({ title_key }) => title_key))) await recountTitle(db, key)
}
