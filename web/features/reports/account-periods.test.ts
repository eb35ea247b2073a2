import { expect, test } from 'vitest'
import { accountPeriods, monthLabel } from './account-periods.ts'

test('financial years begin in April, and the newest comes first', () => {
  expect(
    accountPeriods(new Date('2026-01-31T18:30:00Z'), new Date('2026-05-31T18:29:00Z')),
  ).toEqual([
    { year: '2026-27', months: ['2026-05', '2026-04'] },
    { year: '2025-26', months: ['2026-03', '2026-02'] },
  ])
  expect(monthLabel('2026-05')).toBe('May 2026')
})

test('the first month of an account is its only one', () => {
  const now = new Date('2099-12-31T18:30:00Z')
  expect(accountPeriods(now, now)).toEqual([{ year: '2099-00', months: ['2100-01'] }])
})
