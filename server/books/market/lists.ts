import type { Kysely } from 'kysely'
import type { Page } from '#contract/common/endpoint.ts'
import { maxListedBooks } from '#server/books/policy.ts'
import type { PlacedQuery } from '#server/books/search/filters.ts'
import { findBooks } from '#server/books/search/find-books.ts'
import { findNearby, hasPlace } from '#server/books/search/nearby.ts'
import { matchSteps, type PageQuery } from '#server/books/search/pages.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import { pointOf } from '#server/places/places.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type PageRequest, readCursor, rowLimit, toPage } from '#server/platform/http/paging.ts'

/** The books of a page, in order. */
export type BookOrder = {
  ids: string[]
  /** Where no book has all words: those that these have. */
  relaxedTo?: readonly TypedWord[]
  position: Omit<Page<unknown>, 'rows'>
}

type SearchOptions = Pick<PageQuery, 'isByTitle' | 'isStrict' | 'lookUp'>

/** One page of the market. The cursor keeps how the first page was found. */
export async function orderMarket(
  db: Kysely<Tables>,
  query: PlacedQuery & PageRequest,
  options: SearchOptions = {},
): Promise<BookOrder> {
  const [name, ...after] = readCursor(query.cursor, 3) ?? []
  const request = {
    step: matchSteps.find((step) => step === name),
    after: query.cursor === undefined ? undefined : after,
    limit: rowLimit(query, maxListedBooks),
    ...(query.near !== undefined && { from: pointOf(query.near) }),
    ...options,
  }
  const { sort, ...chosen } = query
  const found =
    sort === 'near' || hasPlace(query)
      ? await findNearby(db, query, request)
      : await findBooks(db, { ...chosen, sort }, request)
  const { step, sorting, total, isMinimum, relaxedTo } = found
  const { rows, next } = toPage(found.rows, query, maxListedBooks, (row) => [
    step,
    ...sorting.positionOf(row),
  ])
  return {
    ids: rows.map(({ id }) => id),
    ...(relaxedTo && { relaxedTo }),
    position: { next, total, isMinimum },
  }
}
