// Saved books that a job looks at, at once or later. A change adds a row and never waits for the job,
// however many people have saved the book.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export async function insertChange(db: Db, bookId: string, dueAt: Date | null): Promise<void> {
  await db.insertInto('saved_book_changes').values({ book_id: bookId, due_at: dueAt }).execute()
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
