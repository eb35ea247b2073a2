// How a buyer rates what was delivered, and what becomes of ratings when their author is blocked or an admin removes them.
import { AppError } from '#contract/errors.ts'
import { lockAccounts, recountSeller } from '#server/accounts/store.ts'
import { recountTitle } from '#server/books/store.ts'
import { lockChats } from '#server/chats/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { rejectRating } from './rules.ts'
import { lockOrder } from './store.ts'

type Stars = { book: number; seller: number; review?: string | undefined }

/** Locks both people of a rating, after its order and before its title; tells whether they are one human. */
async function lockBoth(
  db: Db,
  { buyer_id, seller_id }: { buyer_id: string; seller_id: string },
): Promise<boolean> {
  const [one, other] = await lockAccounts(db, [buyer_id, seller_id])
  if (!one || !other) throw new Error('an order has two people')
  return (
    one.human_id === other.human_id ||
    (one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase())
  )
}

/** Counts the ratings of a title and of a locked seller anew. */
async function recount(
  db: Db,
  { title_key, seller_id }: { title_key: string; seller_id: string },
): Promise<void> {
  await recountSeller(db, seller_id)
  await recountTitle(db, title_key)
}

/**
 * Rates the title and the seller of a buyer's own order, 1 to 5 each, inside the caller's transaction. Throws the Refusals
 * order_not_found, not_delivered, and already_rated.
 */
export async function giveRating(
  db: Db,
  { orderId, buyerId, stars, now }: { orderId: string; buyerId: string; stars: Stars; now: Date },
): Promise<void> {
  const order = await lockOrder(db, { personId: buyerId, side: 'buyer' }, orderId)
  if (!order) throw new AppError('order_not_found')
  rejectRating(order)
  const is_own = await lockBoth(db, order)
  const { title_key, buyer_id, seller_id } = order
  const given = {
    book_stars: stars.book,
    seller_stars: stars.seller,
    review: stars.review ?? null,
    created_at: now,
  }
  await db
    .insertInto('ratings')
    .values({ order_id: orderId, title_key, buyer_id, seller_id, is_own, ...given })
    .execute()
  await recount(db, order)
}

/**
 * Removes an order's rating inside the caller's transaction: its words go, its stars count no more, and the order stays
 * rated. Throws review_not_found.
 */
export async function removeRating(db: Db, orderId: string, now: Date) {
  const found = await db
    .selectFrom('orders')
    .select(['chat_id', 'book_title', 'buyer_id', 'seller_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!found) throw new AppError('review_not_found')
  await lockChats(db, { id: found.chat_id })
  await lockBoth(db, found)
  const removed = await db
    .updateTable('ratings')
    .set({ removed_at: now, review: null })
    .where('order_id', '=', orderId)
    .where('removed_at', 'is', null)
    .returning(['title_key', 'seller_id'])
    .executeTakeFirst()
  if (!removed) throw new AppError('review_not_found')
  await recount(db, removed)
  return { title: found.book_title, authorId: found.buyer_id }
}

const findRated = (db: Db, buyerId: string) =>
  db
    .selectFrom('ratings')
    .select(['title_key', 'seller_id'])
    .distinct()
    .where('buyer_id', '=', buyerId)
    .orderBy('title_key')
    .execute()

/** Locks a buyer together with all sellers they have rated, so that `recountAuthor` can follow; before anything else is locked. */
export async function lockAuthor(db: Db, buyerId: string): Promise<void> {
  const sellers = async () => (await findRated(db, buyerId)).map(({ seller_id }) => seller_id)
  const known = new Set(await sellers())
  await lockAccounts(db, [buyerId, ...known])
  // A rating that came between the reading and the locks.
  if ((await sellers()).some((id) => !known.has(id))) throw new TransactionConflict()
}

/** Counts anew what a buyer has rated, once they were blocked or unblocked. */
export async function recountAuthor(db: Db, buyerId: string): Promise<void> {
  const rated = await findRated(db, buyerId)
  for (const id of new Set(rated.map(({ seller_id }) => seller_id))) await recountSeller(db, id)
  for (const key of new Set(rated.map(({ title_key }) => title_key))) await recountTitle(db, key)
}
