// The small shapes that every part of the contract is made of.
import { z } from 'zod'
import type { errorWithCode } from './errors.ts'

export const Id = z.uuid({ error: 'This is not a valid id.' })
/** A moment, ISO 8601 in UTC. */
export const IsoDateTime = z.string()
export const invalidDateMessage = 'Enter a date as YYYY-MM-DD.'
/** A calendar date in Asia/Kolkata, YYYY-MM-DD. */
export const IsoDate = z.iso.date({ error: invalidDateMessage })

/** Rupees with at most two decimals, as JSON carries money. */
export const Money = z.number()
/** Rupees (JSON) to paise (database and domain). */
export const toPaise = (rupees: number): number => Math.round(rupees * 100)
/** Paise (database and domain) to rupees (JSON). */
export const toRupees = (paise: number): number => paise / 100

/** An amount in paise as people read it: '₹1,234.50', and without paise where there are none. */
export const formatRupees = (paise: number): string =>
  `₹${toRupees(paise).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 === 0 ? 0 : 2 })}`

/** What nobody sees, and what turns the direction of the words around it; joiners, which Indian scripts need, stay. */
const invisibleCharacters =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** A letter, a figure or a sign; the blank of Braille is none. */
const visibleCharacter = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u

/** What is said where a field is missing: a sentence, or a code with its sentence. */
type Required = string | ReturnType<typeof errorWithCode>

const written = (label: string, max: number, required: Required, between: RegExp) =>
  z
    .string({ error: required })
    .overwrite((value) => value.replace(invisibleCharacters, '').replace(between, ' '))
    .trim()
    .regex(visibleCharacter, { error: required })
    .max(max, `${label} can have at most ${max.toLocaleString('en-IN')} characters.`)

/** A required line of text: without breaks or anything invisible, trimmed, 1 to `max` characters. */
export const singleLine = (
  label: string,
  max: number,
  required: Required = `${label} is required.`,
) => written(label, max, required, /\s+/gu)

/** Required text of several lines: as `text`, but its breaks stay. */
export const multiLine = (
  label: string,
  max: number,
  required: Required = `${label} is required.`,
) => written(label, max, required, /\t/g)

/** A search box: never refused, only cut. */
export const Search = z
  .string({ error: 'Search for one text.' })
  .overwrite((value) => value.replaceAll('\u0000', '').trim().slice(0, 100))
  .optional()

type Blank = '' | null | undefined

/** An optional field of a form: an empty string or null counts as absent. */
export const blankAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    schema.optional(),
  ) as unknown as z.ZodOptional<z.ZodType<z.output<S> | undefined, z.input<S> | Blank>>

/** A number that a form or a query string may carry as text; anything but a plain decimal is refused. */
export const numberInput = <S extends z.ZodType<number, number>>(schema: S) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value.trim())
        ? Number(value)
        : value,
    schema,
  ) as unknown as z.ZodType<number, number | string>

/** A checkbox: a boolean, or strictly 'true' or 'false'. */
export const booleanInput = (label: string) =>
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: `${label} must be true or false.` }),
  ) as unknown as z.ZodType<boolean, boolean | 'true' | 'false'>

/** A price of 1 to 1,00,000 rupees in at most two decimals. */
export const priceInput = (label: string, required: Required = `${label} is required.`) =>
  z
    .number({
      error: (issue) => {
        if (issue.input !== undefined && issue.input !== null && issue.input !== '')
          return `${label} must be a number.`
        return typeof required === 'string' ? required : required(issue)
      },
    })
    .min(1, `${label} must be at least ₹1.`)
    .max(100_000, `${label} can be at most ₹1,00,000.`)
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

/** What is said of a cursor that no list gave. */
const invalidCursorMessage = 'The cursor is not valid.'

/** How a list is asked for: without `limit` all rows up to the list's ceiling, else a page from `cursor` on. */
export const pagingFields = {
  limit: blankAsAbsent(numberInput(integer('The limit', 1, 200))),
  cursor: blankAsAbsent(z.string({ error: invalidCursorMessage }).max(500, invalidCursorMessage)),
}

/** An Indian mobile number (10 digits, optional +91) or another international one in E.164; spaces and dashes are dropped. */
export const Phone = z
  .string({ error: 'Phone number is required.' })
  .overwrite((value) => value.replace(/[\s()-]/g, ''))
  .min(1, 'Phone number is required.')
  .regex(
    /^(?:(?:\+91)?[6-9]\d{9}|\+(?!91)[1-9]\d{6,14})$/,
    'Enter a 10-digit mobile number, or an international one with + and country code.',
  )

export const PersonName = singleLine('Name', 80)
export const PostalAddress = multiLine('Address', 300)
export const Email = z
  .string({ error: 'Email is required.' })
  .trim()
  .min(1, 'Email is required.')
  .max(254, 'Email can have at most 254 characters.')
  .pipe(z.email('Enter a valid email address.'))

export const MessageResponse = z.object({ message: z.string() })
