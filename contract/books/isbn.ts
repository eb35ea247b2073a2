// ISBNs as people write them, and what is none.
import { plainText } from '#contract/common/typed-text.ts'

const weighted = (digits: string, weightOf: (index: number) => number): number =>
  [...digits].reduce(
    (sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * weightOf(index),
    0,
  )

/** The last digit of an ISBN that begins with these twelve. */
export const checkDigit13 = (digits: string): string =>
  String((10 - (weighted(digits.slice(0, 12), (index) => (index % 2 === 0 ? 1 : 3)) % 10)) % 10)

const isRight10 = (isbn: string): boolean => weighted(isbn, (index) => 10 - index) % 11 === 0

/** People type these where a field asks for an ISBN and the book has none. */
const isDummy = (isbn: string): boolean =>
  /^97[89](?:(\d)\1{8}|123456789|012345678|987654321)/.test(isbn)

/** 13 digits for an ISBN with 9 (as until 1970), 10 or 13, if its check digit is right. */
function toIsbn13(compact: string): string | undefined {
  const isbn = compact.length === 9 ? `0${compact}` : compact
  if (/^\d{9}[\dX]$/.test(isbn)) {
    const body = `978${isbn.slice(0, 9)}`
    return isRight10(isbn) ? body + checkDigit13(body) : undefined
  }
  return /^97[89]\d{10}$/.test(isbn) && isbn.endsWith(checkDigit13(isbn)) ? isbn : undefined
}

/** A scanner adds the price's code of two or five digits to the 13 of the ISBN. */
const withoutAddOn = (compact: string): string =>
  compact.replace(/^(97[89]\d{10})(?:\d{2}|\d{5})$/, '$1')

const compactForm = /^(?:\d{9}[\dX]?|\d{13})$/
const label = /ISBN(?:[ -]*1[03](?!\d))?[ ]*(?:\((?:10|13)\))?[ ]*[:=#.]*/g

/** The ISBNs a text may hold: one in groups of digits, or several with something in between. */
function candidatesIn(text: string): string[] {
  const parts = text.replace(label, ';').split(/[^\dX -]+/)
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
 * The ISBN that a text is, as 13 digits: '8129135728', 'ISBN-13: 978-81-291-3572-8', with a scanner's
 * add-on or in the digits of any script. Else why it is none.
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

/** An ISBN that may be stored as 13 digits; undefined for what is none. */
export function isbn13(isbn: string): string | undefined {
  const read = readIsbn(isbn)
  return 'isbn' in read ? read.isbn : undefined
}
