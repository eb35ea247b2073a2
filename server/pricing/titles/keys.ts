import { titleKey, titleSearchText } from '#contract/books/title-key.ts'

/** A title by an ISBN, or by title and author, or by both; the year says which edition. */
export type TitleReference = {
  title?: string | undefined
  author?: string | undefined
  isbn?: string | undefined
  publicationYear?: number | undefined
}

/**
 * The keys under which copies of a title stand: its ISBN, and its title and author, for copies
 * without one. Where the copy itself has none, `text` is what copies with any ISBN are compared
 * with: each counts by the title and author of its own listing, and nothing else of its ISBN does.
 */
export type TitleKeys = {
  byIsbn: string | undefined
  byName: string | undefined
  text: string | undefined
}

export function keysOf({ title, author, isbn }: TitleReference): TitleKeys {
  const byIsbn = isbn === undefined ? undefined : titleKey({ title: '', author: '', isbn })
  const name = title !== undefined && author !== undefined ? { title, author } : undefined
  return {
    byIsbn,
    byName: name && titleKey(name),
    text: name && byIsbn === undefined ? titleSearchText(name) : undefined,
  }
}

export const isTitleNamed = ({ title, author, isbn }: TitleReference): boolean =>
  isbn !== undefined || (title !== undefined && author !== undefined)
