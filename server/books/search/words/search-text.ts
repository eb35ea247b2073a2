import { type RawBuilder, sql } from 'kysely'
import { partSign, titleSearchText } from '#contract/books/title-key.ts'
import { bookTags, languageTags, type TaggedBook } from './tags.ts'

/** Where words of a text for searches end, besides spaces (db/migrations/0005_search.sql). */
export const wordEnds = '.,;:!?()"“”'

/** The same in SQL: a text with spaces in their place. */
export const withSpaces = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(${text}, ${wordEnds}, ${' '.repeat(wordEnds.length)})`

/**
 * The text that searches look at: title, author, tags, languages. It leaves the ISBN out: any
 * number that somebody searches for could be found in its digits.
 */
export function searchText(book: TaggedBook): string {
  const { stated, others } = bookTags(book)
  const parts = [stated, others, languageTags(book)]
  const tags = parts.flatMap((part) => [partSign, ...part])
  return [titleSearchText(book), ...tags, partSign].join(' ')
}
