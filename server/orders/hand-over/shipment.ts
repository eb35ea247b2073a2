import { AppError } from '#contract/common/error-catalog.ts'
import { couriers } from '#contract/orders/hand-over.ts'
import { setShipment } from '#contract/orders/orders.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { participantOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { emitUpdate, type OrderUpdate, updateOf } from '#server/orders/announce.ts'
import { countDealChange } from '#server/orders/quotas.ts'
import { type LockedOrder, lockOrder, lockOrdersOf } from '#server/orders/store.ts'
import { shipmentText } from '#server/orders/texts.ts'
import { viewOrder } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { isShipmentEditable, parcelOf } from './hand-over.ts'

/**
 * Whether a shipment can't contain a message: its courier is known, and its number looks like
 * 'EE123456789IN'.
 */
const isWithoutWords = (sent: { courier: string; tracking_number: string | null }): boolean =>
  couriers.includes(sent.courier) &&
  (sent.tracking_number === null || /^\d?[A-Z]{0,3}\d{5,}[A-Z]{0,2}$/i.test(sent.tracking_number))

type SentWith = { courier: string; trackingNumber?: string | undefined }

async function lockSameParcel(db: Db, order: LockedOrder): Promise<LockedOrder[]> {
  if (order.offer_id === null) return [order]
  const orders = await lockOrdersOf(db, 'offer_id', order.offer_id)
  return orders.filter((other) => parcelOf(other) === parcelOf(order))
}

/**
 * Saves how the orders of a parcel were sent, and notifies the buyer. After a block, courier and
 * number must not contain a message. Throws chat_read_only.
 */
export async function writeShipment(
  db: Db,
  parcel: readonly LockedOrder[],
  { courier, trackingNumber }: SentWith,
  now: Date,
): Promise<OrderUpdate> {
  const [first] = parcel
  if (!first) throw new Error('a parcel has orders')
  const sent = { courier, tracking_number: trackingNumber ?? null }
  if (first.is_blocked && !isWithoutWords(sent)) throw new AppError('chat_read_only')
  const ids = parcel.map(({ id }) => id)
  await db.updateTable('orders').set(sent).where('id', 'in', ids).execute()
  const text = shipmentText(ids, { courier, trackingNumber })
  const unreadFor = ['buyer'] as const
  const line = { chatId: first.chat_id, text, unreadFor, now }
  const message = await insertSystemMessage(db, line)
  return updateOf(first, { text, status: 'Shipped', message }, unreadFor)
}

/**
 * Saves the courier of a shipped order and of the deal's other orders in the same parcel, and
 * notifies the buyer. Returns undefined if nothing changes. Throws like `writeShipment`, and
 * order_not_found, order_settled, too_many_deals, session_ended.
 */
export async function saveShipment(
  db: Db,
  me: Participant,
  orderId: string,
  { courier, trackingNumber }: SentWith,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<OrderUpdate | undefined> {
  const order = await lockOrder(db, me, orderId)
  if (!isShipmentEditable(order)) throw new AppError('order_settled')
  if (order.courier === courier && order.tracking_number === (trackingNumber ?? null))
    return undefined
  if (isLimited) await countDealChange(db, { chatId: order.chat_id, side: me.side }, now)
  return writeShipment(db, await lockSameParcel(db, order), { courier, trackingNumber }, now)
}

export function shipmentRoutes(mount: Mount, { db, config, live, now }: AppContext): void {
  mount(setShipment, async ({ orderId, ...sent }, { viewer, commit }) => {
    const options = { now: now(), isLimited: config.rateLimit }
    const saved = await commit((db) =>
      saveShipment(db, participantOf(viewer), orderId, sent, options),
    )
    if (saved) emitUpdate(live, saved)
    return viewOrder(db, orderId, { ...viewer, now: now() })
  })
}
