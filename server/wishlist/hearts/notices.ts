// Notifies buyers that a book they saved costs less or is gone.
import { type SqlBool, sql } from 'kysely'
import { fromHolds, isRented, isVisible, reservedUntil } from '#server/books/views.ts'
import { areBlocked } from '#server/moderation/are-blocked.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertHeartChange } from '#server/wishlist/changed-books.ts'
import { maxBooksPerRun, minPriceFall } from '#server/wishlist/limits.ts'
import { goneText, priceFellText } from '#server/wishlist/texts.ts'

/**
 * Savers aren't notified that the last copy is gone while its buyer may still decide against it.
 */
const reservedMs = 60 * 60_000

/** A buyer is notified of a book's falling price at most this often. */
const priceNoticeMs = 60 * 60_000

const isDue = (now: Date) => sql<SqlBool>`(due_at is null or due_at <= ${now})`

const findBook = (db: Db, id: string) =>
  db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.id', 'title', 'price', 'accounts.person_id', 'available'])
    .select([isVisible.as('is_listed'), isRented.as('rented'), reservedUntil.as('reserved_until')])
    .select(
      sql<boolean>`books.deleted_at is not null or books.hidden_at is not null
      or accounts.status <> 'active' or accounts.deleted_at is not null`.as('is_removed'),
    )
    .where('books.id', '=', id)
    .executeTakeFirst()
type SavedBook = NonNullable<Awaited<ReturnType<typeof findBook>>>

/**
 * Selects who saved a book. With `is_silent` they aren't notified, because the book is or was
 * theirs, or because of a block.
 */
const selectSavers = (db: Db, book: SavedBook) =>
  db
    .selectFrom('saved_books')
    .innerJoin('accounts as me', 'me.id', 'saved_books.account_id')
    .innerJoin('books', 'books.id', 'saved_books.book_id')
    .select(['saved_books.account_id', 'notified_price', 'notified_at'])
    .select(
      sql<boolean>`me.person_id = ${book.person_id}
      or ${areBlocked(sql`me.person_id`, sql`${book.person_id}::uuid`)}
      or exists (select ${fromHolds} and orders.buyer_id = me.id)`.as('is_silent'),
    )
    .where('saved_books.book_id', '=', book.id)
    .where('saved_books.removed_at', 'is', null)
    .orderBy('saved_books.account_id')
    .forUpdate('saved_books')

type Saver = { account_id: string; is_silent: boolean }
const notifiedOf = (savers: readonly Saver[]) =>
  savers.filter(({ is_silent }) => !is_silent).map(({ account_id }) => account_id)

async function notifyOfGone(db: Db, book: SavedBook, now: Date): Promise<string[]> {
  if (!book.is_removed && book.reserved_until !== null) {
    await insertHeartChange(db, book.id, new Date(now.getTime() + reservedMs))
    return []
  }
  const accountIds = notifiedOf(await selectSavers(db, book).where('is_gone', '=', false).execute())
  const how = book.is_removed ? 'removed' : book.rented ? 'rented' : 'sold'
  await insertNotifications(db, accountIds, { kind: 'saved', text: goneText(book.title, how), now })
  await db
    .updateTable('saved_books')
    .set({ is_gone: true })
    .where('book_id', '=', book.id)
    .execute()
  return accountIds
}

async function notifyOfPrice(db: Db, book: SavedBook, now: Date): Promise<string[]> {
  await db
    .updateTable('saved_books')
    .set({ is_gone: false })
    .where('book_id', '=', book.id)
    .where('is_gone', '=', true)
    .execute()
  const savers = await selectSavers(db, book)
    .where(sql<SqlBool>`notified_price - ${book.price} >= ${minPriceFall}`)
    .execute()
  const earliest = now.getTime() - priceNoticeMs
  const [due, early] = [[], []] as [typeof savers, number[]]
  for (const saver of savers) {
    const notifiedAt = saver.notified_at?.getTime() ?? 0
    if (notifiedAt <= earliest) due.push(saver)
    else early.push(notifiedAt)
  }
  if (early.length > 0)
    await insertHeartChange(db, book.id, new Date(Math.min(...early) + priceNoticeMs))
  for (const { account_id, notified_price } of due.filter(({ is_silent }) => !is_silent)) {
    const text = priceFellText(book.title, notified_price, book.price)
    await insertNotifications(db, [account_id], { kind: 'saved', text, bookId: book.id, now })
  }
  await db
    .updateTable('saved_books')
    .set({ notified_price: book.price, notified_at: now })
    .where('book_id', '=', book.id)
    .where(sql<SqlBool>`account_id = any(${due.map(({ account_id }) => account_id)}::uuid[])`)
    .execute()
  return notifiedOf(due)
}

async function notifyOfBook(db: Db, bookId: string, now: Date): Promise<string[]> {
  const changes = await db
    .deleteFrom('saved_book_changes')
    .where('book_id', '=', bookId)
    .where(isDue(now))
    .returning('id')
    .execute()
  const book = changes.length > 0 ? await findBook(db, bookId) : undefined
  if (!book) return []
  return book.is_listed ? notifyOfPrice(db, book, now) : notifyOfGone(db, book, now)
}

/** Checks the saved books that have changed, at most `maxBooksPerRun`. Returns how many. */
export async function notifyOfSavedBooks(
  context: Pick<AppContext, 'db' | 'live' | 'now' | 'database' | 'changes'>,
  signal?: AbortSignal,
): Promise<number> {
  const { db, live, now } = context
  const due = await db
    .selectFrom('saved_book_changes')
    .select('book_id')
    .where(isDue(now()))
    .groupBy('book_id')
    .orderBy(sql`min(id)`)
    .limit(maxBooksPerRun)
    .execute()
  for (const { book_id } of due) {
    if (signal?.aborted) break
    const accountIds = await commitChanges(context, [], (db) => notifyOfBook(db, book_id, now()))
    if (accountIds.length > 0) live.emit(accountIds, 'notices_changed', {})
  }
  return due.length
}
