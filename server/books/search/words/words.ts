import { type RawBuilder, sql } from 'kysely'
import { maxTitleKeyLength } from '#server/books/policy.ts'
import { normalize } from './normalize.ts'
import { bookTags, languageTags, type TaggedBook } from './tags.ts'

const checkDigit = (digits: string) => {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** An ISBN as 13 digits; a 10-digit one whose check digit is wrong stays as it is. */
export function isbn13(isbn: string): string {
  const upper = isbn.toUpperCase()
  if (!/^\d{9}[\dX]$/.test(upper)) return upper
  const sum = [...upper].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  )
  const body = `978${upper.slice(0, 9)}`
  return sum % 11 === 0 ? body + checkDigit(body) : upper
}

const keyPart = (text: string) =>
  normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
    .slice(0, maxTitleKeyLength)

type TitledBook = { title: string; author: string; isbn?: string | null | undefined }

export const titleKey = ({ title, author, isbn }: TitledBook): string =>
  isbn ? `isbn ${isbn}` : `${keyPart(title)} / ${keyPart(author)}`

/** Where words of a text for searches end, besides spaces (db/migrations/0017_search_words.sql). */
export const wordEnds = '.,;:!?()"“”'

/** The same in SQL: a text with spaces in their place. */
export const withSpaces = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(${text}, ${wordEnds}, ${' '.repeat(wordEnds.length)})`

/** 'r. d. sharma' also as 'rd sharma', the way people type it. */
export const joinInitials = (author: string) =>
  author.replace(/(?<=(?:^|\s)\p{L})\.?\s*(?=\p{L}\.|\p{L}\s)/gu, '').replaceAll('.', '')

/**
 * Between title, author, stated and other tags, languages; no word, because words end at
 * punctuation.
 */
export const partSign = ';;'

/**
 * The text that searches look at: title, author, tags, languages. It leaves the ISBN out: any
 * number that somebody searches for could be found in its digits.
 */
export function searchText(book: TaggedBook): string {
  const name = normalize(book.author)
  const joined = joinInitials(name)
  const author = joined === name ? name : `${name} ${joined}`
  const { stated, others } = bookTags(book)
  const parts = [[normalize(book.title)], [author], stated, others, languageTags(book)]
  return parts.flatMap((part, index) => (index === 0 ? part : [partSign, ...part])).join(' ')
}
