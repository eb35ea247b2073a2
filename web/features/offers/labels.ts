import type { Offer } from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const offerStatuses: Record<Offer['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  countered: { label: 'Countered', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
}

/** Returns the price of buying the books, if renting them costs more. */
export function cheaperPurchase({ orderType, total, items }: Offer): number | undefined {
  const price = items.reduce((sum, { book, copies }) => sum + book.price * copies, 0)
  return orderType === 'rent' && total > price ? price : undefined
}

type RentTerms = { [Term in 'deposit' | 'lateFee' | 'lossPrice']?: Offer[Term] | undefined }

/** Returns a text such as 'Deposit ₹200 · late fee ₹5 a day · a lost copy costs ₹250'. */
export function rentTerms({ deposit, lateFee, lossPrice }: RentTerms): string {
  const text = [
    deposit !== undefined && `deposit ${formatRupees(deposit)}`,
    lateFee !== undefined && `late fee ${formatRupees(lateFee)} a day`,
    lossPrice !== undefined && `a lost copy costs ${formatRupees(lossPrice)}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
