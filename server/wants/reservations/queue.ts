// Who waits for a title is told of a copy one after the other, in the order of their wants.
import { type SqlBool, sql } from 'kysely'
import { insertReservation } from '#server/books/reservations/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { fittingCopies, isAnswering } from '#server/wants/fits.ts'

/**
 * Whether a book has a copy that no proposed ring may still take. Those of members who have accepted
 * aren't available any more.
 */
const isBeyondRings = sql<SqlBool>`books.available > (
  select count(*) from exchange_legs as leg join exchanges on exchanges.id = leg.exchange_id
  where leg.book_id = books.id and exchanges.agreed_at is null and exchanges.ended_at is null
    and not exists (select from holds join copies on copies.id = holds.copy_id
      where holds.exchange_id = exchanges.id and copies.book_id = books.id))`

/** A book with a copy that nobody has yet; locked, so that what is read next is true. */
async function lockFreeBook(db: Db, bookId: string) {
  const book = await db
    .selectFrom('books')
    .select(['id', 'title', 'reservation_hours'])
    .where('id', '=', bookId)
    .where('available', '>', 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const free = db.selectFrom('books').select('id').where('id', '=', bookId).where(isBeyondRings)
  return book && (await free.executeTakeFirst()) && book
}

/**
 * Whether the person of a want can be next: they may answer, haven't had this listing reserved
 * before, and have no other copy for this want, reserved or by a deal that isn't cancelled. Needs
 * `fits`.
 */
const isWaiting = sql<SqlBool>`${isAnswering(sql`fits.person_id`)}
  and not exists (select from reservations
    where reservations.book_id = fits.book_id and reservations.person_id = fits.person_id
      and reservations.outcome is distinct from 'closed')
  and not exists (select from reservations where reservations.want_id = fits.want_id
    and (reservations.ended_at is null or reservations.outcome = 'taken' and exists (
      select from orders join accounts as buyer on buyer.id = orders.buyer_id
      where orders.book_id = reservations.book_id and orders.status <> 'Cancelled'
        and buyer.person_id = reservations.person_id)))`

/** Keeps a want from being removed until the transaction ends; false if it just was. */
async function keepWant(db: Db, wantId: string): Promise<boolean> {
  const want = db.selectFrom('wants').select('id').where('id', '=', wantId).forKeyShare()
  return (await want.executeTakeFirst()) !== undefined
}

/** Those of some books that somebody waits for who can be next. */
async function findWaitedFor(db: Db, bookIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ book_id: string }>`
    select distinct book_id from ${fittingCopies(sql`books.id = any(${bookIds}::uuid[])`)} as fits
    where ${isWaiting} order by book_id`.execute(db)
  return rows.map(({ book_id }) => book_id)
}

async function findFirst(db: Db, bookId: string) {
  const { rows } = await sql<{ wantId: string; personId: string }>`
    select want_id as "wantId", person_id as "personId"
    from ${fittingCopies(sql`books.id = ${bookId}`)} as fits where ${isWaiting}
    order by wanted_since, want_id limit 1`.execute(db)
  return rows[0]
}

/**
 * Reserves a copy of a book for who waits longest for it, of those whom it fits, in the caller's
 * transaction. Returns the accounts of that person; undefined where no copy is free or nobody
 * waits.
 */
export async function reserveForFirst(
  db: Db,
  bookId: string,
  now: Date,
): Promise<string[] | undefined> {
  const book = await lockFreeBook(db, bookId)
  if (!book) return undefined
  for (;;) {
    const first = await findFirst(db, bookId)
    if (!first) return undefined
    if (!(await keepWant(db, first.wantId))) continue
    const accountIds = await insertReservation(db, book, first, now)
    // Undefined: another listing was reserved for that want at this moment.
    if (accountIds) return accountIds
  }
}

/** What people read changes with a reservation. */
export const reservationTopics = ['wants', 'books', 'chats', 'notifications'] as const

/** A copy of a book is reserved for these accounts, or no longer. */
export type Told = { bookId: string; accountIds: string[] }

export function tellOfReservation({ live }: AppContext, { bookId, accountIds }: Told): void {
  if (accountIds.length > 0) live.emit(accountIds, 'reservation_changed', { bookId })
}

/**
 * Reserves all free copies of books for those who wait for them, each in a transaction of its own.
 * For the job that looks for rings, of copies that it found none for.
 */
export async function reserveCopies(
  context: AppContext,
  bookIds: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = context
  for (const bookId of await findWaitedFor(db, bookIds))
    for (let isReserved = true; isReserved && !signal?.aborted; ) {
      const accountIds = await commitChanges(context, reservationTopics, (db) =>
        reserveForFirst(db, bookId, context.now()),
      ).catch((error: unknown) => {
        // One that can't be reserved must not keep the others, nor the rings that are looked for.
        if (isUnavailable(error)) throw error
        log.error({ error, book: bookId }, 'a copy could not be reserved')
        return undefined
      })
      isReserved = accountIds !== undefined
      if (accountIds) tellOfReservation(context, { bookId, accountIds })
    }
}
