// What System messages and notifications say about orders.
import { formatRupees } from '#contract/common/schemas.ts'
import { type OrderStatus, shortOrderId } from '#contract/orders.ts'

type NamedOrder = { id: string; book_title: string }

export const orderLabel = (order: NamedOrder) =>
  `Order ${shortOrderId(order.id)} (${order.book_title})`

export const statusText = (order: NamedOrder, status: OrderStatus, reason?: string): string =>
  `${orderLabel(order)} is now ${status}.${reason === undefined ? '' : ` ${reason}`}`
export const cancelledByBuyer = 'The buyer cancelled it.'
export const undoneText = (order: NamedOrder, status: OrderStatus): string =>
  `${orderLabel(order)} is ${status} again: the seller took the change back.`
export const explainedText = (
  order: NamedOrder & { status: OrderStatus },
  reason: string,
): string => `Why ${orderLabel(order)} is now ${order.status}: ${reason}`
export const expiredProposal = 'The buyer didn’t agree to it within three days.'
export const cancelledByDeletion = 'The buyer never agreed to it and has left Dobara.'

export const cancelledByAdmin = (reason: string): string =>
  `An admin cancelled it. Reason: ${reason}`
export const closedText = (order: NamedOrder, reason: string): string =>
  `An admin closed ${orderLabel(order)}. Reason: ${reason}`
export const reopenedText = (order: NamedOrder, status: OrderStatus, reason: string): string =>
  `An admin reopened ${orderLabel(order)}, which is ${status} now. Reason: ${reason}`

export const confirmedText = (order: NamedOrder): string =>
  `${orderLabel(order)} was confirmed by the buyer.`
export const receivedText = (order: NamedOrder): string =>
  `${orderLabel(order)} was received by the buyer.`
export const handedBackText = (order: NamedOrder): string =>
  `${orderLabel(order)} was handed back, the buyer says.`
export const returnedText = (order: NamedOrder): string => `${orderLabel(order)} was returned.`

export const newOrderNotification = (order: NamedOrder & { price: number }): string =>
  `${orderLabel(order)} was made for you: ${formatRupees(order.price)}.`

const dateFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The summary is cut off from here on when the buyer deletes their account. */
export const deliveryAddressMarker = '\nDelivery address: '

export function orderSummary(
  order: NamedOrder & {
    price: number
    rent_days: number | null
    rent_start: string | null
    rent_end: string | null
  },
  delivery: { address: string; phone: string },
): string {
  const { rent_days: days, rent_start: start, rent_end: end } = order
  const terms =
    days !== null && start !== null && end !== null
      ? `Rent, ${days} ${days === 1 ? 'day' : 'days'} (${dateFormat.format(new Date(start))} - ${dateFormat.format(new Date(end))})`
      : 'Purchase'
  const summary = `Order ${shortOrderId(order.id)} created: ${order.book_title}\n${terms} for ${formatRupees(order.price)}`
  // The address stays on one line: further lines could pass for Dobara's own text.
  const address = delivery.address.replace(/\s+/g, ' ')
  return `${summary}${deliveryAddressMarker}${address}\nPhone: ${delivery.phone}`
}
