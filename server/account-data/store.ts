import { selectBooks } from '#server/books/views.ts'
import type { Participant } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxPageSize } from './policy.ts'

/** A page of a seller's books, the newest first, including deleted ones. */
export async function listBooksOf(db: Db, sellerId: string, request: PageRequest) {
  let query = selectBooks(db).select('books.deleted_at').where('books.seller_id', '=', sellerId)
  const cursor = readCursor(request.cursor, 1)
  if (cursor) query = query.where('books.id', '<', cursorId(cursor[0]))
  const rows = await query
    .orderBy('books.id', 'desc')
    .limit(rowLimit(request, maxPageSize))
    .execute()
  return toPage(rows, request, maxPageSize, (row) => [row.id])
}

export async function listRatingsOf(
  db: Db,
  { accountId, side }: Participant,
  request: PageRequest,
) {
  let query = db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .select([
      'order_id',
      'book_title',
      'book_stars',
      'seller_stars',
      'review',
      'ratings.created_at',
      'removed_at',
    ])
    .where(`ratings.${side}_id`, '=', accountId)
  const cursor = readCursor(request.cursor, 1)
  if (cursor) query = query.where('order_id', '<', cursorId(cursor[0]))
  const rows = await query
    .orderBy('order_id', 'desc')
    .limit(rowLimit(request, maxPageSize))
    .execute()
  return toPage(rows, request, maxPageSize, (row) => [row.order_id])
}
