// The steps in an order's life, as values: what each changes, or why it isn't possible.
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
  cancelledByDeletion,
  confirmedText,
  expiredProposal,
  handedBackText,
  handedOverText,
  noReasonYet,
  receivedText,
  rentMovedText,
  returnedText,
  statusText,
  undoneText,
} from '#server/orders/texts.ts'
import { isAgreed, isClosed, isRentedOut, isUnusual } from './status.ts'

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
  changes: Partial<{
    status: OrderStatus
    delivered_at: Date | null
    confirmed_at: Date | null
    received_at: Date | null
    proposed_until: Date | null
    handed_back_at: Date | null
    returned_at: Date
    closed_by_admin_at: Date | null
    reopened_at: Date | null
    rent_start: string | null
    rent_end: string | null
  }>
  copy: 'unchanged' | 'reserve' | 'release' | 'return'
  text: string
  reason?: string
}

function copyChange(order: OrderDetails, status: OrderStatus): OrderTransition['copy'] {
  // Somebody else may have the returned copy.
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

/** Moves the dates of a rent by the days on which it was cancelled. */
export function resumedRent(order: OrderDetails, cancelledAt: Date, now: Date): RentDates {
  const { rent_start, rent_end, returned_at } = order
  const [from, to] = [indianDate(cancelledAt), indianDate(now)].map(Date.parse)
  const days = ((to ?? 0) - (from ?? 0)) / dayMs
  if (rent_start === null || rent_end === null || returned_at !== null || days === 0) return {}
  return { rent_start: addDays(rent_start, days), rent_end: addDays(rent_end, days) }
}

/**
 * Sets any status from any other. Returns undefined if it is the same. Cancelling releases the copy
 * and undoes the buyer's confirmation; leaving Cancelled reserves a copy again; leaving Delivered
 * undoes that a rent was handed back. An order that becomes Pending and was never agreed to waits
 * three more days for the buyer.
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
      // A returned rent stays agreed to.
      ...(status === 'Cancelled' &&
        order.returned_at === null && { confirmed_at: null, received_at: null }),
      ...(order.handed_back_at !== null && order.returned_at === null && { handed_back_at: null }),
      ...(status === 'Pending' &&
        !isAgreed({ ...order, status }) && {
          proposed_until: new Date(now.getTime() + proposalMs),
        }),
    },
    copy: copyChange(order, status),
    text: withRentDates(statusText(order, status, reason), dates),
  }
}

/** The seller sets the status. Returns undefined if it is the same. Throws order_closed. */
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
  OrderDetails,
  | 'status'
  | 'delivered_at'
  | 'confirmed_at'
  | 'received_at'
  | 'handed_back_at'
  | 'rent_start'
  | 'rent_end'
> & { proposed_until: Date | null }

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

/**
 * The buyer confirms an order. Returns undefined if it is confirmed. Throws order_settled,
 * problem_open.
 */
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

/** The buyer cancels an order. Throws order_settled. */
export function cancelTransition(order: OrderDetails, now: Date): OrderTransition | undefined {
  if (!isCancellable(order, now)) throw new AppError('order_settled')
  return statusTransition(order, 'Cancelled', now, cancelledByBuyer)
}

export const abandonTransition = (order: OrderDetails, now: Date): OrderTransition | undefined =>
  statusTransition(order, 'Cancelled', now, cancelledByDeletion)

/**
 * The buyer reports that they have the book, whatever its status is. Returns undefined if they have
 * reported it before. Throws order_settled, problem_open.
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

export const expireTransition = (order: OrderDetails, now: Date): OrderTransition | undefined =>
  statusTransition(order, 'Cancelled', now, expiredProposal)

/**
 * The buyer reports that a rented copy is back. Returns undefined if it is repeated. Throws
 * order_settled.
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
 * The seller, or the buyer of a blocked seller, marks a rented copy returned. Throws order_settled.
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
