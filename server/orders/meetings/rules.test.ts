import { expect, test } from 'vitest'
import { formatMeetingTime, fromIndianTime, toIndianTime } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { trackingPageOf } from '#contract/orders/hand-over.ts'
import { isRightCode, meetingActions, meetingTimes, wrongCodeError } from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')

const errorOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  return undefined
}

test.each([
  [['2026-11-22T15:30'], 'times.0', 'This time has passed.'],
  [['2026-11-23T17:00', '2026-11-21T17:00'], 'times.1', 'This time has passed.'],
  [['2026-12-06T15:31'], 'times.0', 'Choose a time in the next 14 days.'],
  [['2026-11-23T17:00', '2026-11-23T17:00'], 'times.1', 'Mon 23 Nov, 5 pm is listed twice.'],
])('the times %j are refused at %s: %s', (times, field, message) => {
  expect(errorOf(() => meetingTimes(times, now))?.fields).toEqual({ [field]: message })
})

test('times are those of a clock in India, the earliest first', () => {
  expect(meetingTimes(['2026-12-06T15:30', '2026-11-22T15:31'], now)).toEqual([
    new Date('2026-11-22T10:01:00Z'),
    new Date('2026-12-06T10:00:00Z'),
  ])
  expect(toIndianTime(fromIndianTime('2026-11-28T00:10'))).toBe('2026-11-28T00:10')
  expect(formatMeetingTime(fromIndianTime('2026-11-28T17:00'))).toBe('Sat 28 Nov, 5 pm')
  expect(formatMeetingTime(fromIndianTime('2026-11-28T00:05'))).toBe('Sat 28 Nov, 12:05 am')
})

const times = [new Date('2026-11-23T10:00:00Z'), new Date('2026-11-24T10:00:00Z')]
const proposal = { id: 'a', by: 'buyer' as const, place: 'College gate', times }
const open = { isOpen: true, hasCode: true }

test.each([
  [undefined, 'buyer', now, open, ['propose']],
  [undefined, 'seller', now, open, ['propose', 'enter-code']],
  [proposal, 'buyer', now, open, ['propose']],
  [proposal, 'seller', now, open, ['choose', 'propose', 'enter-code']],
  [proposal, 'seller', times[0], open, ['choose', 'propose', 'enter-code']],
  [proposal, 'seller', times[1], open, ['propose', 'enter-code']],
  [proposal, 'seller', now, { isOpen: true, hasCode: false }, ['choose', 'propose']],
  [proposal, 'seller', now, { isOpen: false, hasCode: false }, []],
] as const)('case %#: what can be done about a meeting', (proposed, side, at, state, expected) => {
  expect(meetingActions(proposed, side, at ?? now, state)).toEqual(expected)
})

test('a code must match all digits, and a deleted code never matches', () => {
  expect(isRightCode('0042', '0042')).toBe(true)
  for (const typed of ['0043', '42', '', '00420']) expect(isRightCode('0042', typed)).toBe(false)
  expect(isRightCode(null, '0042')).toBe(false)
  expect([1, 4, 5].map((count) => wrongCodeError(count).message)).toEqual([
    'This code is wrong. 4 tries are left.',
    'This code is wrong. 1 try is left.',
    'The code was wrong too many times. Set the status instead.',
  ])
})

test('a courier’s page is known however its name is written, and only those of the list are', () => {
  expect(trackingPageOf('india post')).toMatch(/^https:\/\/www\.indiapost\.gov\.in\//)
  expect(trackingPageOf('BlueDart')).toBe('https://www.bluedart.com/tracking')
  expect(trackingPageOf('bluedart', 'A1&trackFor=2')).toMatch(/trackNo=A1%26trackFor%3D2$/)
  expect(trackingPageOf('Delhivery', '1490')).toBe(
    'https://www.delhivery.com/track-v2/package/1490',
  )
  expect(trackingPageOf('DTDC', '1490')).toBe(trackingPageOf('DTDC'))
  expect(trackingPageOf('https://evil.example')).toBeUndefined()
  expect(trackingPageOf('constructor')).toBeUndefined()
})
