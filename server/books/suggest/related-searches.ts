// Suggests searches that find something if a search finds nothing.
import { isDeepStrictEqual as isEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import type { RelatedSearch } from '#contract/books/suggestions.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import type { ListQuery } from '#server/books/search/filters.ts'
import { fillers, readingWords, weakWords } from '#server/books/search/words/dictionary.ts'
import {
  findNamedPrice,
  readSearch,
  type TypedWord,
} from '#server/books/search/words/read-search.ts'
import { canBeMisspelt, maxTypos } from '#server/books/search/words/spelling.ts'
import { tagSign } from '#server/books/search/words/tags.ts'
import { findTerms, type LookUp, lookUpFrom, type Term } from '#server/books/search/words/terms.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Limits of the searches that are tried and shown if a search finds nothing. */
const limits = {
  maxTried: 6,
  max: 3,
  wordsTried: 2,
  /** Lower than `minWordSimilarity`, because the search itself has found nothing. */
  minSimilarity: 0.3,
  /** The share of a word's letters that may be wrong. In a short word, two letters may be. */
  maxWrong: 0.34,
} as const

type Try = Pick<RelatedSearch, 'search' | 'maxPrice'> & {
  /** Whether words are guessed. Such a search is only useful if books have all of its words. */
  isGuess?: boolean
}

/** A typed word in spellings of books, the likeliest first. */
type Spelt = Term & { spellings: readonly string[]; isGuess: boolean }

const toText = (words: readonly string[]) => [...new Set(words)].join(' ').normalize('NFC')
const isSmall = (word: string) => fillers.has(word) || weakWords.has(word)

/** Sorts by typos; words with equally many stay in order. */
function nearestFirst(word: string, others: readonly string[], max: number): string[] {
  return others
    .filter((other) => !other.startsWith(tagSign) && !isSmall(other))
    .map((other) => ({ other, typos: distance(word, other) }))
    .filter(({ typos }) => typos <= max)
    .sort((one, other) => one.typos - other.typos)
    .map(({ other }) => other)
}

/**
 * Returns spellings for a word that isn't a whole word of books: slightly longer words, words that
 * sound like it, or similar words.
 */
function spellingsOf({ word, tags, words = [], match, sounds, similar }: Term): string[] {
  if (tags.length > 0 || match === 'exact' || !canBeMisspelt(word)) return [word]
  const longer = words.filter((other) => other.startsWith(word))
  if (match === 'prefix') return [...nearestFirst(word, longer, maxTypos.short), word]
  return nearestFirst(word, sounds.length > 0 ? sounds : similar, word.length)
}

/** Returns the words that books have in some spelling. */
async function spell(db: Db, words: readonly TypedWord[], lookUp?: LookUp): Promise<Spelt[]> {
  const spelt: Spelt[] = []
  for (const term of await findTerms(db, words, { few: 1, lookUp })) {
    const { word, books, similar } = term
    const spellings = books === 0 && similar.length === 0 ? [] : spellingsOf(term)
    const isGuess = spellings.length === 0 && canBeMisspelt(word)
    const [like] = isGuess ? await lookUpFrom(db, limits)([term], 1) : []
    const max = Math.max(2, Math.floor(word.length * limits.maxWrong))
    const guesses = nearestFirst(word, like?.similar_words ?? [], max)
    spelt.push({ ...term, spellings: isGuess ? guesses : spellings, isGuess })
  }
  return spelt.filter(({ spellings }) => spellings.length > 0)
}

/** Whether a search is specific enough: 'under' or '100' alone isn't. */
const saysEnough = (words: readonly TypedWord[]) =>
  words.some(({ word, tags }) => tags.length > 0 || !(isSmall(word) || /^(?:.|\d+)$/u.test(word)))

const toTries = (words: readonly Spelt[], count = 1): Try[] =>
  Array.from({ length: saysEnough(words) ? count : 0 }, (_, nth) => ({
    search: toText(words.map(({ spellings }) => spellings[nth] ?? spellings[0] ?? '')),
    isGuess: words.some(({ isGuess }) => isGuess),
  }))

/**
 * Returns searches in rounds: all words as books spell them, and without guessed ones; then without
 * one word; then each word alone, the rarest first. A typed price becomes a filter.
 */
async function findRounds(db: Db, search: string, lookUp?: LookUp): Promise<Try[][]> {
  const named = findNamedPrice(search)
  const { words } = readSearch(named?.search ?? search)
  const known = await spell(db, words, lookUp)
  const together = [
    ...toTries(known, limits.wordsTried),
    ...toTries(known.filter(({ isGuess }) => !isGuess)),
  ]
  const isAny = words.every(({ word }) => fillers.has(word))
  const kinds = words.filter(({ word }) => isAny && readingWords.has(word))
  const any = [...(kinds.length > 0 ? [toText(kinds.map(({ word }) => word))] : []), '']
  const priced = [...together, ...(isAny ? any.map((search) => ({ search })) : [])]
  return [
    ...(named ? [priced.map((one) => ({ ...one, maxPrice: named.maxPrice }))] : []),
    together,
    known.toReversed().flatMap((left) => toTries(known.filter((word) => word !== left))),
    known.toSorted((one, other) => one.books - other.books).flatMap((word) => toTries([word])),
  ]
}

const keyOf = ({ search, maxPrice }: Try) => `${search} ${maxPrice}`

/**
 * Finds related searches, with the number of titles that they find with the same filters. A search
 * that finds only books without some of its words is suggested without them. Each round is tried
 * only if those before it found nothing.
 */
export async function findRelatedSearches(
  db: Db,
  query: ListQuery,
  lookUp?: LookUp,
): Promise<RelatedSearch[]> {
  const typed = readSearch(query.search).words.map(({ word }) => word)
  const tried = new Set([keyOf({ search: toText(typed) })])
  const found = new Map<string, RelatedSearch>()
  for (const round of await findRounds(db, query.search ?? '', lookUp)) {
    for (const { isGuess, ...one } of round) {
      const isDone = tried.size > limits.maxTried || found.size === limits.max
      if (isDone || tried.has(keyOf(one))) continue
      tried.add(keyOf(one))
      const options = { isByTitle: true, isStrict: isGuess, lookUp }
      const order = await orderMarket(db, { ...query, ...one, limit: 1 }, options)
      const { relaxedTo, position } = order
      const { total = 0, isMinimum } = position
      const search = relaxedTo ? toText(relaxedTo.map(({ word }) => word)) : one.search
      const saysSame =
        !relaxedTo || (saysEnough(relaxedTo) && isEqual(readSearch(search).words, relaxedTo))
      const key = keyOf({ ...one, search })
      if (total === 0 || !saysSame || found.has(key)) continue
      const words = new Set(typed.flatMap((word) => word.split(' ')))
      const isCorrected = search.split(' ').some((word) => word !== '' && !words.has(word))
      found.set(key, {
        ...one,
        search,
        total,
        ...(isMinimum && { isMinimum }),
        ...(isCorrected && { isCorrected }),
      })
    }
    if (found.size > 0) break
  }
  return [...found.values()]
}
