import type { Kysely } from 'kysely'
import type { Page } from '#contract/common/endpoint.ts'
import type { Tables } from '#db/tables.ts'
import { maxListedBooks } from '#server/books/limits.ts'
import type { ListQuery } from '#server/books/search/filters.ts'
import { findBooks, type PageQuery } from '#server/books/search/find-books.ts'
import { pointOf } from '#server/places/places.ts'
import { type PageRequest, readCursor, rowLimit, toPage } from '#server/platform/http/paging.ts'

export type BookOrder = {
  ids: string[]
  position: Omit<Page<unknown>, 'rows'>
}

type SearchOptions = Pick<PageQuery, 'isByTitle' | 'isStrict' | 'lookUp'>

/** Finds one page of the market. The cursor contains the sort values of the last row. */
export async function orderMarket(
  db: Kysely<Tables>,
  query: ListQuery & PageRequest,
  options: SearchOptions = {},
): Promise<BookOrder> {
  const { limit: _, cursor, ...chosen } = query
  const { cursorOf, total, isMinimum, ...found } = await findBooks(db, chosen, {
    cursor: readCursor(cursor, 3),
    limit: rowLimit(query, maxListedBooks),
    ...(query.near !== undefined && { from: pointOf(query.near) }),
    ...options,
  })
  const { rows, next } = toPage(found.rows, query, maxListedBooks, cursorOf)
  return {
    ids: rows.map(({ id }) => id),
    position: { next, total, isMinimum },
  }
}
