// What else is tried where no book has all words of a search.
import { maxRelaxedSearches, minFuzzyWordLength } from '#server/books/policy.ts'
import { fillers } from '#server/books/search/words/fillers.ts'
import { programmingLanguages, programmingTags } from '#server/books/search/words/kind-names.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import { examTags, isNumberTag } from '#server/books/search/words/tags.ts'

const minWordLength = 3

const isNumber = ({ word, tags }: TypedWord) => tags.some(isNumberTag) || /\d/.test(word)
const isSubject = ({ tags }: TypedWord) =>
  tags.some((tag) => !isNumberTag(tag) && !examTags.has(tag))

/** A book of another class may do, but not one of another subject; another number never does. */
const mayBeLeftOut = (left: TypedWord, rest: readonly TypedWord[]): boolean => {
  if (isNumber(left)) return left.tags.some(isNumberTag) && rest.some(isSubject)
  return !isSubject(left) || rest.some((one) => isSubject(one) || one.tags.length === 0)
}

const sayEnough = (rest: readonly TypedWord[]): boolean => {
  const isLong = ({ word, tags }: TypedWord) => tags.length > 0 || word.length >= minFuzzyWordLength
  return (
    rest.length > 0 &&
    rest.every((one) => isLong(one) || (rest.length > 1 && one.word.length >= minWordLength))
  )
}

/** The words without one of them: first without an unknown one, then without the last one. */
export const withoutOne = (
  words: readonly TypedWord[],
  isKnown: (word: TypedWord) => boolean,
): TypedWord[][] =>
  words
    .toReversed()
    .toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)))
    .map((left) => ({ left, rest: words.filter((word) => word !== left) }))
    .slice(0, maxRelaxedSearches)
    .filter(({ left, rest }) => sayEnough(rest) && mayBeLeftOut(left, rest))
    .map(({ rest }) => rest)

/** 'Purani kitab': any book will do. */
export const areFillers = (words: readonly TypedWord[]): boolean =>
  words.length > 0 && words.every(({ word }) => fillers.has(word))

/** With books about programming for a language that no book is about; undefined without one. */
export const withWiderTags = (words: readonly TypedWord[]): TypedWord[] | undefined =>
  words.some(({ word }) => programmingLanguages.has(word))
    ? words.map((one) =>
        programmingLanguages.has(one.word) ? { ...one, tags: programmingTags } : one,
      )
    : undefined
