import type { AdminOrderAction } from '#contract/admin/admin-orders.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { isAgreed, isClosed } from '#server/orders/lifecycle/status.ts'
import {
  type Cancellation,
  type OrderTransition,
  resumedRent,
  statusTransition,
  undoTransition,
  withRentDates,
} from '#server/orders/lifecycle/transitions.ts'
import { proposalMs } from '#server/orders/limits.ts'
import type { OrderDetails } from '#server/orders/rules.ts'
import { cancelledByAdmin, closedText, reopenedText } from '#server/orders/texts.ts'

const areActive = ({ buyer_status, seller_status }: OrderDetails): boolean =>
  buyer_status === 'active' && seller_status === 'active'

/** Returns what an admin may do with an order. Open problems must be settled first. */
export function adminActions(order: OrderDetails, now: Date): AdminOrderAction[] {
  const actions: AdminOrderAction[] = []
  const isCancelled = order.status === 'Cancelled'
  if (!isCancelled && order.returned_at === null && !order.has_open_problem) actions.push('cancel')
  const isExchangeOver = order.exchange_id !== null && !order.exchange_goes_on
  const isReopenable = isCancelled ? areActive(order) && !isExchangeOver : isClosed(order, now)
  if (isReopenable && !order.has_open_problem) actions.push('reopen')
  if (order.status === 'Delivered' && !isClosed(order, now) && !order.has_open_problem)
    actions.push('close')
  return actions
}

function rejectAction(order: OrderDetails, action: AdminOrderAction, now: Date): void {
  if (order.has_open_problem) throw new AppError('problem_open')
  if (!adminActions(order, now).includes(action)) throw new AppError('order_settled')
}

/** Cancels the order for good, so that its seller can't set another status. */
export function adminCancel(order: OrderDetails, reason: string, now: Date): OrderTransition {
  rejectAction(order, 'cancel', now)
  const transition = statusTransition(order, 'Cancelled', now, cancelledByAdmin(reason))
  if (!transition) throw new AppError('order_settled')
  const changes = { ...transition.changes, closed_by_admin_at: now, reopened_at: null }
  return { ...transition, changes, reason }
}

export function adminClose(order: OrderDetails, reason: string, now: Date): OrderTransition {
  rejectAction(order, 'close', now)
  return {
    event: 'closed',
    changes: { closed_by_admin_at: now, reopened_at: null },
    copy: 'unchanged',
    text: closedText(order, reason),
    reason,
  }
}

/**
 * Reopens a closed order, or restores a cancelled one to its state before `cancelled` (Pending if
 * the state isn't known). Throws problem_open, order_settled, buyer_left, seller_left.
 */
export function adminReopen(
  order: OrderDetails,
  reason: string,
  now: Date,
  cancelled: Cancellation | undefined,
): OrderTransition {
  rejectAction(order, 'reopen', now)
  if (order.buyer_deleted_at !== null) throw new AppError('buyer_left')
  if (order.seller_deleted_at !== null) throw new AppError('seller_left')
  const opened = { closed_by_admin_at: null, reopened_at: now }
  const event = 'reopened' as const
  if (order.status !== 'Cancelled') {
    const text = reopenedText(order, order.status, reason)
    return { event, changes: opened, copy: 'unchanged', text, reason }
  }
  const restored = cancelled
    ? undoTransition(order, cancelled.previous)
    : statusTransition(order, 'Pending', now)
  if (!restored) throw new AppError('order_settled')
  const status = restored.changes.status ?? order.status
  // Restarts the three days of a proposal, because otherwise the job would cancel it immediately.
  const isAsked = status === 'Pending' && !isAgreed({ ...order, ...restored.changes, status })
  const proposed_until = new Date(now.getTime() + proposalMs)
  const isOut = cancelled !== undefined && status === 'Delivered'
  const dates = isOut ? resumedRent(order, cancelled.at, now) : {}
  return {
    ...restored,
    event,
    changes: { ...restored.changes, ...opened, ...(isAsked && { proposed_until }), ...dates },
    text: withRentDates(reopenedText(order, status, reason), dates),
    reason,
  }
}
