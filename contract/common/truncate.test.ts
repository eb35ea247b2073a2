import { expect, test } from 'vitest'
import { truncate, truncateWithDots } from './truncate.ts'

test('titles are cut by visible letters', () => {
  expect(truncate('Twenty characters ok', 20)).toBe('Twenty characters ok')
  expect(truncate('Twenty-one more letters', 10)).toBe('Twenty-one…')
  expect(truncate('Twenty-one and more', 11)).toBe('Twenty-one…')
  expect(truncate('कक्षा बारहवीं की भौतिकी की पुस्तक', 5)).toBe('कक्षा बार…')
  expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
})

test('titles of similar books are cut to an exact length, plus three dots', () => {
  expect(truncateWithDots('Twenty characters ok', 20)).toBe('Twenty characters ok')
  expect(truncateWithDots('Twenty-one characters', 20)).toBe('Twenty-one character...')
  expect(truncateWithDots('Quantum Gardens and Roads', 20)).toBe('Quantum Gardens and ...')
})
