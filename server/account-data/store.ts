// What an export reads from other features' tables, and how often a person has made one.
import { AppError } from '#contract/common/errors.ts'
import { lockPerson } from '#server/accounts/store.ts'
import { selectBooks } from '#server/books/views.ts'
import type { Participant } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { exportQuota, maxPageSize } from './policy.ts'

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

export async function listRatingsOf(db: Db, { personId, side }: Participant, request: PageRequest) {
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
    .where(`ratings.${side}_id`, '=', personId)
  const cursor = readCursor(request.cursor, 1)
  if (cursor) query = query.where('order_id', '<', cursorId(cursor[0]))
  const rows = await query
    .orderBy('order_id', 'desc')
    .limit(rowLimit(request, maxPageSize))
    .execute()
  return toPage(rows, request, maxPageSize, (row) => [row.order_id])
}

/** Counts an export that starts now. Throws too_many_exports if `isLimited`, and session_ended. */
export async function insertExport(
  db: Db,
  personId: string,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<void> {
  // With the lock, exports that start at the same time count each other.
  if (!(await lockPerson(db, personId))) throw new AppError('session_ended')
  await db
    .deleteFrom('account_exports')
    .where('person_id', '=', personId)
    .where('started_at', '<=', quotaWindowStart(exportQuota, now))
    .execute()
  const earlier = await db
    .selectFrom('account_exports')
    .select('started_at')
    .where('person_id', '=', personId)
    .orderBy('started_at', 'desc')
    .limit(exportQuota.max)
    .execute()
  if (isLimited)
    enforceQuota(
      exportQuota,
      earlier.map((row) => row.started_at),
      now,
    )
  await db
    .insertInto('account_exports')
    .values({ id: newId(now.getTime()), person_id: personId, started_at: now })
    .execute()
}

export async function deleteExportsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('account_exports').where('person_id', '=', personId).execute()
}
