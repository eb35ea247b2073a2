import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Book } from '#contract/books/books.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { viewPlace } from '#server/places/places.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { precompile } from '#server/platform/database/precompile.ts'
import { firstReservationEnd } from '#server/wishlist/queue/conditions.ts'

/** Whether a book is on the market. The query must contain `books` and its seller as `accounts`. */
export const isVisible = sql<boolean>`books.deleted_at is null and not books.is_hidden
  and books.available > 0 and accounts.status = 'active' and accounts.deleted_at is null`

/** The hashes of a book's photos, in order. The query must contain `books`. */
export const images = sql<string[]>`(select coalesce(json_agg(hash order by position), '[]')
  from book_photos where book_id = books.id)`

/** Finds them once, which takes less time than joining the seller of each book. */
const sellersOffMarket = sql`(select id from accounts where role = 'seller'
  and (status <> 'active' or deleted_at is not null))`

const fromRecommendations = sql`from similar_books,
    unnest(ids[:recommended]) with ordinality as recommended_book (id, place)
  join books alike on alike.id = recommended_book.id
  where similar_books.book_id = books.id
    and alike.deleted_at is null and not alike.is_hidden and alike.available > 0
    and alike.seller_id not in ${sellersOffMarket}`
const recommendations = sql<string[]>`(select coalesce(
  json_agg(alike.id order by place), '[]') ${fromRecommendations})`
/**
 * `offset 0` makes PostgreSQL check one book after the other. Otherwise the planner may read the
 * lists of all books.
 */
export const hasRecommendations = sql<SqlBool>`exists (select ${fromRecommendations} offset 0)`

/** Like `isVisibleExcept`, but for scanning many books: doesn't need each book's seller. */
export const isOnMarketExcept = (hiddenSellers: readonly string[] = []) => {
  const isOnMarket = sql<SqlBool>`books.deleted_at is null and books.available > 0
    and not books.is_hidden and books.seller_id not in ${sellersOffMarket}`
  return hiddenSellers.length === 0
    ? isOnMarket
    : sql<SqlBool>`${isOnMarket} and books.seller_id not in (${sql.join(hiddenSellers)})`
}

export const isVisibleExcept = (hiddenSellers: readonly string[] = []) =>
  hiddenSellers.length === 0
    ? isVisible
    : sql<boolean>`${isVisible} and books.seller_id not in (${sql.join(hiddenSellers)})`

/** The orders that hold one of the book's copies. */
export const fromHolds = sql`from holds
  join copies on copies.id = holds.copy_id join orders on orders.id = holds.order_id
  where copies.book_id = books.id and upper_inf(holds.during)`

export const isRented = sql<boolean>`books.available = 0
  and exists (select ${fromHolds} and orders.order_type = 'rent')`

/**
 * If no copy is free: the earliest end of a hold for an order that the buyer hasn't agreed to, for
 * a ring that not all members have accepted, or for a reservation.
 */
export const reservedUntil = sql<Date | null>`case when books.available = 0 then least(
  (select min(orders.proposed_until) ${fromHolds} and ${orderIs.proposed}),
  (select min(exchanges.expires_at) from holds join copies on copies.id = holds.copy_id
    join exchanges on exchanges.id = holds.exchange_id where copies.book_id = books.id),
  ${firstReservationEnd}) end`

export const rating = sql<number | null>`books.rating::float8`

export const selectListed = (db: Db) =>
  db.selectFrom('books').innerJoin('accounts', 'accounts.id', 'books.seller_id').select('books.id')

/**
 * A seller's book ids, newest first. The seller is a range, because with = the planner may search
 * all books instead of using the index that begins with the seller. Add a limit before joining
 * other tables, or the planner joins them to all of the seller's books.
 */
export const newestOfSeller = (db: Db, sellerId: string) =>
  db
    .selectFrom('books')
    .select('books.id')
    .where(sql<SqlBool>`books.seller_id between ${sellerId} and ${sellerId}`)
    .where('books.deleted_at', 'is', null)
    .orderBy('books.seller_id')
    .orderBy('books.id', 'desc')

