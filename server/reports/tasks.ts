// Finds what a seller or a buyer has to do.
import { sql } from 'kysely'
import { toRupees } from '#contract/common/schemas.ts'
import type { BuyerTasks, SellerCounts, SellerTasks } from '#contract/orders/tasks.ts'
import { countChats } from '#server/chats/filters.ts'
import { findWaitingRing } from '#server/exchanges/rings/proposed.ts'
import { countSellerTasks, hasProblemToAnswer } from '#server/orders/tabs/tabs.ts'
import { countBuyerTasks } from '#server/orders/tabs/tasks.ts'
import type { Db } from '#server/platform/database/database.ts'

const maxListedTasks = 20

async function findProblems(db: Db, sellerId: string): Promise<SellerTasks['problems']> {
  const rows = await db
    .selectFrom('problems')
    .innerJoin('orders', 'orders.id', 'problems.order_id')
    .select(['orders.id', 'book_title', 'reason', 'problems.created_at'])
    .select('buyer_name')
    .where('orders.seller_id', '=', sellerId)
    .where('problems.solved_at', 'is', null)
    .where(hasProblemToAnswer('seller'))
    .orderBy('problems.id', 'desc')
    .limit(maxListedTasks)
    .execute()
  return rows.map(({ id, book_title, reason, created_at, buyer_name }) => ({
    orderId: id,
    title: book_title,
    buyer: buyer_name,
    reason,
    openedAt: created_at.toISOString(),
  }))
}

async function findOffers(db: Db, sellerId: string, now: Date): Promise<SellerTasks['offers']> {
  const given = sql`from offer_items where offer_id = offers.id and given_by = 'seller'`
  const rows = await db
    .selectFrom('offers')
    .innerJoin('chats', 'chats.id', 'offers.chat_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .select(['chat_id', 'amount', 'days', 'top_up', 'expires_at'])
    .select('buyer.name')
    .select(sql<number>`(select sum(copies)::integer ${given})`.as('copies'))
    .select(
      sql<string>`(select coalesce(listing ->> 'title', books.title)
        from offer_items join books on books.id = book_id
        where offer_id = offers.id order by position limit 1)`.as('title'),
    )
    .where('chats.seller_id', '=', sellerId)
    .where('made_by', '=', 'buyer')
    .where('offers.status', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .limit(maxListedTasks)
    .execute()
  return rows.map(({ chat_id, title, copies, amount, days, top_up, expires_at, name }) => ({
    chatId: chat_id,
    title,
    copies,
    buyer: name,
    total: toRupees(amount * (days ?? 1)),
    isExchange: top_up !== null,
    expiresAt: expires_at.toISOString(),
  }))
}

async function countTasks(db: Db, sellerId: string, now: Date): Promise<SellerCounts> {
  const me = { accountId: sellerId, side: 'seller' } as const
  const [orders, chats] = await Promise.all([
    countSellerTasks(db, sellerId, now),
    countChats(db, me, now),
  ])
  return { ...orders, ...chats }
}

/** Returns undefined if the seller has nothing to do. */
export async function findTasks(
  db: Db,
  sellerId: string,
  now: Date,
): Promise<SellerTasks | undefined> {
  const counts = await countTasks(db, sellerId, now)
  if (Object.values(counts).every((count) => count === 0)) return undefined
  const [problems, offers] = await Promise.all([
    counts.problems > 0 ? findProblems(db, sellerId) : [],
    counts.offers > 0 ? findOffers(db, sellerId, now) : [],
  ])
  return { counts, problems, offers }
}

export async function findBuyerTasks(db: Db, buyerId: string, now: Date): Promise<BuyerTasks> {
  const [orders, { offers }, ring] = await Promise.all([
    countBuyerTasks(db, buyerId, now),
    countChats(db, { accountId: buyerId, side: 'buyer' }, now),
    findWaitingRing(db, buyerId),
  ])
  return { ...orders, offers, ...(ring && { ring }) }
}
