// The orders in which books are listed, each with the way to go on after a row.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookSort } from '#contract/book-forms.ts'
import { cursorId, cursorInteger, cursorNumber } from '#server/platform/http/paging.ts'

/** Where a row stands in a list: its sort value, null where the id alone sorts, and its id. */
export type Mark = readonly (string | number | null)[]
type Placed = { id: string; price: number; rating: number | null; rank: number }

export type Sorting = {
  by: RawBuilder<unknown>
  mark: (row: Placed) => Mark
  /** Whether a row comes after the marked one. */
  after: (mark: Mark) => RawBuilder<SqlBool>
}

/** `rank` is an integer expression: how well a row answers the search. */
export function sortingBy(sort: BookSort | 'rank', rank: RawBuilder<number>): Sorting {
  switch (sort) {
    case 'newest':
      return {
        by: sql`books.id desc`,
        mark: ({ id }) => [null, id],
        after: ([, id]) => sql`books.id < ${cursorId(id)}`,
      }
    // The first bound of these two lets the index begin at the right place.
    case 'price':
      return {
        by: sql`books.price, books.id desc`,
        mark: ({ price, id }) => [price, id],
        after: ([price, id]) =>
          sql`books.price >= ${cursorInteger(price)} and (books.price > ${cursorInteger(price)} or books.id < ${cursorId(id)})`,
      }
    case '-price':
      return {
        by: sql`books.price desc, books.id desc`,
        mark: ({ price, id }) => [price, id],
        after: ([price, id]) =>
          sql`books.price <= ${cursorInteger(price)} and (books.price < ${cursorInteger(price)} or books.id < ${cursorId(id)})`,
      }
    case 'rating':
      return {
        by: sql`books.rating desc nulls last, books.id desc`,
        mark: ({ rating, id }) => [rating, id],
        after: ([rating, id]) => {
          if (rating === null) return sql`books.rating is null and books.id < ${cursorId(id)}`
          const stars = sql`${cursorNumber(rating)}::numeric`
          return sql`(books.rating is null or books.rating < ${stars} or (books.rating = ${stars} and books.id < ${cursorId(id)}))`
        },
      }
    case 'rank':
      return {
        by: sql`${rank} desc, books.id desc`,
        mark: ({ rank, id }) => [rank, id],
        after: ([place, id]) =>
          sql`(${rank} < ${cursorInteger(place)} or (${rank} = ${cursorInteger(place)} and books.id < ${cursorId(id)}))`,
      }
  }
}
