import { expect, test } from 'vitest'
import { formatDate, formatFullTime, formatMonth, formatRecentTime, formatTime } from './time.tsx'

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

test('a month is shown with its year', () => {
  expect([formatMonth('2026-01'), formatMonth('2026-12')]).toEqual(['Jan 2026', 'Dec 2026'])
})

test('an invalid time is shown as missing', () => {
  for (const write of [formatDate, formatMonth, formatTime, formatFullTime, formatRecentTime])
    for (const time of ['', 'soon']) expect(write(time)).toBe('N/A')
})
