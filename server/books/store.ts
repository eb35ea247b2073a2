// Books, their copies and pictures: single reads and every write.
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { countedRatings, ratingSums } from '#server/accounts/store.ts'
import { searchText, titleKey } from '#server/books/search/words.ts'
import { releasePhotos } from '#server/photos/store.ts'
import { type Db, differs } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { BooksTable } from '#server/platform/database/tables.ts'
import { rejectHeldCopies } from './rules.ts'

/** What the server works out by itself: whoever lists a book doesn't say it. */
type Derived = 'title_key' | 'search_text' | 'available' | 'rating_sum' | 'rating_count'
export type NewListing = Omit<Insertable<BooksTable>, Derived>
type NewName = { title?: string | undefined; author?: string | undefined }

/**
 * Ratings of a title and listings of it take turns: a rating that is being given while the title is listed once more
 * would otherwise miss the new listing. Titles are locked before books, so that no two wait for each other.
 */
const lockTitle = (db: Db, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)

const titleRating = (db: Db, key: string) =>
  ratingSums(countedRatings(db, { title_key: key }), 'book_stars', db)
const findTitleRating = (db: Db, key: string) => titleRating(db, key).executeTakeFirstOrThrow()

async function insertImages(db: Db, bookId: string, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await db
    .insertInto('book_photos')
    .values(hashes.map((hash, position) => ({ book_id: bookId, position, hash })))
    .execute()
}

async function insertCopies(db: Db, bookId: string, from: number, count: number): Promise<void> {
  if (count <= 0) return
  await db
    .insertInto('copies')
    .values(
      Array.from({ length: count }, (_, at) => ({
        id: newId(),
        book_id: bookId,
        number: from + at,
      })),
    )
    .execute()
}

/** Lists a book with its copies and pictures (hashes, cover first), in the caller's transaction. It takes over the ratings of its title. */
export async function insertBook(db: Db, book: NewListing, hashes: string[]): Promise<void> {
  const key = titleKey(book)
  const copies = book.copies ?? 1
  await lockTitle(db, key)
  await db
    .insertInto('books')
    .values({
      ...book,
      available: copies,
      title_key: key,
      search_text: searchText(book),
      ...(await findTitleRating(db, key)),
    })
    .execute()
  await insertCopies(db, book.id, 1, copies)
  await insertImages(db, book.id, hashes)
}

