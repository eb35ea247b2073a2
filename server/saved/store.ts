import { sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { lockAccounts } from '#server/accounts/store.ts'
import { areBlocked } from '#server/blocks/are-blocked.ts'
import { visibleTo } from '#server/books/market/detail.ts'
import { isListed } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertChange } from './changed-books.ts'
import { maxSavedBooks, undoMs } from './policy.ts'

type Saved = { accountId: string; bookId: string }

/**
 * The book's price and whether it is offered, which stay until the transaction ends: so a change
 * either comes before or finds that the book is saved. Locks both accounts before it, as orders do.
 * Throws session_ended, and book_not_found also where one of the two has blocked the other.
 */
async function lockSeen(db: Db, { accountId, bookId }: Saved) {
  const { seller_id: sellerId } =
    (await db
      .selectFrom('books')
      .select('seller_id')
      .where('id', '=', bookId)
      .executeTakeFirst()) ?? {}
  if (sellerId === undefined) throw new AppError('book_not_found')
  await lockAccounts(db, [accountId, sellerId])
  const me = await db
    .selectFrom('accounts')
    .select('person_id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!me) throw new AppError('session_ended')
  const book = await db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.price', isListed.as('is_listed')])
    .where('books.id', '=', bookId)
    .where(visibleTo(undefined))
    .where(sql<boolean>`not ${areBlocked(sql`${me.person_id}::uuid`, sql`accounts.person_id`)}`)
    .forShare('books')
    .executeTakeFirst()
  if (!book) throw new AppError('book_not_found')
  return book
}

const findSaved = (db: Db, { accountId, bookId }: Saved) =>
  db
    .selectFrom('saved_books')
    .select(['removed_at'])
    .where('account_id', '=', accountId)
    .where('book_id', '=', bookId)
    .executeTakeFirst()

async function rejectTooMany(db: Db, accountId: string): Promise<void> {
  const { count } = await db
    .selectFrom('saved_books')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxSavedBooks) throw new AppError('too_many_saved')
}

/**
 * Saves a book, in the caller's transaction; does nothing if it is saved already. One that was
 * taken off the list a moment ago comes back as it was. Throws book_not_found and too_many_saved.
 */
export async function insertSavedBook(db: Db, saved: Saved, now: Date): Promise<void> {
  const book = await lockSeen(db, saved)
  const earlier = await findSaved(db, saved)
  if (earlier?.removed_at === null) return
  await rejectTooMany(db, saved.accountId)
  await deleteRemoved(db, now, saved.accountId)
  const restored = await db
    .updateTable('saved_books')
    .set({ removed_at: null })
    .where('account_id', '=', saved.accountId)
    .where('book_id', '=', saved.bookId)
    .returning('book_id')
    .executeTakeFirst()
  // Nobody was told meanwhile.
  if (restored) return insertChange(db, saved.bookId, null)
  await db
    .insertInto('saved_books')
    .values({
      account_id: saved.accountId,
      book_id: saved.bookId,
      price: book.price,
      told_price: book.price,
      is_gone: !book.is_listed,
      created_at: now,
    })
    .execute()
}

export async function removeSavedBook(
  db: Db,
  { accountId, bookId }: Saved,
  now: Date,
): Promise<void> {
  await db
    .updateTable('saved_books')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('book_id', '=', bookId)
    .where('removed_at', 'is', null)
    .execute()
}

/** What was taken off lists too long ago to be put back: of one buyer, or of all. */
export async function deleteRemoved(db: Db, now: Date, accountId?: string): Promise<void> {
  const old = db
    .deleteFrom('saved_books')
    .where('removed_at', '<', new Date(now.getTime() - undoMs))
  await (accountId === undefined ? old : old.where('account_id', '=', accountId)).execute()
}

export async function deleteSavedBooksOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('saved_books').where('account_id', '=', accountId).execute()
}

export async function findSavedIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_books')
    .select('book_id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ book_id }) => book_id)
}
