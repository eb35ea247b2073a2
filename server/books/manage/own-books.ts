import { sql } from 'kysely'
import type { listOwnBooks, OwnBook } from '#contract/books/books.ts'
import { indianYear } from '#contract/common/dates.ts'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxPredictedBooks } from '#contract/common/limits.ts'
import { maxListedBooks } from '#server/books/limits.ts'
import { compareBranches } from '#server/books/market/branches.ts'
import { availabilityOf, ownBookActions, reservationOf } from '#server/books/rules.ts'
import { type BookRow, isRented, reservedUntil, selectBooks, toBook } from '#server/books/views.ts'
import { ringOfBook } from '#server/exchanges/rings/proposed.ts'
import { bookHasOpenOrder } from '#server/orders/lifecycle/status.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { rowLimit, toPage } from '#server/platform/http/paging.ts'
import { Versioned } from '#server/platform/http/versions.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findTitles, predictionAt } from '#server/pricing/predict.ts'
import { isReserved } from '#server/wishlist/queue/conditions.ts'
import { wantedFromSeller } from '#server/wishlist/wants/counts.ts'
import { chatCount, isOf, ownCondition, ownOrder } from './own-filters.ts'

type OwnRow = BookRow & { is_hidden: boolean; is_reserved_for_want: boolean }

/**
 * Whether a listing is open to exchange. A hidden one isn't, because nobody can get it. One whose
 * last copy is reserved for a want still is, so that the seller can close it.
 */
const isOpen = (row: OwnRow): boolean =>
  row.open_to_exchange && !row.is_hidden && (row.available > 0 || row.is_reserved_for_want)

const selectOwn = (db: Db) =>
  selectBooks(db).select([
    isRented.as('rented'),
    reservedUntil.as('reserved_until'),
    isReserved.as('is_reserved_for_want'),
    'books.reservation_hours',
    'books.shelf_code',
    'books.listed_at',
    ringOfBook.as('ring'),
    bookHasOpenOrder.as('has_open_order'),
    'books.hidden_reason',
    'books.needs_photos',
    'books.hidden_by_seller',
    'books.is_hidden',
    'books.version',
    chatCount.as('chats'),
    sql<number>`case when books.available > 0 then ${wantedFromSeller} end`.as('wanted'),
  ])
type Selected = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

const viewOwnBook = (
  row: Selected,
  prediction: OwnBook['prediction'],
  { helper }: Seller,
): OwnBook => ({
  ...toBook(row),
  openToExchange: isOpen(row),
  shelfCode: row.shelf_code ?? undefined,
  listedAt: row.listed_at.toISOString(),
  reservationHours: row.reservation_hours,
  isReservedForWant: row.is_reserved_for_want,
  // Swaps belong to the person, so a helper of the shop doesn't see them.
  ring: helper ? undefined : (row.ring ?? undefined),
  availability: availabilityOf(row),
  ...reservationOf(row),
  hiddenReason: row.hidden_reason ?? undefined,
  needsPhotos: row.needs_photos || undefined,
  isHidden: row.hidden_by_seller || undefined,
  chats: row.chats,
  wanted: row.wanted ?? undefined,
  prediction,
  can: ownBookActions(row),
})

type Seller = Pick<Viewer, 'accountId' | 'helper'>
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
export async function findOwnListing(context: OwnContext, seller: Seller, id: string) {
  const { db } = context
  const row = await selectOwn(db)
    .where('books.id', '=', id)
    .where(isOf(seller.accountId))
    .executeTakeFirst()
  if (!row) throw new AppError('book_not_found')
  const predictions = await predictOwnBooks(context, seller.accountId, [row])
  return new Versioned(viewOwnBook(row, predictions.get(id), seller), row.version)
}

export async function findOwnBranches(db: Db, sellerId: string): Promise<string[]> {
  const own = db.selectFrom('books').select('branch').distinct().where(isOf(sellerId))
  return (await own.execute()).map(({ branch }) => branch).sort(compareBranches)
}

export async function findOwnBooks(
  context: OwnContext,
  seller: Seller,
  query: ParsedInput<typeof listOwnBooks>,
) {
  const { db } = context
  const condition = await ownCondition(db, seller.accountId, query, context.now())
  const { key, orderBy, isAfter } = ownOrder(query.sort, query.cursor)
  // The ids of the page come first, or the planner reads the joined tables for all books. Without
  // `materialized` it may read the books of all sellers in the order of an index.
  const { rows: found } = await sql<{ id: string | null; total: number }>`
    with own as materialized (select books.id, ${key} as key from books where ${condition})
    select page.id, counted.total
    from (select count(*)::integer as total from own) as counted
    left join (select id, row_number() over (order by ${orderBy}) as place from own
      where ${isAfter} order by ${orderBy} limit ${rowLimit(query, maxListedBooks)}) as page on true
    order by place`.execute(db)
  const ids = found.flatMap(({ id }) => id ?? [])
  const read = await selectOwn(db)
    .where(sql<boolean>`books.id = any(${arrayOf('uuid', ids)})`)
    .execute()
  const byId = new Map(read.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const page = toPage(rows, query, maxListedBooks, (row) => [row.id])
  const predictions = await predictOwnBooks(context, seller.accountId, page.rows)
  return {
    rows: page.rows.map((row) => viewOwnBook(row, predictions.get(row.id), seller)),
    next: page.next,
    total: found[0]?.total ?? 0,
  }
}
