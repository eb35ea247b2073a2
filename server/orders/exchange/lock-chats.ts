import { lockChats } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The chats of all orders of an exchange, in the order of their ids. */
export async function lockExchangeChats(db: Db, exchangeId: string): Promise<void> {
  const orders = db.selectFrom('orders').select('chat_id').where('exchange_id', '=', exchangeId)
  const rows = await orders.execute()
  await lockChats(db, { ids: rows.map(({ chat_id }) => chat_id) })
}

type ChatOfOrder = { chat_id: string; exchange_id: string | null }

/** The chat of an order; of an exchange those of all its orders, which one of them can cancel. */
export async function lockOrderChats(db: Db, { chat_id, exchange_id }: ChatOfOrder): Promise<void> {
  if (exchange_id === null) await lockChats(db, { id: chat_id })
  else await lockExchangeChats(db, exchange_id)
}
