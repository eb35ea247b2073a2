// Remembers changes of several books for a day, so that they can be undone.
import { sql } from 'kysely'
import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { applyChanges, type Changed, type ChangeKind } from './apply-changes.ts'
import { type LockedBook, lockByIds, missingOf, refuse } from './lock-books.ts'
import { type ChangedPrices, pricesWith } from './price-change.ts'

const undoHours = 24

export async function insertBookChange(
  db: Db,
  {
    sellerId,
    kind,
    changed,
    now,
  }: { sellerId: string; kind: ChangeKind; changed: Changed[]; now: Date },
): Promise<string> {
  const id = newId(now.getTime())
  const books = JSON.stringify(changed)
  await db
    .insertInto('book_changes')
    .values({ id, seller_id: sellerId, kind, books: sql`${books}::jsonb`, created_at: now })
    .execute()
  return id
}

export async function viewBookChange(db: Db, id: string) {
  const { kind, count, available } = await db
    .selectFrom('book_changes')
    .select(['kind', sql<number>`jsonb_array_length(book_changes.books)`.as('count')])
    .select(
      sql<number | null>`(select available from books
        where books.id = (book_changes.books -> 0 ->> 'id')::uuid)`.as('available'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    count,
    canUndo: kind !== 'deleted' && count > 0,
    available: kind === 'stock' && count === 1 ? (available ?? undefined) : undefined,
  }
}

/** Why a book can't get its earlier columns back, if it can't. */
function reasonAgainst(
  book: LockedBook,
  kind: ChangeKind,
  { before, after }: Changed,
): string | undefined {
  const isChanged = Object.keys(after).some(
    (name) => book[name as keyof LockedBook] !== after[name],
  )
  if (isChanged) return 'It was changed.'
  if (kind === 'stock' && Number(before.copies) < book.copies - book.available)
    return errorCatalog.copies_in_use[1]
  if (kind !== 'price') return undefined
  const prices = pricesWith(book, before as ChangedPrices, Number(before.predicted_price))
  return 'reason' in prices ? prices.reason : undefined
}

/**
 * Undoes a seller's own change, unless it is undone already. Returns the ids of the changed books.
 * Throws change_not_found, books_changed if a book has changed since, books_refused.
 */
export async function undoBookChange(
  db: Db,
  sellerId: string,
  id: string,
  now: Date,
): Promise<string[]> {
  const change = await db
    .selectFrom('book_changes')
    .select(['kind', 'undone_at', sql<Changed[]>`books`.as('books')])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('kind', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!change) throw new AppError('change_not_found')
  if (change.undone_at !== null) return []
  const ids = change.books.map((book) => book.id)
  const books = new Map((await lockByIds(db, sellerId, ids)).map((book) => [book.id, book]))
  const reasons = missingOf(ids, [...books.values()])
  for (const changed of change.books) {
    const book = books.get(changed.id)
    const reason = book && reasonAgainst(book, change.kind, changed)
    if (book && reason !== undefined) reasons.set(book, reason)
  }
  refuse(reasons, 'books_changed')
  const rows = change.books.map(({ id, before }) => ({ id, columns: before }))
  await applyChanges(db, change.kind, [...books.values()], rows, now)
  await db.updateTable('book_changes').set({ undone_at: now }).where('id', '=', id).execute()
  return ids
}

export async function deleteBookChangesOf(db: Db, sellerId: string): Promise<void> {
  await db.deleteFrom('book_changes').where('seller_id', '=', sellerId).execute()
}

export async function deleteOldBookChanges(db: Db, now: Date): Promise<void> {
  const expired = new Date(now.getTime() - undoHours * 3_600_000)
  await db.deleteFrom('book_changes').where('created_at', '<=', expired).execute()
}
