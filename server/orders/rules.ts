// What an order costs, what may become of it, and what the chat is told about it.

import type { AccountStatus } from '#contract/auth.ts'
import { formatRupees, toPaise } from '#contract/common.ts'
import { addDays, hasIndianDate, indianDate } from '#contract/dates.ts'
import type { Role, Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Order, type OrderInput, type OrderStatus, shortOrderId } from '#contract/orders.ts'

export type OrderFacts = {
  id: string
  book_title: string
  order_type: 'rent' | 'purchase'
  status: OrderStatus
  price: number
  rent_days: number | null
  rent_start: string | null
  rent_end: string | null
  confirmed_at: Date | null
  delivered_at: Date | null
  returned_at: Date | null
  /** Rated by its buyer, be it that an admin removed the rating. */
  is_rated: boolean
  is_rating_removed: boolean
  /** Who is blocked can do nothing about their orders. */
  seller_status: AccountStatus
}

/** Price in paise; the rent's part is null for a purchase. */
export type OrderTerms = Pick<
  OrderFacts,
  'order_type' | 'price' | 'rent_days' | 'rent_start' | 'rent_end'
>

/** The dearest order, in paise, as for every price. */
const dearest = toPaise(100_000)

/** Whether a claim is the date, or a moment of it in India. */
const isSameDate = (claim: string, date: string) =>
  claim === date ||
  (!/^\d{4}-\d\d-\d\d$/.test(claim) &&
    hasIndianDate(new Date(claim)) &&
    indianDate(new Date(claim)) === date)

/**
 * The terms of an order. A purchase costs what the seller says, else what the book is offered for; a rent always costs
 * its days, from today on, times the rent per day: a payload that claims another price or other dates is refused.
 */
export function orderTerms(
  ask: Pick<OrderInput, 'orderType' | 'price' | 'rentDays' | 'rentStartDate' | 'rentEndDate'>,
  book: { price: number; is_rentable: boolean; rent_price: number | null },
  today: string,
): OrderTerms {
  if (ask.orderType === 'purchase') {
    const price = ask.price === undefined ? book.price : toPaise(ask.price)
    return { order_type: 'purchase', price, rent_days: null, rent_start: null, rent_end: null }
  }
  if (!book.is_rentable || book.rent_price === null || ask.rentDays === undefined)
    throw new AppError('not_rentable')
  const price = ask.rentDays * book.rent_price
  const end = addDays(today, ask.rentDays)
  if (ask.price !== undefined && toPaise(ask.price) !== price)
    throw new AppError('rent_price_differs')
  if (price > dearest) {
    const message = 'This rent comes to more than ₹1,00,000. Choose fewer days.'
    throw new AppError('malformed', { message, fields: { rentDays: message } })
  }
  for (const [claim, date] of [
    [ask.rentStartDate, today] as const,
    [ask.rentEndDate, end] as const,
  ])
    if (claim !== undefined && !isSameDate(claim, date)) throw new AppError('rent_dates_differ')
  return { order_type: 'rent', price, rent_days: ask.rentDays, rent_start: today, rent_end: end }
}

/** A step in an order's life: what is stored of it, what becomes of the copy, and what the chat is told. */
export type OrderTransition = {
  what: 'status' | 'confirmed' | 'returned'
  set: Partial<{
    status: OrderStatus
    delivered_at: Date | null
    confirmed_at: Date | null
    returned_at: Date
  }>
  copy: 'stays' | 'taken' | 'given back' | 'returned'
  text: string
}

const called = (order: Pick<OrderFacts, 'id' | 'book_title'>) =>
  `Order ${shortOrderId(order.id)} (${order.book_title})`

/**
 * Sets any status from any other; the same one again is no move. Cancelling gives the copy back and takes the buyer's
 * confirmation away; leaving Cancelled takes a copy again. The copy of a returned rent is home and may be with somebody
 * else: whatever its status is set to, it stays there.
 */
export function statusTransition(
  order: OrderFacts,
  status: OrderStatus,
  now: Date,
  because = '',
): OrderTransition | undefined {
  if (order.status === status) return undefined
  const change =
    status === 'Cancelled' ? 'given back' : order.status === 'Cancelled' ? 'taken' : 'stays'
  return {
    what: 'status',
    set: {
      status,
      delivered_at: status === 'Delivered' ? now : null,
      ...(status === 'Cancelled' && { confirmed_at: null }),
    },
    copy: order.returned_at === null ? change : 'stays',
    text: `${called(order)} is now ${status}.${because}`,
  }
}

/** The buyer agrees to a pending order; doing so twice is no move. */
export function confirmTransition(order: OrderFacts, now: Date): OrderTransition | undefined {
  if (order.confirmed_at !== null) return undefined
  if (!isPending(order)) throw new AppError('order_settled')
  return {
    what: 'confirmed',
    set: { confirmed_at: now },
    copy: 'stays',
    text: `${called(order)} was confirmed by the buyer.`,
  }
}

/** The buyer cancels an order that is pending, that they never agreed to, or that a blocked seller will never bring. */
export function cancelTransition(order: OrderFacts, now: Date): OrderTransition | undefined {
  const today = indianDate(now)
  if (!isAgreed(order) && isLongDelivered(order, today))
    throw new AppError('order_settled', {
      message: `This order was delivered more than ${cancelDays} days ago and can no longer be cancelled.`,
    })
  if (!isCancellable(order, today)) throw new AppError('order_settled')
  return statusTransition(order, 'Cancelled', now, ' The buyer cancelled it.')
}

