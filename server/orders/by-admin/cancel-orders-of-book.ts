import { lockChats } from '#server/chats/store.ts'
import { applyTransition, type OrderUpdate } from '#server/orders/apply-transition.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { statusTransition } from '#server/orders/transitions.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'

/**
 * Cancels the pending orders of a book that an admin removes; `because` is a sentence for the
 * chats. Must come before the book is changed. The book stays locked, so that no order is added
 * after it.
 */
export async function cancelPendingOrders(
  db: Db,
  {
    bookId,
    because,
    adminId,
    now,
  }: { bookId: string; because: string; adminId: string; now: Date },
): Promise<OrderUpdate[]> {
  // Orders of a deal stand in the chat of its offer, which may be about another book.
  const pending = await db
    .selectFrom('orders')
    .select('chat_id')
    .where('book_id', '=', bookId)
    .where('status', '=', 'Pending')
    .execute()
  const ids = pending.map(({ chat_id }) => chat_id)
  const chatIds = await lockChats(db, { bookId, ids })
  await db.selectFrom('books').select('id').where('id', '=', bookId).forNoKeyUpdate().execute()
  const orders = await selectOrderDetails(db)
    .where('orders.book_id', '=', bookId)
    .where('orders.status', '=', 'Pending')
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute()
  // An order in a chat that was started between the two locks: try the transaction again.
  if (orders.some((order) => !chatIds.includes(order.chat_id))) throw new TransactionConflict()
  const updates: OrderUpdate[] = []
  for (const order of orders) {
    const transition = statusTransition(order, 'Cancelled', now, because)
    if (!transition) continue
    const admin = { model: 'Admin', id: adminId } as const
    updates.push(await applyTransition(db, order, transition, admin, now))
  }
  return updates
}
