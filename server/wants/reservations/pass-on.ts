import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { reservationEnd } from '#server/books/reservations/conditions.ts'
import { endReservation, lockReservedBook } from '#server/books/reservations/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { isFitting, isGiven, mayDeal } from '#server/wants/fits.ts'
import { maxPassedOn } from '#server/wants/policy.ts'
import { isWanting } from '#server/wants/wanted-counts.ts'
import {
  type LockedPeople,
  lockWaitingPeople,
  type ReservationChange,
  reservationTopics,
  reserveForFirst,
  sendReservationChange,
} from './queue.ts'

/** The open reservations that are over, by now, and why; those that ended first come first. */
const selectOver = (db: Db, now: Date) =>
  db
    .selectFrom('reservations')
    .innerJoin('books', 'books.id', 'reservations.book_id')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .leftJoin('wants', 'wants.id', 'reservations.want_id')
    .select(['reservations.id', 'reservations.book_id', 'reservations.person_id'])
    .select(
      sql<Over>`case when not (${isGiven}) then 'closed'
        when wants.id is null then 'unwanted' when ${isFitting} then 'lapsed'
        when reservations.is_copy_changed and ${isWanting} and ${mayDeal} then 'changed'
        else 'unwanted' end`.as('outcome'),
    )
    .where('reservations.ended_at', 'is', null)
    // Whether a copy fits is null if an ISBN or place is unknown.
    .where(
      sql<SqlBool>`(${reservationEnd} <= ${now} or not (${isGiven}) or wants.id is null
        or (${isFitting}) is not true)`,
    )
    .orderBy('reservations.expires_at')
    .orderBy('reservations.id')

type Over = 'closed' | 'changed' | 'unwanted' | 'lapsed'

async function endAndReserve(
  db: Db,
  { id, bookId, outcome }: { id: string; bookId: string; outcome: 'declined' | Over },
  locked: LockedPeople,
  now: Date,
): Promise<ReservationChange | undefined> {
  const ended = await endReservation(db, id, outcome, now)
  if (!ended) return undefined
  const next = await reserveForFirst(db, bookId, locked, now)
  return { bookId, accountIds: [...ended, ...(next ?? [])] }
}

async function passOn(
  db: Db,
  { id, book_id, person_id }: { id: string; book_id: string; person_id: string },
  now: Date,
): Promise<ReservationChange | undefined> {
  const locked = await lockWaitingPeople(db, book_id, now, [person_id])
  // Looked at once more: an offer may have been made meanwhile.
  await lockReservedBook(db, id)
  const over = await selectOver(db, now).where('reservations.id', '=', id).executeTakeFirst()
  return over && endAndReserve(db, { ...over, bookId: over.book_id }, locked, now)
}

/**
 * Ends the reservations that a changed book no longer fits, in the transaction of the change.
 * `locked` are the people it was reserved for before it was locked. Returns the accounts whose
 * reservation ended. Throws TransactionConflict if it was reserved for somebody else since.
 */
export async function endUnfitting(
  db: Db,
  bookId: string,
  locked: ReadonlySet<string>,
  now: Date,
): Promise<string[]> {
  const accountIds: string[] = []
  for (const over of await selectOver(db, now).where('books.id', '=', bookId).execute()) {
    if (over.outcome === 'lapsed') continue
    if (!locked.has(over.person_id)) throw new TransactionConflict('the reservations have changed')
    accountIds.push(...((await endReservation(db, over.id, over.outcome, now)) ?? []))
  }
  return accountIds
}

/** Ends reservations that have lapsed, or whose copy and want don't go together any more. */
export async function passReservationsOn(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  for (const over of await selectOver(db, context.now()).limit(maxPassedOn).execute()) {
    if (signal?.aborted) return
    const change = await commitChanges(context, reservationTopics, (db) =>
      passOn(db, over, context.now()),
    ).catch(logFailure(log, 'a reservation could not be passed on', { reservation: over.id }))
    if (change) sendReservationChange(context, change)
  }
}

/**
 * Ends one's own reservation, in the caller's transaction; undefined if one declined it before.
 * Throws reservation_not_found.
 */
export async function declineOwn(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<ReservationChange | undefined> {
  const find = db
    .selectFrom('reservations')
    .select(['book_id', 'person_id', 'outcome'])
    .where('id', '=', id)
    .where(sql<SqlBool>`person_id = (select person_id from accounts where id = ${accountId})`)
  const own = await find.executeTakeFirst()
  if (!own) throw new AppError('reservation_not_found')
  if (own.outcome === 'declined') return undefined
  const locked = await lockWaitingPeople(db, own.book_id, now, [own.person_id])
  const declined = { id, bookId: own.book_id, outcome: 'declined' as const }
  const change = await endAndReserve(db, declined, locked, now)
  // It ended before its book was locked: by the same request, sent twice, or otherwise.
  if (!change && (await find.executeTakeFirst())?.outcome !== 'declined')
    throw new AppError('reservation_not_found')
  return change
}
