// A seller's figures, read from the orders and books that others write.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Orders that aren't Cancelled: number, sum in paise, and delivered purchases among them; and the books of the seller's own list. */
export async function findStats(db: Db, sellerId: string) {
  const sales = await db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::integer`.as('orders'),
      sql<number>`coalesce(sum(price), 0)::float8`.as('revenue'),
      sql<number>`(count(*) filter (where status = 'Delivered' and order_type = 'purchase'))::integer`.as(
        'sold',
      ),
    ])
    .where('seller_id', '=', sellerId)
    .where('status', '<>', 'Cancelled')
    .executeTakeFirstOrThrow()
  const { listed } = await db
    .selectFrom('books')
    .select(sql<number>`count(*)::integer`.as('listed'))
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { ...sales, listed }
}

const indianDay = sql<string>`to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`

/** Sales of each day in India since a moment, in paise; Cancelled ones don't count. */
export function findDailySales(db: Db, sellerId: string, since: Date) {
  return db
    .selectFrom('orders')
    .select([indianDay.as('date'), sql<number>`sum(price)::float8`.as('amount')])
    .where('seller_id', '=', sellerId)
    .where('status', '<>', 'Cancelled')
    .where('created_at', '>=', since)
    .groupBy('date')
    .execute()
}

/** The ten titles with most orders that aren't Cancelled, then by revenue (paise). */
export function findBestSellers(db: Db, sellerId: string) {
  return db
    .selectFrom('orders')
    .select([
      'book_title as title',
      sql<number>`count(*)::integer`.as('sales'),
      sql<number>`sum(price)::float8`.as('revenue'),
    ])
    .where('seller_id', '=', sellerId)
    .where('status', '<>', 'Cancelled')
    .groupBy('book_title')
    .orderBy('sales', 'desc')
    .orderBy('revenue', 'desc')
    .orderBy('title')
    .limit(10)
    .execute()
}

/** How many orders since a moment stand in each status. */
export function countByStatus(db: Db, sellerId: string, since: Date) {
  return db
    .selectFrom('orders')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('seller_id', '=', sellerId)
    .where('created_at', '>=', since)
    .groupBy('status')
    .execute()
}
