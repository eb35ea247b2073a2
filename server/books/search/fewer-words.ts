// Fallbacks for searches whose words no book has together: join, split or leave out words.
import { distance } from 'fastest-levenshtein'
import { sql } from 'kysely'
import { maxCountedMatches } from '#server/books/limits.ts'
import { honorifics, programmingLanguages } from '#server/books/search/words/dictionary.ts'
import { plainWord, splitWords, type TypedWord } from '#server/books/search/words/read-search.ts'
import { isOneTypo, maxTypos, minFuzzyWordLength } from '#server/books/search/words/spelling.ts'
import { examTags, isNumberTag, tagOf } from '#server/books/search/words/tags.ts'
import { splitWord, type Term } from '#server/books/search/words/terms.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Condition } from './conditions.ts'

/** How many searches that leave out one word are tried if no book has all words. */
const maxRelaxedSearches = 4

type Found = { total: number; condition: Condition }

const minWordLength = 3

/** Whether a book contains the whole word. */
const isVisible = ({ tags, match }: Term) => tags.length > 0 || match === 'exact'
/** Whether a book contains the word or another spelling of it. */
const isKnown = (term: Term) =>
  isVisible(term) ||
  (term.match === 'substring' &&
    (term.sounds.length > 0 || term.bestGuess.some((one) => isOneTypo(term.word, one))))

const isNumber = ({ word, tags }: TypedWord) => tags.some(isNumberTag) || /\d/.test(word)
const isSubject = ({ tags }: TypedWord) =>
  tags.some((tag) => !isNumberTag(tag) && !examTags.has(tag))

/**
 * A class or part may be left out if a subject remains, and a subject if another subject or a plain
 * word remains. Other numbers may never be left out; any other word may.
 */
const mayBeLeftOut = (left: TypedWord, rest: readonly TypedWord[]): boolean =>
  isNumber(left)
    ? left.tags.some(isNumberTag) && rest.some(isSubject)
    : !isSubject(left) || rest.some((one) => isSubject(one) || one.tags.length === 0)

const areSpecificEnough = (rest: readonly TypedWord[]): boolean => {
  const isLong = ({ word, tags }: TypedWord) => tags.length > 0 || word.length >= minFuzzyWordLength
  const isUsable = (one: TypedWord) =>
    isLong(one) || (rest.length > 1 && one.word.length >= minWordLength)
  return rest.length > 0 && rest.every(isUsable)
}

/**
 * Returns the searches that leave out one word: first each unknown word, then the known ones, the
 * last word first.
 */
const withoutOne = (terms: readonly Term[]): TypedWord[][] =>
  terms
    .toReversed()
    .toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)))
    .slice(0, maxRelaxedSearches)
    .map((left) => ({ left, rest: terms.filter((term) => term !== left) }))
    .filter(({ left, rest }) => areSpecificEnough(rest) && mayBeLeftOut(left, rest))
    .filter(({ rest }) => rest.some(isKnown))
    .map(({ rest }) => rest)

/**
 * Whether leaving out a word found books by another author, like those by any Martin for 'wren
 * martin'. For 'munshi premchand' and 'arundhati ray', the author remains the same.
 */
async function isNameOfOther(db: Db, one: TypedWord, left: TypedWord, { condition }: Found) {
  if (one.tags.length > 0 || honorifics.has(left.word)) return false
  const { rows } = await sql<{ title: string; author: string }>`
    select title, author from books where ${condition}
    limit ${sql.lit(maxCountedMatches)}`.execute(db)
  const count = (part: 'title' | 'author') =>
    rows.filter((row) => splitWords(row[part]).includes(one.word)).length
  const canBeAuthor = (author: string) => {
    const names = splitWords(author)
    return names.length === 1 || names.some((name) => distance(name, left.word) <= maxTypos.long)
  }
  return count('author') > count('title') && !rows.some(({ author }) => canBeAuthor(author))
}

/**
 * Searches again with an unknown word split into two or, unless `isStrict`, with one word left out.
 */
export async function findRelaxed<Books extends Found>(
  db: Db,
  terms: readonly Term[],
  isStrict: boolean,
  find: (words: readonly TypedWord[]) => Promise<Books>,
): Promise<Books | undefined> {
  const unknown = terms.find(({ tags, words }) => tags.length === 0 && words?.length === 0)
  const parts = unknown && (await splitWord(db, unknown.word))
  const split =
    parts &&
    (await find(terms.flatMap((term) => (term === unknown ? parts.map(plainWord) : [term]))))
  if (split && split.total > 0) return split
  if (isStrict) return undefined
  // Widens the name of a programming language to any programming.
  const isLanguage = ({ word }: TypedWord) => programmingLanguages.has(word)
  const wider = terms.map((term) =>
    isLanguage(term) ? { ...term, tags: [tagOf('programming')] } : term,
  )
  for (const rest of [...withoutOne(terms), ...(terms.some(isLanguage) ? [wider] : [])]) {
    const found = await find(rest)
    if (found.total === 0) continue
    const [one] = rest as [TypedWord]
    const isOneOfTwo = terms.length === 2 && rest.length === 1
    const left = isOneOfTwo ? terms.find(({ word }) => word !== one.word) : undefined
    const isNoTitle = left && (!isVisible(left) || (await find([left])).total === 0)
    if (!(isNoTitle && (await isNameOfOther(db, one, left, found)))) return found
  }
  return undefined
}
