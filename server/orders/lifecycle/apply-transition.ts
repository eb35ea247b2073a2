import { indianDate } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { releaseCopy, reserveCopy } from '#server/books/copies.ts'
import { lockChats } from '#server/chats/store.ts'
import { rejectBlocked } from '#server/moderation/are-blocked.ts'
import { announce, notifiedSides, type OrderUpdate } from '#server/orders/announce.ts'
import {
  type Step,
  sidesToNotify,
  stepsOfOthers,
  writeCancelledInRing,
} from '#server/orders/exchange/cancel-together.ts'
import { agreedUpiId } from '#server/orders/payments/upi.ts'
import {
  insertOrderEvent,
  type LockedOrder,
  lockParticipants,
  type OrderActor,
  selectOrderDetails,
} from '#server/orders/store.ts'
import {
  cancelledByDeletion,
  changedTogetherText,
  expiredProposal,
  expiredProposals,
} from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { setOrderOfWants } from '#server/wishlist/wants/orders.ts'
import { isAgreed, orderIs } from './status.ts'
import {
  type OrderTransition,
  type PreviousState,
  statusTransition,
  withRentDates,
} from './transitions.ts'

const expiredProposalsBatchSize = 100

const system = { model: 'System', id: null } as const

async function rejectUnreachable(db: Db, order: LockedOrder, by: OrderActor): Promise<void> {
  const { buyer_id: buyerId, seller_id: sellerId } = order
  const { buyer, seller } = await lockParticipants(db, { buyerId, sellerId })
  if (buyer.deleted_at !== null) throw new AppError('buyer_left')
  if (buyer.status === 'blocked' || seller.status === 'blocked')
    throw new AppError('chat_read_only')
  if (by.model !== 'Admin') await rejectBlocked(db, [buyerId, sellerId])
}

async function updateCopy(
  db: Db,
  order: LockedOrder,
  copy: OrderTransition['copy'],
  by: OrderActor,
  now: Date,
): Promise<void> {
  if (copy === 'reserve') {
    await rejectUnreachable(db, order, by)
    // Reserves a copy only from today, because others may have had it since it was released.
    await reserveCopy(db, { bookId: order.book_id, orderId: order.id, from: indianDate(now) })
  }
  if (copy === 'release') await releaseCopy(db, { orderId: order.id })
  if (copy === 'return') await releaseCopy(db, { orderId: order.id, returnedOn: indianDate(now) })
}

const previousState = (order: LockedOrder): PreviousState => ({
  status: order.status,
  delivered_at: order.delivered_at,
  confirmed_at: order.confirmed_at,
  received_at: order.received_at,
  handed_back_at: order.handed_back_at,
  proposed_until: order.proposed_until,
  rent_start: order.rent_start,
  rent_end: order.rent_end,
  courier: order.courier,
  tracking_number: order.tracking_number,
})

async function saveTransition(
  db: Db,
  order: LockedOrder,
  { event, changes, copy, reason }: OrderTransition,
  by: OrderActor,
  now: Date,
): Promise<OrderStatus> {
  const status = changes.status ?? order.status
  const isAgreedThen =
    isAgreed(order) || changes.confirmed_at != null || changes.received_at != null
  const agreed = isAgreedThen ? agreedUpiId(db, order) : {}
  await db
    .updateTable('orders')
    .set({ ...changes, ...agreed, contact_hidden_at: null })
    .where('id', '=', order.id)
    .execute()
  const previous = event === 'status' ? previousState(order) : undefined
  const entry = { orderId: order.id, status, by, now }
  await insertOrderEvent(db, { ...entry, kind: event, previous, reason })
  if (changes.rent_start && changes.rent_start !== order.rent_start && event !== 'undone')
    await insertOrderEvent(db, { ...entry, kind: 'rent_moved' })
  await setOrderOfWants(db, order.id, isAgreed(order) && order.returned_at === null)
  await updateCopy(db, order, copy, by, now)
  return status
}

/**
 * Applies steps to several orders of one chat, with one System message, which ends with `reason`.
 * Returns undefined if there are no steps. Throws like `applyTransition`.
 */
