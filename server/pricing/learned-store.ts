// What the market has learned of prices besides its factors: poor copies, and the variances of
// titles.
import type { Kysely } from 'kysely'
import { addDays, indianDate, indianYear } from '#contract/common/dates.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transactWholeMarket } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { daysBefore, daysBetween } from './days.ts'
import { learnPoorFactor, trustOf } from './learn.ts'
import { factorCacheSeconds, maxLearnedOffers, minAccountDays } from './policy.ts'
import { basePrice, type Factors, factorOf, type MarketLevels } from './rules.ts'
import { findFactors, findSales, isNamedAsking } from './store.ts'
import { splitEditions } from './titles/editions.ts'
import { assumedVariances } from './titles/estimate.ts'
import { learnVariances, type TitleValue } from './titles/variances.ts'

async function findLearned(db: Db, until: string): Promise<Omit<MarketLevels, 'factors'>> {
  const row = await db
    .selectFrom('market_learning')
    .selectAll()
    .where('day', '<=', until)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { poor: 1, variances: assumedVariances }
  return {
    poor: row.poor_factor,
    variances: {
      between: row.between_titles,
      sale: row.sale_variance,
      asking: row.asking_variance,
    },
  }
}

/** The market's levels of today; cached, because each prediction needs them. */
export const findMarketLevels = ({
  db,
  cache,
  now,
}: Pick<AppContext, 'db' | 'cache' | 'now'>): Promise<MarketLevels> =>
  cache.getOrCompute(
    'market levels',
    { topics: [], maxAgeSeconds: factorCacheSeconds },
    async () => {
      const today = indianDate(now())
      return { factors: await findFactors(db, today), ...(await findLearned(db, today)) }
    },
  )

async function findAskings(
  db: Db,
  factors: Factors,
  poor: number,
  now: Date,
): Promise<TitleValue[]> {
  const rows = await db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['title_key', 'books.branch', 'price', 'condition', 'publication_year'])
    .select(['original_price', 'accounts.person_id', 'accounts.created_at as known_since'])
    .where('books.deleted_at', 'is', null)
    .where('books.available', '>', 0)
    .where('books.hidden_at', 'is', null)
    .where('books.book_type', '=', 'old')
    .where(isNamedAsking)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .where('accounts.created_at', '<=', daysBefore(now, minAccountDays))
    .orderBy('books.id', 'desc')
    .limit(maxLearnedOffers)
    .execute()
  const values = rows.flatMap(({ condition, publication_year: publicationYear, ...row }) => {
    if (publicationYear === null) return []
    const copy = { condition, publicationYear, originalPrice: row.original_price }
    const base = basePrice(copy, indianYear(now), poor)
    if (base === undefined) return []
    const value = Math.log(row.price / (base * factorOf(factors, row.branch)))
    const trust = trustOf(daysBetween(row.known_since, now))
    return [{ title: row.title_key, publicationYear, people: [row.person_id], value, trust }]
  })
  return splitEditions(values)
}

/** Learns and saves what poor copies cost and how titles differ, once a day. */
export async function learnDailyLevels(db: Kysely<Tables>, now: Date): Promise<void> {
  const day = indianDate(now)
  await transactWholeMarket(db, async (db) => {
    const existing = await db
      .selectFrom('market_learning')
      .select('day')
      .where('day', '=', day)
      .executeTakeFirst()
    if (existing) return
    const factors = await findFactors(db, day)
    const before = await findLearned(db, addDays(day, -1))
    const sales = (await findSales(db, now)).map((sale) => ({
      ...sale,
      ratio: sale.ratio / factorOf(factors, sale.branch),
    }))
    const poor = learnPoorFactor(
      sales.filter(({ isPoor }) => isPoor),
      before.poor,
    )
    const values = splitEditions(sales).map(
      ({ title, sellerId, buyerId, ratio, isPoor, ageDays }) => ({
        title,
        people: [sellerId, buyerId],
        value: Math.log(isPoor ? ratio / poor.factor : ratio),
        trust: trustOf(ageDays),
      }),
    )
    const askings = await findAskings(db, factors, poor.factor, now)
    const variances = learnVariances(values, askings, before.variances)
    await db
      .insertInto('market_learning')
      .values({
        day,
        poor_factor: poor.factor,
        poor_sales: poor.sales,
        between_titles: variances.between,
        sale_variance: variances.sale,
        asking_variance: variances.asking,
        titles: variances.titles,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
