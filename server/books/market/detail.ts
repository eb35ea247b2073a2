import { type SqlBool, sql } from 'kysely'
import type { Book, BookDetail } from '#contract/books/books.ts'
import type { Condition } from '#contract/books/conditions.ts'
import type { PriceBand } from '#contract/books/pricing.ts'
import type { Review } from '#contract/books/reviews.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { backOn } from '#server/accounts/holiday.ts'
import { countedRatings } from '#server/accounts/store.ts'
import { isNegotiatedBy } from '#server/books/negotiated.ts'
import { candidateColumns } from '#server/books/recommend/candidates.ts'
import { findSimilar, toIds } from '#server/books/recommend/recommend.ts'
import {
  availabilityOf,
  hasSellerPage,
  ownerActions,
  reservationOf,
  sellerRatings,
} from '#server/books/rules.ts'
import { otherCopies, titleIdOf } from '#server/books/titles/listed-copies.ts'
import {
  type BookRow,
  findListedBooks,
  fromHolds,
  isRented,
  isVisible,
  reservedUntil,
  selectBooks,
  selectListed,
  toBook,
} from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, precompile } from '#server/platform/database/precompile.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { bandAround } from '#server/pricing/rules.ts'
import { relationOf } from './relation.ts'
import { countDeals } from './sellers.ts'

const maxOtherCopies = 12

const maxReviews = 20

/**
 * Everyone can see the books of active sellers, even sold ones, unless they are hidden. Sellers also
 * see their own hidden ones. People who deal about a book still see it if its seller hid it.
 */
export const visibleTo = (accountId: string | undefined) =>
  sql<SqlBool>`books.deleted_at is null and (
    (accounts.status = 'active' and accounts.deleted_at is null and books.hidden_at is null
      and (not books.is_hidden
        or ${accountId === undefined ? sql`false` : isNegotiatedBy(sql`${accountId}::uuid`)}))
    or accounts.id = ${accountId ?? null})`

export const rentedUntil = (today: string) =>
  sql<string | null>`case when books.available = 0 then (select min(orders.rent_end) ${fromHolds}
    and orders.order_type = 'rent' and orders.rent_end >= ${today}::date) end`

type PredictedBook = {
  condition: Condition
  publication_year: number | null
  original_price: number
  predicted_price: number | null
}

function priceBandOf(book: PredictedBook, today: string): PriceBand | undefined {
  const { predicted_price: predicted, publication_year: publicationYear } = book
  if (predicted === null || publicationYear === null) return undefined
  const copy = { condition: book.condition, publicationYear, originalPrice: book.original_price }
  const { low, high } = bandAround(predicted, copy, Number(today.slice(0, 4)))
  return { low: toRupees(low), high: toRupees(high) }
}

function findTaken(db: Db, id: string, today: string) {
  return db
    .selectFrom('books')
    .select([isRented.as('rented'), reservedUntil.as('reserved_until')])
    .select(rentedUntil(today).as('rented_until'))
    .where('books.id', '=', id)
    .executeTakeFirst()
}

const notTaken = { rented: false, reserved_until: null, rented_until: null }

type DetailValues = { id: string; accountId: string | undefined; hiddenSellers: readonly string[] }

function selectDetail(param: Param<DetailValues>, db: Db, hasViewer: boolean) {
  const id = param('id')
  const accountId = hasViewer ? param('accountId') : undefined
  const relation = relationOf(accountId)
  return selectBooks(db)
    .select([
      'books.title_key',
      'accounts.seller_type',
      'accounts.status as seller_status',
      'accounts.deleted_at as seller_deleted_at',
      'accounts.rating_sum as seller_sum',
      'accounts.rating_count as seller_count',
    ])
    .select([countDeals('books.seller_id').as('seller_deals')])
    .select([otherCopies(id, param('hiddenSellers')).as('other_copies')])
    .select([relation.hasOrder.as('has_open_order'), isVisible.as('listed'), 'books.hidden_reason'])
    .select(['books.hidden_by_seller', 'books.needs_photos', backOn().as('back_on')])
    .select([
      relation.own.as('own'),
      relation.blockedByViewer.as('blocked_by_viewer'),
      relation.blockedBySeller.as('blocked_by_seller'),
      relation.hasChat.as('has_chat'),
      relation.hasDeal.as('has_deal'),
      relation.reservedUntil.as('reserved_for_viewer_until'),
    ])
    .where('books.id', '=', id)
    .where(visibleTo(accountId))
}

type DetailRow = Awaited<ReturnType<ReturnType<typeof selectDetail>['executeTakeFirstOrThrow']>>

const prepareDetail = (hasViewer: boolean) =>
  precompile<DetailValues, DetailRow>((param, db) => selectDetail(param, db, hasViewer))
const readForGuest = prepareDetail(false)
const readForViewer = prepareDetail(true)

type DetailRequest = {
  id: string
  viewer: Viewer | undefined
  hiddenSellers: readonly string[]
  /** A date in India. */
  today: string
}

/**
 * Returns a book with everything that its page shows. Throws book_not_found if the viewer can't see
 * the book.
 */
