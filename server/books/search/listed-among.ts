// Which of some books a list has: by what it chooses its books by, as all of them.
import { type RawBuilder, sql } from 'kysely'
import { maxCountedMatches } from '#server/books/policy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hideFromPlanner } from './conditions.ts'
import type { ListQuery } from './filters.ts'
import { countOnly, findBooks } from './find-books.ts'

/**
 * Of the books with the ids that `candidates` selects as `book_id`: up to `max` that a list has, as
 * a subquery of `id`. Only what it asks for: where books have all of its words, none that only have
 * similar ones; undefined where none has them all, and the list shows what comes near. Throws a
 * field error where a place isn't known.
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
  // Few books are looked up among the candidates, each by its id, and of many the candidates are
  // asked one by one, until that are enough: the planner, which doesn't know how many candidates
  // there are, may rather go through all of them for each book.
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
