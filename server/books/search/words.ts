// How titles, authors and searches are written when they are compared: without case, accents and other finery.

/** Letters that Unicode doesn't take apart into a base letter and an accent. */
const plain: Record<string, string> = {
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
 * Lower case without accents, in single spaces. Only accents, the Indic dot (nukta) and Arabic vowel points go: Indic
 * vowel signs are marks too, but they are letters to their readers (कमल is not कमला).
 */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f\u093c\u09bc\u0a3c\u0abc\u0b3c]/g, '')
    .replace(/[ßæœøłđðþı’‘]/g, (letter) => plain[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()

const checkDigit = (digits: string) => {
  const sum = [...digits].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** An ISBN as 13 digits; a 10-digit one whose check digit is wrong stays as it is. */
export function isbn13(isbn: string): string {
  const given = isbn.toUpperCase()
  if (!/^\d{9}[\dX]$/.test(given)) return given
  const sum = [...given].reduce(
    (total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at),
    0,
  )
  const body = `978${given.slice(0, 9)}`
  return sum % 11 === 0 ? body + checkDigit(body) : given
}

/** So long a key fits into an index entry, whatever script it is written in. */
const keyPart = (text: string) =>
  normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
    .slice(0, 200)

type Named = { title: string; author: string; isbn?: string | null | undefined }

/** What all copies of one title have in common: the ISBN, or title and author. */
export const titleKey = ({ title, author, isbn }: Named): string =>
  isbn ? `isbn ${isbn}` : `${keyPart(title)} / ${keyPart(author)}`

/** 'r. d. sharma' also as 'rd sharma', the way people type it. */
const joinInitials = (author: string) =>
  author.replace(/(?<=(?:^|\s)\p{L})\.?\s*(?=\p{L}\.|\p{L}\s)/gu, '').replaceAll('.', '')

/** What the search looks at. An ISBN is no part of it: its digits would be found by any number that somebody looks for. */
export function searchText({ title, author }: Pick<Named, 'title' | 'author'>): string {
  const name = normalize(author)
  const joined = joinInitials(name)
  return [normalize(title), name, joined === name ? '' : joined]
    .filter((part) => part !== '')
    .join(' ')
}

/** What a search is for: one ISBN, or words that a book must all have. Without either it is for everything. */
export type SearchTerms = { isbn: string | undefined; words: string[] }

/** Reads a search: an ISBN, however it is spaced, or at most 12 words, each once. */
export function readSearch(search: string | undefined): SearchTerms {
  const compact = (search ?? '').replace(/[\s-]/g, '')
  if (/^(?:\d{13}|\d{9}[\dXx])$/.test(compact)) return { isbn: isbn13(compact), words: [] }
  const words = normalize(search ?? '').split(/[\s.,;:!?()"“”]+/)
  return { isbn: undefined, words: [...new Set(words.filter((word) => word !== ''))].slice(0, 12) }
}
