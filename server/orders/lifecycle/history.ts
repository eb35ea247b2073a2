import type { Order } from '#contract/orders/orders.ts'
import type { StatusChange } from '#server/orders/rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isUnusual } from './status.ts'

type OrderHistory = {
  history: Order['history']
  /** The last change; moved dates of a rent come with another one. */
  last: StatusChange | undefined
}

/** Reads the histories of orders in one query; returns them by the order's id. */
export async function findHistories(
  db: Db,
  orderIds: readonly string[],
): Promise<(orderId: string) => OrderHistory> {
  const events = await db
    .selectFrom('order_events')
    .select(['order_id', 'kind', 'status', 'actor_model', 'reason', 'created_at'])
    .where('order_id', 'in', orderIds)
    .orderBy('number')
    .execute()
  const byOrder = Map.groupBy(events, (event) => event.order_id)
  return (orderId) => {
    const changes = (byOrder.get(orderId) ?? []).map((event, index, all) => {
      const before = all[index - 1]
      const isOwnChange = event.kind === 'status' && event.actor_model === 'Seller'
      return {
        ...event,
        isUnusual: isOwnChange && before !== undefined && isUnusual(before.status, event.status),
      }
    })
    return {
      last: changes.findLast(({ kind }) => kind !== 'rent_moved'),
      history: changes.map(({ kind, status, actor_model, reason, created_at, isUnusual }) => ({
        what: kind,
        status,
        by: actor_model,
        at: created_at.toISOString(),
        reason: reason ?? undefined,
        ...(isUnusual && { unusual: true }),
      })),
    }
  }
}
