// Notifies other features of new or changed books. Every change that others can see goes through
// `changeBooks`.
import { sql } from 'kysely'
import { insertCopyArrivals } from '#server/exchanges/rings/arrivals.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  insertArrivals,
  noteChangedCopies,
  noteSavedBooks,
} from '#server/wishlist/changed-books.ts'

const isOneOf = (ids: readonly string[]) => sql<boolean>`books.id = any(${ids}::uuid[])`

const selectFacts = (db: Db) =>
  db
    .selectFrom('books')
    .select(['id', 'price', 'available', 'deleted_at', 'hidden_at'])
    .select(['title', 'author', 'isbn', 'branch', 'genre', 'description', 'condition'])
    .select(['open_to_exchange', 'search_text', sql<string>`work_id(search_text)`.as('work')])
    .orderBy('id')

type Facts = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number]
type Change = { before: Facts; after: Facts }

const isOnMarket = ({ available, deleted_at, hidden_at }: Facts) =>
  available > 0 && deleted_at === null && hidden_at === null
const isOpen = (book: Facts) => isOnMarket(book) && book.open_to_exchange

const differs =
  (factsOf: (book: Facts) => unknown[]) =>
  ({ before, after }: Change) =>
    JSON.stringify(factsOf(before)) !== JSON.stringify(factsOf(after))

const hasMoved = differs((book) => [isOnMarket(book)])
const hasOfferChanged = differs(({ available, deleted_at, hidden_at }) => [
  ...[available > 0, deleted_at !== null, hidden_at !== null],
])
const isCheaper = ({ before, after }: Change) => after.price < before.price
const fitsOthers = differs((book) => [isOpen(book), book.isbn, book.condition, book.work])
/** Jobs that rewrite only the search text don't count. */
const isAnotherCopy = differs(({ title, author, isbn, branch, genre, description, condition }) => [
  ...[title, author, isbn, branch, genre, description, condition],
])

const idsOf = (books: readonly { id: string }[]) => books.map(({ id }) => id)

async function noteChanges(db: Db, changes: readonly Change[]): Promise<void> {
  const having = (...is: ((change: Change) => boolean)[]) =>
    changes.filter((change) => is.some((has) => has(change))).map(({ after }) => after)
  const moved = having(hasMoved)
  const gone = idsOf(moved.filter((book) => !isOnMarket(book)))
  if (gone.length > 0)
    await db
      .updateTable('books')
      .set({ unlisted_at: sql<Date>`now()` })
      .where(isOneOf(gone))
      .execute()
  await insertArrivals(db, idsOf(moved.filter(isOnMarket)), { areBack: true })
  await noteSavedBooks(db, idsOf(having(hasOfferChanged, isCheaper)))
  await insertCopyArrivals(db, idsOf(having(fitsOthers).filter(isOpen)))
  await noteChangedCopies(db, idsOf(having(isAnotherCopy)))
}

/** Locks books, changes them, and records the changes for wishes, saved books and exchanges. */
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

/** Records newly listed books for those who wait for them. */
export async function noteNewBooks(db: Db, ids: readonly string[]): Promise<void> {
  const listed = (await selectFacts(db).where(isOneOf(ids)).execute()).filter(isOnMarket)
  await insertArrivals(db, idsOf(listed), { areBack: false })
  await insertCopyArrivals(db, idsOf(listed.filter(isOpen)))
}

/**
 * Records the books of a seller who has moved or changed how books are handed over. The trigger
 * `place_books` has already changed them.
 */
export async function noteMovedBooks(
  db: Db,
  sellerId: string,
  { hasMoved }: { hasMoved: boolean },
): Promise<void> {
  const books = await selectFacts(db).where('seller_id', '=', sellerId).execute()
  if (hasMoved) await noteChangedCopies(db, idsOf(books))
  await insertCopyArrivals(db, idsOf(books.filter(isOpen)))
}
