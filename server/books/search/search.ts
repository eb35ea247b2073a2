// Filters and the search of book lists, as SQL conditions that indexes serve.
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { BookFilters } from '#contract/books/book-forms.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import { toPaise } from '#contract/common/schemas.ts'
import {
  maxRankedMatches,
  minExactMatches,
  minFuzzyWordLength,
  minWordSimilarity,
} from '#server/books/policy.ts'
import { isListedExcept } from '#server/books/views.ts'
import { type Db, likePattern, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readSearch, type SearchTerms } from './words.ts'

export type Filters = Omit<z.output<typeof BookFilters>, 'sort'> & {
  /** Absent for viewers who blocked nobody, so that they share cached answers. */
  hiddenSellers?: readonly string[]
}

/**
 * `all`: there is no search. `exact`: books that contain every word. `near`: also books with
 * similar words, because exact matches are few. `broad`: exact, but too many to rank by similarity.
 */
export const matchSteps = ['all', 'broad', 'exact', 'near'] as const
export type MatchStep = (typeof matchSteps)[number]

/** A number may not be misspelt, or one edition would find others. */
const canBeMisspelt = (word: string) => word.length >= minFuzzyWordLength && !/\d/.test(word)

export function matches({ isbn, words }: SearchTerms, step: MatchStep): RawBuilder<SqlBool> {
  if (isbn !== undefined) return sql<SqlBool>`books.isbn = ${isbn}`
  const conditions = words.map((word) => {
    const exact = sql<SqlBool>`books.search_text like ${likePattern(word)}`
    return step === 'near' && canBeMisspelt(word)
      ? sql<SqlBool>`(${exact} or ${word} <% books.search_text)`
      : exact
  })
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

export function rankOf(terms: SearchTerms): RawBuilder<number> {
  const similarity = sql`(word_similarity(${terms.words.join(' ')}, books.search_text) * 1000)::integer`
  return sql<number>`(case when ${matches(terms, 'exact')} then 2000 else 0 end + ${similarity})`
}

export function listCondition(filters: Filters, step: MatchStep): RawBuilder<SqlBool> {
  const { branch, bookType, condition, minPrice, maxPrice, rentable, hiddenSellers } = filters
  const conditions: RawBuilder<SqlBool>[] = [isListedExcept(hiddenSellers)]
  if (branch !== undefined) conditions.push(sql`books.branch = ${canonicalBranch(branch)}`)
  if (bookType !== undefined) conditions.push(sql`books.book_type = ${bookType}`)
  if (condition !== undefined) conditions.push(sql`books.condition = ${condition}`)
  if (minPrice !== undefined) conditions.push(sql`books.price >= ${toPaise(minPrice)}`)
  if (maxPrice !== undefined) conditions.push(sql`books.price <= ${toPaise(maxPrice)}`)
  if (rentable !== undefined) conditions.push(sql`books.is_rentable = ${rentable}`)
  if (step !== 'all') conditions.push(matches(readSearch(filters.search), step))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Runs queries with the similarity threshold that `<%` reads from the transaction's settings. */
export function withSimilarity<T>(
  db: Kysely<Tables>,
  step: MatchStep,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (step !== 'near') return work(db)
  return transact(db, async (db) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(minWordSimilarity)}, true)`.execute(
      db,
    )
    return work(db)
  })
}

async function countBooks(db: Kysely<Tables>, filters: Filters, step: MatchStep): Promise<number> {
  const { count } = await withSimilarity(db, step, (db) =>
    db
      .selectFrom('books')
      .innerJoin('accounts', 'accounts.id', 'books.seller_id')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(listCondition(filters, step))
      .executeTakeFirstOrThrow(),
  )
  return count
}

export async function findMatchStep(
  db: Kysely<Tables>,
  filters: Filters,
): Promise<{ step: MatchStep; total: number }> {
  const { isbn, words } = readSearch(filters.search)
  const step = isbn === undefined && words.length === 0 ? 'all' : 'exact'
  const total = await countBooks(db, filters, step)
  if (step === 'all') return { step, total }
  if (total > maxRankedMatches) return { step: 'broad', total }
  if (total >= minExactMatches || !words.some(canBeMisspelt)) return { step, total }
  return { step: 'near', total: await countBooks(db, filters, 'near') }
}
