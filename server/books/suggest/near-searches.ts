// Of a search that finds nothing: other searches, which do find something.
import { distance } from 'fastest-levenshtein'
import type { NearSearch } from '#contract/books/suggestions.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { minFuzzyWordLength, nearSearches } from '#server/books/policy.ts'
import type { PlacedQuery } from '#server/books/search/filters.ts'
import { readSearch, type TypedWord } from '#server/books/search/read-search.ts'
import { findTerms, findWordsLike } from '#server/books/search/vocabulary.ts'
import type { Db } from '#server/platform/database/database.ts'

type Try = Pick<NearSearch, 'search' | 'isCorrected'>

const toText = (words: readonly string[]) => words.join(' ').normalize('NFC')

/** The words nearest to one that no book has. */
async function findNearest(db: Db, word: string): Promise<string[]> {
  if (word.length < minFuzzyWordLength || /[\d ]/.test(word)) return []
  const maxTypos = Math.max(2, Math.floor(word.length * nearSearches.maxWrong))
  const like = await findWordsLike(db, word, nearSearches.minSimilarity)
  return like
    .map((other) => ({ other, typos: distance(word, other) }))
    .filter(({ typos }) => typos <= maxTypos)
    .sort((one, other) => one.typos - other.typos)
    .map(({ other }) => other)
}

/**
 * With the nearest words for those that no book has, and without these; where books have each of
 * them, but not together, without one of them.
 */
async function findTries(db: Db, words: readonly TypedWord[]): Promise<Try[]> {
  const terms = await findTerms(db, words, 1)
  const nearest = new Map<TypedWord, readonly string[]>()
  for (const [index, word] of words.entries()) {
    const { words: found, similar = [] } = terms[index] ?? {}
    const isUnknown = found?.length === 0 && similar.length === 0 && word.tags.length === 0
    if (isUnknown) nearest.set(word, await findNearest(db, word.word))
  }
  if (nearest.size === 0)
    return words
      .map((left) => words.filter((word) => word !== left).map(({ word }) => word))
      .reverse()
      .map((rest) => ({ search: toText(rest) }))
  const rest = words.filter((word) => !nearest.has(word)).map(({ word }) => word)
  const corrected = Array.from({ length: nearSearches.wordsTried }, (_, n) =>
    words.flatMap((word) => {
      const others = nearest.get(word)
      return others ? (others[n] ?? others[0] ?? []) : word.word
    }),
  )
  return [
    ...corrected
      .filter(({ length }) => length > rest.length)
      .map((tried) => ({ search: toText(tried), isCorrected: true })),
    { search: toText(rest) },
  ]
}

/** Counted as the list that the search leads to, with the same filters. */
export async function findNearSearches(db: Db, query: PlacedQuery): Promise<NearSearch[]> {
  const { words } = readSearch(query.search)
  if (words.length === 0) return []
  const found = new Map<string, NearSearch>()
  const tries = (await findTries(db, words)).filter(({ search }) => search !== '')
  for (const tried of tries.slice(0, nearSearches.maxTried)) {
    if (found.has(tried.search) || found.size === nearSearches.max) continue
    const asked = { ...query, search: tried.search, limit: 1, isByTitle: true }
    const { total = 0, isMinimum } = (await orderMarket(db, asked)).position
    if (total > 0) found.set(tried.search, { ...tried, total, ...(isMinimum && { isMinimum }) })
  }
  return [...found.values()]
}
