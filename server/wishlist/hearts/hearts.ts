// Books that a buyer has saved, with their price at that time. Unavailable books remain on the
// list.
import { sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { SavedBook } from '#contract/wishlist/hearts.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { rentedUntil, visibleTo } from '#server/books/market/detail.ts'
import { availabilityOf, reservationOf } from '#server/books/rules.ts'
import { findOfferedTitles, titleIdOf } from '#server/books/titles/listed-copies.ts'
import { isRented, isVisible, reservedUntil, selectBooks, toBook } from '#server/books/views.ts'
import { areBlocked, findHiddenSellers } from '#server/moderation/are-blocked.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, sortPage, toPage } from '#server/platform/http/paging.ts'
import { maxPageSize, maxSavedBooks } from '#server/wishlist/limits.ts'
import { deleteRemoved } from '#server/wishlist/saved.ts'

type Saved = { accountId: string; bookId: string }

/**
 * Saves a book in the caller's transaction. Does nothing if it is already saved. A book that was
 * removed a short time ago comes back with its old price and date. Throws session_ended,
 * too_many_saved, and book_not_found, which is also thrown if either person has blocked the other.
 */
export async function insertSavedBook(
  db: Db,
  { accountId, bookId }: Saved,
  now: Date,
): Promise<void> {
  const me = await lockAccount(db, accountId)
  if (!me) throw new AppError('session_ended')
  const book = await db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.price', isVisible.as('is_listed')])
    .where('books.id', '=', bookId)
    .where(visibleTo(undefined))
    .where(sql<boolean>`not ${areBlocked(sql`${me.person_id}::uuid`, sql`accounts.person_id`)}`)
    .executeTakeFirst()
  if (!book) throw new AppError('book_not_found')
  await deleteRemoved(db, now, accountId)
  await db
    .insertInto('saved_books')
    .values({
      account_id: accountId,
      book_id: bookId,
      price: book.price,
      notified_price: book.price,
      is_gone: !book.is_listed,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'book_id']).doUpdateSet({ removed_at: null }),
    )
    .execute()
  if ((await findSavedIds(db, accountId)).length > maxSavedBooks)
    throw new AppError('too_many_saved')
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

async function readRows(db: Db, accountId: string, request: PageRequest, today: string) {
  const hearts = db
    .selectFrom('saved_books')
    .select(['book_id', 'price as saved_price', 'created_at as saved_at'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
  const saved = sortPage(hearts, request, maxPageSize, newestFirst('book_id', 'created_at'))
  return selectBooks(db)
    .innerJoin(saved.as('saved'), 'saved.book_id', 'books.id')
    .select(['books.title_key', 'saved_price', 'saved_at'])
    .select([
      isRented.as('rented'),
      reservedUntil.as('reserved_until'),
      rentedUntil(today).as('rented_until'),
      visibleTo(undefined).as('is_visible'),
    ])
    .orderBy('saved_at', 'desc')
    .orderBy('books.id', 'desc')
    .execute()
}
type Row = Awaited<ReturnType<typeof readRows>>[number]

function viewRow(row: Row, isSeen: boolean): Omit<SavedBook, 'otherCopies'> {
  const { _id, title, author, branch, bookType, condition, place, price, rentPrice, images } =
    toBook(row)
  const availability = isSeen ? availabilityOf(row) : 'removed'
  return {
    _id,
    title,
    author,
    branch,
    bookType,
    condition,
    place,
    price,
    rentPrice,
    // The photos of hidden listings aren't shown here either.
    image: isSeen ? images[0] : undefined,
    savedPrice: toRupees(row.saved_price),
    savedAt: row.saved_at.toISOString(),
    availability,
    rentedUntil: availability === 'rented' ? (row.rented_until ?? undefined) : undefined,
    ...(isSeen && reservationOf(row)),
  }
}

/** Returns a page of a buyer's saved books, the last saved first. */
export async function findSavedBooks(
  db: Db,
  accountId: string,
  request: PageRequest,
  now: Date,
): Promise<Page<SavedBook>> {
  const hiddenSellers = await findHiddenSellers(db, accountId)
  const found = await readRows(db, accountId, request, indianDate(now))
  const page = toPage(found, request, maxPageSize, (row) => [row.saved_at.getTime(), row.id])
  const views = page.rows.map((row) => ({
    titleKey: row.title_key,
    book: viewRow(row, row.is_visible === true && !hiddenSellers.includes(row.seller_id)),
  }))
  const gone = views.filter(({ book }) => book.availability !== 'available')
  const offered = await findOfferedTitles(
    db,
    gone.map(({ titleKey }) => titleKey),
    hiddenSellers,
  )
  return {
    rows: views.map(({ titleKey, book }) => {
      const others = book.availability === 'available' ? undefined : offered.get(titleKey)
      return {
        ...book,
        otherCopies: others && {
          title: titleIdOf(titleKey),
          copies: others.copies,
          lowestPrice: others.lowestPrice,
        },
      }
    }),
    next: page.next,
  }
}
