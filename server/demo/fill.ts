import { type Kysely, sql } from 'kysely'
import { planChats } from '#server/demo/chats/chat-plan.ts'
import { makeChat } from '#server/demo/chats/chats.ts'
import { type Db, transactWholeMarket } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { learnDailyFactor } from '#server/pricing/market.ts'
import { type Hash, loginsOf, makeAccounts } from './accounts.ts'
import { picturesOf } from './book-pictures.ts'
import { readCatalogue } from './catalogue.ts'
import { stockOf } from './copies-and-holds.ts'
import { insertMarket } from './insert-market.ts'
import { type Listing, makeListings } from './listings.ts'
import { storePictures } from './pictures.ts'
import { makeWants } from './wants.ts'

type FillOptions = {
  db: Kysely<Tables>
  storage: Storage
  hash: Hash
  now: Date
  /** False where the installation has an admin of its own. */
  withAdmin: boolean
  /** Then there is no demo admin, and the passwords are new ones. */
  production: boolean
  /** 'shared' shows one cover for each branch, which is faster: for tests. */
  pictures?: 'each' | 'shared'
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

const factorDays = 90

function pictureFilesOf(listings: readonly Listing[], pictures: 'each' | 'shared') {
  const firstOfBranch = new Map(
    listings.toReversed().map((book) => [book.branch, picturesOf(book)[0] ?? '']),
  )
  return new Map(
    listings.map((book) => {
      const files = picturesOf(book)
      const shared = [firstOfBranch.get(book.branch) ?? '', files.at(-1) ?? '']
      return [book.id, pictures === 'each' ? files : shared]
    }),
  )
}

/**
 * Fills the market if it is empty, and says whether it did. After the pictures, everything goes in
 * by one transaction, so that an interrupted fill is done again.
 */
export async function fillDemo({
  db,
  storage,
  hash,
  now,
  withAdmin,
  production,
  pictures = 'each',
  say,
}: FillOptions): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const titles = readCatalogue()
  say(
    `Filling the demo market: ${titles.length} titles, their covers, and a year of trade. This takes up to half a minute, once.`,
  )
  const logins = loginsOf({ withAdmin, production })
  const { rows, sellers, buyers } = await makeAccounts(now, hash, logins)
  const [seller, buyer] = [sellers[0], buyers[0]]
  if (!seller || !buyer) throw new Error('the demo market has accounts')
  const listings = makeListings(titles, sellers, now)
  const files = pictureFilesOf(listings, pictures)
  const hashes = await storePictures(db, storage, new Set([...files.values()].flat()), now)
  const hashesOf = new Map(
    [...files].map(([id, ofBook]) => [id, ofBook.map((file) => hashes.get(file) ?? '')]),
  )
  const stock = stockOf(listings)
  const covers = new Map([...hashesOf].map(([id, [cover = '']]) => [id, cover]))
  const chats = planChats(listings, buyers, { sellerId: seller.id, buyer }, now).map((plan) =>
    makeChat(plan, { stock, covers }, now),
  )
  const wants = makeWants(
    buyers.map(({ id, address }) => ({
      personId: rows.find((row) => row.id === id)?.person_id ?? '',
      address,
    })),
    titles,
    now,
  )
  const isFilled = await transactWholeMarket(db, async (db) => {
    // If several processes start on one database, only one fills it.
    await lockKey(db, 'demo market')
    if (!(await isEmpty(db))) return false
    await insertMarket(db, { accounts: rows, listings, hashes: hashesOf, stock, chats, wants }, now)
    return true
  })
  if (!isFilled) return false
  // Until autovacuum has come by, queries would be planned for empty tables.
  await sql`analyze`.execute(db)
  say(
    [
      'Demo accounts:',
      ...logins.map(({ role, email, password }) => `  ${role}  ${email}  ${password}`),
    ].join('\n'),
  )
  // Day by day, as the daily job does.
  for (let day = factorDays; day >= 0; day--)
    await learnDailyFactor(db, new Date(now.getTime() - day * 86_400_000))
  return true
}
