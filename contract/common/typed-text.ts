// Cleans up codes and numbers that people type or paste. Keyboards and apps add invisible marks,
// and write digits and dashes in many ways.

/**
 * Lone surrogates and invisible characters. They are removed before \s is replaced, because \s
 * matches one of them, U+FEFF.
 */
const invisible = /[\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

export const withoutInvisible = (typed: string): string =>
  typed
    .replace(invisible, '')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

/**
 * Counts back to the script's zero, because its digits are consecutive code points. Some scripts
 * have several sets of digits in a row.
 */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Replaces digits of any script with 0 to 9: '४११००१' becomes '411001'. */
export const latinDigits = (typed: string): string =>
  typed.replace(/(?![0-9])\p{Nd}/gu, toLatinDigit)

/** Converts digits to Latin ones and every dash to '-', and removes invisible characters. */
export const plainText = (typed: string): string =>
  latinDigits(withoutInvisible(typed.normalize('NFKC'))).replace(/[\p{Pd}\u2212]/gu, '-')

/** Like `plainText`, but also removes spaces, because codes have none. */
export const compactText = (typed: string): string => plainText(typed).replaceAll(' ', '')

const currency =
  /^(?:₹|rs\.?|inr|rupees|रु(?:पये)?\.?|m\.?r\.?p\.?)[\s:]*|\s*(?:\/[-=]*|=(?:00)?|₹|rs\.?|inr|rupees|रु(?:पये)?|only)\.?$/gi
/** Numbers such as '1,29,999', '129,999' and '1 299', with or without decimals. */
const grouped = /^-?\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d{1,9})?$/

/**
 * Reads a number as people write it in India: '₹1,299/-', 'Rs. 1,299.00', '१२९९', or '1299,50' with
 * a decimal comma. Returns undefined if it isn't a number or is ambiguous, such as '5,00', which
 * may mean 500.
 */
export function readNumber(typed: string): number | undefined {
  // Checked before `plainText`, which turns '2²' into '22'.
  if (/\p{No}/u.test(typed)) return undefined
  let text = plainText(typed)
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(currency, '').trim()
  }
  const decimal = grouped.test(text)
    ? text.replace(/[, ]/g, '')
    : text.replace(/^(-?\d+),(?!0+$)(\d{1,2})$/, '$1.$2')
  return /^-?\d{1,15}(?:\.\d{0,9})?$/.test(decimal) ? Number(decimal) : undefined
}

/**
 * Converts a phone number to E.164: any spelling of an Indian mobile becomes '+919876543210'.
 * Returns the text unchanged if it isn't a phone number.
 */
export function readPhone(typed: string): string {
  const digits = plainText(typed)
    .replace(/^tel:/i, '')
    .replace(/[\s.,/·•_-]/g, '')
    // The zero in '+44 (0)' is only dialed within the country.
    .replace(/^(\(?(?:\+|00)\d{1,3}\)?)\(0\)/, '$1')
    .replace(/[()]/g, '')
    .replace(/^00/, '+')
  const [, indian] = /^(?:\+?0?91)?0?([6-9]\d{9})$/.exec(digits) ?? []
  return indian === undefined ? digits : `+91${indian}`
}

/** Formats an Indian mobile number as '98765 43210' and leaves other numbers unchanged. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+91([6-9]\d{4})(\d{5})$/, '$1 $2')
