// Remembers changes of several books for a day, so that they can be undone.
import { sql } from 'kysely'
import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { applyChanges, type Changed, type ChangeKind } from './apply-changes.ts'
import { type LockedBook, lockByIds, missingOf, refuse } from './lock-books.ts'
import { pricesWith } from './price-change.ts'

const undoHours = 24
const maxStoredChanges = 20

/** Stores a change, and forgets all but the seller's last 20. Returns its id. */
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
  await sql`delete from book_changes where id in (select id from book_changes
    where seller_id = ${sellerId} order by id desc offset ${maxStoredChanges})`.execute(db)
  return id
}

/** Throws change_not_found if the change is forgotten. */
export async function viewBookChange(db: Db, id: string) {
  const { kind, count, available } = await db
    .selectFrom('book_changes')
    .select(['kind', sql<number>`jsonb_array_length(book_changes.books)`.as('count')])
    .select(
      sql<number | null>`(select available from books
        where books.id = (book_changes.books -> 0 ->> 'id')::uuid)`.as('available'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('change_not_found'))
  return {
    kind,
    count,
    canUndo: kind !== 'deleted' && count > 0,
    available: kind === 'stock' && count === 1 ? (available ?? undefined) : undefined,
  }
}

/** Why a book can't get its earlier columns back, if it can't. */
function reasonAgainst(book: LockedBook, changed: Changed): string | undefined {
  const isChanged = Object.entries(changed.after).some(
    ([name, value]) => book[name as keyof LockedBook] !== value,
  )
  if (isChanged) return 'It was edited since.'
  if (changed.kind === 'stock' && changed.before.copies < book.copies - book.available)
    return errorCatalog.copies_in_use[1]
  if (changed.kind !== 'price') return undefined
  const prices = pricesWith(book, changed.before, changed.before.predicted_price)
  return 'reason' in prices ? prices.reason : undefined
}

const reversed = ({ before, after, ...changed }: Changed) =>
  ({ ...changed, before: after, after: before }) as Changed

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
    .select(['undone_at', sql<Changed[]>`books`.as('books')])
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
    const reason = book && reasonAgainst(book, changed)
    if (book && reason !== undefined) reasons.set(book, reason)
  }
  refuse(reasons, 'books_changed')
  await applyChanges(db, [...books.values()], change.books.map(reversed), now)
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
