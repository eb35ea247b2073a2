// Tells people that a book they saved costs less or is gone. Changes of books wait in a queue, so
// that a seller's save doesn't wait for everybody who is to be told.
import { sql } from 'kysely'
import { areBlocked } from '#server/blocks/are-blocked.ts'
import { fromHolds, isListed, isRented, reservedUntil } from '#server/books/views.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertChange } from './changed-books.ts'
import {
  maxBooksPerRun,
  maxNotifiedTogether,
  minPriceFall,
  priceNoticeMs,
  reservedMs,
} from './policy.ts'
import { goneText, priceFellText } from './texts.ts'

async function findDueBooks(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ book_id: string }>`
    select book_id from saved_book_changes where due_at is null or due_at <= ${now}
    group by book_id order by min(id) limit ${maxBooksPerRun}`.execute(db)
  return rows.map(({ book_id }) => book_id)
}

const findBook = (db: Db, id: string) =>
  db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.id', 'title', 'price', 'accounts.person_id'])
    .select([
      'available',
      isListed.as('is_listed'),
      isRented.as('rented'),
      reservedUntil.as('reserved_until'),
    ])
    .select(
      sql<boolean>`books.deleted_at is not null or books.hidden_at is not null
      or accounts.status <> 'active' or accounts.deleted_at is not null`.as('is_removed'),
    )
    .where('books.id', '=', id)
    .executeTakeFirst()
type SavedBook = NonNullable<Awaited<ReturnType<typeof findBook>>>

/** Whose saved book it is, and whether they hear nothing of it: it is or was theirs, or a block. */
const selectSavers = (db: Db, book: SavedBook) =>
  db
    .selectFrom('saved_books')
    .innerJoin('accounts as me', 'me.id', 'saved_books.account_id')
    .innerJoin('books', 'books.id', 'saved_books.book_id')
    .select(['saved_books.account_id', 'saved_books.told_price'])
    .select(
      sql<boolean>`me.person_id = ${book.person_id}
      or ${areBlocked(sql`me.person_id`, sql`${book.person_id}::uuid`)}
      or exists (select ${fromHolds} and orders.buyer_id = me.id)`.as('is_silent'),
    )
    .where('saved_books.book_id', '=', book.id)
    .where('saved_books.removed_at', 'is', null)
    .orderBy('saved_books.account_id')
    .limit(maxNotifiedTogether)
    .forUpdate('saved_books')

const updateSavers = (db: Db, book: SavedBook, savers: readonly { account_id: string }[]) =>
  db
    .updateTable('saved_books')
    .where('book_id', '=', book.id)
    .where(sql<boolean>`account_id = any(${savers.map(({ account_id }) => account_id)}::uuid[])`)

/** `again` is when the book has to be looked at once more: at once, or later. */
type NoticeResult = { accountIds: string[]; again: Date | 'now' | undefined }

async function notifyOfGone(db: Db, book: SavedBook, now: Date): Promise<NoticeResult> {
  if (!book.is_removed && book.reserved_until !== null) {
    const again = Math.min(
      Math.max(book.reserved_until.getTime(), now.getTime()),
      now.getTime() + reservedMs,
    )
    return { accountIds: [], again: new Date(again) }
  }
  const savers = await selectSavers(db, book).where('is_gone', '=', false).execute()
  const accountIds = savers.filter((row) => !row.is_silent).map((row) => row.account_id)
  const how = book.is_removed ? 'removed' : book.rented ? 'rented' : 'sold'
  await insertNotifications(db, accountIds, { kind: 'saved', text: goneText(book.title, how), now })
  await updateSavers(db, book, savers).set({ is_gone: true }).execute()
  return { accountIds, again: savers.length === maxNotifiedTogether ? 'now' : undefined }
}

const hasFallen = (book: SavedBook) =>
  sql<boolean>`saved_books.told_price - ${book.price} >= ${minPriceFall}`

async function notifyOfPrice(db: Db, book: SavedBook, now: Date): Promise<NoticeResult> {
  await db
    .updateTable('saved_books')
    .set({ is_gone: false })
    .where('book_id', '=', book.id)
    .where('is_gone', '=', true)
    .where('removed_at', 'is', null)
    .execute()
  const earliest = new Date(now.getTime() - priceNoticeMs)
  const savers = await selectSavers(db, book)
    .where(hasFallen(book))
    .where((where) => where.or([where('told_at', 'is', null), where('told_at', '<=', earliest)]))
    .execute()
  const toNotify = savers.filter((row) => !row.is_silent)
  for (const { account_id, told_price } of toNotify) {
    const text = priceFellText(book.title, told_price, book.price)
    await insertNotifications(db, [account_id], { kind: 'saved', text, bookId: book.id, now })
  }
  await updateSavers(db, book, savers).set({ told_price: book.price, told_at: now }).execute()
  const accountIds = toNotify.map(({ account_id }) => account_id)
  if (savers.length === maxNotifiedTogether) return { accountIds, again: 'now' }
  const { last } = await db
    .selectFrom('saved_books')
    .select(sql<Date | null>`min(told_at)`.as('last'))
    .where('book_id', '=', book.id)
    .where('removed_at', 'is', null)
    .where(hasFallen(book))
    .executeTakeFirstOrThrow()
  return { accountIds, again: last === null ? undefined : new Date(last.getTime() + priceNoticeMs) }
}

/** In a transaction that locks the book's changes: those that come meanwhile wait for the next. */
async function notifySome(db: Db, bookId: string, now: Date): Promise<NoticeResult> {
  const seen = await db
    .selectFrom('saved_book_changes')
    .select('id')
    .where('book_id', '=', bookId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const book = seen.length > 0 ? await findBook(db, bookId) : undefined
  if (!book) return { accountIds: [], again: undefined }
  const result = await (book.is_listed ? notifyOfPrice(db, book, now) : notifyOfGone(db, book, now))
  if (result.again === 'now') return result
  const ids = seen.map(({ id }) => id)
  await db.deleteFrom('saved_book_changes').where('id', 'in', ids).execute()
  if (result.again) await insertChange(db, bookId, result.again)
  return result
}

/**
 * Looks at the saved books that have changed; returns how many that were, `maxBooksPerRun` at most.
 */
export async function notifyOfSavedBooks(
  context: Pick<AppContext, 'db' | 'live' | 'now' | 'database' | 'changes'>,
  signal?: AbortSignal,
): Promise<number> {
  const { db, live, now } = context
  const bookIds = await findDueBooks(db, now())
  for (const bookId of bookIds) {
    for (let hasMore = true; hasMore && !signal?.aborted; ) {
      const result = await commitChanges(context, [], (db) => notifySome(db, bookId, now()))
      if (result.accountIds.length > 0) live.emit(result.accountIds, 'notices_changed', {})
      hasMore = result.again === 'now'
    }
  }
  return bookIds.length
}
