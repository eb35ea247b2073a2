// Hides listings from everyone but their seller and admins.
import { sql, type Updateable } from 'kysely'
import type { BooksTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changeBooks } from './changed-books.ts'

/**
 * Hides a listing or, if `reason` is undefined, shows it again. Returns undefined if it is deleted.
 * `isChanged` is false if it already was in that state. A listing that awaits release can get a
 * reason of its own.
 */
export async function setBookHidden(db: Db, id: string, reason: string | undefined, now: Date) {
  const book = await db
    .selectFrom('books')
    .select(['title', 'seller_id', 'hidden_at', 'hidden_since_block'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!book) return undefined
  const isHidden = book.hidden_at !== null && !(book.hidden_since_block && reason !== undefined)
  const isChanged = isHidden === (reason === undefined)
  if (isChanged)
    await updateAll(db, [id], {
      hidden_at: reason === undefined ? null : now,
      hidden_reason: reason ?? null,
      hidden_since_block: false,
    })
  return { title: book.title, sellerId: book.seller_id, isChanged }
}

const updateAll = (db: Db, ids: readonly string[], change: Updateable<BooksTable>) =>
  changeBooks(db, ids, () =>
    db.updateTable('books').set(change).where(sql<boolean>`id = any(${ids}::uuid[])`).execute(),
  )

const lockBooksOf = (db: Db, sellerId: string) =>
  db
    .selectFrom('books')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()

/**
 * Hides all of a seller's listings until an admin releases them. Those already hidden keep their
 * reason.
 */
export async function hideUntilReleased(
  db: Db,
  sellerId: string,
  reason: string,
  now: Date,
): Promise<void> {
  const books = await lockBooksOf(db, sellerId).where('hidden_at', 'is', null).execute()
  const ids = books.map(({ id }) => id)
  await updateAll(db, ids, { hidden_at: now, hidden_reason: reason, hidden_since_block: true })
}

/** Shows the listings that awaited release. Returns their number. */
export async function releaseBooks(db: Db, sellerId: string): Promise<number> {
  const books = await lockBooksOf(db, sellerId).where('hidden_since_block', '=', true).execute()
  const ids = books.map(({ id }) => id)
  await updateAll(db, ids, { hidden_at: null, hidden_reason: null, hidden_since_block: false })
  return ids.length
}
