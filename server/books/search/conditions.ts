// SQL conditions that filter books. One index contains their words and most filters: `listing_keys`
// (db/migrations/0005_search.sql).
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { toPaise } from '#contract/common/schemas.ts'
import { isAbbreviation, type SearchTerms } from '#server/books/search/words/read-search.ts'
import { filterTags } from '#server/books/search/words/tags.ts'
import type { Term } from '#server/books/search/words/terms.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { cityKeysOf } from '#server/places/places.ts'
import { arrayOf, likePattern } from '#server/platform/database/database.ts'
import { type Filters, isWithin } from './filters.ts'

/**
 * If the index of keys needs more comparisons than this for a word, it isn't used for that word. It
 * compares each book that has one of the word's spellings with all spellings.
 */
const maxKeyComparisons = 20_000_000

export type Condition = RawBuilder<SqlBool>

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** The planner assumes that this is true for every other book, so it won't look for an index. */
export const hideFromPlanner = (condition: Condition): Condition =>
  sql`case when ${condition} then true else false end`

export const isForSale = sql<SqlBool>`books.deleted_at is null and books.available > 0`

const listingKeys = sql`listing_keys(books.search_text, books.branch, books.book_type,
  books.condition, books.is_rentable, books.open_to_exchange, books.hand_overs, books.city)`
const hasAllKeys = (keys: readonly string[]): Condition =>
  sql`${listingKeys} @> ${arrayOf('text', keys)}`
export const hasOneKey = (keys: readonly string[] | RawBuilder<unknown>): Condition =>
  sql`${listingKeys} && ${'length' in keys ? arrayOf('text', keys) : keys}`

/** The filters that the index of keys supports. */
export function keyFilters(filters: Filters): Condition[] {
  const { branch, bookType, condition, rentable, handOver, openToExchange, city } = filters
  const keys = filterTags(filters)
  if (branch !== undefined) keys.push(`branch:${canonicalBranch(branch)}`)
  if (bookType !== undefined) keys.push(`type:${bookType}`)
  if (condition !== undefined) keys.push(`condition:${condition}`)
  if (rentable !== undefined) keys.push(`rentable:${rentable}`)
  if (handOver !== undefined) keys.push(`by:${handOver}`)
  if (openToExchange) keys.push('open:true')
  return [
    ...(keys.length > 0 ? [hasAllKeys(keys)] : []),
    ...(city === undefined ? [] : [hasOneKey(cityKeysOf(city).map((key) => `city:${key}`))]),
  ]
}

/**
 * The same filters and the others, except branch and price, checked on each book that was found.
 */
export function rowFilters(filters: Filters): Condition[] {
  const { bookType, condition, rentable, handOver, openToExchange, city, hiddenSellers } = filters
  const conditions: Condition[] = [isOnMarketExcept(hiddenSellers), ...isWithin(filters)]
  if (bookType !== undefined) conditions.push(sql`books.book_type = ${bookType}`)
  if (condition !== undefined) conditions.push(sql`books.condition = ${condition}`)
  if (rentable !== undefined) conditions.push(sql`books.is_rentable = ${rentable}`)
  if (handOver !== undefined) conditions.push(sql`${handOver} = any(books.hand_overs)`)
  if (openToExchange !== undefined) conditions.push(sql`books.open_to_exchange = ${openToExchange}`)
  if (city !== undefined)
    conditions.push(sql`books.city = any(${arrayOf('text', cityKeysOf(city))})`)
  for (const tag of filterTags(filters))
    conditions.push(sql`position(${` ${tag} `} in books.search_text || ' ') > 0`)
  return conditions
}

/** The branch as a range. With =, the planner may search for it among all books. */
export const inBranch = (branch: string | undefined): Condition[] =>
  branch === undefined
    ? []
    : [sql`books.branch between ${canonicalBranch(branch)} and ${canonicalBranch(branch)}`]

export function priceFilters({ minPrice, maxPrice }: Filters): Condition[] {
  const conditions: Condition[] = []
  if (minPrice !== undefined) conditions.push(sql`books.price >= ${toPaise(minPrice)}`)
  if (maxPrice !== undefined) conditions.push(sql`books.price <= ${toPaise(maxPrice)}`)
  return conditions
}

/** All filters, and the conditions of a search. */
export const conditionOf = (query: Filters, words: readonly Condition[] = []): Condition =>
  allOf([...rowFilters(query), ...inBranch(query.branch), ...priceFilters(query), ...words])

/** Shorter texts would match inside too many words, so they match only at the start of words. */
const minLettersInside = 3

type Asked = Pick<Term, 'word' | 'tags'> & Partial<Term>

/** Whether the text of a book contains a word, its tags, or the same word in another script. */
function isInText(term: Asked, withSimilar: boolean): Condition {
  const { word, tags, sounds = [], similar = [], meantTags = [] } = term
  const others = [...tags, ...sounds, ...(withSimilar ? [...similar, ...meantTags] : [])]
  const patterns = [
    isAbbreviation(term) ? ` ${word}` : word,
    ...others.map((one) => (one.length < minLettersInside ? ` ${one}` : one)),
  ]
  return sql`' ' || books.search_text like any(${patterns.map(likePattern)}::text[])`
}

export const containsTerms = (terms: readonly Asked[], withSimilar = false): Condition =>
  allOf(terms.map((term) => isInText(term, withSimilar)))

/** Matches books with the ISBN or all words, without using an index. */
export const containsAll = ({ isbn, words }: Pick<SearchTerms, 'isbn' | 'words'>): Condition =>
  isbn === undefined ? containsTerms(words) : sql`books.isbn = ${isbn}`

/**
 * Whether the index of keys can find a word. It compares each book with all spellings of the word.
 */
export const isInKeys = ({ words, books }: Term): boolean =>
  words !== undefined && words.length * books <= maxKeyComparisons

/** Finds words by the index of keys, and checks the other words in the books that it finds. */
export function hasTerms(terms: readonly Term[], isByKey: (term: Term) => boolean): Condition[] {
  const byKey = terms.filter(isByKey)
  return [
    ...byKey.map(({ words = [], similar, meantTags }) =>
      hasOneKey([...words, ...similar, ...meantTags]),
    ),
    ...terms
      .filter((term) => !byKey.includes(term))
      .map((term) => hideFromPlanner(isInText(term, true))),
  ]
}
