// What books of one title share: the ISBN, or title and author.
import { maxTitleKeyLength } from '#contract/common/policy.ts'
import { normalize } from './normalize.ts'

const keyPart = (text: string) =>
  normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
    .slice(0, maxTitleKeyLength)

type TitledBook = { title: string; author: string; isbn?: string | null | undefined }

export const titleKey = ({ title, author, isbn }: TitledBook): string =>
  isbn ? `isbn ${isbn}` : `${keyPart(title)} / ${keyPart(author)}`

/** Whether a title key is that of an ISBN; those of title and author have a slash. */
export const isIsbnKey = (key: string): boolean => !key.includes('/')

/** 'r. d. sharma' also as 'rd sharma', the way people type it. */
export const joinInitials = (author: string) =>
  author.replace(/(?<=(?:^|\s)\p{L})\.?\s*(?=\p{L}\.|\p{L}\s)/gu, '').replaceAll('.', '')

/** Between title, author, tags and languages; no word, because words end at punctuation. */
export const partSign = ';;'

/** Title and author as people search for them; a book's text for searches begins with it. */
export function titleSearchText({ title, author }: { title: string; author: string }): string {
  const name = normalize(author)
  const joined = joinInitials(name)
  return `${normalize(title)} ${partSign} ${joined === name ? name : `${name} ${joined}`}`
}
