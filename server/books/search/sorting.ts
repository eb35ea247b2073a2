// The sort orders of book lists, each with the condition for the page after a row.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookSort } from '#contract/books/book-forms.ts'
import { cursorId, cursorInteger, cursorNumber } from '#server/platform/http/paging.ts'

/** A row's sort value (null where only the id sorts) and its id. */
type SortPosition = readonly (string | number | null)[]
type SortableRow = { id: string; price: number; rating: number | null; rank: number }

type Sorting = {
  orderBy: RawBuilder<unknown>
  positionOf: (row: SortableRow) => SortPosition
  isAfter: (position: SortPosition) => RawBuilder<SqlBool>
}

export function sortingBy(sort: BookSort | 'rank', rank: RawBuilder<number>): Sorting {
  switch (sort) {
    case 'newest':
      return {
        orderBy: sql`books.id desc`,
        positionOf: ({ id }) => [null, id],
        isAfter: ([, id]) => sql`books.id < ${cursorId(id)}`,
      }
    // The first condition of the next two lets the index start at the right place.
    case 'price':
      return {
        orderBy: sql`books.price, books.id desc`,
        positionOf: ({ price, id }) => [price, id],
        isAfter: ([price, id]) =>
          sql`books.price >= ${cursorInteger(price)} and (books.price > ${cursorInteger(price)} or books.id < ${cursorId(id)})`,
      }
    case '-price':
      return {
        orderBy: sql`books.price desc, books.id desc`,
        positionOf: ({ price, id }) => [price, id],
        isAfter: ([price, id]) =>
          sql`books.price <= ${cursorInteger(price)} and (books.price < ${cursorInteger(price)} or books.id < ${cursorId(id)})`,
      }
    case 'rating':
      return {
        orderBy: sql`books.rating desc nulls last, books.id desc`,
        positionOf: ({ rating, id }) => [rating, id],
        isAfter: ([rating, id]) => {
          if (rating === null) return sql`books.rating is null and books.id < ${cursorId(id)}`
          const stars = sql`${cursorNumber(rating)}::numeric`
          return sql`(books.rating is null or books.rating < ${stars} or (books.rating = ${stars} and books.id < ${cursorId(id)}))`
        },
      }
    case 'rank':
      return {
        orderBy: sql`${rank} desc, books.id desc`,
        positionOf: ({ rank, id }) => [rank, id],
        isAfter: ([value, id]) =>
          sql`(${rank} < ${cursorInteger(value)} or (${rank} = ${cursorInteger(value)} and books.id < ${cursorId(id)}))`,
      }
  }
}
