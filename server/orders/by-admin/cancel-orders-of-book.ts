import { lockBooks } from '#server/books/copies.ts'
import { lockChats } from '#server/chats/store.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { applyTransition } from '#server/orders/lifecycle/apply-transition.ts'
import { statusTransition } from '#server/orders/lifecycle/transitions.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'

/**
 * Finds a book's pending orders and all orders of their exchanges. Cancelling the former cancels
 * the latter.
 */
function findLinked(db: Db, bookId: string) {
  const exchanges = db
    .selectFrom('orders')
    .select('exchange_id')
    .where('book_id', '=', bookId)
    .where('status', '=', 'Pending')
    .where('exchange_id', 'is not', null)
  return db
    .selectFrom('orders')
    .select(['chat_id', 'book_id'])
    .where((where) =>
      where.or([
        where.and([where('book_id', '=', bookId), where('status', '=', 'Pending')]),
        where('exchange_id', 'in', exchanges),
      ]),
    )
    .execute()
}

/**
 * Cancels the pending orders of a book that an admin removes. `because` is a sentence for the
 * chats. Locks the book against new orders; call this before the book changes.
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
  // Also locks the chats of deals, because a deal's chat may be about another book.
  const linked = await findLinked(db, bookId)
  const chatIds = await lockChats(db, { bookId, ids: linked.map(({ chat_id }) => chat_id) })
  await lockBooks(db, [bookId, ...linked.map(({ book_id }) => book_id)])
  const orders = await selectOrderDetails(db)
    .where('orders.book_id', '=', bookId)
    .where('orders.status', '=', 'Pending')
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute()
  // The transaction starts again if an order was placed in a chat that isn't locked.
  const linkedNow = await findLinked(db, bookId)
  if ([...orders, ...linkedNow].some((order) => !chatIds.includes(order.chat_id)))
    throw new TransactionConflict()
  const updates: OrderUpdate[] = []
  for (const order of orders) {
    const transition = statusTransition(order, 'Cancelled', now, because)
    if (!transition) continue
    const admin = { model: 'Admin', id: adminId } as const
    updates.push(await applyTransition(db, order, transition, admin, now))
  }
  return updates
}
