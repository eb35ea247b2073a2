// Which books a list of the market shows: also where no book has all words of a search.
import { sql } from 'kysely'
import { maxCountedMatches, minExactMatches } from '#server/books/policy.ts'
import { splitWord } from '#server/books/search/words/joined-words.ts'
import {
  isEmpty,
  plainWord,
  readSearch,
  type SearchTerms,
  type TypedWord,
} from '#server/books/search/words/read-search.ts'
import { isOneTypo } from '#server/books/search/words/typos.ts'
import { findTerms, type Term } from '#server/books/search/words/vocabulary.ts'
import { withSpaces } from '#server/books/search/words/words.ts'
import { findNamedPrice } from '#server/books/suggest/named-price.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Condition } from './conditions.ts'
import type { ListQuery } from './filters.ts'
import type { FoundBooks, PageQuery } from './pages.ts'
import { has, partOf, type Text } from './ranking.ts'
import { areFillers, withoutOne, withWiderTags } from './relax.ts'
import { findByWords, findChosen } from './search.ts'

/** Whether more of the books that a condition finds have a word in the author than in the title. */
export async function isRatherName(db: Db, word: string, condition: Condition): Promise<boolean> {
  const isIn = (where: Text) =>
    sql`count(*) filter (where ${has(` ${word} `, sql<string>`(' ' || ${withSpaces(where)} || ' ')`)})`
  const { rows } = await sql<{ isName: boolean }>`
    select ${isIn(sql`${partOf(2)}`)} > ${isIn(sql`${partOf(1)}`)} as "isName"
    from (select search_text from books where ${condition} limit ${sql.lit(maxCountedMatches)}) as found`.execute(
    db,
  )
  return rows[0]?.isName ?? false
}

const isUnknown = ({ words, tags }: Term) => tags.length === 0 && words?.length === 0

/** Whether books have it, or what was surely meant by it. */
const isKnown = ({ word, tags, place, sounds, likeliest }: Term) =>
  tags.length > 0 ||
  place === 'whole' ||
  (place === 'inside' && (sounds.length > 0 || likeliest.some((one) => isOneTypo(word, one))))

type Terms = { search: SearchTerms; terms: readonly Term[] }

/** One word that is left says too little if it is rather somebody's name: 'martin' of 'wren martin'. */
async function isName(db: Db, words: readonly TypedWord[], { condition }: FoundBooks) {
  const [one] = words
  if (words.length > 1 || !one || one.tags.length > 0) return false
  return isRatherName(db, one.word, condition)
}

/** Where no book has all words: with two of them as one or one as two, or with all but one. */
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
  const known = new Set(terms.filter(isKnown).map(({ word }) => word))
  const isKnownWord = ({ word }: TypedWord) => known.has(word)
  const tries = withoutOne(words, isKnownWord).filter((rest) => rest.some(isKnownWord))
  const wider = withWiderTags(words)
  for (const rest of wider ? [...tries, wider] : tries) {
    const found = await find(rest)
    if (found.total > 0 && !(await isName(db, rest, found))) return { ...found, relaxedTo: rest }
  }
  return undefined
}

/** Any book at the price that was named, or any at all, where nothing else was asked for. */
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

/** The books of a page. Where no book has all words, those that have all but one: `relaxedTo`. */
export async function findBooks(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  search = readSearch(query.search),
): Promise<FoundBooks> {
  if (isEmpty(search)) return findChosen(db, query, request)
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
