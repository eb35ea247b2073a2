// SQL conditions that filter books. The index `books_keys` contains their words and most filters;
// its keys come from `listing_keys` (db/migrations/0005_search.sql).
import { type Expression, type SqlBool, sql } from 'kysely'
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

export type Condition = Expression<SqlBool>

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/**
 * Hides a condition from the planner, which then assumes that it is often true and doesn't look for
 * an index.
 */
export const hideFromPlanner = (condition: Condition): Condition =>
  sql`case when ${condition} then true else false end`

export const isForSale = sql<SqlBool>`books.deleted_at is null and books.available > 0`

const listingKeys = sql`listing_keys(books.search_text, books.branch, books.book_type,
  books.condition, books.is_rentable, books.open_to_exchange, books.hand_overs, books.city)`
const hasAllKeys = (keys: readonly string[]): Condition =>
  sql`${listingKeys} @> ${arrayOf('text', keys)}`
export const hasOneKey = (keys: readonly string[] | Expression<unknown>): Condition =>
  sql`${listingKeys} && ${'length' in keys ? arrayOf('text', keys) : keys}`

/** The chosen filters of columns that the index of keys supports. */
const columnFilters = (filters: Filters) =>
  [
    { name: 'type', value: filters.bookType, column: sql`books.book_type` },
    { name: 'condition', value: filters.condition, column: sql`books.condition` },
    { name: 'rentable', value: filters.rentable, column: sql`books.is_rentable` },
    { name: 'by', value: filters.handOver, column: sql`any(books.hand_overs)` },
    { name: 'open', value: filters.openToExchange, column: sql`books.open_to_exchange` },
  ].filter(({ value }) => value !== undefined)

/** The filters that the index of keys can check. */
export function keyFilters(filters: Filters): Condition[] {
  const { branch, city } = filters
  const keys = [
    ...filterTags(filters),
    ...columnFilters(filters).map(({ name, value }) => `${name}:${value}`),
    ...(branch === undefined ? [] : [`branch:${canonicalBranch(branch)}`]),
  ].filter((key) => key !== 'open:false')
  return [
    ...(keys.length > 0 ? [hasAllKeys(keys)] : []),
    ...(city === undefined ? [] : [hasOneKey(cityKeysOf(city).map((key) => `city:${key}`))]),
  ]
}

/** All filters except branch and price, to check on each book that an index found. */
export const rowFilters = (filters: Filters): Condition[] => [
  isOnMarketExcept(filters.hiddenSellers),
  ...isWithin(filters),
  ...columnFilters(filters).map(({ value, column }): Condition => sql`${value} = ${column}`),
  ...(filters.city === undefined
    ? []
    : [sql<SqlBool>`books.city = any(${arrayOf('text', cityKeysOf(filters.city))})`]),
  ...filterTags(filters).map(
    (tag): Condition => sql`position(${` ${tag} `} in books.search_text || ' ') > 0`,
  ),
]

/** The branch as a range, because with = the planner may search for the branch among all books. */
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

/** The seller as a range, for the same reason as the branch. */
export const ofSeller = (seller: string | undefined): Condition[] =>
  seller === undefined ? [] : [sql<SqlBool>`books.seller_id between ${seller} and ${seller}`]

/** All filters, and the conditions of a search. */
export const conditionOf = (query: Filters, words: readonly Condition[] = []): Condition =>
  allOf([
    ...rowFilters(query),
    ...inBranch(query.branch),
    ...ofSeller(query.seller),
    ...priceFilters(query),
    ...words,
  ])

/** Shorter texts would match inside too many words, so they must match the start of a word. */
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
  return sql`' ' || books.search_text like any(${arrayOf('text', patterns.map(likePattern))})`
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
