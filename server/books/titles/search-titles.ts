import { sql } from 'kysely'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { type ListQuery, pointSql } from '#server/books/search/filters.ts'
import type { LookUp } from '#server/books/search/words/terms.ts'
import {
  type BookRow,
  isOnMarketExcept,
  isVisible,
  selectBooks,
  toBook,
} from '#server/books/views.ts'
import { type MapPoint, pointOf, viewPlace } from '#server/places/places.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import type { PageRequest } from '#server/platform/http/paging.ts'
import { titleIdOf } from './listed-copies.ts'

type Copies = {
  title_key: string
  offers: number
  offered: number
  lowest: number
  nearest: { book: string; price: number; pinCode: string } | null
}
/** Returns a title's nearest copy, if it is nearer than the copy that is shown. */
function nearestTo(start: MapPoint) {
  const km = (place: string) => sql`${sql.ref(place)} <-> ${pointSql(start)}`
  return sql`(array_agg(
    json_build_object('book', books.id, 'price', books.price, 'pinCode', books.pin_code)
    order by ${km('books.location')}, books.price)
    filter (where ${km('books.location')} < coalesce(${km('shown.location')}, 'infinity')))[1]`
}

/** Reads books, and for each the number and prices of all copies of its title. */
async function findRows(
  db: Db,
  ids: readonly string[],
  { near, hiddenSellers }: ListQuery,
): Promise<(BookRow & Copies)[]> {
  if (ids.length === 0) return []
  const start = near === undefined ? undefined : pointOf(near)
  const copies = sql<Copies>`lateral (
    select shown.title_key, offers.* from (select books.title_key, books.location) as shown, lateral (
      select count(*)::integer as offers, sum(books.available)::integer as offered,
        min(books.price) as lowest, ${start ? nearestTo(start) : sql`null::json`} as nearest
      from books where books.title_key = shown.title_key and ${isOnMarketExcept(hiddenSellers)}
      having count(*) > 0) as offers)`
  return selectBooks(db)
    .innerJoin(copies.as('copies_of_title'), (join) => join.onTrue())
    .select(['copies_of_title.title_key', 'offers', 'offered', 'lowest', 'nearest'])
    .where(sql<boolean>`books.id = any(${arrayOf('uuid', ids)})`)
    .where(isVisible)
    .execute()
}

function toFoundTitle(row: BookRow & Copies): FoundTitle {
  const { nearest } = row
  const place = nearest ? viewPlace(nearest.pinCode) : undefined
  return {
    _id: titleIdOf(row.title_key),
    book: toBook(row),
    books: row.offers,
    copies: row.offered,
    lowestPrice: toRupees(row.lowest),
    nearest:
      nearest && place ? { book: nearest.book, price: toRupees(nearest.price), place } : undefined,
  }
}

/**
 * Finds one page of the titles in a list. If there are too many matches to sort, later pages can
 * repeat a title.
 */
export async function findTitles(
  db: Db,
  query: ListQuery & PageRequest,
  lookUp?: LookUp,
): Promise<Page<FoundTitle>> {
  const { ids, position } = await orderMarket(db, query, { isByTitle: true, lookUp })
  const rows = await findRows(db, ids, query)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
  const titles = Map.groupBy(inOrder, ({ title_key }) => title_key)
  const first = [...titles.values()].flatMap((rows) => rows.slice(0, 1))
  return { rows: first.map(toFoundTitle), ...position }
}
