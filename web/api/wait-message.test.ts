import { expect, test } from 'vitest'
import { AppError, type ErrorCode, errorCatalog } from '#contract/common/error-catalog.ts'
import { errorMessage } from './client.ts'
import { formatWait } from './wait-message.ts'

test.each([
  [0.4, 'in 1 second'],
  [60, 'in 60 seconds'],
  [61, 'in 2 minutes'],
  [2100, 'in 35 minutes'],
  [5400, 'in 90 minutes'],
  [5401, 'in 2 hours'],
  [86_400, 'in 24 hours'],
  [200_000, 'in 3 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})

test('a refusal says how long to wait, if the server does', () => {
  const message = (code: ErrorCode, options = {}) =>
    errorMessage(new AppError(code, options), 'No.')
  expect(message('too_many_signups', { retryAfter: 2072 })).toBe(
    'Many accounts were opened from here lately. Please try again in 35 minutes.',
  )
  expect(message('too_many_signups')).toBe(errorCatalog.too_many_signups[1])
  expect(message('too_many_attempts', { retryAfter: 30 })).toBe(
    'Too many attempts. Please try again in 30 seconds.',
  )
  expect(message('too_many_complaints', { retryAfter: 30 })).toBe(
    errorCatalog.too_many_complaints[1],
  )
  expect(message('unavailable', { retryAfter: 5 })).toBe(errorCatalog.unavailable[1])
})
