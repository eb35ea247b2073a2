// The last change of an order's status, which the seller can undo or explain.
import { AppError } from '#contract/common/error-catalog.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { type OrderUpdate, updateOf } from '#server/orders/announce.ts'
import type { StepOf } from '#server/orders/change-orders.ts'
import { isExplainable, isUndoable, type StatusChange } from '#server/orders/rules.ts'
import type { LockedOrder } from '#server/orders/store.ts'
import { explainedText } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isClosed, isUnusual } from './status.ts'
import { type Cancellation, type PreviousState, undoTransition } from './transitions.ts'

type LastChange = StatusChange & { id: string; previous: PreviousState | undefined }

/** A `PreviousState` that was stored as JSON, in which times are text. */
type StoredState = {
  [K in keyof PreviousState]: PreviousState[K] extends Date | null
    ? string | null
    : PreviousState[K]
}

const toDate = (time: string | null) => (time === null ? null : new Date(time))

const readState = (stored: StoredState): PreviousState => ({
  ...stored,
  delivered_at: toDate(stored.delivered_at),
  confirmed_at: toDate(stored.confirmed_at),
  received_at: toDate(stored.received_at),
  handed_back_at: toDate(stored.handed_back_at),
  proposed_until: toDate(stored.proposed_until),
})

async function findLastChange(db: Db, orderId: string): Promise<LastChange | undefined> {
  const event = await db
    .selectFrom('order_events')
    .select(['id', 'kind', 'status', 'actor_model', 'reason', 'previous', 'created_at'])
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'rent_moved')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!event) return undefined
  const previous = event.previous ? readState(event.previous as StoredState) : undefined
  return {
    ...event,
    previous,
    isUnusual: previous !== undefined && isUnusual(previous.status, event.status),
  }
}

export async function findCancellation(db: Db, orderId: string): Promise<Cancellation | undefined> {
  const event = await db
    .selectFrom('order_events')
    .select(['previous', 'created_at'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'status')
    .where('status', '=', 'Cancelled')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!event?.previous) return undefined
  return { previous: readState(event.previous as StoredState), at: event.created_at }
}

/** Returns the step that undoes the last change. Throws undo_expired, order_closed. */
export const undoStep: StepOf = async (order, now, _, db) => {
  if (isClosed(order, now)) throw new AppError('order_closed')
  const last = await findLastChange(db, order.id)
  if (!last?.previous || !isUndoable(last, now)) throw new AppError('undo_expired')
  return undoTransition(order, last.previous)
}

/** Returns the orders whose status last changed at the same moment as the status of `orderId`. */
export async function changedTogether(
  db: Db,
  orders: LockedOrder[],
  orderId: string,
): Promise<LockedOrder[]> {
  const ids = orders.map(({ id }) => id)
  const rows = await db
    .selectFrom('order_events')
    .select(['order_id', 'created_at'])
    .where('order_id', 'in', ids)
    .where('kind', '=', 'status')
    .orderBy('number')
    .execute()
  const changedAt = new Map(rows.map((row) => [row.order_id, row.created_at.getTime()]))
  const at = changedAt.get(orderId)
  return at === undefined ? [] : orders.filter(({ id }) => changedAt.get(id) === at)
}

/** Adds the seller's reason to the latest change. Throws order_settled. */
export async function explainLastChange(
  db: Db,
  order: LockedOrder,
  reason: string,
  now: Date,
): Promise<OrderUpdate> {
  const last = await findLastChange(db, order.id)
  if (!last || !isExplainable(last)) throw new AppError('order_settled')
  await db.updateTable('order_events').set({ reason }).where('id', '=', last.id).execute()
  const text = explainedText(order, reason)
  const unreadFor = ['buyer'] as const
  const line = { chatId: order.chat_id, text, unreadFor, now }
  const message = await insertSystemMessage(db, line)
  return updateOf(order, { text, status: order.status, message }, unreadFor)
}
