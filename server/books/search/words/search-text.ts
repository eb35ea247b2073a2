import { partSign, titleSearchText } from '#contract/books/title-key.ts'
import { bookTags, languageTags, type TaggedBook } from './tags.ts'

/** Characters that end words of a search text, besides spaces (db/migrations/0005_search.sql). */
export const wordEnds = '.,;:!?()"“”'

/**
 * Returns the text that searches match: title, author, tags, languages. It excludes the ISBN,
 * because its digits would match other numbers.
 */
export function searchText(book: TaggedBook): string {
  const { stated, others } = bookTags(book)
  const parts = [stated, others, languageTags(book)]
  const tags = parts.flatMap((part) => [partSign, ...part])
  return [titleSearchText(book), ...tags, partSign].join(' ')
}
