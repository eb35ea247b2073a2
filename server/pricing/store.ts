// The market's factors, and the sales they are learned from.
import { type Kysely, sql } from 'kysely'
import { addDays, indianDate, indianYear } from '#contract/dates.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, likePattern, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type LearnedFactors, learnFactors, type Sale } from './learn.ts'
import { basePrice } from './rules.ts'

/** Sales of so many days count; the market of years ago is another one. */
const saleDays = 365
/** Accounts younger than this when they traded say nothing: a ring is opened for its purpose. Older ones count by their age. */
const youngDays = 7
/** Of days longer ago, only the first of each month are kept. */
const pathDays = 365

/** Confirmed or rated by the buyer. */
const isAgreed = sql<boolean>`(orders.confirmed_at is not null
  or exists (select from ratings where ratings.order_id = orders.id and ratings.removed_at is null))`

/**
 * Completed sales of old books, ordered since a moment, that somebody may learn from: agreed to by the buyer, because a seller
 * can deliver alone; between two people who are two, were here for a while, are still here and not blocked, and for no more
 * than the book costs new. One email is one human, also
 * where its two accounts don't trust each other.
 */
function soldOld(db: Db, since: Date) {
  const settled = (account: string) =>
    sql<boolean>`${sql.ref(account)} <= orders.created_at - make_interval(days => ${youngDays})`
  return (
    db
      .selectFrom('orders')
      .innerJoin('people as buyer', 'buyer.id', 'orders.buyer_id')
      .innerJoin('people as seller', 'seller.id', 'orders.seller_id')
      .select([
        'orders.branch',
        'orders.price',
        'orders.original_price',
        'orders.condition',
        'orders.publication_year',
        'orders.created_at',
        'orders.is_own_price',
      ])
      .select(
        sql<number>`(extract(epoch from orders.created_at - greatest(buyer.created_at, seller.created_at)) / 86400)::float8`.as(
          'age_days',
        ),
      )
      .select([
        sql<string>`lower(buyer.email)`.as('buyer_human'),
        sql<string>`lower(seller.email)`.as('seller_human'),
      ])
      .where('orders.status', '=', 'Delivered')
      .where('orders.order_type', '=', 'purchase')
      .where('orders.book_type', '=', 'old')
      .where(isAgreed)
      // Not by the delivery, which can be set anew.
      .where('orders.created_at', '>', since)
      .whereRef('orders.price', '<=', 'orders.original_price')
      .where(sql<boolean>`lower(buyer.email) <> lower(seller.email)`)
      .where('buyer.deleted_at', 'is', null)
      .where('seller.deleted_at', 'is', null)
      .where('buyer.status', '=', 'active')
      .where('seller.status', '=', 'active')
      .where(settled('buyer.created_at'))
      .where(settled('seller.created_at'))
  )
}

/** Sales of the last year whose price somebody named, over the model's price without a factor. */
async function findSales(db: Db, now: Date): Promise<Sale[]> {
  const rows = await soldOld(db, new Date(now.getTime() - saleDays * 86_400_000))
    .where('orders.delivered_at', '<=', now)
    // A price that was taken as predicted would only confirm the prediction.
    .where('orders.is_own_price', '=', true)
    .execute()
  return rows.flatMap(
    ({
      branch,
      price,
      original_price: originalPrice,
      condition,
      publication_year: publicationYear,
      ...sold
    }) => {
      if (condition === null || publicationYear === null) return []
      const base = basePrice(
        { condition, publicationYear, originalPrice },
        indianYear(sold.created_at),
      )
      if (base === undefined) return []
      return [
        {
          branch,
          sellerId: sold.seller_human,
          buyerId: sold.buyer_human,
          ratio: price / base,
          ageDays: sold.age_days,
        },
      ]
    },
  )
}

/** The latest factors by branch, up to a day in India. */
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

/** The latest factors, as a process may keep them for some minutes. */
export const findSavedFactors = ({
  db,
  cache,
  now,
}: Pick<AppContext, 'db' | 'cache' | 'now'>): Promise<Map<string, LearnedFactors>> =>
  cache.getOrCompute('market factors', [], 300, () => findFactors(db, indianDate(now())))

/** Works out the factors of today from the sales, once a day however many processes ask. */
export async function learnDailyFactors(db: Kysely<Tables>, now: Date): Promise<void> {
  const day = indianDate(now)
  await transact(db, async (db) => {
    const known = await db
      .selectFrom('market_factors')
      .select('branch')
      .where('day', '=', day)
      .limit(1)
      .executeTakeFirst()
    if (known) return
    const before = new Map(
      [...(await findFactors(db, addDays(day, -1)))].map(([branch, { factor }]) => [
        branch,
        factor,
      ]),
    )
    const learned = learnFactors(await findSales(db, now), before)
    const rows = [...learned].map(([branch, row]) => ({ branch, day, ...row }))
    await db
      .insertInto('market_factors')
      .values(rows)
      .onConflict((same) => same.doNothing())
      .execute()
    await db
      .deleteFrom('market_factors')
      .where('day', '<', addDays(day, -pathDays))
      .where(sql<boolean>`extract(day from day) <> 1`)
      .execute()
  })
}

/** The paths of some branches' factors since a day, day by day. */
export function findFactorHistory(db: Db, branches: readonly string[], since: string) {
  const days = db
    .selectFrom('market_factors')
    .select(['branch', 'day', 'factor'])
    .where('day', '>=', since)
  return days
    .where('branch', 'in', branches.length > 0 ? branches : [''])
    .orderBy('day')
    .execute()
}

/** The sales that one may learn from, with what was predicted for them, the newest first, in paise. */
export function findPredicted(db: Db, since: Date, max: number) {
  return soldOld(db, since)
    .select(['orders.book_title', 'orders.predicted_price', 'orders.seller_name'])
    .where('orders.predicted_price', 'is not', null)
    .orderBy('orders.created_at', 'desc')
    .limit(max)
    .execute()
}

/** Sales of so many days are named beside a price. */
const comparableDays = 730

/** What copies of a title were sold for here: the newest first, one of each person, and nobody's name with them. */
export async function findComparables(db: Db, title: string, now: Date, max: number) {
  const ofSellers = soldOld(db, new Date(now.getTime() - comparableDays * 86_400_000))
    // As a pattern, because that is what the index knows; without wildcards it is the title, whatever its casing.
    .where('orders.book_title', 'ilike', likePattern(title).slice(1, -1))
    .where('orders.condition', 'is not', null)
    .distinctOn(sql`lower(seller.email)`)
    .orderBy(sql`lower(seller.email)`)
    .orderBy('orders.created_at', 'desc')
  const rows = await db
    .selectFrom(ofSellers.as('sold'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  const known = new Set<string>()
  return rows
    .flatMap(
      ({
        price,
        original_price: originalPrice,
        condition,
        created_at: soldAt,
        buyer_human: buyer,
      }) => {
        if (condition === null || known.has(buyer)) return []
        known.add(buyer)
        return [{ price, originalPrice, condition, soldAt }]
      },
    )
    .slice(0, max)
}
