// How amounts, dates and texts are shown: rupees and times in en-IN, dates in India's time zone.
import type { PriceBand } from '#contract/books/pricing.ts'

const wholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
const rupeesAndPaise = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
})

export const noValue = 'N/A'

/** ₹1,23,456; paise only when they aren't zero. */
export const formatRupees = (amount: number): string =>
  Number.isFinite(amount)
    ? (Math.round(amount * 100) % 100 === 0 ? wholeRupees : rupeesAndPaise).format(amount)
    : noValue
/** ₹1,23,456.00, always with paise: the format of predicted prices. */
export const formatRupeesExact = (amount: number): string =>
  Number.isFinite(amount) ? rupeesAndPaise.format(amount) : noValue

const percentages = [0, 1].map(
  (maximumFractionDigits) =>
    new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits }),
)

/** '48 %' for 0.48. The space doesn't break. */
export const formatPercent = (share: number, decimals: 0 | 1 = 0): string =>
  (percentages[decimals] as Intl.NumberFormat).format(share).replace('%', '\u00A0%')

export const isCompleteBand = ({ low, high }: PriceBand): boolean =>
  Number.isFinite(low) && Number.isFinite(high)

/** 'between ₹323 and ₹417', or 'at about ₹10' when both ends are the same. */
export const formatPriceBand = ({ low, high }: PriceBand): string =>
  low === high
    ? `at about ${formatRupees(low)}`
    : `between ${formatRupees(low)} and ${formatRupees(high)}`

/** The amount as the value of a number field: 249 or 249.50. */
export const formatAmountInput = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : Number.isFinite(amount) ? amount.toFixed(2) : ''

const timeZone = 'Asia/Kolkata'
const dateFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone,
})
const dateTimeFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone,
})
const deadlineFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  hour12: true,
  timeZone,
})
const monthFormat = new Intl.DateTimeFormat('en-IN', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const fullTimeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone,
})
const timeFormat = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone,
})

function formatWith(format: Intl.DateTimeFormat, time: string): string {
  // Date alone would accept 'May 3' and other texts that are no ISO time.
  const date = new Date(/^\d{4}-\d\d/.test(time) ? time : '')
  return Number.isNaN(date.getTime()) ? noValue : format.format(date)
}

/** '7 Nov 2026', of an ISO time or a calendar date. */
export const formatDate = (time: string): string => formatWith(dateFormat, time)

/** '24 Nov, 6 pm'. */
export const formatDeadline = (time: string): string => formatWith(deadlineFormat, time)

export const formatMonth = (month: string): string => formatWith(monthFormat, `${month}-01`)

/** 'Just now' within 60 seconds, else '7 Nov 2026, 4:05 pm'. */
export function formatRecentTime(time: string, now = Date.now()): string {
  const ageMs = now - new Date(time).getTime()
  return ageMs < 60_000 ? 'Just now' : formatWith(dateTimeFormat, time)
}

export const formatTime = (time: string): string => formatWith(timeFormat, time)

export const formatFullTime = (time: string): string => formatWith(fullTimeFormat, time)

export const formatCount = (amount: number, singular: string, plural = `${singular}s`): string =>
  `${amount.toLocaleString('en-IN')} ${amount === 1 ? singular : plural}`

export const orNoValue = (text: string | undefined): string => text?.trim() || noValue
export const moneyOrNoValue = (
  amount: number | undefined,
  format: (amount: number) => string = formatRupees,
): string => orNoValue(amount === undefined ? '' : format(amount))

/** The label of a value; 'N/A' when it is missing or only a newer server knows it. */
export const labelOf = <Kind extends string>(labels: Record<Kind, string>, kind: Kind): string =>
  Object.hasOwn(labels, kind) ? labels[kind] : noValue
