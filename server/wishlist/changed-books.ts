// Records new and changed books for the wishlist's jobs. It only inserts rows, so that no seller
// waits for these jobs.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Lets a job check the saved entries of a book, at once or from `dueAt`. */
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

/** Records all books of a seller, because they leave the market or come back together. */
export async function noteSavedBooksOf(db: Db, sellerId: string): Promise<void> {
  await sql`insert into saved_book_changes (book_id)
    select id from books where seller_id = ${sellerId} and deleted_at is null
      and exists (select from saved_books where book_id = books.id)`.execute(db)
}

/** Records books that came on the market, to be compared with saved searches. */
export async function insertArrivals(
  db: Db,
  bookIds: readonly string[],
  { areBack }: { areBack: boolean },
): Promise<void> {
  if (bookIds.length === 0) return
  const unlistedAt = areBack ? sql`coalesce(unlisted_at, '-infinity')` : sql`null::timestamptz`
  await sql`insert into book_arrivals (book_id, unlisted_at)
    select id, ${unlistedAt} from books where id = any(${bookIds}::uuid[]) order by id`.execute(db)
}

/** Marks open reservations of these books, because a property that wants filter by has changed. */
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
