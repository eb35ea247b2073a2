// Fallbacks for searches whose words no book has together: split a word or leave one out.
import { plainWord, type TypedWord } from '#server/books/search/words/read-search.ts'
import { isOneTypo, minFuzzyWordLength } from '#server/books/search/words/spelling.ts'
import { examTags, isNumberTag } from '#server/books/search/words/tags.ts'
import { splitWord, type Term } from '#server/books/search/words/terms.ts'
import type { Db } from '#server/platform/database/database.ts'

/** How many searches without one word are tried if no book has all words. */
const maxRelaxedSearches = 4

const minWordLength = 3

/** Whether a book contains the word or another spelling of it. */
const isKnown = ({ word, tags, match, sounds, bestGuess }: Term) =>
  tags.length > 0 ||
  match === 'exact' ||
  (match === 'substring' && (sounds.length > 0 || bestGuess.some((one) => isOneTypo(word, one))))

const isNumber = ({ word, tags }: TypedWord) => tags.some(isNumberTag) || /\d/.test(word)
const isSubject = ({ tags }: TypedWord) =>
  tags.some((tag) => !isNumberTag(tag) && !examTags.has(tag))

/**
 * A class or part may be left out next to a subject. Other numbers and the only subject may not.
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
 * Returns the words without one of them: first without each unknown word, then without the last.
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

/** Returns what was found for the other words. If `isStrict`, no word may be left out. */
export async function findRelaxed<Books extends { total: number }>(
  db: Db,
  terms: readonly Term[],
  isStrict: boolean,
  find: (words: readonly TypedWord[]) => Promise<Books>,
): Promise<Books | undefined> {
  const unknown = terms.find(({ tags, words }) => tags.length === 0 && words?.length === 0)
  const parts = unknown && (await splitWord(db, unknown.word))
  const split = parts && terms.flatMap((term) => (term === unknown ? parts.map(plainWord) : [term]))
  for (const words of [...(split ? [split] : []), ...(isStrict ? [] : withoutOne(terms))]) {
    const found = await find(words)
    if (found.total > 0) return found
  }
  return undefined
}
