// Suggests searches for what somebody has typed so far. The result is the same for all viewers. It
// reveals only titles, authors and shops, so it may include books that a block hides from the viewer.

import { distance } from 'fastest-levenshtein'
import { type SqlBool, sql } from 'kysely'
import { normalize } from '#contract/books/normalize.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions as limits, maxCountedMatches } from '#server/books/limits.ts'
import { allOf, hasOneKey } from '#server/books/search/conditions.ts'
import { fillers } from '#server/books/search/words/dictionary.ts'
import { readSearch, splitWords } from '#server/books/search/words/read-search.ts'
import { maxTypos } from '#server/books/search/words/spelling.ts'
import { titleIdOf } from '#server/books/titles/listed-copies.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { findNamedPlaces } from '#server/places/named-places.ts'
import { viewPlace } from '#server/places/places.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import {
  type Begun,
  type FoundTitle,
  findBegun,
  findTitles,
  fits,
  hasBegun,
  plain,
  wordsOfAuthor,
} from './find-titles.ts'
import { findNamedFilters } from './name-filters.ts'

/** The index of shop names finds nothing by shorter words. */
const minIndexedLetters = 3

/**
 * Of the filters that the text names, suggests the most common ones for which a book on the market
 * also has the other words.
 */
async function suggestFilters(
  db: Db,
  text: string,
  terms: readonly Begun[],
): Promise<Suggestion[]> {
  const named = findNamedFilters(text)
  const [one] = named
  if (!one) return []
  const left = new Set(readSearch(one.suggestion.search).words.map(({ word }) => word))
  const byKeys = hasBegun(terms.filter(({ word }) => left.has(word)))
  const { rows } = await sql<{ tag: string }>`
    with commonest as (
      select word, books from search_words where word = any(${named.map(({ tag }) => tag)}::text[])
      order by books desc limit ${sql.lit(2 * limits.maxFilters)})
    select word as tag from commonest
    where (${byKeys.length === 0}::boolean and books > ${sql.lit(maxCountedMatches)})
      or exists (select from books where ${hasOneKey(sql`array[commonest.word]`)}
        and ${allOf([...byKeys, isOnMarketExcept()])})
    order by books desc limit ${sql.lit(limits.maxFilters)}`.execute(db)
  return rows.flatMap((row) =>
    named.flatMap(({ tag, suggestion }) => (tag === row.tag ? [suggestion] : [])),
  )
}

/**
 * Suggests shops with books on the market whose name has words that begin with all typed ones. Words
 * such as 'books', which many shop names have, don't count.
 */
async function suggestShops(db: Db, typed: string): Promise<Suggestion[]> {
  const words = typed.split(/\s+/).filter((word) => word !== '' && !fillers.has(normalize(word)))
  if (!words.some(({ length }) => length >= minIndexedLetters)) return []
  const begins = words.map(
    (word) => sql<SqlBool>`shop_name ilike ${likePattern(word)}
      and ' ' || shop_name ilike ${likePattern(` ${word}`)}`,
  )
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'shop_name', 'pin_code'])
    .where(allOf(begins))
    .where('shop_name', 'is not', null)
    .where('status', '=', 'active')
    .where(
      sql<SqlBool>`exists (select from books where seller_id = accounts.id
        and books.deleted_at is null and available > 0 and not is_hidden)`,
    )
    .orderBy('rating_count', 'desc')
    .orderBy('id')
    .limit(limits.maxShops)
    .execute()
  return rows.map(({ id, shop_name, pin_code }) => ({
    kind: 'shop',
    text: `Books from ${shop_name}`,
    seller: id,
    city: viewPlace(pin_code)?.city,
  }))
}

/**
 * Suggests a place if nothing else is typed. Together with other words, its name may be part of a
 * title.
 */
