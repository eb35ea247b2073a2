import { expect, test } from 'vitest'
import { removalNotice, removalText, toggledStatus } from './rules.ts'

test.each([
  ['active', undefined, 'blocked'],
  ['blocked', undefined, 'active'],
  ['active', 'blocked', 'blocked'],
  ['blocked', 'blocked', 'blocked'],
  ['blocked', 'active', 'active'],
  ['active', 'active', 'active'],
] as const)('from %s, asked for %s, it goes to %s', (present, wanted, next) => {
  expect(toggledStatus(present, wanted)).toBe(next)
})

test('a removal says its reason, where there is one', () => {
  expect(removalText('A photocopy.')).toBe(
    'An admin took this book off the market. Reason: A photocopy.',
  )
  expect(removalText(undefined)).toBe('An admin took this book off the market.')
  expect(removalNotice('Soil Mechanics', 'A photocopy.')).toBe(
    "An admin took 'Soil Mechanics' off the market. Reason: A photocopy.",
  )
  expect(removalNotice('Soil Mechanics', undefined)).toBe(
    "An admin took 'Soil Mechanics' off the market.",
  )
})
