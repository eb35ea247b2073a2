// Tells an order's buyer and seller about a change: by a chat message and notifications and, after
// the commit, by live events.
import type { Message } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Emit } from '#server/platform/live/live-events.ts'
import type { LockedOrder, OrderActor } from './store.ts'

export type OrderUpdate = {
  accountIds: string[]
  /** The System message, if one was written. */
  message?: Message
  event: {
    message: string
    chatId: string
    orderId: string
    status: OrderStatus
    notifies: readonly Side[]
    exchangeId?: string
    problem?: true
  }
  /** The updates of other orders that changed together with this one. */
  others?: OrderUpdate[]
}

export const notifiedSides = {
  Buyer: ['seller'],
  Seller: ['buyer'],
  Admin: ['buyer', 'seller'],
  System: ['buyer', 'seller'],
} as const satisfies Record<string, readonly Side[]>

type UpdatedOrder = Pick<LockedOrder, 'id' | 'chat_id' | 'exchange_id' | 'buyer_id' | 'seller_id'>
type Change = { text: string; status: OrderStatus; message?: Message }

export const updateOf = (
  order: UpdatedOrder,
  { text, status, message }: Change,
  notifies: readonly Side[],
): OrderUpdate => ({
  accountIds: [order.buyer_id, order.seller_id],
  ...(message && { message }),
  event: {
    message: text,
    chatId: order.chat_id,
    orderId: order.id,
    status,
    notifies,
    ...(order.exchange_id !== null && { exchangeId: order.exchange_id }),
  },
})

/**
 * Writes a System message that is unread for `sides`, and notifies them. With `needsAction`, the
 * bell lists the notification too, because the reader must act.
 */
export async function announce(
  db: Db,
  order: UpdatedOrder,
  {
    text,
    status,
    needsAction = false,
  }: { text: string; status: OrderStatus; needsAction?: boolean },
  by: OrderActor,
  now: Date,
  sides: readonly Side[] = notifiedSides[by.model],
): Promise<OrderUpdate> {
  const { chat_id: chatId, id: orderId } = order
  const message = await insertSystemMessage(db, { chatId, text, unreadFor: sides, now })
  await insertNotifications(
    db,
    sides.map((side) => order[`${side}_id`]),
    { kind: 'status', text, chatId, orderId, inChat: true, needsAction, now },
  )
  return updateOf(order, { text, status, message }, sides)
}

/** Call this after the commit. */
export function emitUpdate(live: { emit: Emit }, update: OrderUpdate): void {
  for (const { accountIds, message, event } of [update, ...(update.others ?? [])]) {
    if (message) live.emit(accountIds, 'receive_message', message)
    live.emit(accountIds, 'order_updated', event)
  }
}
