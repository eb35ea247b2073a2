import type { AdminOrderAction } from '#contract/admin/admin-orders.ts'
import type { Outcome } from '#contract/orders/problem-form.ts'
import { type AdminAction, insertAuditEntry } from '#server/admin/audit.ts'
import { settleCase } from '#server/exchanges/cases.ts'
import { settle } from '#server/moderation/problems/changes.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { adminCancel, adminClose, adminReopen } from '#server/orders/by-admin/admin-transitions.ts'
import { applyTransition } from '#server/orders/lifecycle/apply-transition.ts'
import { findCancellation } from '#server/orders/lifecycle/last-change.ts'
import { type LockedOrder, lockOrder } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'

type OrderAction = { orderId: string; reason: string; by: AdminAction }

const targetOf = ({ id, book_title }: LockedOrder) =>
  ({ kind: 'order', _id: id, name: book_title }) as const

const auditActions = {
  cancel: 'cancel-order',
  reopen: 'reopen-order',
  close: 'close-order',
} as const

/**
 * Cancels, closes or reopens anybody's order. Throws like `applyTransition`, and order_not_found,
 * problem_open, order_settled, seller_left.
 */
export async function changeAnyOrder(
  db: Db,
  action: AdminOrderAction,
  { orderId, reason, by }: OrderAction,
): Promise<OrderUpdate> {
  const { adminId, now } = by
  const order = await lockOrder(db, undefined, orderId)
  const transition =
    action === 'cancel'
      ? adminCancel(order, reason, now)
      : action === 'close'
        ? adminClose(order, reason, now)
        : adminReopen(order, reason, now, await findCancellation(db, orderId))
  const admin = { model: 'Admin', id: adminId } as const
  const update = await applyTransition(db, order, transition, admin, now)
  await insertAuditEntry(db, by, auditActions[action], targetOf(order), reason)
  return update
}

/** Throws order_not_found, problem_solved. */
export async function settleAnyProblem(
  db: Db,
  outcome: Outcome,
  { orderId, reason, by }: OrderAction,
): Promise<OrderUpdate> {
  const order = await lockOrder(db, undefined, orderId)
  const update = await settle(db, order, { outcome, reason, adminId: by.adminId }, by.now)
  await insertAuditEntry(db, by, 'settle-problem', targetOf(order), reason)
  return update
}

/**
 * Closes the open cases of the exchange that an order is part of. Throws order_not_found,
 * complaint_closed.
 */
export async function settleAnyExchange(db: Db, { orderId, reason, by }: OrderAction) {
  const notice = await settleCase(db, { orderId, note: reason, adminId: by.adminId }, by.now)
  const order = await lockOrder(db, undefined, orderId)
  await insertAuditEntry(db, by, 'settle-exchange', targetOf(order), reason)
  return { notice, exchangeId: order.exchange_id ?? '' }
}
