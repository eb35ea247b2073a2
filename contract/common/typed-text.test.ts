import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPinCode } from '#contract/places.ts'
import { Email, Phone, UpiId } from './schemas.ts'
import { formatPhone, latinDigits, readNumber } from './typed-text.ts'

test.each([
  '9876543210',
  '09876543210',
  '+919876543210',
  '+91-98765-43210',
  '+91 09876543210',
  '0091-98765-43210',
  '91 98765 43210',
  '(+91) 98765 43210',
  '98765.43210',
  '98765/43210',
  '091 98765 43210',
  '+91 (0) 98765 43210',
  'tel:+919876543210',
  '98765\ufeff43210',
  '98765\u201143210',
  '\u200e9876543210',
  '९८७६५४३२१०',
])('the Indian mobile number “%s” has one stored form', (typed) => {
  expect(Phone.parse(typed)).toBe('+919876543210')
})

test('other numbers are stored in E.164', () => {
  for (const typed of ['0044 20 7946 0958', '+44 (0)20 7946 0958', '(+44) (0) 20 7946 0958'])
    expect(Phone.parse(typed), typed).toBe('+442079460958')
})

test('a stored number is shown as Indians write it', () => {
  expect(formatPhone('+919876543210')).toBe('98765 43210')
  expect(formatPhone('+442079460958')).toBe('+442079460958')
})

test.each([
  ['1299', 1299],
  ['1299/-', 1299],
  ['₹1299/-', 1299],
  ['Rs. 1,299.00', 1299],
  ['Rs 1,299 only', 1299],
  ['1,299', 1299],
  ['1,29,999', 129_999],
  ['1299,50', 1299.5],
  ['1 299', 1299],
  ['1299.', 1299],
  ['1299=00', 1299],
  ['MRP: Rs.1299/- only', 1299],
  ['\u20a81299', 1299],
  ['रु. १२९९', 1299],
  ['1299 रुपये', 1299],
  ['१२९९', 1299],
  ['₹ १,२९९/-', 1299],
  ['-3', -3],
  ['\u202d1299\u202c', 1299],
])('“%s” is the number %d', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})

test.each([
  ...['', '₹', '12 99', '1.2.3', '1e5', '1,2345', 'about 100', '0x10', '1,299,50'],
  ...['5,00', '3,0', '1299,00', '2²', '①②', '1½'],
])('“%s” isn’t read as a number', (typed) => {
  expect(readNumber(typed)).toBeUndefined()
})

test('numbers in Indian notation are understood', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (paise) => {
      const rupees = paise / 100
      expect(readNumber(`₹${rupees.toLocaleString('en-IN')}`)).toBe(rupees)
    }),
  )
})

test('digits of every script become 0 to 9, and no other character does', () => {
  expect(latinDigits('४११००१ ٤١ ৪১ ௪௧ 𝟜𝟙 41')).toBe('411001 41 41 41 41 41')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(latinDigits(text).replace(/\d/g, '')).toBe(text.replace(/\p{Nd}/gu, ''))
    }),
  )
})

test.each([
  ['411 002', '411002'],
  ['411-002', '411002'],
  ['Pune-411–002', '411002'],
  ['Pune – 411002', '411002'],
  ['\u200e411002', '411002'],
  ['४११००१', '411001'],
  ['411002, 411003', '411002, 411003'],
])('the PIN code in “%s” is “%s”', (typed, read) => {
  expect(readPinCode(typed)).toBe(read)
})

test('invisible marks are dropped from emails and UPI IDs', () => {
  for (const typed of ['\u200easha@example.com\u200b', 'asha\ufeff@example.com\u00a0'])
    expect(Email.parse(typed)).toBe('asha@example.com')
  for (const typed of [
    '\u202aasha.patil-1@okaxis\u202c',
    'asha.patil-1@okaxis\u200b',
    ' asha.patil-1 @ okaxis',
  ])
    expect(UpiId.parse(typed)).toBe('asha.patil-1@okaxis')
})
