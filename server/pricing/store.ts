import { type Kysely, sql } from 'kysely'
import { addDays, indianDate, indianYear } from '#contract/common/dates.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { type Db, likePattern, transactWholeMarket } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { daysBefore } from './days.ts'
import { type LearnedFactors, learnFactors, type Sale } from './learn.ts'
import {
  comparableDays,
  factorHistoryDays,
  learnedSalesDays,
  maxComparables,
  minAccountDays,
} from './policy.ts'
import { basePrice } from './rules.ts'
import type { Comparable } from './titles/known-prices.ts'

/** A sale at a price that somebody chose, instead of taking what was predicted. */
export const isNamedSale = sql<boolean>`(orders.is_custom_price
  and orders.price is distinct from orders.predicted_price)`
/** As `isNamedSale`, of a book's asking price. */
export const isNamedAsking = sql<boolean>`(books.custom_price is not null
  and books.price is distinct from books.predicted_price)`

/**
 * Completed sales of old books that can be trusted, ordered since a time. The buyer agreed to them,
 * because a seller can set any order to Delivered; both people have active accounts that weren't
 * new and are of two people, by email, phone and person; the price is at most the original one.
 */
export function selectTrustedSales(db: Db, since: Date) {
  const isOldEnough = (createdAt: string) =>
    sql<boolean>`${sql.ref(createdAt)} <= orders.created_at - make_interval(days => ${minAccountDays})`
  return (
    db
      .selectFrom('orders')
      .innerJoin('accounts as buyer', 'buyer.id', 'orders.buyer_id')
      .innerJoin('accounts as seller', 'seller.id', 'orders.seller_id')
      .select([
        'orders.branch',
        'orders.price',
        'orders.original_price',
        'orders.condition',
        'orders.publication_year',
        'orders.created_at',
      ])
      .select(isNamedSale.as('is_named'))
      .select(
        sql<number>`(extract(epoch from
          orders.created_at - greatest(buyer.created_at, seller.created_at)) / 86400)::float8`.as(
          'age_days',
        ),
      )
      .select([
        sql<string>`lower(buyer.email)`.as('buyer_person'),
        sql<string>`lower(seller.email)`.as('seller_person'),
      ])
      .where(orderIs.completedPurchase)
      .where('orders.book_type', '=', 'old')
      .where(orderIs.agreed)
      // Not by the delivery, which a seller can repeat.
      .where('orders.created_at', '>', since)
      .whereRef('orders.price', '<=', 'orders.original_price')
      .where(sql<boolean>`lower(buyer.email) <> lower(seller.email)`)
      .whereRef('buyer.person_id', '<>', 'seller.person_id')
      .where(sql<boolean>`(buyer.phone = seller.phone) is not true`)
      .where('buyer.deleted_at', 'is', null)
      .where('seller.deleted_at', 'is', null)
      .where('buyer.status', '=', 'active')
      .where('seller.status', '=', 'active')
      .where(isOldEnough('buyer.created_at'))
      .where(isOldEnough('seller.created_at'))
  )
}

/** A sale of a copy in any condition; those of poor copies don't teach factors. */
export type TitledSale = Sale & { title: string; publicationYear: number; isPoor: boolean }

/** Sales whose price somebody chose; one that was taken as predicted would only confirm it. */
export async function findSales(db: Db, now: Date): Promise<TitledSale[]> {
  const rows = await selectTrustedSales(db, daysBefore(now, learnedSalesDays))
    .where('orders.delivered_at', '<=', now)
    .where(isNamedSale)
    .select('orders.title_key')
    .execute()
  return rows.flatMap(
    ({
      branch,
      price,
      original_price: originalPrice,
      condition,
      publication_year: publicationYear,
      ...sale
    }) => {
      if (condition === null || publicationYear === null) return []
      const base = basePrice(
        { condition, publicationYear, originalPrice },
        indianYear(sale.created_at),
      )
      if (base === undefined) return []
      return [
        {
          branch,
          sellerId: sale.seller_person,
          buyerId: sale.buyer_person,
          ratio: price / base,
          ageDays: sale.age_days,
          title: sale.title_key,
          publicationYear,
          isPoor: condition === 'poor',
        },
      ]
    },
  )
}

export async function findFactors(db: Db, until: string): Promise<Map<string, LearnedFactors>> {
  const days = db
    .selectFrom('market_factors')
    .select(sql<string>`max(day)`.as('day'))
    .where('day', '<=', until)
  const rows = await db.selectFrom('market_factors').selectAll().where('day', '=', days).execute()
  return new Map(
    rows.map(({ branch, factor, sales, sellers }) => [branch, { factor, sales, sellers }]),
  )
}

/** Learns and saves today's factors, once a day however many processes run it. */
export async function learnDailyFactors(db: Kysely<Tables>, now: Date): Promise<void> {
  const day = indianDate(now)
  await transactWholeMarket(db, async (db) => {
    const existing = await db
      .selectFrom('market_factors')
      .select('branch')
      .where('day', '=', day)
      .limit(1)
      .executeTakeFirst()
    if (existing) return
    const before = new Map(
      [...(await findFactors(db, addDays(day, -1)))].map(([branch, { factor }]) => [
        branch,
        factor,
      ]),
    )
    const sales = (await findSales(db, now)).filter(({ isPoor }) => !isPoor)
    const learned = learnFactors(sales, before)
    const rows = [...learned].map(([branch, row]) => ({ branch, day, ...row }))
    await db
      .insertInto('market_factors')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .deleteFrom('market_factors')
      .where('day', '<', addDays(day, -factorHistoryDays))
      .where(sql<boolean>`extract(day from day) <> 1`)
      .execute()
  })
}

export function findFactorHistory(db: Db, branches: readonly string[], since: string) {
  return db
    .selectFrom('market_factors')
    .select(['branch', 'day', 'factor'])
    .where('day', '>=', since)
    .where('branch', 'in', branches.length > 0 ? branches : [''])
    .orderBy('day')
    .execute()
}

export function findPredictedSales(db: Db, since: Date, max: number) {
  return selectTrustedSales(db, since)
    .select(['orders.book_title', 'orders.predicted_price', 'orders.seller_name'])
    .select(['orders.title_key', 'seller.person_id as seller_id', 'buyer.person_id as buyer_id'])
    .where('orders.predicted_price', 'is not', null)
    .orderBy('orders.created_at', 'desc')
    .limit(max)
    .execute()
}

/** Trusted sales of a title by whatever author, newest first, one of each seller, without names. */
export async function findComparables(db: Db, title: string, now: Date): Promise<Comparable[]> {
  const newestOfSellers = selectTrustedSales(db, daysBefore(now, comparableDays))
    // A pattern without wildcards: the trigram index serves it, and casing doesn't matter.
    .where('orders.book_title', 'ilike', likePattern(title).slice(1, -1))
    .where('orders.condition', 'is not', null)
    .distinctOn(sql`lower(seller.email)`)
    .orderBy(sql`lower(seller.email)`)
    .orderBy('orders.created_at', 'desc')
  const rows = await db
    .selectFrom(newestOfSellers.as('sales'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(maxComparables)
    .execute()
  return rows.flatMap(({ price, original_price: originalPrice, condition, created_at: soldAt }) =>
    condition === null ? [] : [{ price, originalPrice, condition, soldAt }],
  )
}
