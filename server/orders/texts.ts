import { formatMeetingTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { proposalHours } from '#contract/common/limits.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { truncate } from '#contract/common/truncate.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type OrderStatus, shortOrderId } from '#contract/orders/orders.ts'

/** Longer titles are truncated, so that a toast on a phone (three lines) shows the whole text. */
const maxNamedTitleLetters = 23

type NamedOrder = { id: string; book_title: string }

export const orderLabel = (order: NamedOrder) =>
  `Order ${shortOrderId(order.id)} (${truncate(order.book_title, maxNamedTitleLetters)})`

export const statusText = (order: NamedOrder, status: OrderStatus, reason?: string): string =>
  `${orderLabel(order)} is now ${status}.${reason === undefined ? '' : ` ${reason}`}`
/**
 * Sent before the seller explains the change. The seller's reason is sent as a separate message.
 */
export const noReasonYet = 'No reason given.'
export const cancelledByBuyer = 'The buyer cancelled it.'
export const undoneText = (order: NamedOrder, status: OrderStatus): string =>
  `${orderLabel(order)} is ${status} again: the seller took the change back.`
export const explainedText = (
  order: NamedOrder & { status: OrderStatus },
  reason: string,
): string => `Why ${orderLabel(order)} is now ${order.status}: ${reason}`
export const cancelledWithExchange = 'The whole swap is cancelled.'
/** In a ring, the person who cancels may not be part of this order. */
export const cancelledExchange = (by: 'buyer' | 'seller' | undefined): string =>
  by ? `The ${by} has cancelled the whole swap.` : 'Another member has cancelled the whole swap.'
export const expiredProposal = `The buyer didn’t agree to it within ${proposalHours / 24} days.`
export const expiredProposals = `The buyer didn’t agree to them within ${proposalHours / 24} days.`
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
  `The buyer says that ${orderLabel(order)} was handed back.`
export const handedOverText = (order: NamedOrder): string =>
  `${orderLabel(order)} was handed over with the buyer’s code and is now Delivered.`
export const rentMovedText = (start: string, end: string): string =>
  `The rent now runs from ${formatDay(start)} to ${formatDay(end)}.`
export const returnedText = (order: NamedOrder): string => `${orderLabel(order)} was returned.`

export const rentEndsText = (order: NamedOrder, isToday: boolean): string =>
  `The rent of ${order.book_title} (order ${shortOrderId(order.id)}) ends ${isToday ? 'today' : 'tomorrow'}. Agree here on how the book comes back.`

export const rentOverdueText = (order: NamedOrder & { rent_end: string }): string =>
  `${order.book_title} (order ${shortOrderId(order.id)}) was due back on ${formatDay(order.rent_end)}. Arrange its return here.`

const maxNamedOrders = 6
/** Returns 'order A1B2C3' or 'orders A1B2C3, D4E5F6 and 24 more'. */
export function ordersText(ids: readonly string[]): string {
  const named = ids.slice(0, maxNamedOrders).map(shortOrderId).join(', ')
  const more = ids.length - maxNamedOrders
  return `${ids.length === 1 ? 'order' : 'orders'} ${named}${more > 0 ? ` and ${more} more` : ''}`
}

export const changedTogetherText = (
  ids: readonly string[],
  status: OrderStatus,
  event: string,
  reason?: string,
): string => {
  const orders = ordersText(ids)
  if (event === 'confirmed') return `The buyer has confirmed ${ids.length} books (${orders}).`
  if (event === 'received') return `The buyer has received ${ids.length} books (${orders}).`
  if (event === 'undone')
    return `${ids.length} books are ${status} again: the seller took the change back (${orders}).`
  return event === 'handed_over'
    ? `${ids.length} books were handed over with the buyer’s code and are now Delivered (${orders}).`
    : `${ids.length} books are now ${status} (${orders}).${reason === undefined ? '' : ` ${reason}`}`
}

type SentWith = { courier: string; trackingNumber?: string | undefined }
export function shipmentText(
  ids: readonly string[],
  { courier, trackingNumber }: SentWith,
): string {
  const orders = ordersText(ids)
  const text = `${orders[0]?.toUpperCase()}${orders.slice(1)}: sent with ${courier}`
  return trackingNumber === undefined ? `${text}.` : `${text}, tracking number ${trackingNumber}.`
}

export const newOrderNotification = (order: NamedOrder & { price: number }, copies = 1): string =>
  copies === 1
    ? `${orderLabel(order)} was made for you: ${formatRupees(order.price)}.`
    : `${orderLabel(order)} was made for you: ${copies} copies for ${formatRupees(copies * order.price)}.`

const dateFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const formatDay = (date: string): string => dateFormat.format(new Date(date))

export const placeInPerson = 'In person, as agreed in the chat'

/** The seller sees this instead of an address. */
export const hiddenContactText = 'Hidden 30 days after the order ended'

/** If the buyer deletes the account, the summary is cut off here. */
export const deliveryAddressMarker = '\nDelivery address: '

/** `others` are the ids of the orders for further copies. */
export function orderSummary(
  order: NamedOrder & {
    price: number
    rent_days: number | null
    rent_start: string | null
    rent_end: string | null
  },
  delivery: { address: string; phone: string },
  others: readonly string[] = [],
): string {
  const { rent_days: days, rent_start: start, rent_end: end } = order
  const terms =
    days !== null && start !== null && end !== null
      ? `Rent, ${days} ${days === 1 ? 'day' : 'days'} (${formatDay(start)} - ${formatDay(end)})`
      : 'Purchase'
  const created = `Order ${shortOrderId(order.id)} created: ${order.book_title}`
  const price = formatRupees(order.price)
  const summary =
    others.length === 0
      ? `${created}\n${terms} for ${price}`
      : `${created}, ${others.length + 1} copies (with ${ordersText(others)})\n${terms} for ${price} each, ${formatRupees(order.price * (others.length + 1))} in all`
  // Keeps the address on one line, because further lines could look like Dobara's own text.
  const address = delivery.address.replace(/\s+/g, ' ')
  return `${summary}${deliveryAddressMarker}${address}\nPhone: ${formatPhone(delivery.phone)}`
}

export const noCopyText = (title: string, isRented = false): string =>
  isRented
    ? `“${title}” is rented out. The next rent can begin once the seller marks it returned.`
    : `No copy of “${title}” is available any more.`

// Messages about meetings never contain the code.
const meetingOf = (orderIds: readonly string[]) => `Meeting for ${ordersText(orderIds)}`

export const proposalText = (
  orderIds: readonly string[],
  place: string,
  times: readonly Date[],
): string => `${meetingOf(orderIds)}: ${place}\n${times.map(formatMeetingTime).join('\nor ')}`

/** Names no place, because notifications stay when a place is erased. */
export const proposalNotification = (by: Side, orderIds: readonly string[]): string =>
  `The ${by} proposes times to meet for ${ordersText(orderIds)}. Choose one.`

export const agreedText = (orderIds: readonly string[], place: string, time: Date): string =>
  `${meetingOf(orderIds)}: ${formatMeetingTime(time)}, ${place}.`

export function codeEndedText(orderIds: readonly string[]): string {
  return `The code for ${ordersText(orderIds)} was typed wrong five times and no longer counts. The seller can still set the status.`
}
