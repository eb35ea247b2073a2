// The steps of an order as values: what each step changes, or why it isn't possible.
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { proposalMs } from '#server/orders/limits.ts'
import {
  isCancellable,
  isConfirmable,
  isHandBackable,
  isReceivable,
  isReturnableByBuyer,
  type OrderDetails,
} from '#server/orders/rules.ts'
import {
  cancelledByBuyer,
  confirmedText,
  handedBackText,
  handedOverText,
  noReasonYet,
  receivedText,
  rentMovedText,
  returnedText,
  statusText,
  undoneText,
} from '#server/orders/texts.ts'
import { isAgreed, isClosed, isRentedOut, isUnusual, type OrderColumns } from './status.ts'

const dayMs = 86_400_000

export type OrderTransition = {
  event:
    | 'status'
    | 'confirmed'
    | 'received'
    | 'handed_back'
    | 'returned'
    | 'undone'
    | 'closed'
    | 'reopened'
    | 'handed_over'
  changes: Partial<OrderColumns>
  copy: 'unchanged' | 'reserve' | 'release' | 'return'
  text: string
  reason?: string
}

function copyChange(order: OrderDetails, status: OrderStatus): OrderTransition['copy'] {
  // The returned copy may already be held by another order.
  if (order.returned_at !== null) return 'unchanged'
  if (status === 'Cancelled') return 'release'
  return order.status === 'Cancelled' ? 'reserve' : 'unchanged'
}

type RentDates = Pick<OrderTransition['changes'], 'rent_start' | 'rent_end'>

export const withRentDates = (text: string, { rent_start, rent_end }: RentDates): string =>
  rent_start && rent_end ? `${text} ${rentMovedText(rent_start, rent_end)}` : text

function movedRent(order: OrderDetails, now: Date): RentDates {
  const today = indianDate(now)
  const { rent_days, returned_at } = order
  if (rent_days === null || returned_at !== null || order.rent_start === today) return {}
  return { rent_start: today, rent_end: addDays(today, rent_days) }
}

/** Moves a rental's dates back by the number of days for which it was cancelled. */
export function resumedRent(order: OrderDetails, cancelledAt: Date, now: Date): RentDates {
  const { rent_start, rent_end, returned_at } = order
  const [from, to] = [indianDate(cancelledAt), indianDate(now)].map(Date.parse)
  const days = ((to ?? 0) - (from ?? 0)) / dayMs
  if (rent_start === null || rent_end === null || returned_at !== null || days === 0) return {}
  return { rent_start: addDays(rent_start, days), rent_end: addDays(rent_end, days) }
}

/**
 * Changes the status to any other. Returns undefined if it stays the same. Cancelling releases the
 * copy and undoes the buyer's confirmation; leaving Cancelled reserves a copy again; leaving
 * Delivered undoes the buyer's report that they handed the book back. If an order that the buyer
 * never agreed to is set back to Pending, the buyer has three more days to agree. A pending order
 * has no shipment.
 */
export function statusTransition(
  order: OrderDetails,
  status: OrderStatus,
  now: Date,
  reason?: string,
): OrderTransition | undefined {
  if (order.status === status) return undefined
  const dates = status === 'Delivered' ? movedRent(order, now) : {}
  return {
    event: 'status',
    changes: {
      status,
      delivered_at: status === 'Delivered' ? now : null,
      ...dates,
      // A returned rental stays agreed to, even if it is cancelled.
      ...(status === 'Cancelled' &&
        order.returned_at === null && { confirmed_at: null, received_at: null }),
      ...(order.handed_back_at !== null && order.returned_at === null && { handed_back_at: null }),
      ...(status === 'Pending' &&
        !isAgreed({ ...order, status }) && {
          proposed_until: new Date(now.getTime() + proposalMs),
        }),
      ...(status === 'Pending' && { courier: null, tracking_number: null }),
    },
    copy: copyChange(order, status),
    text: withRentDates(statusText(order, status, reason), dates),
  }
}

