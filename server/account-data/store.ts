// What is kept about a person in the tables of others, read only for their own eyes; and how often they take it along.
import { AppError } from '#contract/errors.ts'
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
import { exportQuota } from './rules.ts'

const ceiling = 1000

/** A page of a seller's books, the newest first, those taken off the market too. */
export async function listBooksOf(db: Db, sellerId: string, ask: PageRequest) {
  let query = selectBooks(db).select('books.deleted_at').where('books.seller_id', '=', sellerId)
  const mark = readCursor(ask.cursor, 1)
  if (mark) query = query.where('books.id', '<', cursorId(mark[0]))
  const rows = await query.orderBy('books.id', 'desc').limit(rowLimit(ask, ceiling)).execute()
  return toPage(rows, ask, ceiling, (row) => [row.id])
}

/** A page of the ratings that a buyer gave or a seller received, those of the newest orders first. */
export async function listRatingsOf(db: Db, { personId, side }: Participant, ask: PageRequest) {
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
  const mark = readCursor(ask.cursor, 1)
  if (mark) query = query.where('order_id', '<', cursorId(mark[0]))
  const rows = await query.orderBy('order_id', 'desc').limit(rowLimit(ask, ceiling)).execute()
  return toPage(rows, ask, ceiling, (row) => [row.order_id])
}

/** Counts an export that begins now; refuses one too many of a day, unless nothing is limited. */
export async function insertExport(
  db: Db,
  personId: string,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<void> {
  // Under a lock, so that those that begin at once are all counted.
  if (!(await lockPerson(db, personId))) throw new AppError('session_ended')
  const ofPerson = db
    .selectFrom('account_exports')
    .select('started_at')
    .where('person_id', '=', personId)
  const since = quotaWindowStart(exportQuota, now)
  await db
    .deleteFrom('account_exports')
    .where('person_id', '=', personId)
    .where('started_at', '<=', since)
    .execute()
  const earlier = await ofPerson.orderBy('started_at', 'desc').limit(exportQuota.max).execute()
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

/** Forgets when a person took their data along. */
export async function deleteExportsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('account_exports').where('person_id', '=', personId).execute()
}
