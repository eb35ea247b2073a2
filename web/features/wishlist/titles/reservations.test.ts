import { expect, test } from 'vitest'
import { timeLeftText } from './reservations.tsx'

const minuteMs = 60_000
const now = Date.parse('2026-11-26T10:00:00Z')

test.each([
  [119.5, '2 h left'],
  [80, '1 h 20 min left'],
  [59, '59 min left'],
  [0.2, '1 min left'],
  [24 * 60, '1 day left'],
  [47.5 * 60, '1 day 23 h left'],
  [48 * 60, '2 days left'],
  [0, undefined],
  [-5, undefined],
])('of %s minutes: %s', (minutes, text) => {
  expect(timeLeftText(new Date(now + minutes * minuteMs).toISOString(), now)).toBe(text)
})