/** Returns undefined if the status doesn't change. Throws order_closed. */
export function sellerTransition(
  order: OrderDetails,
  status: OrderStatus,
  now: Date,
): OrderTransition | undefined {
  if (order.status !== status && isClosed(order, now)) throw new AppError('order_closed')
  const reason = isUnusual(order.status, status) ? noReasonYet : undefined
  return statusTransition(order, status, now, reason)
}

export function handOverTransition(order: OrderDetails, now: Date): OrderTransition | undefined {
  const transition = statusTransition(order, 'Delivered', now)
  if (!transition) return undefined
  const text = withRentDates(handedOverText(order), transition.changes)
  return { ...transition, event: 'handed_over', text }
}

export type PreviousState = Pick<
  OrderColumns,
  | ('status' | 'delivered_at' | 'confirmed_at' | 'received_at')
  | ('handed_back_at' | 'proposed_until' | 'rent_start' | 'rent_end')
  | ('courier' | 'tracking_number')
>

export type Cancellation = { previous: PreviousState; at: Date }

export const undoTransition = (
  order: OrderDetails,
  { status, ...previous }: PreviousState,
): OrderTransition => ({
  event: 'undone',
  changes: { status, ...previous },
  copy: copyChange(order, status),
  text: withRentDates(
    undoneText(order, status),
    previous.rent_start === order.rent_start ? {} : previous,
  ),
})

/** Returns undefined if the order is already confirmed. Throws order_settled, problem_open. */
export function confirmTransition(order: OrderDetails, now: Date): OrderTransition | undefined {
  if (order.confirmed_at !== null) return undefined
  if (!isConfirmable(order)) throw new AppError('order_settled')
  if (order.has_open_problem) throw new AppError('problem_open')
  return {
    event: 'confirmed',
    changes: { confirmed_at: now },
    copy: 'unchanged',
    text: confirmedText(order),
  }
}

/** Throws order_settled. */
export function cancelTransition(order: OrderDetails, now: Date): OrderTransition | undefined {
  if (!isCancellable(order, now)) throw new AppError('order_settled')
  return statusTransition(order, 'Cancelled', now, cancelledByBuyer)
}

/**
 * Records the buyer's report that they have the book, whatever the order's status. Returns
 * undefined if they have already reported it. Throws order_settled, problem_open.
 */
export function receiveTransition(order: OrderDetails, now: Date): OrderTransition | undefined {
  if (order.received_at !== null && order.status === 'Delivered' && order.reopened_at === null)
    return undefined
  if (order.has_open_problem) throw new AppError('problem_open')
  if (!isReceivable(order, now)) throw new AppError('order_settled')
  const dates = order.status === 'Delivered' ? {} : movedRent(order, now)
  return {
    event: 'received',
    changes: {
      status: 'Delivered',
      delivered_at: order.status === 'Delivered' ? order.delivered_at : now,
      ...dates,
      received_at: now,
      reopened_at: null,
    },
    copy: 'unchanged',
    text: withRentDates(receivedText(order), dates),
  }
}

/**
 * Records the buyer's report that they handed a rented copy back. Returns undefined if they have
 * already reported it. Throws order_settled.
 */
export function handBackTransition(order: OrderDetails, now: Date): OrderTransition | undefined {
  if (isRentedOut(order) && order.handed_back_at !== null) return undefined
  if (!isHandBackable(order)) throw new AppError('order_settled')
  return {
    event: 'handed_back',
    changes: { handed_back_at: now },
    copy: 'unchanged',
    text: handedBackText(order),
  }
}

/**
 * Marks a rented copy as returned. The seller does this or, if the seller is blocked, the buyer.
 * Throws order_settled.
 */
export function returnTransition(order: OrderDetails, now: Date, by: Side): OrderTransition {
  if (by === 'buyer' ? !isReturnableByBuyer(order) : !isRentedOut(order))
    throw new AppError('order_settled')
  return {
    event: 'returned',
    changes: { returned_at: now },
    copy: 'return',
    text: returnedText(order),
  }
}
