// Fills an empty installation with a demo market: titles, people, their talks and deals, and drawn pictures.
import { type Kysely, sql } from 'kysely'
import { insertPerson } from '#server/accounts/store.ts'
import { updateRecommendations } from '#server/books/recommend/recommend.ts'
import { insertBook } from '#server/books/store.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { learnDailyFactors } from '#server/pricing/store.ts'
import { readCatalogue } from './catalogue.ts'
import { coverOf } from './covers.ts'
import { play } from './deals.ts'
import { insideOf } from './inside.ts'
import { backOf, titlePageOf } from './leaves.ts'
import { type Listing, makeListings } from './listings.ts'
import { type Hash, loginsOf, makePeople } from './people.ts'
import { type Drawing, printAll } from './pictures.ts'
import { planDeals } from './plan.ts'
import { seeded } from './random.ts'

type Given = {
  db: Kysely<Tables>
  storage: Storage
  hash: Hash
  now: Date
  /** False where the installation has an admin of its own. */
  withAdmin: boolean
  /** Open to the world: there is no demo admin then, and nobody has a password that others know. */
  production: boolean
  /** 'each' draws every title; 'shared' draws once per branch, for tests. */
  pictures?: 'each' | 'shared'
  /** Gets one line before the work and the credentials after it. */
  say: (line: string) => void
}

/** Whether nobody trades here yet; an admin alone doesn't count. */
async function isEmpty(db: Db): Promise<boolean> {
  const someone = await db
    .selectFrom('people')
    .select('id')
    .where('role', '<>', 'admin')
    .limit(1)
    .executeTakeFirst()
  return someone === undefined
}

/** For so many days past there are factors of the market. */
const learnedDays = 90

/** Any number, the same in every process. */
const fillLock = 5_020_861

type Named = readonly [name: string, drawing: Drawing]
const coverWidth = 640
const leafWidth = 480

/** The drawings of a listing by name, cover first. Equal names are equal pictures, and drawn once. */
function drawingsOf(book: Listing, pictures: 'each' | 'shared'): Named[] {
  const { branch, title, author, year, isbn, about } = book.about
  const isUsed = book.condition !== 'new'
  const wear = book.condition === 'new' || book.condition === 'good' ? 'clean' : 'marked'
  const leaf = (name: string, draw: () => string): Named => [name, { draw, width: leafWidth }]
  const inside = leaf(`inside ${branch} ${wear}`, () => insideOf(branch, wear))
  const printed =
    pictures === 'each' ? { title, author, branch } : { title: branch, author: 'Dobara', branch }
  const cover: Named = [
    `cover ${printed.title} ${printed.author}`,
    { draw: () => coverOf(printed), width: coverWidth },
  ]
  if (pictures === 'shared') return [cover, inside]
  if (book.book_type === 'new')
    return [
      cover,
      leaf(`back ${title} ${author}`, () => backOf({ ...printed, about, isbn })),
      inside,
    ]
  if (!seeded(`leaves ${title} ${book.seller.name}`).chance(0.35)) return [cover, inside]
  return [
    cover,
    leaf(`title ${title} ${author} ${isUsed}`, () => titlePageOf({ ...printed, year, isUsed })),
    inside,
  ]
}

/**
 * Fills the market if nobody trades in it yet, and says whether it did. The pictures come first; then people, books and
 * deals go in together or not at all, so that an interrupted fill is simply done again.
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
}: Given): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const titles = readCatalogue()
  say(
    `Filling the demo market: ${titles.length} titles, their covers, and a year of trade. This takes up to half a minute, once.`,
  )
  const logins = loginsOf({ withAdmin, production })
  const { rows, sellers, buyers } = await makePeople(now, hash, logins)
  const [seller, buyer] = [sellers[0], buyers[0]]
  if (!seller || !buyer) throw new Error('the demo market has people')
  const listings = makeListings(titles, sellers, now)
  const drawings = new Map(listings.map((book) => [book.id, drawingsOf(book, pictures)]))
  const hashes = await printAll(db, storage, new Map([...drawings.values()].flat()), now)
  const deals = planDeals(listings, buyers, { sellerId: seller.id, buyer }, now)
  const isFilled = await transact(db, async (db) => {
    // Of several processes that start together on one database, one fills it.
    await sql`select pg_advisory_xact_lock(${fillLock})`.execute(db)
    if (!(await isEmpty(db))) return false
    for (const row of rows) await insertPerson(db, row)
    for (const { seller: _, state: __, about: ___, ...book } of listings) {
      const images = (drawings.get(book.id) ?? []).map(([name]) => hashes.get(name) ?? '')
      await insertBook(db, book, images)
    }
    for (const deal of deals) await play(db, deal, now)
    return true
  })
  if (!isFilled) return false
  await updateRecommendations(db, now, listings.length)
  // What the market has learned meanwhile: a day at a time, as it does when it runs.
  for (let day = learnedDays; day >= 0; day--)
    await learnDailyFactors(db, new Date(now.getTime() - day * 86_400_000))
  say(
    [
      'Demo accounts:',
      ...logins.map(({ role, email, password }) => `  ${role}  ${email}  ${password}`),
    ].join('\n'),
  )
  return true
}
