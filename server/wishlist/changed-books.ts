// What the wishlist notes of books that are new or changed. Rows are only added, so that no seller
// waits for the jobs that read them.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A job looks at the book's hearts, at once or from `dueAt`. */
export async function insertHeartChange(db: Db, bookId: string, dueAt?: Date): Promise<void> {
  await db
    .insertInto('saved_book_changes')
    .values({ book_id: bookId, due_at: dueAt ?? null })
    .execute()
}

export async function noteSavedBooks(db: Db, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return
  await sql`insert into saved_book_changes (book_id)
    select distinct book_id from saved_books where book_id = any(${bookIds}::uuid[])`.execute(db)
}

/** With a seller all of their books leave the market, or come back. */
export async function noteSavedBooksOf(db: Db, sellerId: string): Promise<void> {
  await sql`insert into saved_book_changes (book_id)
    select id from books where seller_id = ${sellerId} and deleted_at is null
      and exists (select from saved_books where book_id = books.id)`.execute(db)
}

/** Saved searches are compared with books that have come on the market. */
export async function insertArrivals(
  db: Db,
  bookIds: readonly string[],
  { areBack }: { areBack: boolean },
): Promise<void> {
  if (bookIds.length === 0) return
  const awaySince = areBack ? sql`coalesce(away_since, '-infinity')` : sql`null::timestamptz`
  await sql`insert into book_arrivals (book_id, away_since)
    select id, ${awaySince} from books where id = any(${bookIds}::uuid[]) order by id`.execute(db)
}

/** Says of open reservations of these books that what wants look at has changed since. */
export async function noteChangedCopies(db: Db, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return
  await db
    .updateTable('reservations')
    .set({ is_copy_changed: true })
    .where(sql<boolean>`book_id = any(${bookIds}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('is_copy_changed', '=', false)
    .execute()
}
