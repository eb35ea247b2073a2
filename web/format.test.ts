import { expect, test } from 'vitest'
import {
  formatAmountInput,
  formatPercent,
  formatPriceBand,
  formatRupees,
  formatRupeesExact,
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

test('percentages are formatted', () => {
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

test('an invalid amount is shown as missing', () => {
  expect([formatRupees, formatRupeesExact].map((write) => write(Number.NaN))).toEqual([
    'N/A',
    'N/A',
  ])
  expect(formatAmountInput(Number.NaN)).toBe('')
})
