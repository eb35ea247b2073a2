import { sql } from 'kysely'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { lockChats } from '#server/chats/store.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { rentEndsText } from '#server/orders/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'

const rentRemindersBatchSize = 200

const findEndingRents = (db: Db, today: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'buyer_id', 'seller_id', 'book_title', 'rent_end'])
    .where('status', '=', 'Delivered')
    .where('order_type', '=', 'rent')
    .where('returned_at', 'is', null)
    .where('handed_back_at', 'is', null)
    .where(sql<boolean>`not ${orderIs.saidMissing}`)
    .where('rent_end', 'in', [today, addDays(today, 1)])
    .where((where) =>
      where.or([where('reminded_on', 'is', null), where('reminded_on', '<', today)]),
    )
    .orderBy('id')

/** Writes one reminder per rental and day, even if several processes run the job. */
export async function remindOfRents(
  { db, live, log, now: clock }: AppContext,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock()
  const today = indianDate(now)
  for (const { id, chat_id } of await findEndingRents(db, today)
    .limit(rentRemindersBatchSize)
    .execute()) {
    if (signal?.aborted) return
    const reminder = await transact(db, async (db) => {
      await lockChats(db, { id: chat_id })
      const order = await findEndingRents(db, today).where('id', '=', id).executeTakeFirst()
      if (!order?.rent_end) return undefined
      await db.updateTable('orders').set({ reminded_on: today }).where('id', '=', id).execute()
      const message = await insertSystemMessage(db, {
        chatId: chat_id,
        text: rentEndsText(order, order.rent_end === today),
        unreadFor: ['buyer'],
        now,
      })
      return { message, accountIds: [order.buyer_id, order.seller_id] }
    }).catch(logFailure(log, 'people could not be reminded of a rent', { order: id }))
    if (reminder) live.emit(reminder.accountIds, 'receive_message', reminder.message)
  }
}
