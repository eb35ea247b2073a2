// What books are chosen by, as SQL. One index has their words and all that they are filtered by:
// `listing_keys` (db/migrations/0005_search.sql).
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { toPaise } from '#contract/common/schemas.ts'
import {
  commonWords,
  maxBooksOfKey,
  maxKeyComparisons,
  maxPriceRangeOfKeys,
} from '#server/books/policy.ts'
import {
  isAbbreviation,
  type SearchTerms,
  type TypedWord,
} from '#server/books/search/words/read-search.ts'
import { filterTags } from '#server/books/search/words/tags.ts'
import type { Term } from '#server/books/search/words/vocabulary.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { arrayOf, likePattern } from '#server/platform/database/database.ts'
import type { Filters } from './filters.ts'

export type Condition = RawBuilder<SqlBool>

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

export const isMarketed = sql<SqlBool>`books.deleted_at is null and books.available > 0`
const listingKeys = sql`listing_keys(books.search_text, books.branch, books.book_type,
  books.condition, books.is_rentable, books.price)`

export const hasKeysOf = (keys: RawBuilder<unknown>): Condition => sql`${listingKeys} @> ${keys}`
const hasKeys = (keys: readonly string[]): Condition => hasKeysOf(arrayOf('text', keys))
export const hasOneKey = (keys: readonly string[]): Condition =>
  sql`${listingKeys} && ${arrayOf('text', keys)}`

export function filterKeys(filters: Filters): string[] {
  const { branch, bookType, condition, rentable } = filters
  const keys = filterTags(filters)
  if (branch !== undefined) keys.push(`branch:${canonicalBranch(branch)}`)
  if (bookType !== undefined) keys.push(`type:${bookType}`)
  if (condition !== undefined) keys.push(`condition:${condition}`)
  if (rentable !== undefined) keys.push(`rentable:${rentable}`)
  return keys
}

const hasTag = (tag: string): Condition =>
  sql`position(${` ${tag} `} in books.search_text || ' ') > 0`

/** What a list can be read by from an index of its own, which the index of keys doesn't have. */
export const markFilters = ['openToExchange', 'handOver'] as const
export type MarkFilter = (typeof markFilters)[number]

/** As the indexes books_open, books_met and books_sent have it. */
export function markFilter(name: MarkFilter, filters: Filters): Condition[] {
  const { openToExchange, handOver } = filters
  if (name === 'handOver')
    return handOver === undefined ? [] : [sql`books.hand_overs @> ${sql.lit(`{${handOver}}`)}`]
  if (openToExchange === undefined) return []
  return [openToExchange ? sql`books.open_to_exchange` : sql`not books.open_to_exchange`]
}

export const allMarkFilters = (filters: Filters): Condition[] =>
  markFilters.flatMap((name) => markFilter(name, filters))

export function columnFilters(filters: Filters) {
  const { bookType, condition, rentable, hiddenSellers } = filters
  const conditions: Condition[] = [isOnMarketExcept(hiddenSellers)]
  if (bookType !== undefined) conditions.push(sql`books.book_type = ${bookType}`)
  if (condition !== undefined) conditions.push(sql`books.condition = ${condition}`)
  if (rentable !== undefined) conditions.push(sql`books.is_rentable = ${rentable}`)
  return [...conditions, ...allMarkFilters(filters), ...filterTags(filters).map(hasTag)]
}

export const branchFilter = ({ branch }: Filters): Condition[] =>
  branch === undefined ? [] : [sql`books.branch = ${canonicalBranch(branch)}`]

export function priceFilters({ minPrice, maxPrice }: Filters): Condition[] {
  const conditions: Condition[] = []
  if (minPrice !== undefined) conditions.push(sql`books.price >= ${toPaise(minPrice)}`)
  if (maxPrice !== undefined) conditions.push(sql`books.price <= ${toPaise(maxPrice)}`)
  return conditions
}