async function findOwn(db: Db, id: string, sellerId: string, isLocked: boolean) {
  const own = db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
  const book = await (isLocked ? own.forNoKeyUpdate() : own).executeTakeFirst()
  if (!book) throw new AppError('book_not_found')
  const images = await db
    .selectFrom('book_photos')
    .select('hash')
    .where('book_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...book, images: images.map(({ hash }) => hash) }
}
export type OwnBook = Awaited<ReturnType<typeof findOwn>>

/** A seller's own book as it stands, for refusals that should come before work is done; refuses other people's. */
export const findOwnBook = (db: Db, id: string, sellerId: string) =>
  findOwn(db, id, sellerId, false)

/**
 * A seller's own book with its pictures' hashes, locked against other changes and against orders; refuses other people's.
 * `change` tells what it is to be called, where that changes.
 */
export async function lockOwnBook(
  db: Db,
  id: string,
  sellerId: string,
  change: NewName = {},
): Promise<OwnBook> {
  if (change.title !== undefined || change.author !== undefined) {
    const found = await db
      .selectFrom('books')
      .select(['title', 'author', 'isbn'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (found)
      await lockTitle(
        db,
        titleKey({
          ...found,
          title: change.title ?? found.title,
          author: change.author ?? found.author,
        }),
      )
  }
  return findOwn(db, id, sellerId, true)
}
type Change = Updateable<BooksTable> & { title: string; author: string }

/** Changes a locked book, where anything of it differs. A new title or author moves it to the ratings of that title. */
export async function saveBook(
  db: Db,
  book: OwnBook,
  change: Change,
  images: string[],
  now: Date,
): Promise<void> {
  const named = { ...book, ...change }
  const key = titleKey(named)
  // Held since before the book was, unless somebody renamed it in between.
  if (key !== book.title_key) await lockTitle(db, key)
  const ratings =
    key === book.title_key ? {} : { title_key: key, ...(await findTitleRating(db, key)) }
  const saved = { ...change, ...ratings, search_text: searchText(named) }
  const hasNewImages = images.join() !== book.images.join()
  await db
    .updateTable('books')
    .set({ ...saved, recommended_at: null, updated_at: now })
    .where('id', '=', book.id)
    .$if(!hasNewImages, (update) => update.where(differs(saved)))
    .execute()
  if (!hasNewImages) return
  await db.deleteFrom('book_photos').where('book_id', '=', book.id).execute()
  await insertImages(db, book.id, images)
  await releasePhotos(db, book.images, now)
}

/** Gives a locked book so many copies, no fewer than are sold or rented. */
export async function saveCopies(db: Db, book: OwnBook, copies: number): Promise<void> {
  if (copies === book.copies) return
  rejectHeldCopies(copies, book)
  if (copies > book.copies) {
    const { last } = await db
      .selectFrom('copies')
      .select(sql<number>`coalesce(max(number), 0)`.as('last'))
      .where('book_id', '=', book.id)
      .executeTakeFirstOrThrow()
    await insertCopies(db, book.id, last + 1, copies - book.copies)
  } else {
    const free = db
      .selectFrom('copies')
      .select('id')
      .where('book_id', '=', book.id)
      .where(isFree)
      .orderBy('number', 'desc')
    const gone = (await free.limit(book.copies - copies).execute()).map(({ id }) => id)
    // Rents that are over; their orders keep the dates.
    await db.deleteFrom('holds').where('copy_id', 'in', gone).execute()
    await db.deleteFrom('copies').where('id', 'in', gone).execute()
  }
  await db
    .updateTable('books')
    .set({ copies, available: copies - (book.copies - book.available) })
    .where('id', '=', book.id)
    .execute()
}

/** Takes a book off the market for good, in the caller's transaction; its orders and chats keep it. False if it was gone. */
export async function removeBook(db: Db, id: string, now: Date): Promise<boolean> {
  const gone = db
    .updateTable('books')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (await gone.returning('id').executeTakeFirst()) !== undefined
}

/** Takes all books of a seller off the market for good, in the caller's transaction; gives how many there were. */
export async function removeBooksOf(db: Db, sellerId: string, now: Date): Promise<number> {
  const inOrder = db
    .selectFrom('books')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
  const gone = db
    .updateTable('books')
    .set({ deleted_at: now })
    .where('id', 'in', inOrder.orderBy('id').forNoKeyUpdate())
  return Number((await gone.executeTakeFirst()).numUpdatedRows)
}

/** Whether an order isn't over: Pending, Shipped, or a delivered rent; a rent that came back is over. */
export const isOpenOrder = sql<boolean>`(orders.returned_at is null
  and (orders.status in ('Pending', 'Shipped') or (orders.status = 'Delivered' and orders.order_type = 'rent')))`

/** Whether a book has an order that isn't over. */
export const openOrders = sql<boolean>`exists (select from orders where orders.book_id = books.id and ${isOpenOrder})`

/** Refuses if a book has open orders. */
export async function rejectOpenOrders(db: Db, id: string): Promise<void> {
  const open = await db
    .selectFrom('books')
    .select('id')
    .where('id', '=', id)
    .where(openOrders)
    .executeTakeFirst()
  if (open) throw new AppError('book_has_orders')
}

// Copies and orders ---------------------------------------------------------------------------------------------

/** A copy that no order holds; holds of returned rents have an end. */
const isFree = sql<SqlBool>`not exists (select from holds where holds.copy_id = copies.id and upper_inf(holds.during))`

/**
 * Takes a copy for an order, in the order's transaction, after the order's row is in. `from` is the date in India.
 * Throws book_gone when no copy is left. The book's row is the lock, and comes before the hold everywhere.
 */
export async function reserveCopy(
  db: Db,
  { bookId, orderId, from }: { bookId: string; orderId: string; from: string },
): Promise<void> {
  const taken = await db
    .updateTable('books')
    .set((set) => ({ available: set('available', '-', 1) }))
    .where('id', '=', bookId)
    .where('available', '>', 0)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new AppError('book_gone')
  const during = sql<string>`daterange(${from}::date, null)`
  const copy = await db
    .selectFrom('copies')
    .select('id')
    .where('book_id', '=', bookId)
    .where(
      sql<SqlBool>`not exists (select from holds where holds.copy_id = copies.id and holds.during && ${during})`,
    )
    .orderBy('number')
    .executeTakeFirst()
  if (!copy) throw new AppError('book_gone')
  await db.insertInto('holds').values({ order_id: orderId, copy_id: copy.id, during }).execute()
}

/**
 * Gives an order's copy back, in the order's transaction: a cancelled order was never there, a rent returned on
 * `returnedOn` (date in India) was. An order that holds no copy any more changes nothing.
 */
export async function releaseCopy(
  db: Db,
  { orderId, returnedOn }: { orderId: string; returnedOn?: string | undefined },
): Promise<void> {
  const book = await db
    .selectFrom('books')
    .innerJoin('copies', 'copies.book_id', 'books.id')
    .innerJoin('holds', 'holds.copy_id', 'copies.id')
    .select('books.id')
    .where('holds.order_id', '=', orderId)
    .forNoKeyUpdate('books')
    .executeTakeFirst()
  if (!book) return
  const isOpen = sql<SqlBool>`upper_inf(during)`
  const over = sql<string>`daterange(lower(during), greatest(lower(during), ${returnedOn ?? null}::date))`
  const freed =
    returnedOn === undefined
      ? await db
          .deleteFrom('holds')
          .where('order_id', '=', orderId)
          .where(isOpen)
          .returning('order_id')
          .executeTakeFirst()
      : await db
          .updateTable('holds')
          .set({ during: over })
          .where('order_id', '=', orderId)
          .where(isOpen)
          .returning('order_id')
          .executeTakeFirst()
  if (!freed) return
  await db
    .updateTable('books')
    .set((set) => ({ available: set('available', '+', 1) }))
    .where('id', '=', book.id)
    .execute()
}

/** Counts a title's ratings anew for all its listings, in the transaction that changes them. */
export async function recountTitle(db: Db, key: string): Promise<void> {
  await lockTitle(db, key)
  await db
    .updateTable('books')
    .from(titleRating(db, key).as('sums'))
    .set((set) => ({
      rating_sum: set.ref('sums.rating_sum'),
      rating_count: set.ref('sums.rating_count'),
    }))
    .where('books.title_key', '=', key)
    .execute()
}

/** A book on the market: who sells it, as an account and as a human, and how many copies are left. */
export function findOffer(db: Db, bookId: string) {
  return db
    .selectFrom('books')
    .innerJoin('people', 'people.id', 'books.seller_id')
    .select(['books.seller_id', 'books.available', 'people.human_id'])
    .where('books.id', '=', bookId)
    .where('books.deleted_at', 'is', null)
    .where('people.deleted_at', 'is', null)
    .where('people.status', '=', 'active')
    .executeTakeFirst()
}
