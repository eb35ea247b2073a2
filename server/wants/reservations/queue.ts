// A free copy is reserved for the people who wait for its title, one after the other, in the order
// of their wants.
import { type SqlBool, sql } from 'kysely'
import { insertReservation, lockAgainstDeletion } from '#server/books/reservations/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { isGiven, isOpenCopy } from '#server/wants/fits.ts'
import { maxTriedPeople } from '#server/wants/policy.ts'
import { isWaiting, ofPeople, waitingFor } from './waiting.ts'

/**
 * Whether a book has a copy that no proposed ring may still take. Those of members who have
 * accepted aren't available any more.
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
    .select(['id', 'title', 'reservation_hours', 'seller_id'])
    .where('id', '=', bookId)
    .where('available', '>', 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const free = db.selectFrom('books').select('id').where('id', '=', bookId).where(isBeyondRings)
  return book && (await free.executeTakeFirst()) && book
}

/** Keeps a want from being removed until the transaction ends; false if it just was. */
async function keepWant(db: Db, wantId: string): Promise<boolean> {
  const want = db.selectFrom('wants').select('id').where('id', '=', wantId).forKeyShare()
  return (await want.executeTakeFirst()) !== undefined
}

/** Those of some books that somebody waits for who can be next. */
async function findWaitedFor(db: Db, bookIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ book_id: string }>`
    select asked.id as book_id from unnest(${bookIds}::uuid[]) as asked (id)
    where exists (select from (${waitingFor(sql`asked.id`)}) as fits where ${isWaiting(now)})
    order by asked.id`.execute(db)
  return rows.map(({ book_id }) => book_id)
}

type Waiting = { wantId: string; personId: string }

/** The first people in the queue, up to the number that is tried. */
async function findWaiting(
  db: Db,
  fits: ReturnType<typeof waitingFor>,
  now: Date,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select want_id as "wantId", fits.person_id as "personId"
    from (${fits}) as fits where ${isWaiting(now)} limit ${maxTriedPeople}`.execute(db)
  return rows
}

/** People locked by `lockWaitingPeople`; `isAll` if the whole queue is among them. */
export type LockedPeople = { personIds: string[]; isAll: boolean }

/**
 * Locks the first people in a book's queue, and others, against deletion until the transaction
 * ends. Call it before locking the book: see `lockKey`.
 */
export async function lockWaitingPeople(
  db: Db,
  bookId: string,
  now: Date,
  others: readonly string[] = [],
): Promise<LockedPeople> {
  const waiting = await findWaiting(db, waitingFor(sql`${bookId}::uuid`, isGiven), now)
  const personIds = [...others, ...waiting.map(({ personId }) => personId)]
  await lockAgainstDeletion(db, personIds)
  return { personIds, isAll: waiting.length < maxTriedPeople }
}

/**
 * Reserves a copy of a book for the first of the locked people in its queue, in the caller's
 * transaction. Returns the accounts of that person and of the seller; undefined if no copy is free
 * or nobody waits. Throws TransactionConflict if only people who weren't locked are waiting.
 */
export async function reserveForFirst(
  db: Db,
  bookId: string,
  { personIds, isAll }: LockedPeople,
  now: Date,
): Promise<string[] | undefined> {
  const book = await lockFreeBook(db, bookId)
  if (!book) return undefined
  const waiting = waitingFor(sql`${bookId}::uuid`, isOpenCopy, ofPeople(personIds))
  for (const next of await findWaiting(db, waiting, now)) {
    if (!(await keepWant(db, next.wantId))) continue
    const accountIds = await insertReservation(db, book, next, now)
    // Undefined: another listing was reserved for that want at this moment.
    if (accountIds) return [...accountIds, book.seller_id]
  }
  if (!isAll) throw new TransactionConflict('the queue has changed')
  return undefined
}

async function reserveNext(db: Db, bookId: string, now: Date): Promise<string[] | undefined> {
  const locked = await lockWaitingPeople(db, bookId, now)
  return locked.personIds.length === 0 ? undefined : reserveForFirst(db, bookId, locked, now)
}

export const reservationTopics = ['wants', 'books', 'chats', 'notifications'] as const

/** A copy of a book is reserved for these accounts, or no longer. */
export type ReservationChange = { bookId: string; accountIds: string[] }

export function sendReservationChange(
  { live }: AppContext,
  { bookId, accountIds }: ReservationChange,
): void {
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
  for (const bookId of await findWaitedFor(db, bookIds, context.now()))
    for (let isReserved = true; isReserved && !signal?.aborted; ) {
      const accountIds = await commitChanges(context, reservationTopics, (db) =>
        reserveNext(db, bookId, context.now()),
      ).catch(logFailure(log, 'a copy could not be reserved', { book: bookId }))
      isReserved = accountIds !== undefined
      if (accountIds) sendReservationChange(context, { bookId, accountIds })
    }
}
