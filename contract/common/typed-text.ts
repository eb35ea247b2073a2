// What people type and paste where a code or a number is asked for. Phones, keyboards and other
// apps add marks that show nothing, and write digits and dashes in many ways.

/** Half characters and all that shows nothing; also U+FEFF, which counts as a space. */
const unseen = /[\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

export const withoutUnseen = (typed: string): string =>
  typed
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

/** The ten digits of a script follow each other, from its zero on; some scripts have several rows. */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Digits of any script as 0 to 9: '४११००१' is '411001'. */
export const latinDigits = (typed: string): string =>
  typed.replace(/(?![0-9])\p{Nd}/gu, toLatinDigit)

/** With Latin digits, '-' for each dash, single spaces, and without what shows nothing. */
export const plainText = (typed: string): string =>
  latinDigits(withoutUnseen(typed.normalize('NFKC'))).replace(/[\p{Pd}\u2212]/gu, '-')

const currency =
  /^(?:₹|rs\.?|inr|rupees|रु(?:पये)?\.?|m\.?r\.?p\.?)[\s:]*|\s*(?:\/[-=]*|=(?:00)?|₹|rs\.?|inr|rupees|रु(?:पये)?|only)\.?$/gi
/** '1,29,999', '129,999' and '1 299', with or without decimals. */
const grouped = /^-?\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d{1,9})?$/

/**
 * The number that a text is in India: '₹1,299/-', 'Rs. 1,299.00', '१२९९' and '1299,50', where the
 * comma is a decimal point. Undefined where it is no number, or could be more than one.
 */
export function readNumber(typed: string): number | undefined {
  let text = plainText(typed)
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(currency, '').trim()
  }
  const decimal = grouped.test(text)
    ? text.replace(/[, ]/g, '')
    : text.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
  return /^-?\d{1,15}(?:\.\d{0,9})?$/.test(decimal) ? Number(decimal) : undefined
}

/**
 * A phone number as it is stored: '+919876543210' for an Indian mobile, however it is written, else
 * in E.164. The text as it is where it is neither.
 */
export function readPhone(typed: string): string {
  const digits = plainText(typed)
    .replace(/^tel:/i, '')
    .replace(/[\s().,/·•_-]/g, '')
    .replace(/^00/, '+')
  const [, indian] = /^(?:\+?0?91)?0?([6-9]\d{9})$/.exec(digits) ?? []
  return indian === undefined ? digits : `+91${indian}`
}

/** A phone number as Indians write it: '98765 43210'; others as they are stored. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+91([6-9]\d{4})(\d{5})$/, '$1 $2')
