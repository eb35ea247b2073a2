// When an exchange was cancelled as a whole, by whom, and since when it is over: from the histories
// of its orders.
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { openUntil } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MemberRow } from './store.ts'

/** What has become of the books of these exchanges, the oldest first. */
export const findEvents = (db: Db, exchangeIds: readonly string[]) =>
  db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['orders.exchange_id', 'order_events.status', 'order_events.created_at'])
    .select(['order_events.reason', 'actor_model', 'actor_id'])
    .where('orders.exchange_id', 'in', exchangeIds)
    .where('order_events.kind', 'in', ['status', 'handed_over', 'received'])
    .orderBy('order_events.number')
    .execute()
export type EventRow = Awaited<ReturnType<typeof findEvents>>[number]

/** Which member has done something, by either of their accounts; undefined for an admin. */
export const memberOf = (members: readonly MemberRow[], actorId: string | null) =>
  members.find(
    ({ buyer_id, seller_id }) => actorId !== null && [buyer_id, seller_id].includes(actorId),
  )

/** Its orders are cancelled together: one by somebody, and by that the others. */
export function cancellationView(
  events: readonly EventRow[],
  members: readonly MemberRow[],
): Exchange['cancelled'] {
  const event = events.findLast(
    ({ status, actor_model }) => status === 'Cancelled' && actor_model !== 'System',
  )
  if (!event) return undefined
  return {
    at: event.created_at.toISOString(),
    by: memberOf(members, event.actor_id)?.number,
    reason: event.reason ?? undefined,
  }
}

type OverOrder = Parameters<typeof openUntil>[0] & { received_at: Date | null }

/** Of an exchange whose books are all in or cancelled; silence closes an order, too. */
export function overSince(
  events: readonly EventRow[],
  orders: readonly OverOrder[],
): Date | undefined {
  const silent = orders.flatMap((order) => (order.received_at ? [] : (openUntil(order) ?? [])))
  const times = [...events.map(({ created_at }) => created_at), ...silent]
  if (times.length === 0) return undefined
  return new Date(Math.max(...times.map((time) => time.getTime())))
}
