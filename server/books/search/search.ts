// Filters and the search of book lists, as SQL conditions that indexes serve.
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { toPaise } from '#contract/common/schemas.ts'
import { countListed, isCounted } from '#server/books/listed-counts.ts'
import {
  maxCountedMatches,
  maxRankedMatches,
  minExactMatches,
  minFuzzyWordLength,
  minWordSimilarity,
} from '#server/books/policy.ts'
import { isListedExcept } from '#server/books/views.ts'
import { type Db, likePattern, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Filters } from './filters.ts'
import { readSearch, type SearchTerms } from './words.ts'

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

/** Counts up to one more than `maxCountedMatches`. */
async function countMatches(
  db: Kysely<Tables>,
  filters: Filters,
  step: MatchStep,
): Promise<number> {
  const { count } = await withSimilarity(db, step, (db) =>
    db
      .selectFrom(
        db
          .selectFrom('books')
          .innerJoin('accounts', 'accounts.id', 'books.seller_id')
          .select('books.id')
          .where(listCondition(filters, step))
          .limit(maxCountedMatches + 1)
          .as('matches'),
      )
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow(),
  )
  return count
}

/** `isMinimum`: there are more than `total`. */
export type Matches = { step: MatchStep; total: number; isMinimum: boolean }

const upToCeiling = (step: MatchStep, count: number): Matches => ({
  step,
  total: Math.min(count, maxCountedMatches),
  isMinimum: count > maxCountedMatches,
})

/** How a list is searched, and how many books it has: exactly, or up to a ceiling. */
export async function findMatches(db: Kysely<Tables>, filters: Filters): Promise<Matches> {
  const { isbn, words } = readSearch(filters.search)
  const step = isbn === undefined && words.length === 0 ? 'all' : 'exact'
  const { search: _, ...chosen } = filters
  if (step === 'all' && isCounted(chosen))
    return { step, total: await countListed(db, chosen), isMinimum: false }
  const count = await countMatches(db, filters, step)
  if (step === 'all') return upToCeiling(step, count)
  if (count > maxRankedMatches) return upToCeiling('broad', count)
  if (count >= minExactMatches || !words.some(canBeMisspelt)) return upToCeiling(step, count)
  return upToCeiling('near', await countMatches(db, filters, 'near'))
}
