// Which of some books a list has: by what it chooses its books by, as all of them.
import { type RawBuilder, sql } from 'kysely'
import { maxCountedMatches } from '#server/books/policy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allOf, type Condition, unplanned } from './conditions.ts'
import type { PlacedQuery } from './filters.ts'
import { chooseBooks } from './nearby.ts'
import type { FoundBooks } from './pages.ts'
import { conditionOf } from './sources.ts'

/** With `isFew` an index finds at most as many books as are counted. */
type Match = { condition: Condition; isFew: boolean }

async function hasBooks(db: Db, condition: Condition): Promise<boolean> {
  const row = await db.selectFrom('books').select('id').where(condition).limit(1).executeTakeFirst()
  return row !== undefined
}

async function matchAnywhere(db: Db, found: FoundBooks): Promise<Match> {
  const { condition, exactCondition, total, isMinimum } = found
  return exactCondition && (await hasBooks(db, exactCondition))
    ? { condition: exactCondition, isFew: true }
    : { condition, isFew: !isMinimum && total <= maxCountedMatches }
}

async function findMatch(db: Db, placed: PlacedQuery): Promise<Match | undefined> {
  const { query, place, anywhere } = await chooseBooks(db, placed)
  if (anywhere?.relaxedTo) return undefined
  const match = anywhere
    ? await matchAnywhere(db, anywhere)
    : { condition: conditionOf(query), isFew: false }
  if (!place) return match
  // The planner may rather read all books of the place.
  return { ...match, condition: allOf([match.condition, unplanned(place.condition)]) }
}

/**
 * Of the books with the ids that `candidates` selects as `book_id`: up to `max` that a list has, as
 * a subquery of `id`. Only what it asks for: where books have all of its words, none that only have
 * similar ones; undefined where none has them all, and the list shows what comes near. Throws a
 * field error where a place isn't known.
 */
export async function listedAmong(
  db: Db,
  placed: PlacedQuery,
  candidates: RawBuilder<unknown>,
  max: number,
): Promise<RawBuilder<unknown> | undefined> {
  const match = await findMatch(db, placed)
  if (!match) return undefined
  const { condition, isFew } = match
  const limit = sql.lit(max)
  // Few books are looked up among the candidates, each by its id, and of many the candidates are
  // asked one by one, until that are enough: the planner, which doesn't know how many candidates
  // there are, may rather go through all of them for each book.
  return isFew
    ? sql`(select found.id from (select id from books where ${condition}
        limit ${sql.lit(maxCountedMatches)}) as found, lateral (
        select from (${candidates}) as candidates where candidates.book_id = found.id limit 1) as one
      limit ${limit})`
    : sql`(select found.id from (select distinct book_id from (${candidates}) as candidates) as one,
        lateral (select books.id from books where books.id = one.book_id
          and ${unplanned(condition)} offset 0) as found
      limit ${limit})`
}
