import { partSign, titleText } from '#contract/books/title-key.ts'
import { bookTags, languageTags, type TaggedBook } from './tags.ts'

/**
 * The text that searches look at: title, author, tags, languages. It leaves the ISBN out: any number that
 * somebody searches for could be found in its digits.
 */
export function searchText(book: TaggedBook): string {
  const { stated, others } = bookTags(book)
  const parts = [stated, others, languageTags(book)]
  return [titleText(book), ...parts.flatMap((part) => [partSign, ...part])].join(' ')
}
