// Notices as their person reads them.

import { displayName } from '#contract/display-names.ts'
import type { UserNotification } from '#contract/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'

/** The most notices that a list without a limit gives. */
const ceiling = 1000

function noticeRows(db: Db, personId: string) {
  return db
    .selectFrom('notices')
    .leftJoin('chats', 'chats.id', 'notices.chat_id')
    .leftJoin('books', 'books.id', 'chats.book_id')
    .leftJoin('people as buyer', 'buyer.id', 'chats.buyer_id')
    .leftJoin('people as seller', 'seller.id', 'chats.seller_id')
    .selectAll('notices')
    .select([
      'books.title',
      'chats.buyer_id',
      'buyer.name as buyer_name',
      'buyer.deleted_at as buyer_deleted_at',
    ])
    .select(['seller.name as seller_name', 'seller.deleted_at as seller_deleted_at'])
    .where('notices.person_id', '=', personId)
}
type Row = Awaited<ReturnType<ReturnType<typeof noticeRows>['executeTakeFirstOrThrow']>>

/** Who wrote, and about what. */
function messageText(row: Row): string {
  const writer =
    row.person_id === row.buyer_id
      ? displayName('seller', { name: row.seller_name ?? '', deletedAt: row.seller_deleted_at })
      : displayName('buyer', { name: row.buyer_name ?? '', deletedAt: row.buyer_deleted_at })
  return `${writer} wrote to you about “${row.title}”.`
}

const noticeView = (row: Row): UserNotification => ({
  _id: row.id,
  kind: row.kind,
  text: row.text ?? messageText(row),
  chatId: row.chat_id ?? undefined,
  orderId: row.order_id ?? undefined,
  createdAt: row.created_at.toISOString(),
  isRead: row.read_at !== null,
})

/** A page of a person's notices, the newest first. */
export async function listNotificationRows(db: Db, personId: string, ask: PageRequest) {
  let query = noticeRows(db, personId).orderBy('notices.id', 'desc').limit(rowLimit(ask, ceiling))
  const mark = readCursor(ask.cursor, 1)
  if (mark) query = query.where('notices.id', '<', cursorId(mark[0]))
  const { rows, next } = toPage(await query.execute(), ask, ceiling, (row) => [row.id])
  return { rows: rows.map(noticeView), next }
}
