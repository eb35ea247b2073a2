import type { UserNotification } from '#contract/accounts/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxPageSize } from './policy.ts'
import { isUnderBell } from './store.ts'

/**
 * A page of the notifications under an account's bell, newest first: those without a line in a chat
 * and those whose reader has to act. The others are only in the chats.
 */
export async function findNotifications(db: Db, accountId: string, request: PageRequest) {
  let query = db
    .selectFrom('notifications')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isUnderBell)
    .orderBy('id', 'desc')
    .limit(rowLimit(request, maxPageSize))
  const cursor = readCursor(request.cursor, 1)
  if (cursor) query = query.where('id', '<', cursorId(cursor[0]))
  const page = toPage(await query.execute(), request, maxPageSize, (row) => [row.id])
  const rows = page.rows.map(
    (row): UserNotification => ({
      _id: row.id,
      kind: row.kind,
      text: row.text ?? '',
      chatId: row.chat_id ?? undefined,
      orderId: row.order_id ?? undefined,
      bookId: row.book_id ?? undefined,
      exchangeId: row.exchange_id ?? undefined,
      listQuery: row.list_query ?? undefined,
      createdAt: row.created_at.toISOString(),
      isRead: row.read_at !== null,
    }),
  )
  return { rows, next: page.next }
}
