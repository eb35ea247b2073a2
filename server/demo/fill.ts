import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { candidateColumns } from '#server/books/recommend/candidates.ts'
import { rankSimilar, saveSimilar } from '#server/books/recommend/recommend.ts'
import { insertBooks } from '#server/books/store.ts'
import { type Db, transact, transactWholeMarket } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { learnDailyFactor } from '#server/pricing/market-factor.ts'
import { type Hash, loginsOf, makeAccounts } from './accounts.ts'
import { readCatalogue } from './catalogue.ts'
import { makeListings } from './listings.ts'
import { playDeal, playSwap } from './make-deals.ts'
import { picturesOf, storePictures } from './pictures.ts'
import { planDeals } from './plan.ts'
import { insertWishes } from './wishes.ts'

/**
 * For this many past weeks, the price level of each week is learned. In other markets a job learns
 * it each day.
 */
const learnedWeeks = 12

type FillOptions = {
  db: Kysely<Tables>
  storage: Storage
  hash: Hash
  now: Date
  /** False if the installation has an admin of its own. */
  withAdmin: boolean
  /** In production there is no demo admin, and the passwords are random. */
  production: boolean
  /** Called with a line before the work, and with the logins after it. */
  say: (line: string) => void
}

async function isEmpty(db: Db): Promise<boolean> {
  const someone = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '<>', 'admin')
    .limit(1)
    .executeTakeFirst()
  return someone === undefined
}

async function recommendAll(db: Kysely<Tables>, now: Date): Promise<void> {
  const books = await db
    .selectFrom('books')
    .select(candidateColumns)
    .where('available', '>', 0)
    .execute()
  const similar = books.map((book) => {
    const others = books.filter((other) => other !== book)
    return [book.id, rankSimilar(book, others)] as const
  })
  await saveSimilar((work) => transact(db, work), new Map(similar), now)
}

/**
 * Fills the market if it is empty. Returns whether it did. Stores the pictures, then inserts
 * everything in one transaction, so an interrupted fill starts again.
 */
export async function fillDemo(options: FillOptions): Promise<boolean> {
  const { db, storage, hash, now, say } = options
  if (!(await isEmpty(db))) return false
  const titles = readCatalogue()
  say(
    `Filling the demo market: ${titles.length} titles, their covers, and a year of trade. This takes up to half a minute, once.`,
  )
  const logins = loginsOf(options)
  const { rows, sellers, buyers } = await makeAccounts(now, hash, logins)
  const listings = makeListings(titles, sellers, now)
  const { deals, swaps, unused } = planDeals(listings, buyers, now)
  const hashes = await storePictures(db, storage, new Set(listings.flatMap(picturesOf)), now)
  const books = listings.map((listing) => ({
    book: listing.book,
    hashes: picturesOf(listing).map((file) => hashes.get(file) ?? ''),
  }))
  const isFilled = await transactWholeMarket(db, async (db) => {
    // If several processes start on one database, only one of them fills it.
    await lockKey(db, 'demo market')
    if (!(await isEmpty(db))) return false
    for (const row of rows) await insertAccount(db, row)
    await insertBooks(db, books)
    for (const deal of deals) await playDeal(db, deal, now)
    for (const swap of swaps) await playSwap(db, swap, now)
    await insertWishes(db, { buyers, titles, listings: unused }, now)
    return true
  })
  if (!isFilled) return false
  // Updates the statistics, because before autovacuum runs, queries are planned for empty tables.
  await sql`analyze`.execute(db)
  await recommendAll(db, now)
  for (let week = learnedWeeks; week >= 0; week--)
    await learnDailyFactor(db, new Date(now.getTime() - week * 7 * 86_400_000))
  const lines = logins.map(({ role, email, password }) => `  ${role}  ${email}  ${password}`)
  say(['Demo accounts:', ...lines].join('\n'))
  return true
}
