// Learns daily from sales how prices here differ from those of the model.
import { type Kysely, type NotNull, sql } from 'kysely'
import { addDays, indianDate, indianYear } from '#contract/common/dates.ts'
import type { Tables } from '#db/tables.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transactWholeMarket } from '#server/platform/database/database.ts'
import { marketFactor } from './assumptions.ts'
import { clamp, firstPerPerson, regularizedMedian } from './estimate.ts'
import { minAccountDays } from './limits.ts'
import { basePrice } from './rules.ts'

const factorHistoryDays = 30

const factorCacheSeconds = 300

const factorRange = { min: 0.5, max: 1.1 } as const

/** The most that the factor can move in a day, as a natural logarithm: about 2%. */
const maxDailyStep = 0.02

/** The most that one person's sales can move the factor, as a natural logarithm: about 0.2%. */
const maxMarketPull = 0.002

const maxSales = 20_000

const maxSaleDays = 365

const dayMs = 86_400_000
export const daysBefore = (time: Date, days: number): Date =>
  new Date(time.getTime() - days * dayMs)

/**
 * Whether somebody chose the price of a sale. Learning from accepted predictions would only confirm
 * them.
 */
export const isNamedSale = sql<boolean>`(orders.is_custom_price
  and orders.price is distinct from orders.predicted_price)`

/**
 * Selects completed sales of old books that can be trusted. The buyer agreed, because a seller can
 * set any order to Delivered. Both accounts are active, weren't new, and belong to different
 * people, as far as email, phone and person show. The price isn't above the list price.
 */
export function selectTrustedSales(db: Db, now: Date) {
  const wasKnown = (createdAt: string) =>
    sql<boolean>`${sql.ref(createdAt)} <= orders.created_at - make_interval(days => ${minAccountDays})`
  return (
    db
      .selectFrom('orders')
      .innerJoin('accounts as buyer', 'buyer.id', 'orders.buyer_id')
      .innerJoin('accounts as seller', 'seller.id', 'orders.seller_id')
      .where(orderIs.completedPurchase)
      .where('orders.book_type', '=', 'old')
      .where(orderIs.agreed)
      // Counts from when the order was created, because a seller can set an order to Delivered
      // repeatedly.
      .where('orders.created_at', '>', daysBefore(now, maxSaleDays))
      .whereRef('orders.price', '<=', 'orders.original_price')
      .where('orders.condition', 'is not', null)
      .where(sql<boolean>`lower(buyer.email) <> lower(seller.email)`)
      .whereRef('buyer.person_id', '<>', 'seller.person_id')
      .where(sql<boolean>`(buyer.phone = seller.phone) is not true`)
      .where('buyer.deleted_at', 'is', null)
      .where('seller.deleted_at', 'is', null)
      .where('buyer.status', '=', 'active')
      .where('seller.status', '=', 'active')
      .where(wasKnown('buyer.created_at'))
      .where(wasKnown('seller.created_at'))
  )
}

/**
 * `people` are the seller and the buyer. `ratio` is the price relative to the model's price at
 * factor 1.
 */
export type Sale = { people: readonly string[]; ratio: number }

/**
 * Finds sales, newest first. Leaves out poor copies, because the model's price for them is only
 * assumed.
 */
async function findSales(db: Db, now: Date): Promise<Sale[]> {
  const rows = await selectTrustedSales(db, now)
    .where('orders.delivered_at', '<=', now)
    .where(isNamedSale)
    .where('orders.condition', '<>', 'poor')
    .where('orders.publication_year', 'is not', null)
    .select(['orders.price', 'orders.original_price', 'orders.condition'])
    .select(['orders.publication_year', 'orders.created_at'])
    .select(['seller.person_id as seller_person', 'buyer.person_id as buyer_person'])
    .orderBy('orders.created_at', 'desc')
    .limit(maxSales)
    .$narrowType<{ condition: NotNull; publication_year: NotNull }>()
    .execute()
  return rows.flatMap(({ price, original_price: originalPrice, condition, ...row }) => {
    const copy = { condition, publicationYear: row.publication_year, originalPrice }
    const base = basePrice(copy, indianYear(row.created_at))
    return base === undefined
      ? []
      : [{ people: [row.seller_person, row.buyer_person], ratio: price / base }]
  })
}

/** Returns the factor of a day, from sales (newest first) and the previous day's factor. */
export function learnFactor(sales: readonly Sale[], before: number): number {
  const values = firstPerPerson(sales).map(({ ratio }) => ({
    value: Math.log(ratio / marketFactor),
    weight: 1,
  }))
  const aim = marketFactor * Math.exp(regularizedMedian(values, maxMarketPull))
  const moved = before * Math.exp(clamp(Math.log(aim / before), -maxDailyStep, maxDailyStep))
  return clamp(moved, factorRange.min, factorRange.max)
}

const findFactorRow = (db: Db, until: string) =>
  db
    .selectFrom('market_factors')
    .selectAll()
    .where('day', '<=', until)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Learns and saves the factor once a day, even if several processes run the job. */
export async function learnDailyFactor(db: Kysely<Tables>, now: Date): Promise<void> {
  const day = indianDate(now)
  await transactWholeMarket(db, async (db) => {
    const last = await findFactorRow(db, day)
    if (last?.day === day) return
    const sales = await findSales(db, now)
    const factor = learnFactor(sales, last?.factor ?? marketFactor)
    await db
      .insertInto('market_factors')
      .values({ day, factor, sales: sales.length })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .deleteFrom('market_factors')
      .where('day', '<', addDays(day, -factorHistoryDays))
      .execute()
  })
}

type MarketLevel = { factor: number; sales: number }

/**
 * Returns today's factor and the number of sales from which it was learned. The result is cached,
 * because every prediction needs it.
 */
export const findMarketLevel = ({
  db,
  cache,
  now,
}: Pick<AppContext, 'db' | 'cache' | 'now'>): Promise<MarketLevel> =>
  cache.getOrCompute(
    'market level',
    { topics: [], maxAgeSeconds: factorCacheSeconds },
    async () => (await findFactorRow(db, indianDate(now()))) ?? { factor: marketFactor, sales: 0 },
  )
