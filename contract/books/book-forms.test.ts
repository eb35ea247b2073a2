import { afterEach, expect, test, vi } from 'vitest'
import { PublicationYear, publicationYears } from './book-forms.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the latest publication year follows the calendar in India', () => {
  expect(publicationYears(new Date('2026-12-31T18:29:59Z'))).toEqual({
    earliest: 1900,
    latest: 2027,
  })
  expect(publicationYears(new Date('2026-12-31T18:30:00Z'))).toEqual({
    earliest: 1900,
    latest: 2028,
  })
})

test.each([
  [1899, 'Publication year must be at least 1900.'],
  [1900, undefined],
  ['2027', undefined],
  [2028, 'Publication year can be at most 2027.'],
  [20_000, 'Publication year can be at most 2027.'],
])('in 2026 the publication year %o gives the error %o', (year, message) => {
  vi.useFakeTimers({ now: new Date('2026-06-01T00:00:00Z') })
  expect(PublicationYear.safeParse(year).error?.issues[0]?.message).toBe(message)
})
