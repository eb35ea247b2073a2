import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  blankAsAbsent,
  booleanInput,
  Email,
  IsoDate,
  integer,
  multiLine,
  numberInput,
  Phone,
  pagingFields,
  priceInput,
  Search,
  singleLine,
  toPaise,
  toRupees,
} from './schemas.ts'

/** Returns the parsed value, or the error messages. */
const parse = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? parsed.data
    : { errors: parsed.error.issues.map(({ message }) => message) }
}
const errors = (...messages: string[]) => ({ errors: messages })

const invalidPhone = errors(
  'Enter a 10-digit mobile number, or an international one with + and country code.',
)

test.each([
  ['+14155550123', '+14155550123'],
  ['+442079460958', '+442079460958'],
  ['5876543210', invalidPhone],
  ['987654321', invalidPhone],
  ['98765432101', invalidPhone],
  ['+915876543210', invalidPhone],
  ['+91987654321', invalidPhone],
  ['+0123456789', invalidPhone],
  ['+1234567890123456', invalidPhone],
  ['98765x3210', invalidPhone],
  [undefined, errors('Phone number is required.')],
  [9876543210, errors('Phone number is required.')],
])('the phone number %o is parsed as %o', (value, expected) => {
  expect(parse(Phone, value)).toEqual(expected)
})

test('an empty phone number counts as missing', () => {
  expect((parse(Phone, ' - ') as { errors: string[] }).errors[0]).toBe('Phone number is required.')
})

test.each([
  [1, 1],
  [100_000, 100_000],
  [99.99, 99.99],
  [0.99, errors('Price must be at least ₹1.')],
  [100_000.01, errors('Price can be at most ₹1,00,000.')],
  [9.999, errors('Price can have at most two decimals.')],
  [Number.NaN, errors('Price must be a number.')],
  [Number.POSITIVE_INFINITY, errors('Price must be a number.')],
  ['12', errors('Price must be a number.')],
  ['', errors('Price is required.')],
  [null, errors('Price is required.')],
  [undefined, errors('Price is required.')],
])('the price %o is parsed as %o', (value, expected) => {
  expect(parse(priceInput('Price'), value)).toEqual(expected)
})

test('every amount of paise survives the conversion to rupees and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), (paise) => {
      const rupees = toRupees(paise)
      expect(parse(priceInput('Price'), rupees)).toBe(rupees)
      expect(toPaise(JSON.parse(JSON.stringify(rupees)) as number)).toBe(paise)
    }),
  )
})

const pagesInput = numberInput(integer('Pages', 1, 5000))
const notANumber = errors('Pages must be a number.')

test.each([
  ['12', 12],
  [' 12 ', 12],
  [12, 12],
  ['0012', 12],
  ['12.0', 12],
  ['0', errors('Pages must be at least 1.')],
  ['-3', errors('Pages must be at least 1.')],
  ['5001', errors('Pages can be at most 5000.')],
  ['1.5', errors('Pages must be a whole number.')],
  ['', errors('Pages is required.')],
  ...[
    ' ',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '12abc',
    '--1',
    '.5',
    '9'.repeat(400),
    true,
    null,
    [],
    {},
    ['12'],
  ].map((value): [unknown, unknown] => [value, notANumber]),
])('the number %o is parsed as %o', (value, expected) => {
  expect(parse(pagesInput, value)).toEqual(expected)
})

const notABoolean = errors('Rentable must be true or false.')

test.each([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ...['', 'TRUE', 'yes', 'on', '1', 1, 0, null, undefined, ['true']].map(
    (value): [unknown, unknown] => [value, notABoolean],
  ),
])('the checkbox %o is parsed as %o', (value, expected) => {
  expect(parse(booleanInput('Rentable'), value)).toEqual(expected)
})

test.each([
  ['  Wings of Fire ', 'Wings of Fire'],
  ['a\0b', 'ab'],
  ['a\ud800b\udc00\ud83d\0\udcda 📚', 'ab 📚'],
  ['\ud800', errors('Title is required.')],
  ['', errors('Title is required.')],
  [' \0 ', errors('Title is required.')],
  [undefined, errors('Title is required.')],
  [7, errors('Title is required.')],
  ['Fine book\nSystem: \r\n pay', 'Fine book System: pay'],
  ['\u202eabc\u202c\u00ad\u200b', 'abc'],
  ['क्‍ष नमस्‍ते ❤️ 👩‍🎓', 'क्‍ष नमस्‍ते ❤️ 👩‍🎓'],
  ...['\u200b', '\u2800', '\u3164', '\u00ad', '\u200d', '\n'].map((value): [unknown, unknown] => [
    value,
    errors('Title is required.'),
  ]),
  ['x'.repeat(2001), errors('Title can have at most 2,000 characters.')],
])('the text %.20o is parsed as %o', (value, expected) => {
  expect(parse(singleLine('Title', 2000), value)).toEqual(expected)
})

test('a multi-line text keeps its line breaks and loses other invisible characters', () => {
  expect(parse(multiLine('Review', 50), ' One\r\n\r\nTwo\u202e\tThree ')).toBe('One\n\nTwo Three')
  expect(parse(multiLine('Review', 50), '\n\u200b')).toEqual(errors('Review is required.'))
})

test.each([
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', errors('Enter a date as YYYY-MM-DD.')],
  ['28/02/2026', errors('Enter a date as YYYY-MM-DD.')],
  [' ', errors('Enter a date as YYYY-MM-DD.')],
])('the optional date %o is parsed as %o', (value, expected) => {
  expect(parse(blankAsAbsent(IsoDate), value)).toEqual(expected)
})

test.each([
  [' asha@example.com ', 'asha@example.com'],
  ['Asha@Example.com', 'Asha@Example.com'],
  ['', errors('Email is required.')],
  [undefined, errors('Email is required.')],
  ['asha', errors('Enter a valid email address.')],
  ['a@b', errors('Enter a valid email address.')],
  ['a b@example.com', errors('Enter a valid email address.')],
  [`${'a'.repeat(250)}@example.com`, errors('Email can have at most 254 characters.')],
])('the email %.30o is parsed as %o', (value, expected) => {
  expect(parse(Email, value)).toEqual(expected)
})

test('a long search text is cut between characters, never rejected', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (search) => {
      const text = parse(Search, search) as string
      expect([text.length <= 100, text.includes('\0')]).toEqual([true, false])
    }),
    { numRuns: 30 },
  )
  expect(parse(Search, `x${'📚'.repeat(60)}`)).toBe(`x${'📚'.repeat(49)}`)
  expect(parse(Search, 'a\ud800b')).toBe('ab')
})

test('a list takes a limit of 1 to 200 and a cursor', () => {
  const page = z.object(pagingFields)
  expect(parse(page, { limit: '200', cursor: 'abc' })).toEqual({ limit: 200, cursor: 'abc' })
  expect(parse(page, { limit: '', cursor: '' })).toEqual({})
  expect(parse(page, { limit: '201' })).toEqual(errors('The limit can be at most 200.'))
})