/** A narrow range of prices as keys: books a little outside may have them too. */
function priceKeys({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: Filters): Condition[] {
  return maxPrice - minPrice > maxPriceRangeOfKeys
    ? []
    : [sql`${listingKeys} && (select price_keys(${toPaise(minPrice)}, ${toPaise(maxPrice)}))`]
}

const containsOne = (texts: readonly string[], begun: readonly string[] = []): Condition =>
  begun.length > 0
    ? sql`' ' || books.search_text like any(${[...texts, ...begun.map((one) => ` ${one}`)].map(likePattern)}::text[])`
    : texts.length === 1
      ? sql`position(${texts[0]} in books.search_text) > 0`
      : sql`books.search_text like any(${texts.map(likePattern)}::text[])`

/** Shorter sounds would match too many words. */
const minSoundLength = 3

function contains(term: TypedWord & Partial<Pick<Term, 'sounds' | 'similar' | 'meantTags'>>) {
  const { word, tags, sounds = [], similar = [], meantTags = [] } = term
  const others = [...tags, ...sounds, ...similar, ...meantTags]
  const isShort = (one: string) => one.length < minSoundLength
  const begun = others.filter(isShort)
  const inside = others.filter((one) => !isShort(one))
  return isAbbreviation(term)
    ? containsOne(inside, [word, ...begun])
    : containsOne([word, ...inside], begun)
}

export const containsText = (text: string): Condition => containsOne([text])

/** Books that contain every word, without asking an index. */
export const containsAll = ({ isbn, words }: Pick<SearchTerms, 'isbn' | 'words'>): Condition =>
  isbn === undefined ? allOf(words.map((word) => contains(word))) : sql`books.isbn = ${isbn}`

export const containsTerms = (terms: readonly Term[]): Condition =>
  allOf(terms.map(({ word, tags, sounds }) => contains({ word, tags, sounds })))

export const containsSimilar = (terms: readonly Term[]): Condition => allOf(terms.map(contains))

/** The index of keys can be asked for it. */
export const isInKeys = ({ words, books }: Term): boolean =>
  words !== undefined && words.length * books <= maxKeyComparisons

/** `words` that are common each, and rare together. */
export type LeavesFew = 'filters' | MarkFilter | 'words' | undefined

export const isMarkFilter = (leavesFew: LeavesFew): leavesFew is MarkFilter =>
  leavesFew !== undefined && leavesFew !== 'filters' && leavesFew !== 'words'

export type KeyOptions = {
  /** Also words like those that are looked for. */
  withSimilar: boolean
  /** What leaves few enough books to look at all of them. */
  leavesFew: LeavesFew
}

/**
 * Books that contain every word by the index; undefined where it would find too many. Words that
 * very many books have are looked for in what the others find.
 */
export function findByKeys(
  terms: readonly Term[],
  filters: Filters,
  { withSimilar, leavesFew }: KeyOptions,
): Condition | undefined {
  const keys = filterKeys(filters)
  const byFilters = [...(keys.length > 0 ? [hasKeys(keys)] : []), ...priceKeys(filters)]
  const usable = terms.filter(isInKeys)
  const fewest = Math.min(...usable.map(({ books }) => books))
  const isRare = fewest <= maxBooksOfKey || leavesFew === 'filters'
  const mostOfCommon = leavesFew === 'words' ? commonWords.maxBooks : 0
  const most = isRare ? Math.max(maxBooksOfKey, 10 * fewest) : mostOfCommon
  const chosen = usable.filter(({ books }) => books <= most)
  if (chosen.length === 0 && leavesFew !== 'filters') return undefined
  const others = terms.filter((term) => !chosen.includes(term))
  return allOf([
    ...chosen.map(
      ({ words = [], similar, meantTags }): Condition =>
        hasOneKey(withSimilar ? [...words, ...similar, ...meantTags] : words),
    ),
    ...byFilters,
    withSimilar ? containsSimilar(others) : containsTerms(others),
  ])
}

/** A condition that the planner takes for true of every other book, whatever it is. */
export const unplanned = (condition: Condition): Condition =>
  sql`case when ${condition} then true else false end`
