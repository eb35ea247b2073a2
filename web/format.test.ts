import { expect, test } from 'vitest'
import {
  bandWords,
  clock,
  day,
  fullTime,
  messageTime,
  moneyOrNoValue,
  month,
  orNoValue,
  parseAmount,
  percent,
  rupees,
  rupeesExact,
  truncate,
} from './format.ts'

test.each([
  [123456, '₹1,23,456'],
  [123456.5, '₹1,23,456.50'],
  [0.1 + 0.2, '₹0.30'],
  [99.999, '₹100'],
  [0, '₹0'],
])('%d rupees read %s', (amount, text) => {
  expect(rupees(amount)).toBe(text)
})

test('predicted prices always have two decimals', () => {
  expect(rupeesExact(164)).toBe('₹164.00')
})

test('what is not there reads N/A', () => {
  expect([orNoValue(undefined), orNoValue(' '), orNoValue('Law')]).toEqual(['N/A', 'N/A', 'Law'])
  expect([moneyOrNoValue(undefined), moneyOrNoValue(0), moneyOrNoValue(164, rupeesExact)]).toEqual([
    'N/A',
    '₹0',
    '₹164.00',
  ])
})

test('titles are cut by the letters a reader sees', () => {
  expect(truncate('Twenty characters ok', 20)).toBe('Twenty characters ok')
  expect(truncate('Twenty-one characters', 20, '...')).toBe('Twenty-one character...')
  expect(truncate('कक्षा बारहवीं की भौतिकी की पुस्तक', 5)).toBe('कक्षा बार…')
  expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
})

test("a time within a minute is 'Just now', an older one is told in India's time", () => {
  const now = Date.parse('2026-11-07T10:35:30Z')
  expect(messageTime('2026-11-07T10:34:31Z', now)).toBe('Just now')
  expect(messageTime('2026-11-07T10:34:30Z', now).replace(/\s/g, ' ')).toBe('7 Nov 2026, 4:04 pm')
  // A clock that runs behind the server's.
  expect(messageTime('2026-11-07T10:36:00Z', now)).toBe('Just now')
})

test('a calendar date stays the date that it is', () => {
  expect(day('2026-01-31')).toBe('31 Jan 2026')
  expect(day('2026-01-31T19:00:00Z')).toBe('1 Feb 2026')
})

test('a month reads as one, and a share as a percentage', () => {
  expect([month('2026-01'), month('2026-12')]).toEqual(['Jan 2026', 'Dec 2026'])
  expect([percent(0.476), percent(0.0456, 1), percent(0.05, 1), percent(0)]).toEqual([
    '48\u00A0%',
    '4.6\u00A0%',
    '5\u00A0%',
    '0\u00A0%',
  ])
})

test('what a copy is expected to cost: between two prices, or at one', () => {
  expect(bandWords({ low: 323, high: 417 })).toBe('between ₹323 and ₹417')
  expect(bandWords({ low: 10, high: 10 })).toBe('at about ₹10')
})

test('what is no amount and no time is said to be missing', () => {
  expect([rupees, rupeesExact].map((write) => write(Number.NaN))).toEqual(['N/A', 'N/A'])
  expect(parseAmount(Number.NaN)).toBe('')
  for (const write of [day, month, clock, fullTime, messageTime])
    for (const time of ['', 'soon']) expect(write(time)).toBe('N/A')
})
