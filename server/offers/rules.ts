import { addDays } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError, fieldError, rejectFields } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { maxDaysAhead, maxOfferAmount } from '#contract/common/limits.ts'
import { formatRupees, toPaise } from '#contract/common/schemas.ts'
import type { Offer, OfferInput } from '#contract/orders/offers.ts'
import { maxOrderPricePaise } from '#server/orders/limits.ts'

export const maxOpenOffers = 20

export type OfferStatus = Offer['status']
type OfferState = { made_by: Side; status: OfferStatus | 'ordered'; expires_at: Date }

/**
 * Returns an offer's status at a time. An expired offer may still be stored as open. A deal that a
 * seller ordered isn't shown as an offer.
 */
export function statusAt({ status, expires_at }: OfferState, now: Date): OfferStatus {
  if (status === 'ordered') return 'accepted'
  return status === 'open' && expires_at <= now ? 'expired' : status
}

/**
 * Returns what one side may do with an offer. `isAcceptable`: its copies are available and both
 * people can trade. `hasChanged`: a listing was edited after the offer, so the offer must be
 * renewed before it can be accepted.
 */
export function offerActions(
  offer: OfferState,
  side: Side,
  now: Date,
  {
    isAcceptable,
    isClosed,
    isExtension = false,
    hasChanged = false,
    isRenewable = true,
  }: {
    isAcceptable: boolean
    isClosed: boolean
    isExtension?: boolean
    hasChanged?: boolean
    isRenewable?: boolean
  },
): Offer['can'] {
  if (statusAt(offer, now) !== 'open') return []
  const renew = isAcceptable && hasChanged && isRenewable ? (['renew'] as const) : []
  if (offer.made_by === side) return isClosed ? ['withdraw'] : ['withdraw', ...renew]
  if (isClosed) return ['decline']
  if (isExtension) return isAcceptable ? ['accept', 'decline'] : ['decline']
  if (hasChanged) return [...renew, 'counter', 'decline']
  return isAcceptable ? ['accept', 'counter', 'decline'] : ['counter', 'decline']
}

/**
 * Divides an amount in paise into shares in proportion to the weights. The shares add up to the
 * amount. They are whole rupees if the amount is; each is at least a rupee if the amount is large
 * enough.
 */
export function splitAmount(amount: number, weights: number[]): number[] {
  const unit = amount % 100 === 0 && amount / 100 >= weights.length ? 100 : 1
  const units = amount / unit
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const least = amount >= weights.length * 100 ? 100 / unit : 1
  const rest = units - weights.length * least
  const exact = weights.map((weight) => least + (rest * weight) / total)
  const shares = exact.map(Math.floor)
  const left = units - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares.map((share) => share * unit)
}

type OfferedBook = { id: string; price: number; rent_price: number | null; is_rentable: boolean }

/** The asking price of a copy in paise; for a rental, per day. Throws not_rentable. */
export function askingPriceOf(book: OfferedBook, orderType: Offer['orderType']): number {
  if (orderType === 'purchase') return book.price
  if (!book.is_rentable || book.rent_price === null) throw new AppError('not_rentable')
  return book.rent_price
}

type Terms = {
  order_type: Offer['orderType']
  amount: number
  days: number | null
  first_day: string | null
}

/**
 * Returns the terms of an offer. Throws malformed if the amount, or a copy's share of it, can't be
 * an order's price, or if the first day is too early or too late.
 */
export function offerTerms(
  input: Pick<OfferInput, 'orderType' | 'days' | 'firstDay'> & { amount: number },
  copyPrices: number[],
  today: string,
): Terms {
  const amount = toPaise(input.amount)
  const isRent = input.orderType === 'rent'
  const days = isRent ? (input.days ?? null) : null
  const firstDay = isRent ? (input.firstDay ?? today) : null
  if (firstDay !== null && (firstDay < today || firstDay > addDays(today, maxDaysAhead)))
    throw fieldError(
      'firstDay',
      `The first day is at the earliest today, at the latest in ${maxDaysAhead} days.`,
    )
  if (amount < copyPrices.length * 100)
    throw fieldError(
      'amount',
      `Amount must be at least ₹1 a copy: ${formatRupees(copyPrices.length * 100)}.`,
    )
  if (amount * (days ?? 1) > toPaise(maxOfferAmount))
    throw fieldError(
      'amount',
      `All days together can be at most ${formatRupees(toPaise(maxOfferAmount))}.`,
    )
  const highest = Math.max(...splitAmount(amount, copyPrices)) * (days ?? 1)
  if (Math.max(...copyPrices) * (days ?? 1) > maxOrderPricePaise)
    throw fieldError(
      'days',
      `The rent of a copy can come to at most ${formatRupees(maxOrderPricePaise)}. Choose fewer days.`,
    )
  if (highest > maxOrderPricePaise)
    throw fieldError('amount', `One copy can be at most ${formatRupees(maxOrderPricePaise)}.`)
  return { order_type: input.orderType, amount, days, first_day: firstDay }
}

type Contact = { deliveryAddress?: string | undefined; phoneNumber?: string | undefined }

/** Throws malformed if books are sent by post and a contact detail is missing. */
export function rejectMissingContact(handOver: HandOver, contact: Contact): void {
  if (handOver === 'meet') return
  const fields = {
    ...(contact.deliveryAddress === undefined && {
      deliveryAddress: 'Delivery address is required.',
    }),
    ...(contact.phoneNumber === undefined && { phoneNumber: 'Phone number is required.' }),
  }
  rejectFields(fields)
}
