// The key that all books of one title share: the ISBN, or else title and author.
import { normalize } from './normalize.ts'

/** Short enough for title and author to fit into an index entry in any script. */
const maxTitleKeyLength = 200

const keyPart = (text: string) =>
  normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
    .slice(0, maxTitleKeyLength)

type TitledBook = { title: string; author: string; isbn?: string | null | undefined }

export const titleKey = ({ title, author, isbn }: TitledBook): string =>
  isbn ? `isbn ${isbn}` : `${keyPart(title)} / ${keyPart(author)}`

/** Whether a title key is made of an ISBN. Keys of title and author contain a slash. */
export const isIsbnKey = (key: string): boolean => !key.includes('/')

/** Writes 'r. d. sharma' as 'rd sharma', the way people type it. */
export const joinInitials = (author: string) =>
  author.replace(/(?<=(?:^|\s)\p{L})\.?\s*(?=\p{L}\.|\p{L}\s)/gu, '').replaceAll('.', '')

/** Separates title, author, tags and languages. No word contains punctuation. */
export const partSign = ';;'

/** Returns title and author in the form that searches use. A book's search text begins with it. */
export function titleSearchText({ title, author }: { title: string; author: string }): string {
  const name = normalize(author)
  const joined = joinInitials(name)
  return `${normalize(title)} ${partSign} ${joined === name ? name : `${name} ${joined}`}`
}
