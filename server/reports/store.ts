import { sql } from 'kysely'
import { toRupees } from '#contract/common/schemas.ts'
import { type UnsoldBooks, unsoldAges } from '#contract/orders/reports.ts'
import { ownCondition } from '#server/books/manage/own-filters.ts'
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

export function findBestSellers(db: Db, sellerId: string, since = new Date(0)) {
  return db
    .selectFrom('orders')
    .select([
      'book_title as title',
      sql<number>`count(*)::integer`.as('sales'),
      sql<number>`sum(price)::float8`.as('revenue'),
    ])
    .where('seller_id', '=', sellerId)
    .where(orderIs.sale)
    .where('created_at', '>=', since)
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

/** Counts a seller's books that have been for sale for long, in the ages of `unsoldAges`. */
export async function findUnsold(db: Db, sellerId: string, now: Date): Promise<UnsoldBooks[]> {
  const filters = { state: 'for-sale', minDays: unsoldAges[0] } as const
  const days = sql`extract(epoch from ${now}::timestamptz - listed_at) / 86400`
  const rows = await db
    .selectFrom('books')
    .select([
      sql<number>`width_bucket(${days}, ${sql.lit(`{${unsoldAges}}`)}::numeric[])`.as('age'),
      sql<number>`count(*)::integer`.as('books'),
      sql<number>`sum(available)::integer`.as('copies'),
      sql<number>`sum(available * price::float8)`.as('value'),
    ])
    .where(await ownCondition(db, sellerId, filters, now))
    .groupBy('age')
    .execute()
  return unsoldAges.map((minDays, index) => {
    const { books = 0, copies = 0, value = 0 } = rows.find(({ age }) => age === index + 1) ?? {}
    return { minDays, maxDays: unsoldAges[index + 1], books, copies, value: toRupees(value) }
  })
}
