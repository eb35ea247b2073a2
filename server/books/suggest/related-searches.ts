// Of a search that finds nothing: other searches, which do find something.
import { isDeepStrictEqual as isEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import type { RelatedSearch } from '#contract/books/suggestions.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { maxTypos, relatedSearches } from '#server/books/policy.ts'
import type { PlacedQuery } from '#server/books/search/filters.ts'
import { fillers, saysNothingAlone } from '#server/books/search/words/fillers.ts'
import { findWordsLike, type LookUp } from '#server/books/search/words/known-words.ts'
import { devanagari, readSearch, type TypedWord } from '#server/books/search/words/read-search.ts'
import { readingWords } from '#server/books/search/words/tag-names.ts'
import { tagSign } from '#server/books/search/words/tags.ts'
import { canBeMisspelt } from '#server/books/search/words/typos.ts'
import { findCounts, findTerms, type Term } from '#server/books/search/words/vocabulary.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findNamedPrice } from './named-price.ts'

type Try = Pick<RelatedSearch, 'search' | 'isCorrected' | 'maxPrice'> & {
  /** Of words that may have been meant: of no use where no book has all of them. */
  isGuess?: boolean
}

/**
 * A typed word as books may have it, the likeliest first; of one that no book has there is none.
 */
type Spelt = { typed: TypedWord; spellings: readonly string[]; isGuess: boolean; books: number }

const keyOf = ({ search, maxPrice }: Try) => `${search} ${maxPrice}`
const toText = (words: readonly string[]) => words.join(' ').normalize('NFC')

const isSmall = (word: string) => fillers.has(word) || saysNothingAlone.has(word)

/** With the fewest typos, and of these the first. */
function nearestFirst(word: string, others: readonly string[], max: number): string[] {
  return others
    .filter((other) => !other.startsWith(tagSign) && !isSmall(other))
    .map((other) => ({ other, typos: distance(word, other) }))
    .filter(({ typos }) => typos <= max)
    .sort((one, other) => one.typos - other.typos)
    .map(({ other }) => other)
}

/** The words nearest to one that no book has. */
async function guessMeant(db: Db, word: string): Promise<string[]> {
  if (!canBeMisspelt(word)) return []
  const like = await findWordsLike(db, word, relatedSearches.minSimilarity)
  return nearestFirst(word, like, Math.max(2, Math.floor(word.length * relatedSearches.maxWrong)))
}

/**
 * What a word that is no whole word of books is found by: words that are little longer, that sound
 * like it, or that are like it.
 */
function othersOf({ word, tags, words, sounds, similar }: Term): string[] {
  if (tags.length > 0 || !words || words.includes(word) || !canBeMisspelt(word)) return []
  const longer = words.filter((other) => other.startsWith(word))
  if (longer.length > 0) return nearestFirst(word, longer, maxTypos.short)
  if (words.length > 0) return devanagari.test(word) ? [] : nearestFirst(word, sounds, word.length)
  return nearestFirst(word, similar, maxTypos.long)
}

async function spell(db: Db, words: readonly TypedWord[], lookUp?: LookUp): Promise<Spelt[]> {
  const terms = await findTerms(db, words, 1, lookUp)
  const others = new Map(terms.map((term) => [term, othersOf(term)]))
  const counts = await findCounts(db, [...others.values()].flat())
  const spelt: Spelt[] = []
  for (const [index, typed] of words.entries()) {
    const term = terms[index]
    const commonest = [...((term && others.get(term)) ?? [])].sort(
      (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0),
    )
    const isGuess = commonest.length === 0 && term?.words?.length === 0
    const spellings = isGuess
      ? await guessMeant(db, typed.word)
      : [nearestFirst(typed.word, commonest, typed.word.length)[0] ?? typed.word]
    spelt.push({ typed, spellings, isGuess, books: term?.books ?? 0 })
  }
  return spelt
}

/** 'Under' and '100' alone are no search. */
const saysEnough = (words: readonly TypedWord[]) =>
  words.some(({ word, tags }) => tags.length > 0 || !(isSmall(word) || /^(?:.|\d+)$/u.test(word)))

const typedOf = (words: readonly Spelt[]) => words.map(({ typed }) => typed)

function toTry(words: readonly Spelt[], nth = 0): Try {
  const typed = typedOf(words).map(({ word }) => word)
  const written = new Set(words.map(({ spellings }) => spellings[nth] ?? spellings[0] ?? ''))
  const isCorrected = [...written].some((word) => !typed.includes(word))
  const isGuess = words.some((word) => word.isGuess)
  return {
    search: toText([...written]),
    ...(isCorrected && { isCorrected }),
    ...(isGuess && { isGuess }),
  }
}

/**
 * All words as books write them, and those without the guessed ones; then without one word; then
 * each alone, the rarest first.
 */
async function findTries(db: Db, words: readonly TypedWord[], lookUp?: LookUp): Promise<Try[][]> {
  if (words.length === 0) return [[]]
  const spelt = await spell(db, words, lookUp)
  const known = spelt.filter(({ spellings }) => spellings.length > 0)
  const sure = known.filter(({ isGuess }) => !isGuess)
  const nths = Array.from({ length: relatedSearches.wordsTried }, (_, nth) => nth)
  const triesOf = (one: readonly Spelt[], ...nths: number[]) =>
    saysEnough(typedOf(one)) ? nths.map((nth) => toTry(one, nth)) : []
  return [
    [...triesOf(known, ...nths), ...triesOf(sure, 0)],
    known
      .map((left) => known.filter((word) => word !== left))
      .reverse()
      .flatMap((rest) => triesOf(rest, 0)),
    [...known].sort((one, other) => one.books - other.books).flatMap((word) => triesOf([word], 0)),
  ]
}

/** With the price that was typed; where nothing else was, all books of that price. */
function pricedTries(maxPrice: number, words: readonly TypedWord[], tries: readonly Try[]): Try[] {
  const isAny = words.every(({ word }) => fillers.has(word))
  const kinds = words.filter(({ word }) => isAny && readingWords.has(word))
  return [
    ...tries,
    ...(kinds.length > 0 ? [{ search: toText(kinds.map(({ word }) => word)) }] : []),
    ...(isAny ? [{ search: '' }] : []),
  ].map((one) => ({ ...one, maxPrice }))
}

/**
 * Counted as the list that the search leads to, with the same filters. A search that would only
 * find books without some of its words is suggested without these.
 */
async function findOne(
  db: Db,
  query: PlacedQuery,
  tried: Try,
  lookUp?: LookUp,
): Promise<RelatedSearch | undefined> {
  const { isCorrected, isGuess = false, ...filters } = tried
  const options = { isByTitle: true, isStrict: isGuess, lookUp }
  const { position, relaxedTo } = await orderMarket(db, { ...query, ...filters, limit: 1 }, options)
  const { total = 0, isMinimum } = position
  const counted = { ...filters, total, ...(isMinimum && { isMinimum }) }
  if (total === 0) return undefined
  if (!relaxedTo) return { ...counted, ...(isCorrected && { isCorrected }) }
  const search = toText(relaxedTo.map(({ word }) => word))
  if (!saysEnough(relaxedTo) || !isEqual(readSearch(search).words, relaxedTo)) return undefined
  const typed = readSearch(query.search).words.map(({ word }) => word)
  const isOther = relaxedTo.some(({ word }) => !typed.includes(word))
  return { ...counted, search, ...(isOther && { isCorrected: true }) }
}

/** Of each round only where those before it found nothing. */
export async function findRelatedSearches(
  db: Db,
  query: PlacedQuery,
  lookUp?: LookUp,
): Promise<RelatedSearch[]> {
  const named = findNamedPrice(query.search ?? '')
  const { words } = readSearch(named?.search ?? query.search)
  const tries = await findTries(db, words, lookUp)
  const rounds = named ? [pricedTries(named.maxPrice, words, tries[0] ?? []), ...tries] : tries
  const found = new Map<string, RelatedSearch>()
  const typed = readSearch(query.search).words.map(({ word }) => word)
  const tried = new Set([keyOf({ search: toText(typed) })])
  for (const round of rounds) {
    for (const one of round) {
      const isDone = tried.size > relatedSearches.maxTried || found.size === relatedSearches.max
      if (isDone || tried.has(keyOf(one))) continue
      tried.add(keyOf(one))
      const related = await findOne(db, query, one, lookUp)
      if (related && !found.has(keyOf(related))) found.set(keyOf(related), related)
    }
    if (found.size > 0) break
  }
  return [...found.values()]
}
