import { sql } from 'kysely'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { type ListQuery, pointSql } from '#server/books/search/filters.ts'
import type { LookUp } from '#server/books/search/words/terms.ts'
import { findListedBooks, isOnMarketExcept } from '#server/books/views.ts'
import { type MapPoint, pointOf, viewPlace } from '#server/places/places.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import type { PageRequest } from '#server/platform/http/paging.ts'
import { titleIdOf } from './offered.ts'

type FoundRow = {
  id: string
  title_key: string
  books: number
  copies: number
  lowest: number
  nearest: { book: string; price: number; pinCode: string } | null
}

/** The title's nearest book, if it is nearer than `shown`. */
const nearestCopy = (start: MapPoint | undefined) =>
  start
    ? sql`(array_agg(json_build_object('book', books.id, 'price', books.price, 'pinCode', books.pin_code) order by books.location <-> ${pointSql(start)}, books.price)
        filter (where books.location <-> ${pointSql(start)} < coalesce(shown.location <-> ${pointSql(start)}, 'infinity')))[1]`
    : sql`null::json`

async function findCopies(
  db: Db,
  ids: readonly string[],
  { near, hiddenSellers }: ListQuery,
): Promise<FoundRow[]> {
  const start = near === undefined ? undefined : pointOf(near)
  const { rows } = await sql<FoundRow>`
    select shown.id, shown.title_key, copies.* from unnest(${arrayOf('uuid', ids)}) with ordinality as ids(id, place)
    join books as shown on shown.id = ids.id, lateral (
      select count(*)::integer as books, sum(books.available)::integer as copies, min(books.price) as lowest, ${nearestCopy(start)} as nearest
      from books where books.title_key = shown.title_key and ${isOnMarketExcept(hiddenSellers)} having count(*) > 0) as copies
    order by ids.place`.execute(db)
  return rows
}

function toFoundTitle({
  title_key,
  books,
  copies,
  lowest,
  nearest,
}: FoundRow): Omit<FoundTitle, 'book'> {
  const place = nearest ? viewPlace(nearest.pinCode) : undefined
  return {
    _id: titleIdOf(title_key),
    books,
    copies,
    lowestPrice: toRupees(lowest),
    nearest:
      nearest && place ? { book: nearest.book, price: toRupees(nearest.price), place } : undefined,
  }
}

/**
 * Finds one page of the titles in a list. If there are very many matches, later pages can repeat a
 * title.
 */
export async function findTitles(
  db: Db,
  query: ListQuery & PageRequest,
  lookUp?: LookUp,
): Promise<Page<FoundTitle>> {
  const { ids, position } = await orderMarket(db, query, { isByTitle: true, lookUp })
  const rows = await findCopies(db, ids, query)
  const first = new Map(rows.toReversed().map((row) => [row.title_key, row]))
  const shown = rows.filter((row) => first.get(row.title_key) === row)
  const books = await findListedBooks(
    db,
    shown.map(({ id }) => id),
  )
  const byId = new Map(books.map((book) => [book._id, book]))
  const titles = shown.flatMap((row) => {
    const book = byId.get(row.id)
    return book ? [{ ...toFoundTitle(row), book }] : []
  })
  return { rows: titles, ...position }
}
