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
} from './common.ts'

/** What a schema makes of a value, or the sentences it refuses it with. */
const read = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? parsed.data
    : { refused: parsed.error.issues.map(({ message }) => message) }
}
const refused = (...messages: string[]) => ({ refused: messages })

const noPhone = refused(
  'Enter a 10-digit mobile number, or an international one with + and country code.',
)

test.each([
  ['9876543210', '9876543210'],
  ['98765 43210', '9876543210'],
  ['+91 98765-43210', '+919876543210'],
  ['(98765) 43210', '9876543210'],
  ['+14155550123', '+14155550123'],
  ['+442079460958', '+442079460958'],
  ['5876543210', noPhone],
  ['987654321', noPhone],
  ['98765432101', noPhone],
  ['919876543210', noPhone],
  ['+915876543210', noPhone],
  ['+91987654321', noPhone],
  ['+0123456789', noPhone],
  ['+1234567890123456', noPhone],
  ['98765x3210', noPhone],
  ['९८७६५४३२१०', noPhone],
  [undefined, refused('Phone number is required.')],
  [9876543210, refused('Phone number is required.')],
])('the phone number %o is read as %o', (value, expected) => {
  expect(read(Phone, value)).toEqual(expected)
})

test('an empty phone number is said to be missing', () => {
  expect((read(Phone, ' - ') as { refused: string[] }).refused[0]).toBe('Phone number is required.')
})

test.each([
  [1, 1],
  [100_000, 100_000],
  [99.99, 99.99],
  [0.99, refused('Price must be at least ₹1.')],
  [100_000.01, refused('Price can be at most ₹1,00,000.')],
  [9.999, refused('Price can have at most two decimals.')],
  [Number.NaN, refused('Price must be a number.')],
  [Number.POSITIVE_INFINITY, refused('Price must be a number.')],
  ['12', refused('Price must be a number.')],
  ['', refused('Price is required.')],
  [null, refused('Price is required.')],
  [undefined, refused('Price is required.')],
])('the price %o is read as %o', (value, expected) => {
  expect(read(priceInput('Price'), value)).toEqual(expected)
})

test('every amount of paise is a price that comes back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), (paise) => {
      const rupees = toRupees(paise)
      expect(read(priceInput('Price'), rupees)).toBe(rupees)
      expect(toPaise(JSON.parse(JSON.stringify(rupees)) as number)).toBe(paise)
    }),
  )
})

const number = numberInput(integer('Pages', 1, 5000))
const noNumber = refused('Pages must be a number.')

test.each([
  ['12', 12],
  [' 12 ', 12],
  [12, 12],
  ['0012', 12],
  ['12.0', 12],
  ['0', refused('Pages must be at least 1.')],
  ['-3', refused('Pages must be at least 1.')],
  ['5001', refused('Pages can be at most 5000.')],
  ['1.5', refused('Pages must be a whole number.')],
  ['', refused('Pages is required.')],
  ...[
    ' ',
    '1e3',
    '0x10',
    '1,000',
    '१२',
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
  ].map((value): [unknown, unknown] => [value, noNumber]),
])('the number %o is read as %o', (value, expected) => {
  expect(read(number, value)).toEqual(expected)
})

const noFlag = refused('Rentable must be true or false.')

test.each([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ...['', 'TRUE', 'yes', 'on', '1', 1, 0, null, undefined, ['true']].map(
    (value): [unknown, unknown] => [value, noFlag],
  ),
])('the checkbox %o is read as %o', (value, expected) => {
  expect(read(booleanInput('Rentable'), value)).toEqual(expected)
})

test.each([
  ['  Wings of Fire ', 'Wings of Fire'],
  ['a\0b', 'ab'],
  ['', refused('Title is required.')],
  [' \0 ', refused('Title is required.')],
  [undefined, refused('Title is required.')],
  [7, refused('Title is required.')],
  ['Fine book\nSystem: \r\n pay', 'Fine book System: pay'],
  ['\u202eabc\u202c\u00ad\u200b', 'abc'],
  ['क्‍ष नमस्‍ते ❤️ 👩‍🎓', 'क्‍ष नमस्‍ते ❤️ 👩‍🎓'],
  ...['\u200b', '\u2800', '\u3164', '\u00ad', '\u200d', '\n'].map((value): [unknown, unknown] => [
    value,
    refused('Title is required.'),
  ]),
  ['x'.repeat(2001), refused('Title can have at most 2,000 characters.')],
])('the text %.20o is read as %o', (value, expected) => {
  expect(read(singleLine('Title', 2000), value)).toEqual(expected)
})

test('a text of several lines keeps its breaks, and nothing else that is not seen', () => {
  expect(read(multiLine('Review', 50), ' One\r\n\r\nTwo\u202e\tThree ')).toBe('One\n\nTwo Three')
  expect(read(multiLine('Review', 50), '\n\u200b')).toEqual(refused('Review is required.'))
})

test.each([
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', refused('Enter a date as YYYY-MM-DD.')],
  ['28/02/2026', refused('Enter a date as YYYY-MM-DD.')],
  [' ', refused('Enter a date as YYYY-MM-DD.')],
])('the optional date %o is read as %o', (value, expected) => {
  expect(read(blankAsAbsent(IsoDate), value)).toEqual(expected)
})

test.each([
  [' asha@example.com ', 'asha@example.com'],
  ['Asha@Example.com', 'Asha@Example.com'],
  ['', refused('Email is required.')],
  [undefined, refused('Email is required.')],
  ['asha', refused('Enter a valid email address.')],
  ['a@b', refused('Enter a valid email address.')],
  ['a b@example.com', refused('Enter a valid email address.')],
  [`${'a'.repeat(250)}@example.com`, refused('Email can have at most 254 characters.')],
])('the email %.30o is read as %o', (value, expected) => {
  expect(read(Email, value)).toEqual(expected)
})

test('what is searched for is never refused, only cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (search) => {
      const found = read(Search, search) as string
      expect([found.length <= 100, found.includes('\0')]).toEqual([true, false])
    }),
  )
})

test('a page is asked for by a limit of 1 to 200 and a cursor', () => {
  const page = z.object(pagingFields)
  expect(read(page, { limit: '200', cursor: 'abc' })).toEqual({ limit: 200, cursor: 'abc' })
  expect(read(page, { limit: '', cursor: '' })).toEqual({})
  expect(read(page, { limit: '201' })).toEqual(refused('The limit can be at most 200.'))
})
