import type { AccountStatus } from '#contract/accounts/auth.ts'
import { addDays, hasIndianDate, indianDate } from '#contract/common/dates.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { toPaise } from '#contract/common/schemas.ts'
import type { OrderInput } from '#contract/orders/order-form.ts'
import type { Order } from '#contract/orders/orders.ts'
import { type ProblemReason, problemReasons } from '#contract/orders/problem-form.ts'
import {
  areInContact,
  type HandOverState,
  hasUsableCode,
  isMeetable,
  isShipmentEditable,
} from '#server/orders/hand-over/hand-over.ts'
import {
  isAgreed,
  isClosed,
  isPending,
  isRentedOut,
  type OrderColumns,
  type OrderState,
  openUntil,
} from '#server/orders/lifecycle/status.ts'
import { maxOrderPricePaise } from './limits.ts'

/** The buyer may report that an order hasn't arrived when it was sent this long ago. */
export const lateAfterMs = 10 * 86_400_000
/** A person who writes about a rented book counts as waiting for it for this long. */
export const waitingMs = 14 * 86_400_000
/**
 * For this long, a change can be undone. The screen offers that for ten seconds; the rest is for
 * slow networks.
 */
export const undoMs = 20_000

/** The facts on which the rules depend. `price` is in paise. */
export type OrderDetails = OrderState &
  HandOverState &
  Pick<
    OrderColumns,
    'id' | 'book_title' | 'price' | 'rent_days' | 'rent_start' | 'offer_id' | 'handed_back_at'
  > & {
    buyer_status: AccountStatus
    seller_status: AccountStatus
    seller_deleted_at: Date | null
    is_blocked: boolean
    is_said_missing: boolean
    /** Stays true if an admin removes the rating. */
    is_rated: boolean
    shipped_at: Date | null
    /** When another buyer last wrote about the book while this rental had its last copy. */
    asked_at: Date | null
    /** Whether a cancelled order belongs to an exchange in which another order isn't cancelled. */
    exchange_goes_on: boolean
  }

/** Prices are in paise. */
export type OrderTerms = Pick<
  OrderDetails,
  'order_type' | 'price' | 'rent_days' | 'rent_start' | 'rent_end'
> & { asking_price: number }

export const noRent = { rent_days: null, rent_start: null, rent_end: null }

const isSameDate = (value: string, date: string) =>
  value === date ||
  (!/^\d{4}-\d\d-\d\d$/.test(value) &&
    hasIndianDate(new Date(value)) &&
    indianDate(new Date(value)) === date)

/**
 * Returns the terms of a new order. A purchase costs the price that the seller named, or the
 * book's. A rental starts today and costs its days times the rent per day. Throws not_rentable,
 * malformed for a price above the limit, and rent_price_differs or rent_dates_differ if the request
 * has other values.
 */
export function orderTerms(
  input: Pick<OrderInput, 'orderType' | 'price' | 'rentDays' | 'rentStartDate' | 'rentEndDate'>,
  book: { price: number; is_rentable: boolean; rent_price: number | null },
  today: string,
): OrderTerms {
  if (input.orderType === 'purchase') {
    const price = input.price === undefined ? book.price : toPaise(input.price)
    return { order_type: 'purchase', price, asking_price: book.price, ...noRent }
  }
  if (!book.is_rentable || book.rent_price === null || input.rentDays === undefined)
    throw new AppError('not_rentable')
  const price = input.rentDays * book.rent_price
  const end = addDays(today, input.rentDays)
  if (input.price !== undefined && toPaise(input.price) !== price)
    throw new AppError('rent_price_differs')
  if (price > maxOrderPricePaise) {
    throw fieldError('rentDays', 'This rent comes to more than ₹1,00,000. Choose fewer days.')
  }
  for (const [requested, date] of [
    [input.rentStartDate, today] as const,
    [input.rentEndDate, end] as const,
  ])
    if (requested !== undefined && !isSameDate(requested, date))
      throw new AppError('rent_dates_differ')
  const rent = { rent_days: input.rentDays, rent_start: today, rent_end: end }
  return { order_type: 'rent', price, asking_price: price, ...rent }
}

/**
 * Whether the buyer may cancel an order: while it is pending, if the buyer never agreed to it, or
 * after it was sent if the seller is blocked.
 */
export function isCancellable(order: OrderDetails, now: Date): boolean {
  if (order.status === 'Cancelled' || order.returned_at !== null || isClosed(order, now))
    return false
  if (!isAgreed(order)) return true
  return (
    order.status === 'Pending' || (order.status === 'Shipped' && order.seller_status === 'blocked')
  )
}

/** Whether the buyer may confirm an order. A blocked seller's proposal can't be confirmed. */
export const isConfirmable = (order: OrderDetails): boolean =>
  isPending(order) && order.seller_status !== 'blocked'

