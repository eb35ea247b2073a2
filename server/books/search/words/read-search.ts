// What somebody typed into the search, as what books must and may contain.
import { normalize } from '#contract/books/normalize.ts'
import { isbn13 } from '#contract/books/title-key.ts'
import {
  maxRelaxedSearches,
  maxSearchWords,
  maxTypedWords,
  minFuzzyWordLength,
} from '#server/books/policy.ts'
import { fillers as fillerWords, languages } from './tag-names.ts'
import { classOfNumber, findAskedTags, tokensOf } from './tags.ts'
import { wordEnds } from './words.ts'

/** The ISBN that a question consists of, or names beside other words, as 13 digits. */
function findIsbn(search: string): string | undefined {
  const compact = search.replace(/[\s-]/g, '')
  if (/^(?:\d{13}|\d{9}[\dXx])$/.test(compact)) return isbn13(compact)
  const [, named] =
    /\bisbn\b\D{0,10}((?:\d[\s-]?){9}(?:(?:\d[\s-]?){3}\d|[\dXx]))/i.exec(search) ?? []
  return named === undefined ? undefined : isbn13(named.replace(/[\s-]/g, ''))
}

/** A word, or a phrase that means one thing, and the tags of books that needn't contain it. */
export type TypedWord = { word: string; tags: readonly string[] }

/**
 * One ISBN, or words that a book must all contain. With neither, every book matches. `fillers` were
 * typed too, but a book without them is as good. `typed` are all of them, in their order.
 */
export type SearchTerms = {
  isbn: string | undefined
  words: TypedWord[]
  fillers: string[]
  typed: string[]
}

export const isEmpty = ({ isbn, words }: SearchTerms): boolean =>
  isbn === undefined && words.length === 0

const wordEnd = new RegExp(`[\\s${wordEnds}]+`)

export const splitWords = (text: string): string[] =>
  normalize(text)
    .split(wordEnd)
    .filter((word) => word !== '')

/** Words of one script are spelt in letters of the other by how they sound. */
export const devanagari = /\p{Script=Devanagari}/u

export const plainWord = (word: string): TypedWord => ({ word, tags: [] })

export function readSearch(search: string | undefined): SearchTerms {
  const isbn = findIsbn(search ?? '')
  if (isbn !== undefined) return { isbn, words: [], fillers: [], typed: [] }
  const typed = splitWords(search ?? '').slice(0, maxTypedWords)
  const tokens = typed.map((word) => tokensOf(word).join(''))
  const found: TypedWord[] = []
  const fillers: string[] = []
  for (let at = 0; at < typed.length; ) {
    const isLanguage = typed[at - 1] === 'in' && languages.has(typed[at] ?? '')
    const plain = { length: 1, tags: [] }
    const { length, tags } = isLanguage ? plain : (findAskedTags(tokens, at) ?? plain)
    const word = typed.slice(at, at + length).join(' ')
    if (isLanguage || (tags.length === 0 && fillerWords.has(word))) fillers.push(word)
    else found.push({ word, tags })
    at += length
  }
  // Nothing but fillers: somebody looks for 'The Book'.
  const words = found.length > 0 ? found : fillers.splice(0).map(plainWord)
  const named = words.some(({ tags }) => tags.length > 0)
  const unique = new Map(words.map((word) => [word.word, word]))
  return {
    isbn: undefined,
    words: [...unique.values()].slice(0, maxSearchWords).map((word) => {
      const tag = named && word.tags.length === 0 ? classOfNumber(word.word) : undefined
      return tag === undefined ? word : { ...word, tags: [tag] }
    }),
    fillers: [...new Set(fillers)].slice(0, maxSearchWords),
    typed,
  }
}

/**
 * The words without one of them, first without an unknown one, then without the last one; only where
 * what is left says enough, and never without a number: one class or volume isn't as good as another.
 */
export function withoutOne(
  words: readonly TypedWord[],
  isKnown: (word: TypedWord) => boolean,
): TypedWord[][] {
  return words
    .toReversed()
    .toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)))
    .map((left) => (/\d/.test(left.word) ? [] : words.filter((word) => word !== left)))
    .slice(0, maxRelaxedSearches)
    .filter(
      (rest) =>
        rest.length > 0 &&
        rest.every(({ word, tags }) => tags.length > 0 || word.length >= minFuzzyWordLength),
    )
}
