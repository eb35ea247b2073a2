// Finds which of given books a list contains.
import { type RawBuilder, sql } from 'kysely'
import { maxCountedMatches } from '#server/books/limits.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hideFromPlanner } from './conditions.ts'
import type { ListQuery } from './filters.ts'
import { countOnly, findBooks } from './find-books.ts'

/**
 * Returns a subquery of the `id` of up to `max` books that a list contains, out of those that
 * `candidates` selects as `book_id`. If books have all words, those with similar words don't count.
 * Returns undefined if no book has all words and the list shows near matches. Throws a field error
 * for an unknown place.
 */
export async function listedAmong(
  db: Db,
  query: ListQuery,
  candidates: RawBuilder<unknown>,
  max: number,
): Promise<RawBuilder<unknown> | undefined> {
  const found = await findBooks(db, query, countOnly)
  if (found.relaxedTo) return undefined
  const { exactCondition } = found
  const { rows: exact } = exactCondition
    ? await sql`select from books where ${exactCondition} limit 1`.execute(db)
    : { rows: [] }
  const condition = exactCondition && exact.length > 0 ? exactCondition : found.condition
  const limit = sql.lit(max)
  // If the list is short, each of its books is looked up among the candidates. If it is long, the
  // candidates are checked one by one until there are enough. The planner doesn't know how many
  // candidates there are, and might scan all of them for each book.
  return found.isMinimum && exact.length === 0
    ? sql`(select found.id from (select distinct book_id from (${candidates}) as candidates) as one,
        lateral (select books.id from books where books.id = one.book_id
          and ${hideFromPlanner(condition)} offset 0) as found
      limit ${limit})`
    : sql`(select found.id from (select id from books where ${condition}
        limit ${sql.lit(maxCountedMatches)}) as found, lateral (
        select from (${candidates}) as candidates where candidates.book_id = found.id limit 1) as one
      limit ${limit})`
}
