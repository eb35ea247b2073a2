import type { Side } from '#contract/common/endpoint.ts'
import { formatCount } from '#contract/common/numbers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatRupees, labelOf, noValue } from '#web/format.ts'
import { formatDate } from '#web/time.tsx'

export const orderTypeLabels = { rent: 'Rent', purchase: 'Purchase' } as const

export const orderTypeText = ({ orderType, exchange }: Pick<Order, 'orderType' | 'exchange'>) =>
  exchange ? 'Swap' : labelOf(orderTypeLabels, orderType)

/**
 * Returns a text such as 'You pay ₹29', or undefined if nothing is paid or the order is cancelled.
 */
export function cashDifference({ exchange, status }: Pick<Order, 'exchange' | 'status'>) {
  const pays = exchange?.pays
  if (!pays || status === 'Cancelled') return undefined
  return `You ${pays > 0 ? 'pay' : 'get'} ${formatRupees(Math.abs(pays))}`
}

/**
 * Returns a text such as '₹50 less than the asking price (₹200)', or undefined if the prices are
 * equal.
 */
export function priceDifference(price: number, askingPrice: number): string | undefined {
  const difference = Math.round((price - askingPrice) * 100) / 100
  if (difference === 0) return undefined
  const amount = formatRupees(Math.abs(difference))
  return `${amount} ${difference > 0 ? 'more' : 'less'} than the asking price (${formatRupees(askingPrice)})`
}

/** Explains the last change to the buyer, if it was unusual. */
export function lastChangeText({ history }: Order): string | undefined {
  const [before, last] = history.filter(({ what }) => what !== 'rent_moved').slice(-2)
  if (!before || !last?.unusual) return undefined
  return `The seller changed it from ${before.status} to ${last.status}: ${last.reason ?? 'no reason given'}`
}

type RentDates = Pick<Order, 'rentStartDate' | 'rentEndDate' | 'rentDays'>

/** Returns a text such as '7 Nov 2026 - 14 Nov 2026 (7 days)'. */
export function formatRentPeriod({ rentStartDate, rentEndDate, rentDays }: RentDates): string {
  if (!rentStartDate || !rentEndDate) return noValue
  const days = formatCount(rentDays ?? 0, 'day')
  return `${formatDate(rentStartDate)} - ${formatDate(rentEndDate)} (${days})`
}

/** Says what happens to the swap if one of its orders is cancelled now. */
export function cancelExchangeText({ exchange }: Pick<Order, 'exchange'>): string {
  const begun = exchange?.begun
  if (!begun)
    return 'No book has been handed over yet, so the whole swap is cancelled with it. This can’t be undone.'
  const what = begun.status === 'Delivered' ? 'handed over' : 'sent'
  return `“${begun.title}” has been ${what} already. Only your book is cancelled, and an admin decides what is owed.`
}

/**
 * Returns the question to ask before an order is cancelled. `other` is the side that is notified.
 */
export function cancelQuestion(order: Pick<Order, 'exchange'>, other: Side) {
  const confirm = { confirmLabel: 'Yes, cancel it', danger: true }
  if (order.exchange)
    return {
      ...confirm,
      title: 'Cancel this book of the swap?',
      cancelLabel: 'Keep it',
      children: cancelExchangeText(order),
    }
  return {
    ...confirm,
    title: 'Cancel this order?',
    cancelLabel: 'Keep the order',
    children: `The ${other} is notified, and the book becomes available to others again.`,
  }
}

export const receiveQuestion = {
  title: 'Do you have the book?',
  confirmLabel: 'Yes, I have it',
  cancelLabel: 'Not yet',
  children: 'This closes the order.',
}
