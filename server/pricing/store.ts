// The market's factors, and the sales they are learned from.
import { type Kysely, sql } from 'kysely'
import type { Condition } from '#contract/book-forms.ts'
import { addDays, indianDate, indianYear } from '#contract/dates.ts'
import { type Db, likePattern, transact } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type Learned, learnFactors, type Sale } from './learn.ts'
import { suggestPrice } from './rules.ts'

/** Sales of so many days count; the market of years ago is another one. */
const saleDays = 365
/** Accounts younger than this when they traded say nothing: a ring is opened for its purpose. */
const youngDays = 7

/** Completed sales of old books of the last year, with the base price that the model gives each without a factor. */
async function findSales(db: Db, now: Date): Promise<Sale[]> {
  const since = new Date(now.getTime() - saleDays * 86_400_000)
  const old = (account: string) => sql<boolean>`${sql.ref(account)} <= orders.created_at - make_interval(days => ${youngDays})`
  const rows = await db
    .selectFrom('orders')
    .innerJoin('people as buyer', 'buyer.id', 'orders.buyer_id')
    .innerJoin('people as seller', 'seller.id', 'orders.seller_id')
    .select(['orders.branch', 'orders.price', 'orders.original_price', 'orders.condition', 'orders.publication_year', 'orders.created_at'])
    .select(['buyer.human_id as buyer_human', 'seller.human_id as seller_human'])
    .where('orders.status', '=', 'Delivered')
    .where('orders.order_type', '=', 'purchase')
    .where('orders.book_type', '=', 'old')
    .where('orders.delivered_at', '>', since)
    .where('orders.delivered_at', '<=', now)
    .where('orders.condition', 'is not', null)
    .where('orders.publication_year', 'is not', null)
    .where(old('buyer.created_at'))
    .where(old('seller.created_at'))
    .execute()
  return rows.flatMap(({ branch, price, original_price, condition, publication_year, created_at, ...row }) => {
    if (condition === null || publication_year === null || row.buyer_human === row.seller_human) return []
    const copy = { condition, publicationYear: publication_year, originalPrice: original_price }
    const base = suggestPrice(copy, indianYear(created_at), 1)
    return [{ branch, sellerId: row.seller_human, buyerId: row.buyer_human, ratio: price / base }]
  })
}

/** The latest factors by branch, up to a day (in India), or all there are. */
export async function findFactors(db: Db, until?: string): Promise<Map<string, Learned>> {
  let days = db.selectFrom('market_factors').select(sql<string>`max(day)`.as('day'))
  if (until !== undefined) days = days.where('day', '<=', until)
  const rows = await db.selectFrom('market_factors').selectAll().where('day', '=', days).execute()
  return new Map(rows.map(({ branch, factor, sales, sellers }) => [branch, { factor, sales, sellers }]))
}

/** The latest factors, as a process may keep them for some minutes. */
export const findKeptFactors = ({ db, cache }: Pick<Parts, 'db' | 'cache'>): Promise<Map<string, Learned>> =>
  cache.through('market factors', [], 300, () => findFactors(db))

/** Works out the factors of today from the sales, once a day however many processes ask. */
export async function learnToday(db: Kysely<Tables>, now: Date): Promise<void> {
  const day = indianDate(now)
  await transact(db, async (db) => {
    const known = await db.selectFrom('market_factors').select('branch').where('day', '=', day).limit(1).executeTakeFirst()
    if (known) return
    const before = new Map([...(await findFactors(db, addDays(day, -1)))].map(([branch, { factor }]) => [branch, factor]))
    const learned = learnFactors(await findSales(db, now), before)
    const rows = [...learned].map(([branch, row]) => ({ branch, day, ...row }))
    await db
      .insertInto('market_factors')
      .values(rows)
      .onConflict((same) => same.doNothing())
      .execute()
  })
}

/** The path of each factor since a day, the whole market's first. */
export function findPaths(db: Db, since: string) {
  return db.selectFrom('market_factors').selectAll().where('day', '>=', since).orderBy('branch').orderBy('day').execute()
}

/** Completed sales of the market with what was predicted for them, the newest first, in paise. */
export function findPredicted(db: Db, since: Date, most: number) {
  return db
    .selectFrom('orders')
    .select(['book_title', 'branch', 'price', 'predicted_price', 'delivered_at'])
    .where('status', '=', 'Delivered')
    .where('order_type', '=', 'purchase')
    .where('book_type', '=', 'old')
    .where('predicted_price', 'is not', null)
    .where('delivered_at', '>', since)
    .orderBy('delivered_at', 'desc')
    .limit(most)
    .execute()
}

/** What copies of a title were sold for here: the newest first, nobody's name with them. */
export async function findComparables(db: Db, title: string, most: number) {
  const rows = await db
    .selectFrom('orders')
    .select(['price', 'condition', 'delivered_at'])
    .where('status', '=', 'Delivered')
    .where('order_type', '=', 'purchase')
    .where('book_type', '=', 'old')
    .where('condition', 'is not', null)
    // As a pattern, because that is what the index knows; without wildcards it is the title, whatever its casing.
    .where('book_title', 'ilike', likePattern(title).slice(1, -1))
    .where('delivered_at', 'is not', null)
    .orderBy('delivered_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ price, condition, delivered_at }) => ({
    price,
    condition: condition as Condition,
    soldAt: delivered_at ?? new Date(0),
  }))
}
