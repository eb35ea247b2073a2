import type { AdminOrderAction } from '#contract/admin/admin-orders.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Outcome } from '#contract/orders/problem-form.ts'
import { insertAuditEntry } from '#server/admin/audit.ts'
import { settleCase } from '#server/exchanges/cases.ts'
import { settle } from '#server/moderation/problems/changes.ts'
import { adminCancel, adminClose, adminReopen } from '#server/orders/by-admin/admin-transitions.ts'
import { applyTransition } from '#server/orders/lifecycle/apply-transition.ts'
import { findCancellation } from '#server/orders/lifecycle/last-change.ts'
import type { OrderUpdate } from '#server/orders/order-updates.ts'
import { type LockedOrder, lockOrder } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'

type Action = { orderId: string; reason: string; adminId: string; now: Date }

async function lockForAdmin(db: Db, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(db, undefined, orderId)
  if (!order) throw new AppError('order_not_found')
  return order
}

const auditActions = {
  cancel: 'cancel-order',
  reopen: 'reopen-order',
  close: 'close-order',
} as const

/**
 * Cancels, closes or reopens any order. Throws like `applyTransition`, and order_not_found,
 * problem_open, order_settled, seller_left.
 */
export async function changeAnyOrder(
  db: Db,
  action: AdminOrderAction,
  { orderId, reason, adminId, now }: Action,
): Promise<OrderUpdate> {
  const order = await lockForAdmin(db, orderId)
  const transition =
    action === 'cancel'
      ? adminCancel(order, reason, now)
      : action === 'close'
        ? adminClose(order, reason, now)
        : adminReopen(order, reason, now, await findCancellation(db, orderId))
  const admin = { model: 'Admin', id: adminId } as const
  const update = await applyTransition(db, order, transition, admin, now)
  const target = { kind: 'order', _id: orderId, name: order.book_title } as const
  await insertAuditEntry(db, { what: auditActions[action], target, reason, adminId, now })
  return update
}

/** Throws order_not_found, problem_solved. */
export async function settleAnyProblem(
  db: Db,
  outcome: Outcome,
  { orderId, reason, adminId, now }: Action,
): Promise<OrderUpdate> {
  const order = await lockForAdmin(db, orderId)
  const update = await settle(db, order, { outcome, reason, adminId }, now)
  const target = { kind: 'order', _id: orderId, name: order.book_title } as const
  await insertAuditEntry(db, { what: 'settle-problem', target, reason, adminId, now })
  return update
}

/** Closes the open cases of any order's exchange. Throws order_not_found, complaint_closed. */
export async function settleAnyExchange(db: Db, { orderId, reason, adminId, now }: Action) {
  const notice = await settleCase(db, { orderId, note: reason, adminId }, now)
  const order = await lockForAdmin(db, orderId)
  const target = { kind: 'order', _id: orderId, name: order.book_title } as const
  await insertAuditEntry(db, { what: 'settle-exchange', target, reason, adminId, now })
  return { notice, exchangeId: order.exchange_id ?? '' }
}
