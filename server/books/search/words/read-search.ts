// Splits a typed search into words that books must contain and words that they may contain.
import { isbn13 } from '#contract/books/isbn.ts'
import { normalize } from '#contract/books/normalize.ts'
import { latinDigits } from '#contract/common/typed-text.ts'
import { classNumbers, courseWords, fillers as fillerWords, languages } from './dictionary.ts'
import { wordEnds } from './search-text.ts'
import { classOfNumber, findAskedTags, tagSign, tagsOfKind, tokensOf } from './tags.ts'

/** Only this many typed words are read, including those that a book needn't contain. */
const maxTypedWords = 40

const maxSearchWords = 12

/** Returns the ISBN in a search, with 13 digits. People may leave out the 978. */
function findIsbn(search: string): string | undefined {
  const digits = latinDigits(search).replace(/[\s-]/g, '')
  return isbn13(search) ?? (/^\d{10}$/.test(digits) ? isbn13(`978${digits}`) : undefined)
}

/**
 * A word or phrase with one meaning, and its tags. A book that has one of the tags needn't contain
 * the word.
 */
export type TypedWord = { word: string; tags: readonly string[] }

/**
 * One ISBN, or words that a book must all contain. If there is neither, every book matches.
 * `fillers` are typed words that a book needn't contain. `typed` are all words in their order.
 */
export type SearchTerms = {
  isbn: string | undefined
  words: TypedWord[]
  fillers: string[]
  typed: string[]
}

/** Whether a search means any book: 'purani kitab'. */
export const areFillers = (words: readonly TypedWord[]): boolean =>
  words.length > 0 && words.every(({ word }) => fillerWords.has(word))

export const isEmpty = ({ isbn, words }: SearchTerms): boolean =>
  isbn === undefined && words.length === 0

const wordEnd = new RegExp(`[\\s${wordEnds}]+`)

/**
 * Splits a text into words. Leaves out words that consist only of symbols, unless there are no
 * others.
 */
export function splitWords(text: string): string[] {
  const chunks = normalize(text)
    .split(wordEnd)
    .filter((word) => word !== '')
  const words = chunks.filter((word) => /[\p{L}\p{N}\p{So}+#]/u.test(word))
  return words.length > 0 ? words : chunks
}

/**
 * Whether a word is a short name of an exam or subject. Such a name matches only whole words: 'nda'
 * isn't in 'fundamentals'.
 */
export const isAbbreviation = ({ word, tags }: TypedWord): boolean =>
  tags.length > 0 && /^[a-z]{1,4}$/.test(word)

export const plainWord = (word: string): TypedWord => ({ word, tags: [] })

/**
 * Whether the words from `at` on name the year of a course, such as 'first year' or 'sem 3', which
 * books needn't name.
 */
const namesYear = (tokens: readonly string[], at: number): boolean => {
  const [one = '', two = ''] = [tokens[at], tokens[at + 1]]
  const isNumber = (token: string) => classNumbers.has(token) || token === 'final'
  return (courseWords.has(two) && isNumber(one)) || (courseWords.has(one) && isNumber(two))
}

/**
 * Finds the tags of the phrase that begins at this word. Also tries the parts of a hyphenated word.
 */
function readWord(tokens: readonly string[], typed: readonly string[], at: number) {
  const found = findAskedTags(tokens, at)
  if (found) return found
  const parts = tokensOf(typed[at] ?? '')
  const ofParts = parts.length > 1 ? findAskedTags(parts, 0) : undefined
  return { length: 1, tags: ofParts?.length === parts.length ? ofParts.tags : [] }
}

const isKind = (word: string) => tagsOfKind(word).length > 0
const isLanguageTag = (tag: string) => tag.startsWith(`${tagSign}in-`)
const isPartTag = (tag: string) => tag.startsWith(`${tagSign}part-`)

export function readSearch(search: string | undefined): SearchTerms {
  const isbn = findIsbn(search ?? '')
  if (isbn !== undefined) return { isbn, words: [], fillers: [], typed: [] }
  const typed = splitWords(search ?? '').slice(0, maxTypedWords)
  const tokens = typed.map((word) => tokensOf(word).join(''))
  const found: TypedWord[] = []
  const fillers: string[] = []
  for (let at = 0; at < typed.length; ) {
    const isLanguage = typed[at - 1] === 'in' && languages.has(typed[at] ?? '')
    const isCourse = namesYear(tokens, at)
    const { length, tags } =
      isLanguage || isCourse ? { length: isCourse ? 2 : 1, tags: [] } : readWord(tokens, typed, at)
    const word = typed.slice(at, at + length).join(' ')
    if (isLanguage || isCourse || (tags.length === 0 && fillerWords.has(word))) fillers.push(word)
    else found.push({ word, tags })
    at += length
  }
  const kindAt = found.every(({ tags }) => tags.some(isLanguageTag))
    ? fillers.findIndex(isKind)
    : -1
  for (const kind of kindAt < 0 ? [] : fillers.splice(kindAt, 1))
    found.push({ word: kind, tags: tagsOfKind(kind) })
  // If all words are fillers, a book must contain them: 'The Book'.
  const words = found.length > 0 ? found : fillers.splice(0).map(plainWord)
  const named = words.some(({ tags }) => tags.length > 0 && !tags.every(isPartTag))
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

const currency = '(?:rs\\.?|inr|₹)'
const amount = '(\\d{2,5})'
const priced = `(?:${currency}\\s*)?${amount}(?:\\s*(?:rs\\.?|rupees|/-))?`
const namedPrices = [
  `(?:under|below|less than|up to|upto)\\s+${priced}`,
  `${priced}\\s+(?:tak|तक|se kam|से कम|or less)`,
  `${currency}\\s*${amount}`,
  `${amount}\\s*(?:rs\\.?|rupees|/-)`,
].map((pattern) => new RegExp(`(?<!\\S)${pattern}(?!\\S)`, 'iu'))

/**
 * Finds the highest price in rupees that a search names ('under 100', 'rs 150 tak'), and the search
 * without it. A number alone isn't a price.
 */
export function findNamedPrice(search: string): { maxPrice: number; search: string } | undefined {
  for (const pattern of namedPrices) {
    const found = pattern.exec(search)
    if (!found) continue
    const rest = search.slice(0, found.index) + search.slice(found.index + found[0].length)
    return { maxPrice: Number(found[1]), search: rest.replace(/\s+/g, ' ').trim() }
  }
  return undefined
}
