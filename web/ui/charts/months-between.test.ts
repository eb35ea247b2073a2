import { expect, test } from 'vitest'
import { monthsBetween } from './months-between.ts'

test('the months between are filled in', () => {
  expect(monthsBetween(['2025-11', '2026-02'])).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ])
  expect(monthsBetween(['2026-02', '2025-12'])).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(monthsBetween([])).toEqual([])
})