export async function findDetail(
  db: Db,
  { id, viewer, hiddenSellers, today }: DetailRequest,
): Promise<BookDetail> {
  const read = viewer ? readForViewer : readForGuest
  const [found] = await read(db, { id, accountId: viewer?.accountId, hiddenSellers })
  if (!found) throw new AppError('book_not_found')
  // A separate query, because planning it takes longer than reading the book, and most books are
  // free.
  const taken = found.available === 0 ? await findTaken(db, id, today) : undefined
  const row = { ...found, ...(taken ?? notTaken) }
  const book = toBook(row)
  const availability = availabilityOf(row)
  const reservedForYouUntil = row.reserved_for_viewer_until?.toISOString()
  const isOffered = row.listed || reservedForYouUntil !== undefined
  const canStart = isOffered && !row.blocked_by_viewer && !row.blocked_by_seller
  const canChat = (!viewer || viewer.role === 'buyer') && !row.own && (canStart || row.has_chat)
  const buyerActions: BookDetail['can'] = canChat ? ['chat'] : []
  if (canChat && canStart && !row.has_deal && !row.back_on) buyerActions.push('offer')
  if (row.blocked_by_viewer && viewer?.role === 'buyer') buyerActions.push('unblock')
  return {
    ...book,
    seller: {
      ...book.seller,
      hasPage: hasSellerPage({
        status: row.seller_status,
        deletedAt: row.seller_deleted_at,
        isBlocked: Boolean(row.blocked_by_viewer || row.blocked_by_seller),
      }),
      sellerType: row.seller_type ?? undefined,
      deals: row.seller_deals,
      backOn: row.back_on ?? undefined,
      ratings: sellerRatings({ sum: row.seller_sum, count: row.seller_count }),
    },
    availability,
    ...reservationOf(row),
    reservedForYouUntil,
    openToExchange:
      row.open_to_exchange && (row.available > 0 || reservedForYouUntil !== undefined),
    priceBand: priceBandOf(row, today),
    otherCopies: row.other_copies
      ? {
          title: titleIdOf(row.title_key),
          copies: row.other_copies.copies,
          lowestPrice: toRupees(row.other_copies.lowest),
        }
      : undefined,
    hiddenReason: row.hidden_reason ?? undefined,
    needsPhotos: row.needs_photos || undefined,
    isHidden: row.hidden_by_seller || undefined,
    rentedUntil: availability === 'rented' ? (row.rented_until ?? undefined) : undefined,
    can: row.seller_id === viewer?.accountId ? ownerActions(row.has_open_order) : buyerActions,
  }
}

/** Returns the title key of a book that everyone can see. Throws book_not_found. */
async function findTitleKey(db: Db, id: string): Promise<string> {
  const book = await selectListed(db)
    .select('books.title_key')
    .where('books.id', '=', id)
    .where(visibleTo(undefined))
    .executeTakeFirst()
  if (!book) throw new AppError('book_not_found')
  return book.title_key
}

/** Throws book_not_found. */
export async function findReviews(db: Db, id: string): Promise<Review[]> {
  const titleKey = await findTitleKey(db, id)
  const rows = await db
    .selectFrom(countedRatings(db, { title_key: titleKey }).as('counted'))
    .selectAll()
    .where('review', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(maxReviews)
    .execute()
  return rows.map(({ book_stars, review, created_at, name, deleted_at }) => ({
    stars: book_stars,
    review: review ?? '',
    name: deleted_at === null ? name.split(' ')[0] : undefined,
    at: created_at.toISOString(),
  }))
}

/**
 * Returns other listings of the book's title, including those by the same seller. Throws
 * book_not_found.
 */
export async function findOtherCopies(
  db: Db,
  id: string,
  hiddenSellers: readonly string[] = [],
): Promise<BookRow[]> {
  const titleKey = await findTitleKey(db, id)
  return selectBooks(db)
    .where('books.title_key', '=', titleKey)
    .where('books.id', '<>', id)
    .where(isVisible)
    .$if(hiddenSellers.length > 0, (query) =>
      query.where('books.seller_id', 'not in', hiddenSellers),
    )
    .orderBy('books.price')
    .orderBy('books.id')
    .limit(maxOtherCopies)
    .execute()
}

/**
 * Returns similar books, the most similar first: those that the job has saved or, if the book is
 * new or changed, those found now. Throws book_not_found.
 */
export async function findSimilarBooks(
  db: Db,
  id: string,
  viewer: Viewer | undefined,
  hiddenSellers: readonly string[],
): Promise<Book[]> {
  const book = await selectListed(db)
    .leftJoin('similar_books', (on) =>
      on.onRef('book_id', '=', 'books.id').on('recommended_at', 'is not', null),
    )
    .select(candidateColumns)
    .select('similar_books.ids')
    .where('books.id', '=', id)
    .where(visibleTo(viewer?.accountId))
    .executeTakeFirst()
  if (!book) throw new AppError('book_not_found')
  const ids = book.ids ?? toIds(await findSimilar(db, book, hiddenSellers))
  const books = await findListedBooks(db, ids)
  return books.filter(({ seller }) => !hiddenSellers.includes(seller._id))
}
