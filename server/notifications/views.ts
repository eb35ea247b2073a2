import { displayName } from '#contract/common/display-names.ts'
import type { UserNotification } from '#contract/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxPageSize } from './policy.ts'
import { newMessageText } from './texts.ts'

function selectNotifications(db: Db, accountId: string) {
  return db
    .selectFrom('notifications')
    .leftJoin('chats', 'chats.id', 'notifications.chat_id')
    .leftJoin('books', 'books.id', 'chats.book_id')
    .leftJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .leftJoin('accounts as seller', 'seller.id', 'chats.seller_id')
    .selectAll('notifications')
    .select([
      'books.title',
      'chats.buyer_id',
      'buyer.name as buyer_name',
      'buyer.deleted_at as buyer_deleted_at',
    ])
    .select(['seller.name as seller_name', 'seller.deleted_at as seller_deleted_at'])
    .where('notifications.account_id', '=', accountId)
}
type Row = Awaited<ReturnType<ReturnType<typeof selectNotifications>['executeTakeFirstOrThrow']>>

/** Made when it is read, because names change. */
function messageText(row: Row): string {
  const sender =
    row.account_id === row.buyer_id
      ? displayName('seller', { name: row.seller_name ?? '', deletedAt: row.seller_deleted_at })
      : displayName('buyer', { name: row.buyer_name ?? '', deletedAt: row.buyer_deleted_at })
  return newMessageText(sender, row.title ?? '')
}

const toNotification = (row: Row): UserNotification => ({
  _id: row.id,
  kind: row.kind,
  text: row.text ?? messageText(row),
  chatId: row.chat_id ?? undefined,
  orderId: row.order_id ?? undefined,
  createdAt: row.created_at.toISOString(),
  isRead: row.read_at !== null,
})

/** A page of an account's notifications, the newest first. */
export async function findNotifications(db: Db, accountId: string, request: PageRequest) {
  let query = selectNotifications(db, accountId)
    .orderBy('notifications.id', 'desc')
    .limit(rowLimit(request, maxPageSize))
  const cursor = readCursor(request.cursor, 1)
  if (cursor) query = query.where('notifications.id', '<', cursorId(cursor[0]))
  const page = toPage(await query.execute(), request, maxPageSize, (row) => [row.id])
  return { rows: page.rows.map(toNotification), next: page.next }
}
