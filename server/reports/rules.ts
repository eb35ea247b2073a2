import { addDays, indianDate } from '#contract/common/dates.ts'
import type { ReportRange } from '#contract/orders/reports.ts'

/** The dates from `from` up to, but not including, `to`. */
type Bucket = { label: string; from: string; to: string }

const format = (options: Intl.DateTimeFormatOptions) => {
  const dates = new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'UTC' })
  return (date: string) => dates.format(new Date(date))
}
const dayLabel = format({ day: 'numeric', month: 'short' })
const monthLabel = format({ month: 'short', year: 'numeric' })
const yearLabel = format({ year: 'numeric' })

const firstOfMonth = (date: string, back: number): string => {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10)
}
const firstOfYear = (date: string, back: number): string =>
  `${Number(date.slice(0, 4)) - back}-01-01`
const monday = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))

const ranges = {
  daily: {
    count: 30,
    start: (today: string, back: number) => addDays(today, -back),
    label: dayLabel,
  },
  weekly: {
    count: 12,
    start: (today: string, back: number) => addDays(monday(today), -7 * back),
    label: (date: string) => `${dayLabel(date)} – ${dayLabel(addDays(date, 6))}`,
  },
  monthly: { count: 12, start: firstOfMonth, label: monthLabel },
  yearly: { count: 5, start: firstOfYear, label: yearLabel },
} as const satisfies Record<
  ReportRange,
  { count: number; start: (today: string, back: number) => string; label: (date: string) => string }
>

export function bucketsOf(range: ReportRange, now: Date): Bucket[] {
  const { count, start, label } = ranges[range]
  const today = indianDate(now)
  return Array.from({ length: count }, (_, index) => {
    const from = start(today, count - 1 - index)
    return { label: label(from), from, to: start(today, count - 2 - index) }
  })
}

export const startOfDate = (date: string): Date => new Date(`${date}T00:00:00+05:30`)

/** Adds up amounts in paise for the bucket of their date. Ignores dates outside of all buckets. */
export function sumInto(buckets: Bucket[], amounts: { date: string; amount: number }[]): number[] {
  const sums = buckets.map(() => 0)
  for (const { date, amount } of amounts) {
    const index = buckets.findIndex((bucket) => bucket.from <= date && date < bucket.to)
    if (index >= 0) sums[index] = (sums[index] ?? 0) + amount
  }
  return sums
}

/** Returns the times at which a month or a financial year begins and ends in India. */
export function periodRange({
  month,
  financialYear,
}: {
  month?: string | undefined
  financialYear?: string | undefined
}): { from: Date; to: Date } {
  const first = month === undefined ? `${financialYear?.slice(0, 4)}-04-01` : `${month}-01`
  const end = firstOfMonth(first, month === undefined ? -12 : -1)
  return { from: startOfDate(first), to: startOfDate(end) }
}
