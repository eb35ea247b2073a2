// Suggests searches that find something if a search finds nothing: all of its words as books spell
// them, or else each word alone. A typed price becomes a filter.
import type { RelatedSearch } from '#contract/books/suggestions.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import type { ListQuery } from '#server/books/search/filters.ts'
import { fillers, weakWords } from '#server/books/search/words/dictionary.ts'
import { areFillers, findNamedPrice, readSearch } from '#server/books/search/words/read-search.ts'
import { tagSign } from '#server/books/search/words/tags.ts'
import {
  findTerms,
  isUnknown,
  type LookUp,
  meantBy,
  type Term,
} from '#server/books/search/words/terms.ts'
import type { Db } from '#server/platform/database/database.ts'

const limits = { maxTried: 6, max: 3 } as const

type Try = Omit<RelatedSearch, 'total' | 'isMinimum'>

/** Whether a word alone says too little for a search: 'under', '100'. */
const isSmall = (word: string) =>
  fillers.has(word) || weakWords.has(word) || /^(?:.|\d+)$/u.test(word)

/**
 * Returns the word as books spell it, or undefined if no book has it or it isn't specific enough.
 */
function spell(term: Term): string | undefined {
  if (isUnknown(term)) return undefined
  if (term.tags.length > 0) return term.word
  return isSmall(term.word)
    ? undefined
    : meantBy(term).find((one) => !one.startsWith(tagSign) && !isSmall(one))
}

/** Returns a search for the known words, if there are any. */
function toTry(terms: readonly Term[], maxPrice?: number): Try[] {
  const known = terms.flatMap((term) => {
    const spelling = spell(term)
    return spelling === undefined ? [] : [{ ...term, spelling }]
  })
  if (known.length === 0) return []
  const isCorrected = known.some(({ word, spelling }) => word !== spelling)
  const search = [...new Set(known.map(({ spelling }) => spelling))].join(' ').normalize('NFC')
  return [
    { search, ...(isCorrected && { isCorrected }), ...(maxPrice !== undefined && { maxPrice }) },
  ]
}

const rarestFirst = (terms: readonly Term[]) =>
  terms.toSorted((one, other) => one.books - other.books)

/** Returns rounds of searches. A round is tried only if the rounds before it found nothing. */
async function findRounds(db: Db, typed: string, lookUp?: LookUp): Promise<Try[][]> {
  const { search = typed, maxPrice } = findNamedPrice(typed) ?? {}
  const { words } = readSearch(search)
  const terms = await findTerms(db, words, { few: 1, lookUp })
  const any = areFillers(words) || words.length === 0 ? [{ search: '', maxPrice }] : []
  return [
    ...(maxPrice === undefined ? [] : [[...toTry(terms, maxPrice), ...any]]),
    toTry(terms),
    terms.length > 1 ? rarestFirst(terms).flatMap((term) => toTry([term])) : [],
  ]
}

/** Finds related searches, with the number of titles that they find with the same filters. */
export async function findRelatedSearches(
  db: Db,
  query: ListQuery,
  lookUp?: LookUp,
): Promise<RelatedSearch[]> {
  for (const round of await findRounds(db, query.search ?? '', lookUp)) {
    const found = new Map<string, RelatedSearch>()
    for (const one of round.slice(0, limits.maxTried)) {
      const options = { isByTitle: true, isStrict: true, lookUp }
      const { position } = await orderMarket(db, { ...query, ...one, limit: 1 }, options)
      const { total = 0, isMinimum } = position
      if (total > 0) found.set(one.search, { ...one, total, ...(isMinimum && { isMinimum }) })
      if (found.size === limits.max) break
    }
    if (found.size > 0) return [...found.values()]
  }
  return []
}
