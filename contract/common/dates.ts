// Calendar dates in India (Asia/Kolkata) as YYYY-MM-DD, for rentals and reports. India's offset
// from UTC has been constant since 1945, without daylight saving time.

import { lazy } from './lazy.ts'

const offsetMs = 5.5 * 3_600_000
const dayMs = 86_400_000

export const indianDate = (time: Date): string =>
  new Date(time.getTime() + offsetMs).toISOString().slice(0, 10)

/** Returns false for an invalid Date, and for the last hours that a Date can represent. */
export const hasIndianDate = (time: Date): boolean =>
  !Number.isNaN(new Date(time.getTime() + offsetMs).getTime())

export const indianYear = (time: Date): number =>
  new Date(time.getTime() + offsetMs).getUTCFullYear()

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** Returns the time at which a clock in India shows `local`, such as '2026-11-28T17:00'. */
export const fromIndianTime = (local: string): Date => new Date(Date.parse(`${local}Z`) - offsetMs)
export const toIndianTime = (time: Date): string =>
  new Date(time.getTime() + offsetMs).toISOString().slice(0, 16)

const meetingTimeFormat = lazy(
  () =>
    new Intl.DateTimeFormat('en-IN', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone: 'Asia/Kolkata',
    }),
)

function meetingTimeParts(time: Date) {
  const parts = meetingTimeFormat().formatToParts(time)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const minute = of('minute') === '00' ? '' : `:${of('minute')}`
  return {
    day: `${of('weekday')} ${of('day')} ${of('month')}`,
    clock: `${of('hour')}${minute} ${of('dayPeriod')}`,
  }
}

/** Formats a time as 'Sat 28 Nov, 5 pm' or 'Sat 28 Nov, 5:30 pm'. */
export function formatMeetingTime(time: Date): string {
  const { day, clock } = meetingTimeParts(time)
  return `${day}, ${clock}`
}

export const formatClockTime = (time: Date): string => meetingTimeParts(time).clock
