// Cancelling one order of an exchange cancels the others, unless one of its books was sent or
// handed over.
import { type Side, sides } from '#contract/common/endpoint.ts'
import { findAccountsOfPerson } from '#server/accounts/store.ts'
import { insertRingNews } from '#server/exchanges/store.ts'
import { cancelledByAdminLine, cancelledLine } from '#server/exchanges/texts.ts'
import { isSentOrDelivered } from '#server/orders/lifecycle/status.ts'
import { type OrderTransition, statusTransition } from '#server/orders/lifecycle/transitions.ts'
import { type LockedOrder, lockOrdersOf, type OrderActor } from '#server/orders/store.ts'
import { cancelledExchange, cancelledWithExchange } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'

export type Step = { order: LockedOrder; transition: OrderTransition }

/** Returns the cancellations of the exchange's other orders, if this step cancels them. */
export async function stepsOfOthers(
  db: Db,
  { order, transition }: Step,
  by: OrderActor,
  now: Date,
): Promise<Step[]> {
  if (order.exchange_id === null || transition.changes.status !== 'Cancelled') return []
  const orders = await lockOrdersOf(db, 'exchange_id', order.exchange_id)
  if (orders.some(isSentOrDelivered)) return []
  const accounts =
    by.id === null || by.model === 'Admin' ? [] : await findAccountsOfPerson(db, by.id)
  const sideOf = (other: LockedOrder) =>
    sides.find((side) => accounts.includes(other[`${side}_id`]))
  return orders
    .filter(({ id }) => id !== order.id)
    .flatMap((other) => {
      const why = accounts.length > 0 ? cancelledExchange(sideOf(other)) : cancelledWithExchange
      const transition = statusTransition(other, 'Cancelled', now, why)
      return transition ? [{ order: other, transition }] : []
    })
}

/**
 * Writes to a ring's chat who has cancelled the exchange. Direct exchanges have no chat of their
 * own.
 */
export async function writeCancelledInRing(
  db: Db,
  exchangeId: string,
  by: OrderActor,
  now: Date,
): Promise<void> {
  const ring = await db
    .selectFrom('exchanges')
    .select((from) =>
      from
        .selectFrom('exchange_members')
        .innerJoin('accounts', 'accounts.person_id', 'exchange_members.person_id')
        .select('number')
        .whereRef('exchange_id', '=', 'exchanges.id')
        .where('accounts.id', '=', by.id)
        .as('member'),
    )
    .where('id', '=', exchangeId)
    .where('kind', '=', 'ring')
    .executeTakeFirst()
  if (!ring) return
  const text = ring.member === null ? cancelledByAdminLine : cancelledLine
  await insertRingNews(db, exchangeId, { text, member: ring.member }, now)
}

/**
 * Returns which sides to notify about each order. Each person is notified once, about their first
 * order, unless one of their accounts is in `notified`.
 */
export async function sidesToNotify(
  db: Db,
  steps: readonly Step[],
  notified: readonly string[],
): Promise<Map<string, Side[]>> {
  const ids = [...new Set(steps.flatMap(({ order }) => [order.buyer_id, order.seller_id]))]
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'person_id'])
    .where('id', 'in', [...ids, ...notified])
    .execute()
  const personOf = new Map(accounts.map(({ id, person_id }) => [id, person_id]))
  const knows = new Set(notified.map((id) => personOf.get(id)))
  return new Map(
    steps.map(({ order }) => {
      const unaware = sides.filter((side) => {
        const person = personOf.get(order[`${side}_id`])
        if (knows.has(person)) return false
        knows.add(person)
        return true
      })
      return [order.id, unaware]
    }),
  )
}