const suggestPlaces = (text: string): Suggestion[] =>
  findNamedPlaces(text).flatMap(({ name, near, city, search }): Suggestion[] => {
    if (search !== '') return []
    return near === undefined
      ? [{ kind: 'place', text: `Books in ${name}`, ...(city && { city }), search }]
      : [{ kind: 'place', text: `Books near ${name}`, near, search }]
  })

/** Returns the first row of each key. Keys with the most books in total come first. */
function oneOfEach<Row extends { books: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const count = (of: readonly Row[]) => of.reduce((sum, { books }) => sum + books, 0)
  const groups = [...Map.groupBy(rows, keyOf).values()]
  return groups.sort((one, other) => count(other) - count(one)).flatMap((of) => of.slice(0, 1))
}

/** Returns authors whose names have all typed words, each once in any spelling. */
const authorsOf = (found: readonly FoundTitle[], terms: readonly Begun[]): string[] =>
  oneOfEach(
    found.filter(({ words }) => terms.every((term) => fits(term, words.author))),
    ({ author }) => plain(author).replaceAll(' ', ''),
  ).map(({ author }) => author)

/** Whether the word is spelled like the typed one, not only sounds like it. */
const isSpelt = (word: string, typed: string) =>
  word.startsWith(typed) || distance(word, typed) <= maxTypos.short

/**
 * Completes the last typed word as books spell it, if one title or author has all typed words.
 */
function completionsOf(
  found: readonly FoundTitle[],
  terms: readonly Begun[],
  text: string,
): string[] {
  const typed = splitWords(text)
  const last = typed.pop() ?? ''
  const term = terms.find(({ word }) => word === last)
  if (!term) return []
  const isCompletion = (word: string) =>
    word !== last &&
    !fillers.has(word) &&
    /^[\p{L}\p{M}'-]+$/u.test(word) &&
    fits(term, [word]) &&
    isSpelt(word, last)
  const completed = found.flatMap(({ words, books }) =>
    [words.title, words.author]
      .filter((part) =>
        terms.every(
          (one) => one === term || fits(one, part) || (part === words.title && one.tags.length > 0),
        ),
      )
      .flatMap((part) => [...new Set(part)].filter(isCompletion))
      .map((word) => ({ word, books })),
  )
  return oneOfEach(completed, ({ word }) => word).map(({ word }) =>
    [...typed, word].join(' ').normalize('NFC'),
  )
}

/** Whether another suggestion says the same. */
function isSaidBy(completion: string, others: readonly Suggestion[]): boolean {
  const words = splitWords(completion)
  return others.some(({ kind, text }) =>
    kind === 'author'
      ? words.every((word) => wordsOfAuthor(text).includes(word))
      : plain(text) === words.join(' '),
  )
}

export async function suggest(db: Db, typed: string): Promise<Suggestion[]> {
  const text = normalize(typed)
  if (text.length < limits.minLetters) return []
  const { isbn, words } = readSearch(text)
  const terms = await findBegun(db, words)
  const shops = await suggestShops(db, typed)
  if (isbn === undefined && terms.length === 0) return shops
  const found = await findTitles(db, isbn, terms)
  const filters = [...suggestPlaces(text), ...(await suggestFilters(db, text, terms))].slice(
    0,
    limits.maxFilters,
  )
  const [maxSearches, maxAuthors] =
    filters.length === 0 ? [limits.maxSearches, limits.maxAuthors] : [1, 1]
  const authors = (terms.length === 0 ? [] : authorsOf(found, terms))
    .slice(0, maxAuthors)
    .map((text): Suggestion => ({ kind: 'author', text }))
  const titles = found.slice(0, limits.max).map(
    ({ title, author, titleKey }): Suggestion => ({
      kind: 'title',
      text: title,
      author,
      title: titleIdOf(titleKey),
    }),
  )
  const searches = completionsOf(found, terms, text)
    .filter((text) => !isSaidBy(text, [...authors, ...titles]))
    .slice(0, maxSearches)
    .map((text): Suggestion => ({ kind: 'search', text }))
  return [...filters, ...searches, ...authors, ...shops, ...titles].slice(0, limits.max)
}
