// The filters of a list, and the place of its viewer.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { BookFilters, ListSort } from '#contract/books/book-forms.ts'
import { fieldError } from '#contract/common/error-catalog.ts'
import { type MapPoint, pointOf } from '#server/places/places.ts'

export type Filters = Omit<z.output<typeof BookFilters>, 'sort'> & {
  /** Absent for viewers without hidden sellers, so that they share cached responses. */
  hiddenSellers?: readonly string[]
  /** Only books of this seller. */
  seller?: string | undefined
}

export type ListQuery = Filters & { sort?: ListSort | undefined }

export const pointSql = ({ x, y }: MapPoint) => sql`point(${x}::float8, ${y}::float8)`

export const unknownPlace = () => fieldError('near', 'We don’t know where that is.')

/**
 * Returns the point where distances start. Throws a field error if `near` is missing or has no
 * known point.
 */
export function startOf({ near }: { near?: string | undefined }): MapPoint {
  if (near === undefined) throw fieldError('near', 'Say where you are.')
  const point = pointOf(near)
  if (!point) throw unknownPlace()
  return point
}

/** The condition that books are within the chosen distance, if one is chosen. */
export const isWithin = ({ near, within }: Filters): Expression<SqlBool>[] =>
  near === undefined || within === undefined
    ? []
    : [sql<SqlBool>`books.location <@ circle(${pointSql(startOf({ near }))}, ${within}::float8)`]
