import { sql } from 'kysely'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'

const bestSellers = 10

/**
 * Returns the number and sum (paise) of a seller's sales, and the numbers of sold copies and listed
 * books.
 */
export async function findStats(db: Db, sellerId: string) {
  const sales = await db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::integer`.as('orders'),
      sql<number>`coalesce(sum(price), 0)::float8`.as('revenue'),
      sql<number>`(count(*) filter (where ${orderIs.completedPurchase}))::integer`.as('sold'),
    ])
    .where('seller_id', '=', sellerId)
    .where(orderIs.sale)
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

/**
 * Returns the sum of a seller's sales on each day since a time, in paise. Days are those in India.
 */
export function findDailySales(db: Db, sellerId: string, since: Date) {
  return db
    .selectFrom('orders')
    .select([indianDay.as('date'), sql<number>`sum(price)::float8`.as('amount')])
    .where('seller_id', '=', sellerId)
    .where(orderIs.sale)
    .where('created_at', '>=', since)
    .groupBy('date')
    .execute()
}

export function findBestSellers(db: Db, sellerId: string) {
  return db
    .selectFrom('orders')
    .select([
      'book_title as title',
      sql<number>`count(*)::integer`.as('sales'),
      sql<number>`sum(price)::float8`.as('revenue'),
    ])
    .where('seller_id', '=', sellerId)
    .where(orderIs.sale)
    .groupBy('book_title')
    .orderBy('sales', 'desc')
    .orderBy('revenue', 'desc')
    .orderBy('title')
    .limit(bestSellers)
    .execute()
}

export function countByStatus(db: Db, sellerId: string, since: Date) {
  return db
    .selectFrom('orders')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('seller_id', '=', sellerId)
    .where(orderIs.forMoney)
    .where('created_at', '>=', since)
    .groupBy('status')
    .execute()
}
