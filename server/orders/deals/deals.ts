import { sql } from 'kysely'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Order } from '#contract/orders/orders.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { applyTransitions } from '#server/orders/lifecycle/apply-transition.ts'
import type { OrderTransition } from '#server/orders/lifecycle/transitions.ts'
import { countDealChange } from '#server/orders/quotas.ts'
import { type LockedOrder, selectOrderDetails } from '#server/orders/store.ts'
import { selectOrders, toOrders } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Undefined, or an AppError, where the step isn't possible for an order. */
type StepOf = (
  order: LockedOrder,
  now: Date,
  db: Db,
) => OrderTransition | undefined | Promise<OrderTransition | undefined>

/** The orders of a deal of one's own, locked with their chat; by book, as books are locked. */
async function lockDeal(db: Db, me: Participant, offerId: string): Promise<LockedOrder[]> {
  const order = await db
    .selectFrom('orders')
    .select('chat_id')
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  const chat = order && (await lockChat(db, me, order.chat_id))
  if (!chat) throw new AppError('order_not_found')
  return selectOrderDetails(db)
    .where('orders.offer_id', '=', offerId)
    .orderBy('orders.book_id')
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute()
}

type Step = { order: LockedOrder; transition: OrderTransition }

async function stepsOf(db: Db, orders: LockedOrder[], stepOf: StepOf, now: Date) {
  const steps: Step[] = []
  let isDone = orders.length > 0
  for (const order of orders)
    try {
      const transition = await stepOf(order, now, db)
      if (transition) steps.push({ order, transition })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      isDone = false
    }
  return { steps, isDone: isDone && steps.length === 0 }
}

/**
 * Applies a step to those orders of a deal for which it is possible; without an update if it was
 * carried out before. `among` leaves orders out. `isLimited` counts it for its side. Throws
 * order_not_found, too_many_deals; `refusal` if it is possible for none.
 */
export async function changeDeal(
  db: Db,
  me: Participant & { side: Side },
  offerId: string,
  stepOf: StepOf,
  {
    now,
    isLimited,
    among = (orders) => orders,
    refusal = 'order_settled',
  }: {
    now: Date
    isLimited: boolean
    among?: (orders: LockedOrder[], db: Db) => LockedOrder[] | Promise<LockedOrder[]>
    refusal?: 'order_settled' | 'undo_expired'
  },
) {
  const orders = await lockDeal(db, me, offerId)
  const { steps, isDone } = await stepsOf(db, await among(orders, db), stepOf, now)
  if (isDone) return { update: undefined, ids: orders.map(({ id }) => id) }
  const actor = { model: senderModelOf[me.side], id: me.accountId } as const
  const [first] = steps
  if (!first) throw new AppError(refusal)
  const { chat_id: chatId } = first.order
  if (isLimited) await countDealChange(db, { chatId, side: me.side }, now)
  const update = await applyTransitions(db, steps, actor, now)
  return { update, ids: steps.map(({ order }) => order.id) }
}

/** One of the caller's orders and those of its deal, newest first. Throws order_not_found. */
export async function viewOwnOrder(
  db: Db,
  { accountId, side }: Participant,
  orderId: string,
  now: Date,
): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where(`orders.${side}_id`, '=', accountId)
    .where(
      sql<boolean>`(orders.id = ${orderId}::uuid
        or orders.offer_id = (select offer_id from orders where id = ${orderId}::uuid))`,
    )
    .orderBy('orders.id', 'desc')
    .execute()
  if (rows.length === 0) throw new AppError('order_not_found')
  return toOrders(db, rows, { role: side, now })
}
