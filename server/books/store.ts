import { type Insertable, sql, type Updateable } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { imageLimits } from '#contract/common/photos.ts'
import type { BooksTable } from '#db/tables.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { bookHasOpenOrder } from '#server/orders/lifecycle/status.ts'
import { releasePhotos } from '#server/photos/store.ts'
import { arrayOf, type Db, isDistinctFrom, isExpected } from '#server/platform/database/database.ts'
import { availableTo } from '#server/wishlist/queue/conditions.ts'
import { changeBooks, noteNewBooks } from './changed-books.ts'
import { insertCopies } from './copies.ts'
import { findTitleRating, findTitleRatings, lockTitle, lockTitles } from './title-ratings.ts'

type Derived = 'title_key' | 'search_text' | 'available' | 'rating_sum' | 'rating_count'

/** The hash of a book's first photo. The query must contain `books`. */
export const coverHash = sql<string | null>`(select hash from book_photos
  where book_id = books.id order by position limit 1)`

export type NewListing = Omit<Insertable<BooksTable>, Derived>

type BookImages = { bookId: string; hashes: readonly string[] }

async function insertImages(db: Db, books: readonly BookImages[]): Promise<void> {
  const rows = books.flatMap(({ bookId, hashes }) =>
    hashes.map((hash, position) => ({ book_id: bookId, position, hash })),
  )
  if (rows.length > 0) await db.insertInto('book_photos').values(rows).execute()
}

/**
 * Inserts listings with their copies and pictures (hashes, cover first), in the caller's
 * transaction. New listings get their titles' ratings.
 */
