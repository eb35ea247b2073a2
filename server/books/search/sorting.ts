// The orders of lists, and the rows that follow a position.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { BookSort } from '#contract/books/book-forms.ts'
import type { MapPoint } from '#server/places/places.ts'
import {
  cursorId,
  cursorInteger,
  cursorLargeInteger,
  cursorNumber,
} from '#server/platform/http/paging.ts'
import { pointSql } from './filters.ts'

/** A row's sort value (null if only the id sorts) and its id. Cursors reveal them to everybody. */
type SortPosition = readonly (string | number | null)[]
export type SortableRow = { id: string; price: number; rating: number | null; rank: number }

export type Sorting = {
  orderBy: Expression<unknown>
  /** The order of the branch column in the index, if it isn't ascending. */
  branchOrder?: Expression<unknown>
  /**
   * The part of the order that an index supplies. Rows with equal values in it are sorted
   * afterwards.
   */
  indexOrder?: Expression<unknown>
  isByPrice?: true
  /** The order that chooses the book shown for a title, if not the cheapest. */
  firstOfTitle?: Expression<unknown>
  positionOf: (row: SortableRow) => SortPosition
  /** The conditions for the rows after a position, one for each range of the index. */
  rangesAfter: (position: SortPosition) => Expression<SqlBool>[]
}

/** Sorts ids opposite to prices, so that one index serves both directions. */
function byPrice(direction: 'asc' | 'desc'): Sorting {
  const [byColumn, byId] = direction === 'asc' ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  const [after, idAfter] = direction === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
  const orderBy = sql`books.price ${byColumn}, books.id ${byId}`
  return {
    isByPrice: true,
    orderBy,
    branchOrder: sql`books.branch ${byColumn}`,
    positionOf: ({ price, id }) => [price, id],
    rangesAfter: ([price, id]) => {
      const last = cursorInteger(price)
      // A range instead of =, because with = the planner may scan the newest books for that price
      // instead of using the price index.
      return [
        sql`books.price between ${last} and ${last} and books.id ${idAfter} ${cursorId(id)}::uuid`,
        sql`books.price ${after} ${last}`,
      ]
    },
  }
}

export const sortings: Record<BookSort | 'rank', Sorting> = {
  newest: {
    orderBy: sql`books.id desc`,
    positionOf: ({ id }) => [null, id],
    rangesAfter: ([, id]) => [sql`books.id < ${cursorId(id)}::uuid`],
  },
  price: byPrice('asc'),
  '-price': byPrice('desc'),
  rating: {
    orderBy: sql`books.rating desc nulls last, books.id desc`,
    positionOf: ({ rating, id }) => [rating, id],
    rangesAfter: ([rating, id]) => {
      if (rating === null) return [sql`books.rating is null and books.id < ${cursorId(id)}::uuid`]
      const stars = sql`${cursorNumber(rating)}::numeric`
      return [
        sql`(books.rating, books.id) < (${stars}, ${cursorId(id)}::uuid)`,
        sql`books.rating is null`,
      ]
    },
  },
  /** Used only for few rows, because no index supplies this order. */
  rank: {
    orderBy: sql`books.rank desc, books.id desc`,
    positionOf: ({ rank, id }) => [rank, id],
    rangesAfter: ([rank, id]) => {
      const last = sql`${cursorLargeInteger(rank)}::float8`
      return [
        sql`(books.rank < ${last} or (books.rank = ${last} and books.id < ${cursorId(id)}::uuid))`,
      ]
    },
  },
}

/** The order of a list's books, as the index of one branch or of all books has it. */
export const orderIn = (branch: string | undefined, { orderBy, branchOrder }: Sorting) =>
  branch === undefined ? orderBy : sql`${branchOrder ?? sql`books.branch`}, ${orderBy}`

/** The nearest books first. Books without a point come last. */
export function nearest(start: MapPoint): Sorting {
  const km = sql`(books.location <-> ${pointSql(start)})`
  const orderBy = sql`${km}, books.id desc`
  return {
    orderBy,
    indexOrder: km,
    firstOfTitle: orderBy,
    // The cursor must not reveal how far away a seller is, so it contains only the id of the last
    // book.
    positionOf: ({ id }) => [null, id],
    rangesAfter: ([, after]) => {
      const id = sql`${cursorId(after)}::uuid`
      const last = sql`(select last.location <-> ${pointSql(start)} from books as last where last.id = ${id})`
      return [
        sql`(${km} > ${last} or (${km} = ${last} and books.id < ${id}))`,
        sql`books.location is null and (${last} is not null or books.id < ${id})`,
      ]
    },
  }
}
