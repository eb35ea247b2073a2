import { type Selectable, sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentKind } from '#contract/orders/payments.ts'
import type { PaymentsTable } from '#db/tables.ts'
import { isRentedOut, orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type PayableOrder, paymentState, refundOf } from './due.ts'

type ReportedPayment = Omit<Selectable<PaymentsTable>, 'order_id' | 'kind'>
export type LedgerOrder = Awaited<ReturnType<typeof findLedgerOrders>>[number]

/**
 * The amount of the price that the seller must give back: agreed refunds and, for a returned
 * purchase, the price.
 */
export const promisedRefund = sql<number>`(
  select least(orders.price, coalesce(sum(case when problems.outcome = 'refund' then problems.refund
    when orders.order_type = 'purchase' then orders.price end), 0))::integer
  from problems
  where problems.order_id = orders.id and problems.outcome in ('refund', 'returned'))`

/**
 * Whether the buyer has received the book. Extended rentals don't count, because the extension must
 * still be paid.
 */
export const isReceived = sql<boolean>`(orders.status = 'Delivered' and orders.reopened_at is null
  and orders.extension_price = 0 and orders.received_at is not null)`

export async function findLedgerOrders(
  db: Db,
  { orderIds, dealIds }: { orderIds: readonly string[]; dealIds: readonly string[] },
) {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('orders')
    .select(sql<boolean>`(${orderIs.agreed} and ${orderIs.forMoney})`.as('isAgreed'))
    .select([promisedRefund.as('refund'), isReceived.as('isReceived')])
    .select(orderIs.withOpenProblem.as('hasOpenProblem'))
    .select(['kind', 'paid', 'received', 'paid_at', 'taken_back_at'])
    .select('payments.received_at as confirmed_on')
    .where((where) =>
      where.or([
        ...(orderIds.length > 0 ? [where('orders.id', 'in', orderIds)] : []),
        ...(dealIds.length > 0 ? [where('orders.offer_id', 'in', dealIds)] : []),
      ]),
    )
    .orderBy('orders.id')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((payments) => {
    const [order] = payments
    if (!order) return []
    const reported: Partial<Record<PaymentKind, ReportedPayment>> = {}
    for (const { kind, paid_at, confirmed_on: received_at, taken_back_at, ...row } of payments) {
      const amounts = { paid: row.paid ?? 0, received: row.received ?? 0 }
      if (kind !== null) reported[kind] = { ...amounts, paid_at, received_at, taken_back_at }
    }
    return [
      {
        ...order,
        reported,
        isCancelled: order.status === 'Cancelled',
        isRentedOut: isRentedOut(order),
        returned_on: order.returned_at === null ? null : indianDate(order.returned_at),
      } satisfies PayableOrder,
    ]
  })
}

type ListedOrder = { id: string; offer_id: string | null }

/**
 * Finds the payment state and the refund of each listed order. Orders of a deal share one state.
 */
export async function findOrderPayments(
  db: Db,
  orders: readonly ListedOrder[],
  { role, now }: { role: Role; now: Date },
): Promise<Map<string, Pick<Order, 'payment' | 'refund'>>> {
  const ledgers = await findLedgerOrders(db, {
    orderIds: orders.flatMap(({ id, offer_id }) => (offer_id === null ? [id] : [])),
    dealIds: [...new Set(orders.flatMap(({ offer_id }) => offer_id ?? []))],
  })
  const today = indianDate(now)
  const byLedger = Map.groupBy(ledgers, ({ id, offer_id }) => offer_id ?? id)
  const listed = new Set(orders.map(({ id }) => id))
  const entries = [...byLedger.values()].flatMap((rows) => {
    const state = paymentState(rows, role, today)
    const payment = state && { ...state, amount: toRupees(state.amount) }
    return rows
      .filter((row) => listed.has(row.id))
      .map((row) => {
        const refund = refundOf(row)
        return [row.id, { payment, ...(refund > 0 && { refund: toRupees(refund) }) }] as const
      })
  })
  return new Map(entries)
}
