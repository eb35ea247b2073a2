// What a buyer may report about an order, and from when until when.
import { type ProblemReason, problemReasons } from '#contract/orders/problem-form.ts'
import { isAgreed, isClosed, openUntil } from '#server/orders/lifecycle/status.ts'
import { lateAfterMs } from './limits.ts'
import type { OrderDetails } from './order-details.ts'

/** From when on its buyer may report that an order which was sent hasn't arrived. */
export const lateFrom = (order: OrderDetails): Date | undefined =>
  order.status === 'Shipped' && isAgreed(order) && order.shipped_at !== null
    ? new Date(order.shipped_at.getTime() + lateAfterMs)
    : undefined

/** None while a problem is open, once the order is closed, or where its seller has left. */
export function reportableReasons(order: OrderDetails, now: Date): readonly ProblemReason[] {
  if (order.has_open_problem || order.seller_deleted_at !== null || isClosed(order, now)) return []
  if (order.status === 'Delivered') {
    const until = openUntil(order)
    return until !== undefined && now < until ? problemReasons : []
  }
  const from = lateFrom(order)
  return from !== undefined && from <= now ? ['not-received'] : []
}
