// What somebody has typed so far, as what suggestions must begin with.
import { readSearch, splitWords, type TypedWord } from '#server/books/search/words/read-search.ts'

export type Typed = {
  isbn: string | undefined
  terms: TypedWord[]
  /** The word at the end, which may go on, and the text before it; of a filler there is none. */
  last: string | undefined
  before: string
}

export function readTyped(text: string): Typed {
  const { isbn, words } = readSearch(text)
  const typed = splitWords(text)
  const end = typed.at(-1) ?? ''
  const isOpen = words.some(({ word }) => word === end || word.endsWith(` ${end}`))
  const chunk = /\S*$/.exec(text)?.[0] ?? ''
  const before =
    splitWords(chunk).length === 1
      ? text.slice(0, text.length - chunk.length)
      : `${typed.slice(0, -1).join(' ')} `
  return { isbn, terms: words, last: isOpen ? end : undefined, before: before.trimStart() }
}
