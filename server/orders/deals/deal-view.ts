import { sql } from 'kysely'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Order, OrderStatus } from '#contract/orders/orders.ts'

const countOf = (status: OrderStatus) =>
  sql<number>`count(*) filter (where other.status = ${sql.lit(status)})::integer`

/**
 * Columns that sum up a deal. The query must contain the deal's orders as `other`. Prices are in
 * paise.
 */
export const dealColumns = [
  sql<number>`count(*)::integer`.as('count'),
  sql<number | null>`sum(other.price)::float8`.as('total'),
  sql<number | null>`(sum(other.price) filter (where other.status <> 'Cancelled'))::float8`.as(
    'kept_total',
  ),
  countOf('Pending').as('pending'),
  countOf('Shipped').as('shipped'),
  countOf('Delivered').as('delivered'),
  countOf('Cancelled').as('cancelled'),
] as const

type DealRow = {
  offer_id: string | null
  hand_over: HandOver | null
  deal_orders: number | null
  deal_total: number | null
  kept_total: number | null
} & { [Status in Lowercase<OrderStatus>]: number | null }

/**
 * Returns the next step that several orders of a deal can take together. If some books were sent by
 * post, the others are sent before any is delivered.
 */
function nextOf({ hand_over, pending, shipped }: DealRow): NonNullable<Order['deal']>['next'] {
  const [toSend, sent] = [pending ?? 0, shipped ?? 0]
  if (hand_over !== 'meet' && toSend > 1) return { status: 'Shipped', count: toSend }
  if (sent > 1) return { status: 'Delivered', count: sent }
  if (hand_over === 'meet' && sent === 0 && toSend > 1)
    return { status: 'Delivered', count: toSend }
  return undefined
}

export function dealOf(row: DealRow): Order['deal'] {
  if (row.offer_id === null) return undefined
  return {
    _id: row.offer_id,
    orders: row.deal_orders ?? 0,
    total: toRupees(row.kept_total ?? row.deal_total ?? 0),
    statuses: {
      Pending: row.pending ?? 0,
      Shipped: row.shipped ?? 0,
      Delivered: row.delivered ?? 0,
      Cancelled: row.cancelled ?? 0,
    },
    next: nextOf(row),
  }
}
