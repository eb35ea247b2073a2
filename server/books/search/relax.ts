// Other searches to try if no book has all words.
import { maxRelaxedSearches, minFuzzyWordLength } from '#server/books/policy.ts'
import { fillers } from '#server/books/search/words/fillers.ts'
import { programmingLanguages, programmingTags } from '#server/books/search/words/kind-names.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import { examTags, isNumberTag } from '#server/books/search/words/tags.ts'

const minWordLength = 3

const isNumber = ({ word, tags }: TypedWord) => tags.some(isNumberTag) || /\d/.test(word)
const isSubject = ({ tags }: TypedWord) =>
  tags.some((tag) => !isNumberTag(tag) && !examTags.has(tag))

/** A class or part may be left out beside a subject; other numbers never, nor the only subject. */
const mayBeLeftOut = (left: TypedWord, rest: readonly TypedWord[]): boolean => {
  if (isNumber(left)) return left.tags.some(isNumberTag) && rest.some(isSubject)
  return !isSubject(left) || rest.some((one) => isSubject(one) || one.tags.length === 0)
}

const areSpecificEnough = (rest: readonly TypedWord[]): boolean => {
  const isLong = ({ word, tags }: TypedWord) => tags.length > 0 || word.length >= minFuzzyWordLength
  return (
    rest.length > 0 &&
    rest.every((one) => isLong(one) || (rest.length > 1 && one.word.length >= minWordLength))
  )
}

/** The words without one of them: first each unknown one, then the last one. */
export const withoutOne = (
  words: readonly TypedWord[],
  isKnown: (word: TypedWord) => boolean,
): TypedWord[][] =>
  words
    .toReversed()
    .toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)))
    .map((left) => ({ left, rest: words.filter((word) => word !== left) }))
    .slice(0, maxRelaxedSearches)
    .filter(({ left, rest }) => areSpecificEnough(rest) && mayBeLeftOut(left, rest))
    .map(({ rest }) => rest)

/** Whether any book will do: 'purani kitab'. */
export const areFillers = (words: readonly TypedWord[]): boolean =>
  words.length > 0 && words.every(({ word }) => fillers.has(word))

/** Lets programming languages match any book about programming; undefined if there are none. */
export const withWiderTags = (words: readonly TypedWord[]): TypedWord[] | undefined =>
  words.some(({ word }) => programmingLanguages.has(word))
    ? words.map((one) =>
        programmingLanguages.has(one.word) ? { ...one, tags: programmingTags } : one,
      )
    : undefined