/**
 * Whether the buyer may report that they have the book. A pending order must be agreed to, unless
 * its seller is blocked.
 */
export const isReceivable = (order: OrderDetails, now: Date): boolean =>
  order.returned_at === null &&
  order.status !== 'Cancelled' &&
  (order.status !== 'Pending' || isAgreed(order) || order.seller_status === 'blocked') &&
  !order.has_open_problem &&
  !isClosed(order, now)

export const isHandBackable = (order: OrderDetails): boolean =>
  isRentedOut(order) &&
  order.handed_back_at === null &&
  order.seller_status !== 'blocked' &&
  !order.is_said_missing

/**
 * Whether the buyer may mark a rented copy as returned, because the seller is blocked and can't.
 */
export const isReturnableByBuyer = (order: OrderDetails): boolean =>
  isRentedOut(order) && order.seller_status === 'blocked' && !order.is_said_missing

export function rejectRating(
  order: Pick<OrderDetails, 'status' | 'is_rated' | 'has_open_problem'>,
): void {
  if (order.is_rated) throw new AppError('already_rated')
  if (order.has_open_problem) throw new AppError('problem_open')
  if (order.status !== 'Delivered') throw new AppError('not_delivered')
}

export type StatusChange = {
  kind: string
  actor_model: string
  isUnusual: boolean
  reason: string | null
  created_at: Date
}

export const isUndoable = (change: StatusChange, now: Date): boolean =>
  change.kind === 'status' &&
  change.actor_model === 'Seller' &&
  change.created_at.getTime() + undoMs > now.getTime()

export const isExplainable = (change: StatusChange): boolean =>
  change.isUnusual && change.actor_model === 'Seller' && change.reason === null

/** Whether the seller must pack and send the order now. */
export const isToPack = (order: OrderDetails): boolean =>
  isPending(order) && isAgreed(order) && order.hand_over !== 'meet' && !order.has_open_problem

export const isExtendable = (order: OrderDetails): boolean =>
  isRentedOut(order) &&
  isAgreed(order) &&
  order.handed_back_at === null &&
  order.closed_by_admin_at === null &&
  !order.has_open_problem

export const isWanted = ({ asked_at }: Pick<OrderDetails, 'asked_at'>, now: Date): boolean =>
  asked_at !== null && asked_at.getTime() > now.getTime() - waitingMs

/** Returns when the buyer can first report that a sent order hasn't arrived. */
export const lateFrom = (order: OrderDetails): Date | undefined =>
  order.status === 'Shipped' && isAgreed(order) && order.shipped_at !== null
    ? new Date(order.shipped_at.getTime() + lateAfterMs)
    : undefined

export function reportableReasons(order: OrderDetails, now: Date): readonly ProblemReason[] {
  if (order.has_open_problem || order.seller_deleted_at !== null || isClosed(order, now)) return []
  if (order.status === 'Delivered') {
    const until = openUntil(order)
    return until !== undefined && now < until ? problemReasons : []
  }
  const from = lateFrom(order)
  return from !== undefined && from <= now ? ['not-received'] : []
}

/**
 * Returns what callers may do with their own order. `last` is the order's latest change of status.
 */
export function orderActions(
  order: OrderDetails,
  role: Role,
  now: Date,
  last?: StatusChange,
): Order['can'] {
  const actions: Order['can'] = []
  if (role === 'admin') return actions
  const inContact = areInContact(order)
  const canExtend = isExtendable(order) && inContact && !isWanted(order, now)
  const canProposeMeeting = isMeetable(order) && inContact
  if (role === 'seller') {
    if (!isClosed(order, now)) {
      actions.push('set-status')
      if (isToPack(order)) actions.push('ship')
      if (last && isUndoable(last, now)) actions.push('undo')
    }
    if (last && isExplainable(last) && !order.is_blocked) actions.push('explain')
    if (isRentedOut(order)) actions.push('return')
    if (canProposeMeeting) actions.push('propose-meeting')
    if (hasUsableCode(order)) actions.push('enter-code')
    if (isShipmentEditable(order)) actions.push('edit-shipment')
    if (canExtend) actions.push('extend')
    return actions
  }
  if (isConfirmable(order) && order.confirmed_at === null && !order.has_open_problem)
    actions.push('confirm')
  if (isCancellable(order, now)) actions.push('cancel')
  if (isReceivable(order, now)) actions.push('receive')
  if (order.status === 'Delivered' && !order.is_rated && !order.has_open_problem)
    actions.push('rate')
  if (reportableReasons(order, now).length > 0) actions.push('report-problem')
  if (isHandBackable(order)) actions.push('hand-back')
  if (isReturnableByBuyer(order)) actions.push('return')
  if (canProposeMeeting) actions.push('propose-meeting')
  if (canExtend) actions.push('extend')
  return actions
}
