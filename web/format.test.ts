import { expect, test } from 'vitest'
import {
  formatAmountInput,
  formatDate,
  formatFullTime,
  formatMonth,
  formatPercent,
  formatPriceBand,
  formatRecentTime,
  formatRupees,
  formatRupeesExact,
  formatTime,
  moneyOrNoValue,
  orNoValue,
} from './format.ts'

test.each([
  [123456, '₹1,23,456'],
  [123456.5, '₹1,23,456.50'],
  [0.1 + 0.2, '₹0.30'],
  [99.999, '₹100'],
  [0, '₹0'],
])('%d rupees are shown as %s', (amount, text) => {
  expect(formatRupees(amount)).toBe(text)
})

test('predicted prices always have two decimals', () => {
  expect(formatRupeesExact(164)).toBe('₹164.00')
})

test('a missing value is shown as N/A', () => {
  expect([orNoValue(undefined), orNoValue(' '), orNoValue('Law')]).toEqual(['N/A', 'N/A', 'Law'])
  expect([
    moneyOrNoValue(undefined),
    moneyOrNoValue(0),
    moneyOrNoValue(164, formatRupeesExact),
  ]).toEqual(['N/A', '₹0', '₹164.00'])
})

test("a time within a minute is 'Just now', an older one is shown in India's time zone", () => {
  const now = Date.parse('2026-11-07T10:35:30Z')
  expect(formatRecentTime('2026-11-07T10:34:31Z', now)).toBe('Just now')
  expect(formatRecentTime('2026-11-07T10:34:30Z', now).replace(/\s/g, ' ')).toBe(
    '7 Nov 2026, 4:04 pm',
  )
  // This happens if the browser's clock is behind the server's.
  expect(formatRecentTime('2026-11-07T10:36:00Z', now)).toBe('Just now')
})

test('a calendar date is not shifted by the time zone', () => {
  expect(formatDate('2026-01-31')).toBe('31 Jan 2026')
  expect(formatDate('2026-01-31T19:00:00Z')).toBe('1 Feb 2026')
})

test('months and percentages are formatted', () => {
  expect([formatMonth('2026-01'), formatMonth('2026-12')]).toEqual(['Jan 2026', 'Dec 2026'])
  expect([
    formatPercent(0.476),
    formatPercent(0.0456, 1),
    formatPercent(0.05, 1),
    formatPercent(0),
  ]).toEqual(['48\u00A0%', '4.6\u00A0%', '5\u00A0%', '0\u00A0%'])
})

test('a price band is a range, or one price', () => {
  expect(formatPriceBand({ low: 323, high: 417 })).toBe('₹323–417')
  expect(formatPriceBand({ low: 10, high: 10 })).toBe('₹10')
})

test('an invalid amount or time is shown as missing', () => {
  expect([formatRupees, formatRupeesExact].map((write) => write(Number.NaN))).toEqual([
    'N/A',
    'N/A',
  ])
  expect(formatAmountInput(Number.NaN)).toBe('')
  for (const write of [formatDate, formatMonth, formatTime, formatFullTime, formatRecentTime])
    for (const time of ['', 'soon']) expect(write(time)).toBe('N/A')
})
