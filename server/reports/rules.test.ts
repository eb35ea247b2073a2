import { expect, test } from 'vitest'
import { reportRanges } from '#contract/orders/reports.ts'
import { bucketsOf, periodRange, startOfDate, sumInto } from './rules.ts'

/** 00:30 on Sunday 1 March 2026 in India, and still 28 February in London. */
const now = new Date('2026-02-28T19:00:00Z')

test.each([
  ['daily', 30, '2026-01-31', '2026-03-01', '1 Mar'],
  ['weekly', 12, '2025-12-08', '2026-02-23', '23 Feb – 1 Mar'],
  ['monthly', 12, '2025-04-01', '2026-03-01', 'Mar 2026'],
  ['yearly', 5, '2022-01-01', '2026-01-01', '2026'],
] as const)('%s has %i buckets from %s to %s', (range, count, first, last, label) => {
  const buckets = bucketsOf(range, now)
  expect([buckets.length, buckets[0]?.from, buckets.at(-1)?.from, buckets.at(-1)?.label]).toEqual([
    count,
    first,
    last,
    label,
  ])
})

test.each(reportRanges)('the buckets of %s have no gaps, and the last includes today', (range) => {
  const buckets = bucketsOf(range, now)
  expect(buckets.slice(0, -1).map(({ to }) => to)).toEqual(buckets.slice(1).map(({ from }) => from))
  const last = buckets.at(-1)
  expect(last && last.from <= '2026-03-01' && '2026-03-01' < last.to).toBe(true)
  const sums = sumInto(buckets, [
    { date: '2026-03-01', amount: 100 },
    { date: '2026-03-01', amount: 50 },
    { date: '1999-01-01', amount: 7 },
  ])
  expect([sums.at(-1), sums.reduce((sum, amount) => sum + amount)]).toEqual([150, 150])
})

test('a date begins at midnight in India', () => {
  expect(startOfDate('2026-03-01').toISOString()).toBe('2026-02-28T18:30:00.000Z')
})

test.each([
  [{ month: '2026-02' }, '2026-02-01', '2026-03-01'],
  [{ month: '2026-12' }, '2026-12-01', '2027-01-01'],
  [{ financialYear: '2026-27' }, '2026-04-01', '2027-04-01'],
  [{ financialYear: '2099-00' }, '2099-04-01', '2100-04-01'],
])('the period %o begins and ends at midnight in India', (period, from, to) => {
  expect(periodRange(period)).toEqual({ from: startOfDate(from), to: startOfDate(to) })
})
