// Formats amounts and texts for display, in en-IN style.
import type { PriceBand } from '#contract/books/pricing.ts'
import { lazy } from '#contract/common/lazy.ts'
import { formatPhone, readNumber } from '#contract/common/typed-text.ts'

const lazyNumberFormat = (options: Intl.NumberFormatOptions) =>
  lazy(() => new Intl.NumberFormat('en-IN', options))

const rupees = { style: 'currency', currency: 'INR' } as const
const wholeRupees = lazyNumberFormat({ ...rupees, maximumFractionDigits: 0 })
const rupeesAndPaise = lazyNumberFormat({ ...rupees, minimumFractionDigits: 2 })

export const noValue = 'N/A'

/** Formats rupees as ₹1,23,456, with paise only if they aren't zero. */
export function formatRupees(amount: number): string {
  if (!Number.isFinite(amount)) return noValue
  const hasPaise = Math.round(amount * 100) % 100 !== 0
  return (hasPaise ? rupeesAndPaise() : wholeRupees()).format(amount)
}
/** Formats rupees as ₹1,23,456.00, always with paise, as the specification asks for predictions. */
export const formatRupeesExact = (amount: number): string =>
  Number.isFinite(amount) ? rupeesAndPaise().format(amount) : noValue

const percentages = {
  0: lazyNumberFormat({ style: 'percent', maximumFractionDigits: 0 }),
  1: lazyNumberFormat({ style: 'percent', maximumFractionDigits: 1 }),
}

/** Formats 0.48 as '48 %', with a no-break space. */
export const formatPercent = (share: number, decimals: 0 | 1 = 0): string =>
  percentages[decimals]().format(share).replace('%', '\u00A0%')

export const isCompleteBand = ({ low, high }: PriceBand): boolean =>
  Number.isFinite(low) && Number.isFinite(high)

/** Formats a price range as '₹323–417', or as '₹10' if both ends are the same. */
export const formatPriceBand = ({ low, high }: PriceBand): string =>
  low === high ? formatRupees(low) : `${formatRupees(low)}–${formatRupees(high).replace('₹', '')}`

/** Formats an amount as the value of a number field: 249 or 249.50. */
export const formatAmountInput = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : Number.isFinite(amount) ? amount.toFixed(2) : ''

/** Reads the value of a number field. Returns NaN if it isn't a number. */
export const typedNumber = (typed: unknown): number => readNumber(String(typed ?? '')) ?? Number.NaN

export const orNoValue = (text: string | undefined): string => text?.trim() || noValue
export const moneyOrNoValue = (
  amount: number | undefined,
  format: (amount: number) => string = formatRupees,
): string => orNoValue(amount === undefined ? '' : format(amount))

export const phoneText = (phone: string | undefined): string =>
  orNoValue(phone && formatPhone(phone))

/** Returns the label of a value, or 'N/A' if it is missing or only a newer server knows it. */
export const labelOf = <Kind extends string>(labels: Record<Kind, string>, kind: Kind): string =>
  Object.hasOwn(labels, kind) ? labels[kind] : noValue