/** An order is cancelled because its buyer, who never agreed to it, leaves. */
export const abandonTransition = (order: OrderFacts, now: Date): OrderTransition | undefined =>
  statusTransition(order, 'Cancelled', now, ' The buyer never agreed to it and has left Dobara.')

/** The seller has a delivered rent back; where the seller is blocked, their buyer says so. */
export function returnTransition(order: OrderFacts, now: Date, by: Side): OrderTransition {
  if (!isOut(order) || (by === 'buyer' && order.seller_status !== 'blocked'))
    throw new AppError('order_settled')
  return {
    what: 'returned',
    set: { returned_at: now },
    copy: 'returned',
    text: `${called(order)} was returned.`,
  }
}

/** Whether nothing has happened to the order yet. */
const isPending = (order: Pick<OrderFacts, 'status' | 'returned_at'>) =>
  order.status === 'Pending' && order.returned_at === null

/**
 * Whether the buyer has said yes to an order, which its seller makes alone: by confirming or by rating it. A rating that an
 * admin removed says nothing any more, nor does one of a cancelled order.
 */
export const isAgreed = (
  order: Pick<OrderFacts, 'status' | 'confirmed_at' | 'is_rated' | 'is_rating_removed'>,
): boolean =>
  order.status !== 'Cancelled' &&
  (order.confirmed_at !== null || (order.is_rated && !order.is_rating_removed))

/** So many days after its delivery a purchase that the buyer never agreed to can't be cancelled any more. */
const cancelDays = 14

const isLongDelivered = (
  order: Pick<OrderFacts, 'order_type' | 'status' | 'delivered_at'>,
  today: string,
) =>
  order.order_type === 'purchase' &&
  order.status === 'Delivered' &&
  order.delivered_at !== null &&
  addDays(indianDate(order.delivered_at), cancelDays) < today

function isCancellable(order: OrderFacts, today: string): boolean {
  if (order.status === 'Cancelled' || order.returned_at !== null) return false
  if (!isAgreed(order)) return !isLongDelivered(order, today)
  return (
    order.status === 'Pending' || (order.status === 'Shipped' && order.seller_status === 'blocked')
  )
}

/** Whether the buyer has the rented copy. */
const isOut = (order: Pick<OrderFacts, 'order_type' | 'status' | 'returned_at'>) =>
  order.order_type === 'rent' && order.status === 'Delivered' && order.returned_at === null

/** Whether a rent is out longer than agreed; its end date itself is still in time. */
export const isOverdue = (
  order: Pick<OrderFacts, 'order_type' | 'status' | 'returned_at' | 'rent_end'>,
  today: string,
): boolean => isOut(order) && order.rent_end !== null && order.rent_end < today

/** Refuses a rating before the delivery, and a second one. */
export function rejectRating(order: Pick<OrderFacts, 'status' | 'is_rated'>): void {
  if (order.is_rated) throw new AppError('already_rated')
  if (order.status !== 'Delivered') throw new AppError('not_delivered')
}

/** What the caller may do with an order of their own, today in India; admins only look. */
export function orderActions(order: OrderFacts, role: Role, today: string): Order['can'] {
  if (role === 'seller') return isOut(order) ? ['set-status', 'return'] : ['set-status']
  if (role === 'admin') return []
  const moves: Order['can'] = []
  if (isPending(order) && order.confirmed_at === null) moves.push('confirm')
  if (isCancellable(order, today)) moves.push('cancel')
  if (order.status === 'Delivered' && !order.is_rated) moves.push('rate')
  if (isOut(order) && order.seller_status === 'blocked') moves.push('return')
  return moves
}

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** What the bell says of a new order: without the address, which the chat tells. */
export const newOrderNotification = (
  order: Pick<OrderFacts, 'id' | 'book_title' | 'price'>,
): string => `${called(order)} was made for you: ${formatRupees(order.price)}.`

/** Where the summary goes on to tell how the buyer is reached. */
export const deliveryAddressMarker = '\nDelivery address: '

/** The System message that sums a new order up. */
export function orderSummary(
  order: Omit<
    OrderFacts,
    | 'status'
    | 'confirmed_at'
    | 'delivered_at'
    | 'returned_at'
    | 'is_rated'
    | 'is_rating_removed'
    | 'seller_status'
  >,
  deliverTo: { address: string; phone: string },
): string {
  const { rent_days: days, rent_start: start, rent_end: end } = order
  const terms =
    days !== null && start !== null && end !== null
      ? `Rent, ${days} ${days === 1 ? 'day' : 'days'} (${day.format(new Date(start))} - ${day.format(new Date(end))})`
      : 'Purchase'
  const what = `Order ${shortOrderId(order.id)} created: ${order.book_title}\n${terms} for ${formatRupees(order.price)}`
  // On one line: more of them could look like words of Dobara's own.
  return `${what}${deliveryAddressMarker}${deliverTo.address.replace(/\s+/g, ' ')}\nPhone: ${deliverTo.phone}`
}
