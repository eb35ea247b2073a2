// Whether filters, a mark of the books or common words together leave so few books that a list is
// read from these, counted as far as it takes to know.
import { sql } from 'kysely'
import {
  commonWords,
  maxBooksOfKey,
  maxBooksOfMark,
  maxCountedMatches,
  sampledBooks,
} from '#server/books/policy.ts'
import type { Term } from '#server/books/search/words/vocabulary.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  allMarkFilters,
  allOf,
  branchFilter,
  columnFilters,
  containsTerms,
  filterKeys,
  isInKeys,
  isMarketed,
  type LeavesFew,
  type MarkFilter,
  markFilter,
  markFilters,
} from './conditions.ts'
import type { ListQuery } from './filters.ts'
import { sortings } from './sorting.ts'

/** How many books the filters leave, as far as the newest books tell. */
async function estimateChosen(db: Db, query: ListQuery): Promise<number> {
  const unmarked = { ...query, handOver: undefined, openToExchange: undefined }
  const { rows } = await sql<{ books: number }>`
    select count(*) filter (where fits)::float8 / greatest(count(*), 1) * greatest(count(*),
      (select reltuples from pg_class where oid = 'books'::regclass)) as books
    from (select ${allOf([...columnFilters(unmarked), ...branchFilter(query)])} as fits from books
      where ${isMarketed} order by ${sortings.newest.orderBy} limit ${sql.lit(sampledBooks)}) as newest`.execute(
    db,
  )
  return rows[0]?.books ?? 0
}

/**
 * By their index alone, whose order makes the planner use it; not asked where what else is known
 * leaves few enough.
 */
async function areFewMarked(
  db: Db,
  query: ListQuery,
  name: MarkFilter,
  most: number,
): Promise<boolean> {
  const max = Math.min(most, maxBooksOfMark)
  // Nearly all books aren't open to exchange.
  if (!query[name] || max <= maxCountedMatches) return false
  const { rows } = await sql<{ isFew: boolean }>`
    select count(*) <= ${max} as "isFew" from (
      select from books where ${allOf([isMarketed, ...markFilter(name, query)])}
      order by ${sortings.newest.orderBy} limit ${max + 1}) as marked`.execute(db)
  return rows[0]?.isFew === true
}

/** Of words that very many books have each, by the newest books of all. */
async function areRareTogether(db: Db, terms: readonly Term[]): Promise<boolean> {
  const { maxBooks, most } = commonWords
  const asked = terms.filter((term) => isInKeys(term) && term.books <= maxBooks)
  if (asked.length < 2) return false
  const { rows } = await sql<{ areRare: boolean }>`
    select count(*) <= ${most} as "areRare" from (
      select search_text from books where ${isMarketed}
      order by ${sortings.newest.orderBy} limit ${sql.lit(sampledBooks)}) as books
    where ${containsTerms(terms)}`.execute(db)
  return rows[0]?.areRare === true
}

/**
 * What leaves few enough books to look at all of them, where no word does by itself; undefined
 * where nothing does. A branch alone has indexes of its own.
 */
export async function findWhatLeavesFew(
  db: Db,
  query: ListQuery,
  terms: readonly Term[],
): Promise<LeavesFew> {
  const byWords = Math.min(...terms.map(({ books }) => books))
  const isOrdered = terms.length === 0 && allMarkFilters(query).length === 0
  const keys = filterKeys(isOrdered ? { ...query, branch: undefined } : query)
  const isAsked = byWords > maxBooksOfKey && keys.length > 0
  const byFilters = isAsked ? await estimateChosen(db, query) : Number.POSITIVE_INFINITY
  for (const name of markFilters)
    if (await areFewMarked(db, query, name, Math.min(byWords, byFilters))) return name
  if (byFilters <= maxBooksOfKey) return 'filters'
  return byWords > maxBooksOfKey && (await areRareTogether(db, terms)) ? 'words' : undefined
}