export async function insertBooks(
  db: Db,
  listings: readonly { book: NewListing; hashes: readonly string[] }[],
): Promise<void> {
  const titleKeys = new Set(listings.map(({ book }) => titleKey(book)))
  await lockTitles(db, [...titleKeys])
  const ratings = await findTitleRatings(db, [...titleKeys])
  const rows = listings.map(({ book }) => ({
    ...book,
    available: book.copies ?? 1,
    title_key: titleKey(book),
    search_text: searchText(book),
    ...ratings.get(titleKey(book)),
  }))
  await db.insertInto('books').values(rows).execute()
  await insertCopies(
    db,
    rows.map(({ id, available }) => ({ bookId: id, firstNumber: 1, count: available })),
  )
  await insertImages(
    db,
    listings.map(({ book, hashes }) => ({ bookId: book.id, hashes })),
  )
  await noteNewBooks(
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Locks and returns a seller's own book. Throws book_not_found, and edited_meanwhile for an
 * unexpected version.
 */
async function selectLocked(db: Db, id: string, sellerId: string, expected: number | undefined) {
  const own = db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
  const book = await own.where(isExpected(expected)).forNoKeyUpdate().executeTakeFirst()
  if (!book)
    throw new AppError(
      expected !== undefined && (await own.executeTakeFirst())
        ? 'edited_meanwhile'
        : 'book_not_found',
    )
  const images = await db
    .selectFrom('book_photos')
    .select('hash')
    .where('book_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...book, images: images.map(({ hash }) => hash) }
}
export type OwnBook = Awaited<ReturnType<typeof selectLocked>>

/** If `isbn` is present but undefined, the book's ISBN is removed. */
type TitleChange = Partial<Record<'title' | 'author' | 'isbn', string | undefined>>

/**
 * Locks a seller's own book against changes and orders, and returns it with the hashes of its
 * pictures. Locks a new title before the book, as all code does. Throws like `selectLocked`.
 */
export async function lockOwnBook(
  db: Db,
  id: string,
  sellerId: string,
  change: TitleChange = {},
  expected?: number,
): Promise<OwnBook> {
  if (['title', 'author', 'isbn'].some((name) => Object.hasOwn(change, name))) {
    const book = await db
      .selectFrom('books')
      .select(['title', 'author', 'isbn'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (book)
      await lockTitle(
        db,
        titleKey({
          title: change.title ?? book.title,
          author: change.author ?? book.author,
          isbn: Object.hasOwn(change, 'isbn') ? change.isbn : book.isbn,
        }),
      )
  }
  return selectLocked(db, id, sellerId, expected)
}

/** Recommendations depend on these columns, and on whether the book is a draft. */
const similarityTraits = ['title', 'author', 'branch', 'genre', 'description'] as const

/**
 * Saves changes of a locked book, if anything differs. With a new title key, the book gets that
 * title's ratings. A draft that has enough pictures now is published. Returns whether
 * recommendations are outdated.
 */
export async function saveBook(
  db: Db,
  book: OwnBook,
  change: Updateable<BooksTable> & { title: string; author: string },
  images: string[],
  now: Date,
): Promise<boolean> {
  const changed = { ...book, ...change }
  const key = titleKey(changed)
  // The new title is already locked, unless somebody renamed the book just before it was locked.
  if (key !== book.title_key) await lockTitle(db, key)
  const ratings =
    key === book.title_key ? {} : { title_key: key, ...(await findTitleRating(db, key)) }
  const columns = { ...change, ...ratings, search_text: searchText(changed) }
  const hasNewImages = images.join() !== book.images.join()
  const isPublished = book.needs_photos && images.length >= imageLimits.min
  const needsRecommendations =
    isPublished || similarityTraits.some((trait) => changed[trait] !== book[trait])
  await changeBooks(db, [book.id], () =>
    db
      .updateTable('books')
      .set({
        ...columns,
        ...(needsRecommendations && { recommended_at: null }),
        ...(hasNewImages && { version: book.version + 1 }),
        ...(isPublished && { needs_photos: false }),
        updated_at: now,
      })
      .where('id', '=', book.id)
      .$if(!hasNewImages, (update) => update.where(isDistinctFrom(columns)))
      .execute(),
  )
  if (hasNewImages) {
    await db.deleteFrom('book_photos').where('book_id', '=', book.id).execute()
    await insertImages(db, [{ bookId: book.id, hashes: images }])
    await releasePhotos(db, book.images, now)
  }
  return needsRecommendations
}

/** Marks books as deleted. Their orders and chats stay. Returns the ids of those that weren't deleted. */
export function deleteBooks(db: Db, ids: readonly string[], now: Date): Promise<{ id: string }[]> {
  const deletion = db
    .updateTable('books')
    .set({ deleted_at: now })
    .where(sql<boolean>`id = any(${arrayOf('uuid', ids)})`)
    .where('deleted_at', 'is', null)
    .returning('id')
  return changeBooks(db, ids, () => deletion.execute())
}

/** Deletes all books of a seller who leaves. */
export async function deleteBooksOf(db: Db, sellerId: string, now: Date): Promise<number> {
  const books = await db
    .selectFrom('books')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = books.map(({ id }) => id)
  await deleteBooks(db, ids, now)
  return ids.length
}

/** Returns the ids of the books with open orders, which can't be deleted. */
export async function findBooksWithOpenOrders(
  db: Db,
  ids: readonly string[],
): Promise<Set<string>> {
  const busy = await db
    .selectFrom('books')
    .select('id')
    .where(sql<boolean>`books.id = any(${arrayOf('uuid', ids)})`)
    .where(bookHasOpenOrder)
    .execute()
  return new Set(busy.map(({ id }) => id))
}

/** The conditions and titles of the seller's own books, as 'good isbn 9788173711466'. */
export async function findOwnTitles(
  db: Db,
  sellerId: string,
  titleKeys: readonly string[],
): Promise<Set<string>> {
  const own = await db
    .selectFrom('books')
    .select(['condition', 'title_key'])
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`title_key = any(${arrayOf('text', titleKeys)})`)
    .execute()
  return new Set(own.map(({ condition, title_key }) => `${condition} ${title_key}`))
}

export function findListing(db: Db, bookId: string, accountId: string) {
  return db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.seller_id', 'accounts.person_id'])
    .select(availableTo(sql`${accountId}::uuid`).as('available'))
    .where('books.id', '=', bookId)
    .where('books.deleted_at', 'is', null)
    .where('books.is_hidden', '=', false)
    .where('accounts.deleted_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
}