export async function applyTransitions(
  db: Db,
  steps: readonly { order: LockedOrder; transition: OrderTransition }[],
  by: OrderActor,
  now: Date,
  reason?: string,
): Promise<OrderUpdate | undefined> {
  const [first] = steps
  if (!first) return undefined
  if (steps.length === 1) return applyTransition(db, first.order, first.transition, by, now)
  let status = first.order.status
  for (const { order, transition } of steps)
    status = await saveTransition(db, order, transition, by, now)
  const text = changedTogetherText(
    steps.map(({ order }) => order.id),
    status,
    first.transition.event,
    reason,
  )
  const { event, changes } = first.transition
  const dated = event === 'undone' ? text : withRentDates(text, changes)
  return announce(
    db,
    first.order,
    { text: dated, status, needsAction: needsAction(event) },
    by,
    now,
  )
}

/**
 * Updates an order, its history and its copy, writes a System message and notifies people.
 * Cancelling an order of an exchange may also cancel the exchange's other orders. Throws book_gone,
 * buyer_left or chat_read_only if a copy can't be reserved again.
 */
export async function applyTransition(
  db: Db,
  order: LockedOrder,
  transition: OrderTransition,
  by: OrderActor,
  now: Date,
): Promise<OrderUpdate> {
  const others = await stepsOfOthers(db, { order, transition }, by, now)
  let status = order.status
  // Sorts the steps, because books must be locked in the order of their ids.
  const steps = [{ order, transition }, ...others].toSorted(byBook)
  for (const step of steps) {
    const isOwn = step.order.id === order.id
    const set = await saveTransition(db, step.order, step.transition, isOwn ? by : system, now)
    if (isOwn) status = set
  }
  const change = { text: transition.text, status, needsAction: needsAction(transition.event) }
  const update = await announce(db, order, change, by, now)
  if (others.length === 0) return update
  if (order.exchange_id !== null) await writeCancelledInRing(db, order.exchange_id, by, now)
  const notified = notifiedSides[by.model].map((side) => order[`${side}_id`])
  const sides = await sidesToNotify(db, others, by.id === null ? notified : [...notified, by.id])
  const updates: OrderUpdate[] = []
  for (const { order, transition } of others) {
    const change = { text: transition.text, status: 'Cancelled' as const }
    updates.push(await announce(db, order, change, system, now, sides.get(order.id)))
  }
  return { ...update, others: updates }
}

/** A seller delivers what the buyer has confirmed, and takes back what was handed back. */
const needsAction = (event: OrderTransition['event']): boolean =>
  event === 'confirmed' || event === 'handed_back'

const byBook = ({ order: a }: Step, { order: b }: Step): number =>
  a.book_id < b.book_id || (a.book_id === b.book_id && a.id < b.id) ? -1 : 1

export const findExpiredProposals = (db: Db, now: Date) =>
  db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'offer_id'])
    .where(orderIs.proposed)
    .where('proposed_until', '<=', now)
    .orderBy('proposed_until')
    .limit(expiredProposalsBatchSize)
    .execute()

/**
 * Cancels a proposal that has expired, with the others of its deal. Returns undefined if it isn't an
 * expired proposal any more.
 */
export async function cancelExpiredProposal(
  db: Db,
  { id, chat_id, offer_id }: { id: string; chat_id: string; offer_id: string | null },
  now: Date,
): Promise<OrderUpdate | undefined> {
  await lockChats(db, { id: chat_id })
  const orders = await selectOrderDetails(db)
    .where((order) =>
      offer_id === null ? order('orders.id', '=', id) : order('orders.offer_id', '=', offer_id),
    )
    .where(orderIs.proposed)
    .where('proposed_until', '<=', now)
    .orderBy('orders.book_id')
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute()
  const steps = orders.flatMap((order) => {
    const transition = statusTransition(order, 'Cancelled', now, expiredProposal)
    return transition ? [{ order, transition }] : []
  })
  return applyTransitions(db, steps, system, now, expiredProposals)
}

/**
 * When a buyer deletes the account, cancels the sent orders that the buyer never agreed to. Pending
 * orders prevent the deletion. The buyer and their chats must be locked.
 */
export async function cancelUnagreedOrders(
  db: Db,
  buyerId: string,
  now: Date,
): Promise<OrderUpdate[]> {
  const orders = await selectOrderDetails(db)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.status', '<>', 'Pending')
    .where(orderIs.open)
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute()
  const updates: OrderUpdate[] = []
  for (const order of orders) {
    if (isAgreed(order)) continue
    const transition = statusTransition(order, 'Cancelled', now, cancelledByDeletion)
    if (transition) updates.push(await applyTransition(db, order, transition, system, now))
  }
  return updates
}
