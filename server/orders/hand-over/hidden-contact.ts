// Hides the buyer's address and phone number from the seller 30 days after an order ends.
import { sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { cutSystemMessages } from '#server/chats/messages.ts'
import { isClosed, type OrderState, orderIs } from '#server/orders/lifecycle/status.ts'
import { closeAfterMs } from '#server/orders/limits.ts'
import { deliveryAddressMarker, hiddenContactText } from '#server/orders/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'

const contactsBatchSize = 200

const contactHiddenAfterMs = 30 * 86_400_000

type Contact = {
  delivery_address: string
  phone_number: string
  contact_hidden_at: Date | null
}

/**
 * Returns the contact details that a viewer sees. If the order is reopened, the seller sees them
 * again.
 */
export function contactOf(order: OrderState & Contact, role: Role, now: Date) {
  const isHidden =
    role === 'seller' &&
    order.contact_hidden_at !== null &&
    (order.status === 'Cancelled' || isClosed(order, now))
  return isHidden
    ? { deliveryAddress: hiddenContactText, phoneNumber: '' }
    : { deliveryAddress: order.delivery_address, phoneNumber: order.phone_number }
}

async function markEnded(db: Db, end: Date, now: Date) {
  const silent = new Date(end.getTime() - closeAfterMs)
  const ended = db
    .selectFrom('orders')
    .select('id')
    .where('contact_hidden_at', 'is', null)
    .where(
      sql<boolean>`(orders.status = 'Cancelled' or (orders.status = 'Delivered'
        and (order_type <> 'rent' or returned_at is not null) and ${orderIs.agreed}
        and (received_at < ${end} or closed_by_admin_at < ${end} or delivered_at < ${silent})))`,
    )
    .where(
      sql<boolean>`not exists (select from problems
        where problems.order_id = orders.id and solved_at is null)
      and not exists (select from order_events
        where order_events.order_id = orders.id and order_events.created_at >= ${end})`,
    )
    .orderBy('id')
    .limit(contactsBatchSize)
    .forNoKeyUpdate()
    .skipLocked()
  return db
    .updateTable('orders')
    .set({ contact_hidden_at: now })
    .where('id', 'in', ended)
    .returning(['id', 'chat_id'])
    .execute()
}

export async function hideContacts(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const end = new Date(now().getTime() - contactHiddenAfterMs)
  let count = contactsBatchSize
  while (count === contactsBatchSize && !signal?.aborted)
    count = await transact(db, async (db) => {
      const ended = await markEnded(db, end, now())
      for (const { id, chat_id: chatId } of ended) {
        const start = `Order ${shortOrderId(id)} created:`
        await cutSystemMessages(db, { chatId, start, marker: deliveryAddressMarker })
      }
      return ended.length
    })
}
