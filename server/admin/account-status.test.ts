import { expect, test } from 'vitest'
import { toggledStatus } from './account-status.ts'
import { bookRemovedMessage, bookRemovedText } from './texts.ts'

test.each([
  ['active', undefined, 'blocked'],
  ['blocked', undefined, 'active'],
  ['active', 'blocked', 'blocked'],
  ['blocked', 'blocked', 'blocked'],
  ['blocked', 'active', 'active'],
  ['active', 'active', 'active'],
] as const)('the status %s, with the requested one %s, becomes %s', (current, requested, next) => {
  expect(toggledStatus(current, requested)).toBe(next)
})

test('the texts about a removed book contain the reason, if there is one', () => {
  expect(bookRemovedMessage('A photocopy.')).toBe(
    'An admin took this book off the market. Reason: A photocopy.',
  )
  expect(bookRemovedMessage(undefined)).toBe('An admin took this book off the market.')
  expect(bookRemovedText('Soil Mechanics', 'A photocopy.')).toBe(
    "An admin took 'Soil Mechanics' off the market. Reason: A photocopy.",
  )
  expect(bookRemovedText('Soil Mechanics', undefined)).toBe(
    "An admin took 'Soil Mechanics' off the market.",
  )
})
