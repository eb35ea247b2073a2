// Formats times for display, in en-IN style and India's time zone.
import { formatMeetingTime } from '#contract/common/dates.ts'
import { lazy } from '#contract/common/lazy.ts'
import { noValue } from '#web/format.ts'
import { serverNow } from '#web/session/server-clock.ts'

const lazyTimeFormat = (options: Intl.DateTimeFormatOptions) =>
  lazy(() => new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options }))

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const
const dateFormat = lazyTimeFormat(date)
const dateTimeFormat = lazyTimeFormat({ ...date, ...clock })
const deadlineFormat = lazyTimeFormat({
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  hour12: true,
})
const dayFormat = lazyTimeFormat({ day: 'numeric', month: 'short' })
const monthFormat = lazyTimeFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const fullTimeFormat = lazyTimeFormat({ dateStyle: 'full', timeStyle: 'long' })
const timeFormat = lazyTimeFormat(clock)

function formatWith(format: () => Intl.DateTimeFormat, time: string): string {
  // `Date` would also accept 'May 3' and other texts that aren't ISO times.
  const date = new Date(/^\d{4}-\d\d/.test(time) ? time : '')
  return Number.isNaN(date.getTime()) ? noValue : format().format(date)
}

/** Formats an ISO time or a calendar date as '7 Nov 2026'. */
export const formatDate = (time: string): string => formatWith(dateFormat, time)

/** Formats a day of the near future as '7 Nov'. */
export const formatDay = (time: string): string => formatWith(dayFormat, time)

/** Formats the time of a meeting, or the end of a reservation, as 'Thu 26 Nov, 4:40 pm'. */
export const formatDayAndTime = (time: string): string => formatMeetingTime(new Date(time))

/** Formats a time as '24 Nov, 6 pm'. */
export const formatDeadline = (time: string): string => formatWith(deadlineFormat, time)

export const formatMonth = (month: string): string => formatWith(monthFormat, `${month}-01`)

/** Returns 'Just now' within 60 seconds, or else '7 Nov 2026, 4:05 pm'. */
export function formatRecentTime(time: string, now = serverNow()): string {
  const ageMs = now - new Date(time).getTime()
  return Math.abs(ageMs) < 60_000 ? 'Just now' : formatWith(dateTimeFormat, time)
}

export const formatTime = (time: string): string => formatWith(timeFormat, time)

export const formatFullTime = (time: string): string => formatWith(fullTimeFormat, time)

type Props = { at: string; className?: string }

/** Shows a time as '7 Nov 2026, 4:05 pm' or 'Just now'. */
export const RecentTime = (props: Props) => <Time {...props}>{formatRecentTime(props.at)}</Time>

/** Like `RecentTime`, but for use within a sentence. */
export const RecentTimeInText = ({ at }: Props) => (
  <Time at={at}>{formatRecentTime(at).replace('Just now', 'just now')}</Time>
)

/** Shows a day as '7 Nov 2026', with the time as its tooltip. */
export const DayOf = ({ at }: Props) => <Time at={at}>{formatDate(at)}</Time>

const Time = ({ at, className, children }: Props & { children: string }) => (
  <time dateTime={at} title={formatFullTime(at)} className={className}>
    {children}
  </time>
)