/** Matches `bookId` and the books of `newest`, which is `newestOfSeller` with a limit. */
export const isFirstOrOneOf = (
  bookId: string,
  newest: ReturnType<typeof newestOfSeller>,
): RawBuilder<SqlBool> => sql`books.id = any(array[${bookId}]::uuid[] || array${newest})`

/**
 * Selects books with their sellers. Looks up each seller separately, because with a plain join the
 * planner may read all sellers.
 */
export function selectBooks(db: Db) {
  return db
    .selectFrom('books')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('accounts')
          .selectAll()
          .whereRef('accounts.id', '=', 'books.seller_id')
          .offset(sql.lit(0))
          .as('accounts'),
      (join) => join.onTrue(),
    )
    .select([
      'books.id',
      'seller_id',
      'title',
      'author',
      'book_type',
      'branch',
      'genre',
      'description',
      'isbn',
      'is_rentable',
      'condition',
    ])
    .select([
      'original_price',
      'predicted_price',
      'custom_price',
      'price',
      'rent_price',
      'rent_deposit',
      'late_fee',
      'publication_date',
      'publication_year',
      'pages',
    ])
    .select([
      'copies',
      'available',
      'open_to_exchange',
      'books.rating_count',
      'books.created_at',
      'accounts.name as seller_name',
      'accounts.shop_name as seller_shop',
      'books.pin_code',
    ])
    .select(sql<HandOver[] | null>`books.hand_overs`.as('hand_overs'))
    .select([rating.as('rating'), images.as('images'), recommendations.as('recommendations')])
}
export type BookRow = Awaited<ReturnType<ReturnType<typeof selectBooks>['executeTakeFirstOrThrow']>>

const readListed = precompile<{ ids: readonly string[] }, BookRow>((param, db) =>
  selectBooks(db)
    .where(sql<boolean>`books.id = any(${arrayOf('uuid', param('ids'))})`)
    .where(isVisible),
)

async function findListedRows(db: Db, ids: readonly string[]): Promise<BookRow[]> {
  if (ids.length === 0) return []
  const rows = await readListed(db, { ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const findListedBooks = async (db: Db, ids: readonly string[]): Promise<Book[]> =>
  (await findListedRows(db, ids)).map(toBook)

const optionalRupees = (paise: number | null) => (paise === null ? undefined : toRupees(paise))

export const toBook = (row: BookRow): Book => ({
  _id: row.id,
  title: row.title,
  author: row.author,
  bookType: row.book_type,
  branch: row.branch,
  genre: row.genre ?? undefined,
  description: row.description ?? undefined,
  isbn: row.isbn ?? undefined,
  original_price: toRupees(row.original_price),
  predictedPrice: optionalRupees(row.predicted_price),
  customPrice: optionalRupees(row.custom_price),
  price: toRupees(row.price),
  rentPrice: row.is_rentable ? optionalRupees(row.rent_price) : undefined,
  rentDeposit: row.is_rentable ? optionalRupees(row.rent_deposit) : undefined,
  lateFee: row.is_rentable ? optionalRupees(row.late_fee) : undefined,
  isRentable: row.is_rentable,
  condition: row.condition,
  publicationDate: row.publication_date ?? undefined,
  publication_year: row.publication_year ?? undefined,
  pages: row.pages ?? undefined,
  images: row.images.map((hash) => photoAddress(hash)),
  recommendations: row.recommendations,
  ratings: { average: row.rating ?? undefined, count: row.rating_count },
  seller: {
    _id: row.seller_id,
    name: row.seller_name,
    shopName: row.seller_shop ?? undefined,
  },
  place: viewPlace(row.pin_code),
  handOvers: row.hand_overs ?? undefined,
  openToExchange: row.open_to_exchange && row.available > 0,
  copies: row.copies,
  available: row.available,
  createdAt: row.created_at.toISOString(),
})
