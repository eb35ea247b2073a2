import { z } from 'zod'
import type { errorWithCode } from './input-errors.ts'
import { maxLength, priceRange } from './limits.ts'
import { compactText, readNumber, readPhone, withoutInvisible } from './typed-text.ts'

const maxPageRows = 200

/** Converts an id to the database's spelling, so that each id has only one. */
export const idAsWritten = (id: string): string => id.toLowerCase()

export const Id = z.uuid({ error: 'This is not a valid id.' }).overwrite(idAsWritten)
/** A timestamp, ISO 8601 in UTC. */
export const IsoDateTime = z.string()
export const invalidDateMessage = 'Enter a date as YYYY-MM-DD.'
/** A calendar date in Asia/Kolkata, YYYY-MM-DD. */
export const IsoDate = z.iso.date({ error: invalidDateMessage })

/** Rupees with at most two decimals in JSON; the server and the database use paise. */
export const Money = z.number()
export const toPaise = (rupees: number): number => Math.round(rupees * 100)
export const toRupees = (paise: number): number => paise / 100

/** Formats an amount in paise: '₹1,234.50', without decimals if it is whole rupees. */
export const formatRupees = (paise: number): string =>
  `₹${toRupees(paise).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 === 0 ? 0 : 2 })}`

// Also matches lone surrogates, which PostgreSQL refuses, and marks that reverse the text
// direction. Joiners stay, because Indic scripts need them.
const invisibleCharacters =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f\n\t])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
// \u2800, the Braille blank, counts as a symbol but shows nothing.
const visibleCharacter = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u

type RequiredError = string | ReturnType<typeof errorWithCode>

const requiredText = (label: string, max: number, required: RequiredError, whitespace: RegExp) =>
  z
    .string({ error: required })
    .overwrite((value) => value.replace(invisibleCharacters, '').replace(whitespace, ' '))
    .trim()
    .regex(visibleCharacter, { error: required })
    .max(max, {
      // A function, because the first call of toLocaleString takes 10 ms and most pages show no message.
      error: () => `${label} can have at most ${max.toLocaleString('en-IN')} characters.`,
    })

/** A required line of text, trimmed, without line breaks or invisible characters. */
export const singleLine = (
  label: string,
  max: number,
  required: RequiredError = `${label} is required.`,
) => requiredText(label, max, required, /\s+/gu)

export const multiLine = (
  label: string,
  max: number,
  required: RequiredError = `${label} is required.`,
) => requiredText(label, max, required, /\t/g)

export const Search = z
  .string({ error: 'Search for one text.' })
  .overwrite((value) =>
    value
      .replace(invisibleCharacters, '')
      .trim()
      .slice(0, maxLength.search)
      // Cutting the text may leave a lone surrogate.
      .replace(invisibleCharacters, ''),
  )
  .optional()

type Blank = '' | null | undefined

export const blankAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    schema.optional(),
  ) as unknown as z.ZodOptional<z.ZodType<z.output<S> | undefined, z.input<S> | Blank>>

/** Accepts a number, or text from a form or query string that `readNumber` understands. */
export const numberInput = <S extends z.ZodType<number, number>>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (readNumber(value) ?? value) : value),
    schema,
  ) as unknown as z.ZodType<number, number | string>

export const booleanInput = (label: string) =>
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: `${label} must be true or false.` }),
  ) as unknown as z.ZodType<boolean, boolean | 'true' | 'false'>

/** An amount in rupees, at most `max` rupees. */
export const priceInput = (
  label: string,
  required: RequiredError = `${label} is required.`,
  max: number = priceRange.max,
) =>
  z
    .number({
      error: (issue) => {
        if (issue.input !== undefined && issue.input !== null && issue.input !== '')
          return `${label} must be a number.`
        return typeof required === 'string' ? required : required(issue)
      },
    })
    .min(priceRange.min, {
      error: () => `${label} must be at least ${formatRupees(toPaise(priceRange.min))}.`,
    })
    .max(max, { error: () => `${label} can be at most ${formatRupees(toPaise(max))}.` })
    .refine(
      (rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6,
      `${label} can have at most two decimals.`,
    )

export const integer = (label: string, min: number, max: number) =>
  z
    .number({
      error: ({ input }) =>
        input === undefined || input === ''
          ? `${label} is required.`
          : `${label} must be a number.`,
    })
    .int(`${label} must be a whole number.`)
    .min(min, `${label} must be at least ${min}.`)
    .max(max, `${label} can be at most ${max}.`)

/** Accepts a list, its JSON, or a repeated form field. An empty value is an empty list. */
export const listInput = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (value === null) return []
    if (typeof value !== 'string') return value
    try {
      return value === '' ? [] : value.startsWith('[') ? JSON.parse(value) : [value]
    } catch {
      return value
    }
  }, schema) as unknown as z.ZodType<z.output<S>, z.input<S> | string | null>

const invalidCursorMessage = 'The cursor is not valid.'

/**
 * Query fields of a list. If `limit` is missing, all rows are returned, up to the list's own
 * maximum.
 */
export const pagingFields = {
  limit: blankAsAbsent(numberInput(integer('The limit', 1, maxPageRows))),
  cursor: blankAsAbsent(z.string({ error: invalidCursorMessage }).max(500, invalidCursorMessage)),
}

/** An Indian mobile or international phone number, converted to E.164. */
export const Phone = z
  .string({ error: 'Phone number is required.' })
  .overwrite(readPhone)
  .min(1, 'Phone number is required.')
  .regex(
    /^\+(?:91[6-9]\d{9}|(?!91)[1-9]\d{6,14})$/,
    'Enter a 10-digit mobile number, or an international one with + and country code.',
  )

/** An address of India's Unified Payments Interface, such as 'asha.patil@okaxis'. */
export const UpiId = z
  .string({ error: 'UPI ID is required.' })
  .overwrite(compactText)
  .regex(
    /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}@[a-zA-Z][a-zA-Z0-9]{1,63}$/,
    'Enter a UPI ID such as name@bank.',
  )

export const PersonName = singleLine('Name', maxLength.personName)
export const PostalAddress = multiLine('Address', maxLength.address)
export const Email = z
  .string({ error: 'Email is required.' })
  .overwrite(withoutInvisible)
  .min(1, 'Email is required.')
  .max(maxLength.email, `Email can have at most ${maxLength.email} characters.`)
  .pipe(z.email('Enter a valid email address.'))

export const MessageResponse = z.object({ message: z.string() })
