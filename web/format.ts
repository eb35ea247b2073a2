// How figures, dates and titles read: rupees and times in en-IN.
import type { PriceBand } from '#contract/pricing.ts'

const whole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
const exact = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
})

/** What stands where something is missing. */
export const noValue = 'N/A'

/** ₹1,23,456; paise only when they aren't zero. */
export const rupees = (amount: number): string =>
  Number.isFinite(amount)
    ? (Math.round(amount * 100) % 100 === 0 ? whole : exact).format(amount)
    : noValue
/** ₹1,23,456.00, as predicted prices stand. */
export const rupeesExact = (amount: number): string =>
  Number.isFinite(amount) ? exact.format(amount) : noValue

/** '48 %', of a share; '4.6 %' where a decimal tells something. The space doesn't break. */
export const percent = (share: number, decimals = 0): string =>
  new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: decimals })
    .format(share)
    .replace('%', '\u00A0%')

/** Whether a prediction came with both ends of its band. */
export const isBand = ({ low, high }: PriceBand): boolean =>
  Number.isFinite(low) && Number.isFinite(high)

/** What a copy is expected to cost: 'between ₹323 and ₹417', 'at about ₹10'. */
export const bandWords = ({ low, high }: PriceBand): string =>
  low === high ? `at about ${rupees(low)}` : `between ${rupees(low)} and ${rupees(high)}`

/** 249 or 249.50, as one types an amount into a field. */
export const parseAmount = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : Number.isFinite(amount) ? amount.toFixed(2) : ''

/** The first `most` characters, as a reader counts them; `end` follows when something was cut. */
export function truncate(text: string, max: number, end = '…'): string {
  const letters = [...new Intl.Segmenter('en-IN').segment(text)]
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max)
        .map((letter) => letter.segment)
        .join('')
        .trimEnd()}${end}`
}

const zone = 'Asia/Kolkata'
const dayFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: zone,
})
const timeFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: zone,
})
const monthFormat = new Intl.DateTimeFormat('en-IN', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const fullFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: zone,
})

const clockFormat = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: zone,
})

/** A time in words, or what stands where there is none. A Date alone takes 'May 3' and worse for times. */
function written(format: Intl.DateTimeFormat, time: string): string {
  const date = new Date(/^\d{4}-\d\d/.test(time) ? time : '')
  return Number.isNaN(date.getTime()) ? noValue : format.format(date)
}

/** 7 Nov 2026, of a moment or a calendar date. */
export const day = (time: string): string => written(dayFormat, time)

/** Nov 2026, of 2026-11. */
export const month = (name: string): string => written(monthFormat, `${name}-01`)

/** 'Just now' within 60 seconds, else 7 Nov 2026, 4:05 pm. */
export function messageTime(time: string, now = Date.now()): string {
  const age = now - new Date(time).getTime()
  return age < 60_000 ? 'Just now' : written(timeFormat, time)
}

/** 4:05 pm, of a moment today. */
export const clock = (time: string): string => written(clockFormat, time)

/** The whole moment, for a hover. */
export const fullTime = (time: string): string => written(fullFormat, time)

/** '3 days', '1 day'. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString('en-IN')} ${amount === 1 ? one : many}`

/** A text, or what stands where there is none. */
export const orNoValue = (text: string | undefined): string => text?.trim() || noValue
/** An amount, or what stands where there is none. */
export const moneyOrNoValue = (
  amount: number | undefined,
  write: (amount: number) => string = rupees,
): string => orNoValue(amount === undefined ? '' : write(amount))
