// What books of one title share: the ISBN, or title and author.
import { maxTitleKeyLength } from '#contract/common/policy.ts'
import { normalize } from './normalize.ts'

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
