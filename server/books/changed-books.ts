// Tells other features when books are listed, unlisted or changed. Every change of a book's title,
// condition, copies or visibility goes through `changeBooks`.
import { sql } from 'kysely'
import { insertCopyArrivals } from '#server/exchanges/rings/arrivals.ts'
import { announceMovedBooks } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'

const isOneOf = (ids: readonly string[]) => sql<boolean>`books.id = any(${ids}::uuid[])`

const selectFacts = (db: Db) =>
  db
    .selectFrom('books')
    .select(['id', 'available', 'deleted_at', 'is_hidden', 'open_to_exchange'])
    .select(['isbn', 'condition', sql<string>`work_id(search_text)`.as('work')])
    .orderBy('id')

type Facts = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number]
type Change = { before: Facts; after: Facts }

const isOnMarket = ({ available, deleted_at, is_hidden }: Facts) =>
  available > 0 && deleted_at === null && !is_hidden
const isOpen = (book: Facts) => isOnMarket(book) && book.open_to_exchange

const hasMoved = ({ before, after }: Change) => isOnMarket(before) !== isOnMarket(after)
const fitsOthers = ({ before, after }: Change) =>
  isOpen(before) !== isOpen(after) ||
  (['isbn', 'condition', 'work'] as const).some((name) => before[name] !== after[name])
const idsOf = (books: readonly { id: string }[]) => books.map(({ id }) => id)

/**
 * Keeps `listed_at` if the book was away for less than a day after at least a day on the market, so
 * that it doesn't count as new.
 */
const listedAt = sql<Date>`case when unlisted_at > now() - interval '1 day'
  and listed_at < unlisted_at - interval '1 day' then listed_at else now() end`

async function noteChanges(db: Db, changes: readonly Change[]): Promise<void> {
  const moved = changes.filter(hasMoved).map(({ after }) => after)
  if (moved.length > 0) announceMovedBooks(db, idsOf(moved))
  for (const isListed of [true, false]) {
    const ids = idsOf(moved.filter((book) => isOnMarket(book) === isListed))
    if (ids.length === 0) continue
    const update = db.updateTable('books').where(isOneOf(ids))
    const time = isListed ? { listed_at: listedAt } : { unlisted_at: sql<Date>`now()` }
    await update.set(time).execute()
  }
  const fitting = changes.filter(fitsOthers).map(({ after }) => after)
  await insertCopyArrivals(db, idsOf(fitting.filter(isOpen)))
}

/**
 * Locks books and runs `change`. If that lists or unlists books, saves when, and tells open chats.
 * Queues changed books that are open to exchange for the ring search.
 */
export async function changeBooks<T>(
  db: Db,
  ids: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  const books = selectFacts(db).where(isOneOf(ids))
  const before = await books.forNoKeyUpdate().execute()
  const result = await change()
  const changed = new Map((await books.execute()).map((book) => [book.id, book]))
  const changes = before.map((book) => ({ before: book, after: changed.get(book.id) ?? book }))
  await noteChanges(db, changes)
  return result
}

/** Queues newly listed books for the ring search if they are open to exchange. */
export async function noteNewBooks(db: Db, ids: readonly string[]): Promise<void> {
  const books = await selectFacts(db).where(isOneOf(ids)).execute()
  await insertCopyArrivals(db, idsOf(books.filter(isOpen)))
}

/**
 * Queues a seller's books that are open to exchange for the ring search after a move or a change of
 * hand-overs. The trigger `place_books` has already updated them.
 */
export async function noteMovedBooks(db: Db, sellerId: string): Promise<void> {
  const books = await selectFacts(db).where('seller_id', '=', sellerId).execute()
  await insertCopyArrivals(db, idsOf(books.filter(isOpen)))
}
