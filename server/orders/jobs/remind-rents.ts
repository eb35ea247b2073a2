import { sql } from 'kysely'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { lockChats } from '#server/chats/store.ts'
import { announce, emitUpdate } from '#server/orders/announce.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { rentEndsText, rentOverdueText } from '#server/orders/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'

const rentRemindersBatchSize = 200

/** Finds rents to remind of: the day before the end, the last day, and once when overdue. */
const findEndingRents = (db: Db, today: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'exchange_id', 'buyer_id', 'seller_id'])
    .select(['book_title', 'rent_end', 'status'])
    .where('status', '=', 'Delivered')
    .where('order_type', '=', 'rent')
    .where('returned_at', 'is', null)
    .where('handed_back_at', 'is', null)
    .where(sql<boolean>`not ${orderIs.saidMissing}`)
    .where('rent_end', '<=', addDays(today, 1))
    .where(
      sql<boolean>`(reminded_on is null or case when rent_end < ${today}::date
        then reminded_on <= rent_end else reminded_on < ${today}::date end)`,
    )
    .orderBy('id')

/** Reminds people of rents once a day at most, even if several processes run the job. */
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
    const update = await transact(db, async (db) => {
      await lockChats(db, { id: chat_id })
      const order = await findEndingRents(db, today).where('id', '=', id).executeTakeFirst()
      if (!order?.rent_end) return undefined
      const { rent_end, status } = order
      await db.updateTable('orders').set({ reminded_on: today }).where('id', '=', id).execute()
      const isOverdue = rent_end < today
      const text = isOverdue
        ? rentOverdueText({ ...order, rent_end })
        : rentEndsText(order, rent_end === today)
      return announce(
        db,
        order,
        { text, status, needsAction: true },
        { model: 'System', id: null },
        now,
        isOverdue ? ['buyer', 'seller'] : ['buyer'],
      )
    }).catch(logFailure(log, 'people could not be reminded of a rent', { order: id }))
    if (update) emitUpdate(live, update)
  }
}
