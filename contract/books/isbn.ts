// Reads ISBNs as people write them, and rejects numbers that aren't ISBNs of books.
import { plainText } from '#contract/common/typed-text.ts'

const weighted = (digits: string, weightOf: (index: number) => number): number =>
  [...digits].reduce(
    (sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * weightOf(index),
    0,
  )

/** Returns the check digit for the first twelve digits of an ISBN. */
export const checkDigit13 = (digits: string): string =>
  String((10 - (weighted(digits.slice(0, 12), (index) => (index % 2 === 0 ? 1 : 3)) % 10)) % 10)

const isRight10 = (isbn: string): boolean => weighted(isbn, (index) => 10 - index) % 11 === 0

/** Whether the ISBN is made up. People type such numbers if a book has no ISBN. */
const isDummy = (isbn: string): boolean =>
  /^97[89](?:(\d)\1{8}|123456789|012345678|987654321)/.test(isbn)

/** Converts an ISBN of 9, 10 or 13 digits. Returns undefined if the check digit is wrong. */
function toIsbn13(compact: string): string | undefined {
  const isbn = compact.length === 9 ? `0${compact}` : compact
  if (/^\d{9}[\dX]$/.test(isbn)) {
    const body = `978${isbn.slice(0, 9)}`
    return isRight10(isbn) ? body + checkDigit13(body) : undefined
  }
  return /^97[89]\d{10}$/.test(isbn) && isbn.endsWith(checkDigit13(isbn)) ? isbn : undefined
}

/** Drops the price code of two or five digits that a scanner adds to an ISBN. */
const withoutAddOn = (compact: string): string =>
  compact.replace(/^(97[89]\d{10})(?:\d{2}|\d{5})$/, '$1')

const compactForm = /^(?:\d{9}[\dX]?|\d{13})$/
/** Digits mixed with letters, as in a product id or an order number. They aren't ISBNs. */
const code = /[\dX-]*[A-WYZ][\dA-Z-]*/g
const label = /ISBN(?:[ -]*1[03](?!\d))?[ ]*(?:\((?:10|13)\))?[ ]*[:=#.]*/g

/**
 * Finds possible ISBNs in a text. Words separated by spaces are joined if together they are as long
 * as an ISBN, or if none of them is; otherwise each word of the right length is an ISBN.
 */
function candidatesIn(text: string): string[] {
  const parts = text
    .replace(label, ';')
    .replace(code, ';')
    .split(/[^\dX -]+/)
  return parts.flatMap((part) => {
    const whole = withoutAddOn(part.replace(/[ -]/g, ''))
    if (whole === '' || compactForm.test(whole)) return whole === '' ? [] : [whole]
    const words = part.split(' ').map((word) => withoutAddOn(word.replaceAll('-', '')))
    const found = words.filter((word) => compactForm.test(word))
    return found.length > 0 ? found : [whole]
  })
}

export type IsbnFault = 'length' | 'check digit' | 'no book' | 'several'

/**
 * Converts a typed ISBN to 13 digits, or says what is wrong with it. Accepts labels, hyphens,
 * digits of any script and the price code that scanners append: '8129135728', 'ISBN-13:
 * 978-81-291-3572-8'.
 */
export function readIsbn(typed: string): { isbn: string } | { fault: IsbnFault } {
  const candidates = candidatesIn(plainText(typed).toUpperCase())
  const [first, ...others] = candidates.filter((one) => compactForm.test(one))
  if (first === undefined) return { fault: 'length' }
  const isbns = new Set([first, ...others].map(toIsbn13))
  const [isbn] = isbns
  if (isbns.size > 1) return { fault: 'several' }
  if (isbn !== undefined) return isDummy(isbn) ? { fault: 'no book' } : { isbn }
  const isOtherCode = first.length === 13 && !/^97[89]/.test(first)
  return { fault: isOtherCode ? 'no book' : 'check digit' }
}

/** Returns the ISBN as the 13 digits that are stored, or undefined if the text isn't an ISBN. */
export function isbn13(isbn: string): string | undefined {
  const read = readIsbn(isbn)
  return 'isbn' in read ? read.isbn : undefined
}
