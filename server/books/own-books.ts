import { sql } from 'kysely'
import type { OwnBook } from '#contract/books/books.ts'
import { indianYear } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { containsAll } from '#server/books/search/conditions.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import { ringOfBook } from '#server/exchanges/rings/proposed.ts'
import { bookHasOpenOrder } from '#server/orders/lifecycle/status.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { Versioned } from '#server/platform/http/versions.ts'
import { findTitles, predictionAt } from '#server/pricing/predict.ts'
import { isReserved } from '#server/wishlist/queue/conditions.ts'
import { wantedFromSeller } from '#server/wishlist/wants/counts.ts'
import { maxListedBooks } from './limits.ts'
import { availabilityOf, ownerActions, reservationOf } from './rules.ts'
import {
  type BookRow,
  isRented,
  newestOfSeller,
  reservedUntil,
  selectBooks,
  toBook,
} from './views.ts'

/** Longer lists of a seller's books get no predictions. No page of a list is longer. */
export const maxPredictedBooks = 50

type OwnRow = BookRow & { hidden_at: Date | null; is_reserved_for_want: boolean }

/**
 * Whether a listing is open to exchange. A hidden one isn't, because nobody can get it. One whose
 * last copy is reserved for a want still is, so that the seller can close it.
 */
const isOpen = (row: OwnRow): boolean =>
  row.open_to_exchange && row.hidden_at === null && (row.available > 0 || row.is_reserved_for_want)

const isOf = (sellerId: string) =>
  sql<boolean>`books.seller_id = ${sellerId} and books.deleted_at is null`

const selectOwn = (db: Db) =>
  selectBooks(db).select([
    isRented.as('rented'),
    reservedUntil.as('reserved_until'),
    isReserved.as('is_reserved_for_want'),
    'books.reservation_hours',
    'books.shelf_code',
    ringOfBook.as('ring'),
    bookHasOpenOrder.as('has_open_order'),
    'books.hidden_at',
    'books.hidden_reason',
    'books.needs_photos',
    'books.version',
    sql<number>`case when books.available > 0 then ${wantedFromSeller} end`.as('wanted'),
  ])
type Selected = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

const viewOwnBook = (row: Selected, prediction: OwnBook['prediction']): OwnBook => ({
  ...toBook(row),
  openToExchange: isOpen(row),
  shelfCode: row.shelf_code ?? undefined,
  reservationHours: row.reservation_hours,
  isReservedForWant: row.is_reserved_for_want,
  ring: row.ring ?? undefined,
  availability: availabilityOf(row),
  ...reservationOf(row),
  hiddenReason: row.hidden_reason ?? undefined,
  needsPhotos: row.needs_photos || undefined,
  wanted: row.wanted ?? undefined,
  prediction,
  can: ownerActions(row.has_open_order),
})

type OwnContext = Pick<AppContext, 'db' | 'cache' | 'now'>

const referenceOf = ({ title, author, isbn, publication_year }: BookRow) => ({
  title,
  author,
  isbn: isbn ?? undefined,
  publicationYear: publication_year ?? undefined,
})

/**
 * Predicts today's prices of a seller's used books with a year, by book id. Returns none for more
 * than `maxPredictedBooks` books.
 */
async function predictOwnBooks(
  context: OwnContext,
  sellerId: string,
  rows: readonly BookRow[],
): Promise<Map<string, OwnBook['prediction']>> {
  const used = rows.filter((row) => row.book_type === 'old' && row.publication_year !== null)
  if (used.length === 0 || rows.length > maxPredictedBooks) return new Map()
  const titles = await findTitles(context, used.map(referenceOf), sellerId)
  const year = indianYear(context.now())
  return new Map(
    used.flatMap(({ id, condition, publication_year, original_price }, index) => {
      const title = titles[index]
      if (!title || publication_year === null) return []
      const copy = { condition, publicationYear: publication_year, originalPrice: original_price }
      return [[id, predictionAt(copy, year, title.level)] as const]
    }),
  )
}

/** Finds one of the seller's books to edit. Throws book_not_found. */
export async function findOwnListing(context: OwnContext, sellerId: string, id: string) {
  const { db } = context
  const row = await selectOwn(db)
    .where('books.id', '=', id)
    .where(isOf(sellerId))
    .executeTakeFirst()
  if (!row) throw new AppError('book_not_found')
  const predictions = await predictOwnBooks(context, sellerId, [row])
  return new Versioned(viewOwnBook(row, predictions.get(id)), row.version)
}

export async function findOwnBooks(
  context: OwnContext,
  sellerId: string,
  query: { search?: string | undefined } & PageRequest,
) {
  const { db } = context
  const contains = containsAll(readSearch(query.search))
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, 1)
  const ids = newestOfSeller(db, sellerId)
    .where(contains)
    .$if(cursor !== undefined, (books) => books.where('books.id', '<', cursorId(cursor?.[0])))
    .limit(rowLimit(query, maxListedBooks))
  const rows = await selectOwn(db)
    .where('books.id', 'in', ids)
    .orderBy('books.id', 'desc')
    .execute()
  const { total } = await db
    .selectFrom('books')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where(isOf(sellerId))
    .where(contains)
    .executeTakeFirstOrThrow()
  const page = toPage(rows, query, maxListedBooks, (row) => [row.id])
  const predictions = await predictOwnBooks(context, sellerId, page.rows)
  return {
    rows: page.rows.map((row) => viewOwnBook(row, predictions.get(row.id))),
    next: page.next,
    total,
  }
}
