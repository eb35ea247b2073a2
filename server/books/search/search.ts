// What a list of books is narrowed by, and how far a search reaches. All of it happens in the database, by index.
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { BookFilters } from '#contract/book-forms.ts'
import { canonicalBranch } from '#contract/branches.ts'
import { toPaise } from '#contract/common.ts'
import { isListed } from '#server/books/views.ts'
import { type Db, likePattern, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readSearch, type SearchTerms } from './words.ts'

export type Filters = Omit<z.output<typeof BookFilters>, 'sort'>

/**
 * `exact` finds the books that contain every word. Where those are scarce, `near` also finds books with words much like
 * the ones asked for. Where they are so many that ranking them by likeness would cost more than it tells, it is `broad`.
 */
export const matchSteps = ['all', 'broad', 'exact', 'near'] as const
export type MatchStep = (typeof matchSteps)[number]
const scarce = 24
const many = 1000

/** Words of at least four letters may be misspelt; numbers may not, or one edition would find others. */
const isMistakable = (word: string) => word.length >= 4 && !/\d/.test(word)
/** This share of a misspelt word's trigrams must be in the book's words. */
const leastLikeness = 0.5

/** Whether a book is what a search is for. */
export function answers({ isbn, words }: SearchTerms, reach: MatchStep): RawBuilder<SqlBool> {
  if (isbn !== undefined) return sql<SqlBool>`books.isbn = ${isbn}`
  const holds = words.map((word) => {
    const exact = sql<SqlBool>`books.search_text like ${likePattern(word)}`
    return reach === 'near' && isMistakable(word)
      ? sql<SqlBool>`(${exact} or ${word} <% books.search_text)`
      : exact
  })
  return holds.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(holds, sql` and `)})`
}

/** How well a book answers a search: books with every word first, then by likeness. */
export function rankOf(sought: SearchTerms): RawBuilder<number> {
  const likeness = sql`(word_similarity(${sought.words.join(' ')}, books.search_text) * 1000)::integer`
  return sql<number>`(case when ${answers(sought, 'exact')} then 2000 else 0 end + ${likeness})`
}

/** All that the public lists are narrowed by, as one condition on `books` and `people`. */
export function narrowedBy(filters: Filters, reach: MatchStep): RawBuilder<SqlBool> {
  const { branch, bookType, condition, minPrice, maxPrice, rentable } = filters
  const all: RawBuilder<SqlBool>[] = [isListed]
  if (branch !== undefined) all.push(sql`books.branch = ${canonicalBranch(branch)}`)
  if (bookType !== undefined) all.push(sql`books.book_type = ${bookType}`)
  if (condition !== undefined) all.push(sql`books.condition = ${condition}`)
  if (minPrice !== undefined) all.push(sql`books.price >= ${toPaise(minPrice)}`)
  if (maxPrice !== undefined) all.push(sql`books.price <= ${toPaise(maxPrice)}`)
  if (rentable !== undefined) all.push(sql`books.is_rentable = ${rentable}`)
  if (reach !== 'all') all.push(answers(readSearch(filters.search), reach))
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** Runs queries that reach so far; the likeness that `<%` asks for is a setting of the transaction. */
export function within<T>(
  db: Kysely<Tables>,
  reach: MatchStep,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (reach !== 'near') return work(db)
  return transact(db, async (db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(leastLikeness)}, true)`.execute(
      db,
    )
    return work(db)
  })
}

/** How many books a list has. */
export async function countBooks(
  db: Kysely<Tables>,
  filters: Filters,
  reach: MatchStep,
): Promise<number> {
  const { count } = await within(db, reach, (db) =>
    db
      .selectFrom('books')
      .innerJoin('people', 'people.id', 'books.seller_id')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(narrowedBy(filters, reach))
      .executeTakeFirstOrThrow(),
  )
  return count
}

/** How far this search should reach, and how many books it then finds. */
export async function findMatchStep(
  db: Kysely<Tables>,
  filters: Filters,
): Promise<{ reach: MatchStep; total: number }> {
  const { isbn, words } = readSearch(filters.search)
  const reach = isbn === undefined && words.length === 0 ? 'all' : 'exact'
  const total = await countBooks(db, filters, reach)
  if (reach === 'all') return { reach, total }
  if (total > many) return { reach: 'broad', total }
  if (total >= scarce || !words.some(isMistakable)) return { reach, total }
  return { reach: 'near', total: await countBooks(db, filters, 'near') }
}
