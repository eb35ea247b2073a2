// How the people of an order hear what became of it: in the chat, and live after the commit.
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
  message: Message
  event: {
    message: string
    chatId: string
    orderId: string
    status: OrderStatus
    by?: OrderActor['model']
    exchangeId?: string
    problem?: true
  }
  /** What became of other orders by it. */
  others?: OrderUpdate[]
}

export const notifiedSides = {
  Buyer: ['seller'],
  Seller: ['buyer'],
  Admin: ['buyer', 'seller'],
  System: ['buyer', 'seller'],
} as const satisfies Record<string, readonly Side[]>

/** Writes a System message, unread for these sides; it `rings` if they have to act. */
export async function announce(
  db: Db,
  order: Pick<LockedOrder, 'id' | 'chat_id' | 'exchange_id' | 'buyer_id' | 'seller_id'>,
  { text, status, rings = false }: { text: string; status: OrderStatus; rings?: boolean },
  by: OrderActor,
  now: Date,
  sides: readonly Side[] = notifiedSides[by.model],
): Promise<OrderUpdate> {
  const message = await insertSystemMessage(db, {
    chatId: order.chat_id,
    text,
    unreadFor: sides,
    now,
  })
  await insertNotifications(
    db,
    sides.map((side) => order[`${side}_id`]),
    { kind: 'status', text, chatId: order.chat_id, orderId: order.id, inChat: true, rings, now },
  )
  return {
    accountIds: [order.buyer_id, order.seller_id],
    message,
    event: {
      message: text,
      chatId: order.chat_id,
      orderId: order.id,
      status,
      by: by.model,
      ...(order.exchange_id !== null && { exchangeId: order.exchange_id }),
    },
  }
}

/** After the commit. */
export function emitUpdate(live: { emit: Emit }, update: OrderUpdate): void {
  for (const { accountIds, message, event } of [update, ...(update.others ?? [])]) {
    live.emit(accountIds, 'receive_message', message)
    live.emit(accountIds, 'order_updated', event)
  }
}
