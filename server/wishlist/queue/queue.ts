// Reserves a free copy for the people who wait for its title, one after the other, in the order of
// their wants.
import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { isWanting } from '#server/wishlist/wants/counts.ts'
import { canTrade, isMatching, isSwappable } from '#server/wishlist/wants/match-wants.ts'
import { reservationEnd } from './conditions.ts'
import { endReservation, insertReservation, lockReservedBook } from './reservations.ts'
import { isWaiting, waitingFor } from './waiting.ts'

const maxPassedOn = 500

/** A copy is reserved for one of the first people in the queue. At most this many are tried. */
const maxTriedPeople = 20

const reservationTopics = ['wants', 'books', 'chats', 'notifications'] as const

/** A copy of a book is now reserved for these accounts, or no longer reserved for them. */
type ReservationChange = { bookId: string; accountIds: string[] }

export function sendReservationChange(
  { live }: Pick<AppContext, 'live'>,
  { bookId, accountIds }: ReservationChange,
): void {
  if (accountIds.length > 0) live.emit(accountIds, 'reservation_changed', { bookId })
}

/**
 * Whether a book has a copy that no proposed ring may still take. Copies of members who have
 * accepted are already unavailable.
 */
const isBeyondRings = sql<SqlBool>`books.available > (
  select count(*) from exchange_legs as leg join exchanges on exchanges.id = leg.exchange_id
  where leg.book_id = books.id and exchanges.agreed_at is null and exchanges.ended_at is null
    and not exists (select from holds join copies on copies.id = holds.copy_id
      where holds.exchange_id = exchanges.id and copies.book_id = books.id))`

/** Returns a book with a free copy. Locks it, so that what is read next stays correct. */
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

/**
 * Keeps a want from being removed until the transaction ends. Returns false if it is removed or is
 * being removed: it doesn't wait, because a person who leaves holds it and may wait for the book.
 */
async function lockWant(db: Db, wantId: string): Promise<boolean> {
  const want = db.selectFrom('wants').select('id').where('id', '=', wantId)
  return (await want.forKeyShare().skipLocked().executeTakeFirst()) !== undefined
}

/**
 * Reserves a copy of a book for the first person who waits for it, in the caller's transaction.
 * Returns the accounts of that person and of the seller, or undefined if no copy is free or nobody
 * waits.
 */
export async function reserveNext(
  db: Db,
  bookId: string,
  now: Date,
): Promise<string[] | undefined> {
  const book = await lockFreeBook(db, bookId)
  if (!book) return undefined
  const { rows: waiting } = await sql<{ wantId: string; personId: string }>`
    select want_id as "wantId", person_id as "personId"
    from (${waitingFor(sql`${bookId}::uuid`)}) as fits
    where ${isWaiting(now)} limit ${maxTriedPeople}`.execute(db)
  for (const next of waiting) {
    if (!(await lockWant(db, next.wantId))) continue
    const accountIds = await insertReservation(db, book, next, now)
    // It is undefined if another listing was just reserved for that want.
    if (accountIds) return [...accountIds, book.seller_id]
  }
  return undefined
}

/** Returns those of the books that somebody waits for who can be next. */
async function findWaitedFor(db: Db, bookIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ book_id: string }>`
    select asked.id as book_id from unnest(${bookIds}::uuid[]) as asked (id)
    where exists (select from (${waitingFor(sql`asked.id`)}) as fits where ${isWaiting(now)})
    order by asked.id`.execute(db)
  return rows.map(({ book_id }) => book_id)
}

/**
 * Reserves all free copies of books for the people who wait for them, each in its own transaction.
 * Called by the job that looks for rings, for copies without one.
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

type Over = 'closed' | 'changed' | 'unwanted' | 'lapsed'

/** Selects open reservations that must end now, and why, in the order in which they expire. */
const selectOver = (db: Db, now: Date) =>
  db
    .selectFrom('reservations')
    .innerJoin('books', 'books.id', 'reservations.book_id')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .leftJoin('wants', 'wants.id', 'reservations.want_id')
    .select(['reservations.id', 'reservations.book_id'])
    .select(
      sql<Over>`case when not (${isSwappable}) then 'closed'
        when wants.id is null then 'unwanted' when ${isMatching} then 'lapsed'
        when reservations.is_copy_changed and ${isWanting} and ${canTrade} then 'changed'
        else 'unwanted' end`.as('outcome'),
    )
    .where('reservations.ended_at', 'is', null)
    // Whether a copy fits is null if an ISBN or place is unknown.
    .where(
      sql<SqlBool>`(${reservationEnd} <= ${now} or not (${isSwappable}) or wants.id is null
        or (${isMatching}) is not true)`,
    )
    .orderBy('reservations.expires_at')
    .orderBy('reservations.id')

async function endAndReserve(
  db: Db,
  { id, book_id: bookId, outcome }: { id: string; book_id: string; outcome: 'declined' | Over },
  now: Date,
): Promise<ReservationChange | undefined> {
  const ended = await endReservation(db, id, outcome, now)
  if (!ended) return undefined
  const next = await reserveNext(db, bookId, now)
  return { bookId, accountIds: [...ended, ...(next ?? [])] }
}

/** Ends reservations that have lapsed, or whose copy no longer fits the want. */
export async function passReservationsOn(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log, now } = context
  for (const { id } of await selectOver(db, now()).limit(maxPassedOn).execute()) {
    if (signal?.aborted) return
    const change = await commitChanges(context, reservationTopics, async (db) => {
      await lockReservedBook(db, id)
      // Checked again, because an offer may have been made in the meantime.
      const over = await selectOver(db, now()).where('reservations.id', '=', id).executeTakeFirst()
      return over && endAndReserve(db, over, now())
    }).catch(logFailure(log, 'a reservation could not be passed on', { reservation: id }))
    if (change) sendReservationChange(context, change)
  }
}

/**
 * Ends the reservations that a changed book no longer fits, in the transaction of the change.
 * Returns the accounts whose reservation ended.
 */
export async function endUnfitting(db: Db, bookId: string, now: Date): Promise<string[]> {
  const accountIds: string[] = []
  for (const over of await selectOver(db, now).where('books.id', '=', bookId).execute())
    if (over.outcome !== 'lapsed')
      accountIds.push(...((await endReservation(db, over.id, over.outcome, now)) ?? []))
  return accountIds
}

/**
 * Ends a reservation of the account, in the caller's transaction. Returns undefined if it was
 * already declined. Throws reservation_not_found.
 */
export async function declineOwn(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<ReservationChange | undefined> {
  await lockReservedBook(db, id)
  const own = await db
    .selectFrom('reservations')
    .select(['id', 'book_id', 'outcome'])
    .where('id', '=', id)
    .where(sql<SqlBool>`person_id = (select person_id from accounts where id = ${accountId})`)
    .executeTakeFirst()
  if (own?.outcome === 'declined') return undefined
  const change = own && (await endAndReserve(db, { ...own, outcome: 'declined' }, now))
  if (!change) throw new AppError('reservation_not_found')
  return change
}
