import { maxSearchWords, maxTitleKeyLength } from '#server/books/policy.ts'

/** Letters that Unicode doesn't split into a base letter and an accent. */
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': "'",
  '‘': "'",
}

/**
 * Lower case without accents, in single spaces. Of the marks only accents, the Indic dot (nukta)
 * and Arabic vowel points are dropped: Indic vowel signs are letters to their readers (कमल is not
 * कमला).
 */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f\u093c\u09bc\u0a3c\u0abc\u0b3c]/g, '')
    .replace(/[ßæœøłđðþı’‘]/g, (letter) => replacements[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()

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

/** 'r. d. sharma' also as 'rd sharma', the way people type it. */
const joinInitials = (author: string) =>
  author.replace(/(?<=(?:^|\s)\p{L})\.?\s*(?=\p{L}\.|\p{L}\s)/gu, '').replaceAll('.', '')

/**
 * The text that searches look at. It leaves the ISBN out: any number that somebody searches for
 * could be found in its digits.
 */
export function searchText({ title, author }: Pick<TitledBook, 'title' | 'author'>): string {
  const name = normalize(author)
  const joined = joinInitials(name)
  return [normalize(title), name, joined === name ? '' : joined]
    .filter((part) => part !== '')
    .join(' ')
}

/** One ISBN, or words that a book must all contain. With neither, every book matches. */
export type SearchTerms = { isbn: string | undefined; words: string[] }

export function readSearch(search: string | undefined): SearchTerms {
  const compact = (search ?? '').replace(/[\s-]/g, '')
  if (/^(?:\d{13}|\d{9}[\dXx])$/.test(compact)) return { isbn: isbn13(compact), words: [] }
  const words = normalize(search ?? '').split(/[\s.,;:!?()"“”]+/)
  return {
    isbn: undefined,
    words: [...new Set(words.filter((word) => word !== ''))].slice(0, maxSearchWords),
  }
}
