// Finds the books of a list, including close matches if no book has all words of a search.
import { distance } from 'fastest-levenshtein'
import { sql } from 'kysely'
import { once } from '#contract/common/once.ts'
import { maxCountedMatches, maxTypos, minExactMatches } from '#server/books/policy.ts'
import { honorifics } from '#server/books/search/words/fillers.ts'
import { splitWord } from '#server/books/search/words/joined-words.ts'
import {
  isEmpty,
  plainWord,
  readSearch,
  type SearchTerms,
  splitWords,
  type TypedWord,
} from '#server/books/search/words/read-search.ts'
import { isOneTypo } from '#server/books/search/words/typos.ts'
import { findTerms, type Term } from '#server/books/search/words/vocabulary.ts'
import { withSpaces } from '#server/books/search/words/words.ts'
import { findNamedPrice } from '#server/books/suggest/named-price.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ListQuery } from './filters.ts'
import type { FoundBooks, PageQuery } from './pages.ts'
import { has, partOf, type Text } from './ranking.ts'
import { areFillers, withoutOne, withWiderTags } from './relax.ts'
import { findByWords, findChosen } from './search.ts'

const isUnknown = ({ words, tags }: Term) => tags.length === 0 && words?.length === 0

/** Whether a book has the whole word. */
const isListed = ({ tags, place }: Term) => tags.length > 0 || place === 'whole'

/** Whether any book has the word, or another spelling of it. */
const isKnown = (term: Term) =>
  isListed(term) ||
  (term.place === 'inside' &&
    (term.sounds.length > 0 || term.likeliest.some((one) => isOneTypo(term.word, one))))

type Terms = { search: SearchTerms; terms: readonly Term[] }

/**
 * Whether a remaining word is part of another author's name, as 'martin' in 'wren martin'. 'Munshi
 * premchand' still has the whole name, and 'arundhati ray' nearly so.
 */
async function isNameOfOther(
  db: Db,
  [one]: readonly TypedWord[],
  left: TypedWord,
  { condition }: FoundBooks,
): Promise<boolean> {
  if (!one || one.tags.length > 0 || honorifics.has(left.word)) return false
  const isIn = (where: Text) =>
    has(` ${one.word} `, sql<string>`(' ' || ${withSpaces(where)} || ' ')`)
  const { rows } = await sql<{ author: string; inTitle: boolean; inAuthor: boolean }>`
    select author, ${isIn(partOf(1))} as "inTitle", ${isIn(partOf(2))} as "inAuthor"
    from books where ${condition} limit ${sql.lit(maxCountedMatches)}`.execute(db)
  const isMeant = (author: string) => {
    const names = splitWords(author)
    return names.length === 1 || names.some((name) => distance(name, left.word) <= maxTypos.long)
  }
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  return (
    count(({ inAuthor }) => inAuthor) > count(({ inTitle }) => inTitle) &&
    !rows.some(({ author }) => isMeant(author))
  )
}

/** If no book has all words: joins or splits words, or leaves one out. */
async function findOthers(
  db: Db,
  { search, terms }: Terms,
  find: (words: readonly TypedWord[]) => Promise<FoundBooks>,
): Promise<FoundBooks | undefined> {
  const { words } = search
  const unknown = terms.find(isUnknown)
  const parts = unknown && (await splitWord(db, unknown.word))
  if (parts) {
    const found = await find(
      words.flatMap((one) => (one.word === unknown.word ? parts.map(plainWord) : [one])),
    )
    if (found.total > 0) return found
  }
  const wordsOf = (is: (term: Term) => boolean) => new Set(terms.filter(is).map(({ word }) => word))
  const [known, listed] = [wordsOf(isKnown), wordsOf(isListed)]
  const isKnownWord = ({ word }: TypedWord) => known.has(word)
  const tries = withoutOne(words, isKnownWord).filter((rest) => rest.some(isKnownWord))
  const wider = withWiderTags(words)
  /** The searches for one word, which decide about the other word too. */
  const ofWord = new Map(words.map((word) => [word, once(() => find([word]))]))
  const findRest = (rest: readonly TypedWord[]) => {
    const [word] = rest
    const only = rest.length === 1 && word ? ofWord.get(word) : undefined
    return only ? only() : find(rest)
  }
  for (const rest of wider ? [...tries, wider] : tries) {
    const found = await findRest(rest)
    const left = rest.length === 1 && words.find((one) => !rest.includes(one))
    const mayBeName = left && (!listed.has(left.word) || (await findRest([left])).total === 0)
    if (found.total > 0 && !(mayBeName && (await isNameOfOther(db, rest, left, found))))
      return { ...found, relaxedTo: rest }
  }
  return undefined
}

/** Any books, or any at a named price, if the search asks for nothing else. */
async function findAnything(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  { words }: SearchTerms,
): Promise<FoundBooks | undefined> {
  const named = findNamedPrice(query.search ?? '')
  if (!named && !areFillers(words)) return undefined
  const maxPrice = Math.min(named?.maxPrice ?? Infinity, query.maxPrice ?? Infinity)
  const priced = { ...query, search: named?.search, ...(named && { maxPrice }) }
  const found = named ? await findBooks(db, priced, request) : await findChosen(db, priced, request)
  return { ...found, rowCondition: found.rowCondition ?? found.condition }
}

/** The books of a page. `relaxedTo` has the words that were used if no book has all of them. */
export async function findBooks(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  search = readSearch(query.search),
): Promise<FoundBooks> {
  if (isEmpty(search)) return findChosen(db, query, request)
  // The page before this one already showed any books.
  const anything = request.step === 'all' && (await findAnything(db, query, request, search))
  if (anything) return anything
  const findTermsOf = async ({ isbn, words }: SearchTerms) =>
    isbn === undefined ? findTerms(db, words, minExactMatches, request.lookUp) : []
  const terms = await findTermsOf(search)
  const found = await findByWords(db, query, search, terms, request)
  if (found.total > 0 || request.isStrict || search.isbn !== undefined) return found
  const find = async (words: readonly TypedWord[]) => {
    const other = { ...search, words: [...words] }
    return findByWords(db, query, other, await findTermsOf(other), request)
  }
  return (
    (await findAnything(db, query, request, search)) ??
    (await findOthers(db, { search, terms }, find)) ??
    found
  )
}
