// Reserves free copies for the people who wait for the title, one after the other, in the order of
// their wants. The row of the book is the lock: it must be locked before its reservations change,
// and the accounts of the people who are notified must be locked before the book.
import { type SqlBool, sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { ReservationsTable } from '#db/tables.ts'
import { backOn } from '#server/accounts/holiday.ts'
import { accountsOfPeople } from '#server/accounts/store.ts'
import { releaseReservedCopy, reserveCopy } from '#server/books/copies.ts'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import { personOf } from '#server/moderation/are-blocked.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { awayText, closedText, lapsedText, reservedText } from '#server/wishlist/texts.ts'
import { isWanting } from '#server/wishlist/wants/counts.ts'
import { canTrade, isMatching, isSwappable } from '#server/wishlist/wants/match-wants.ts'
import { reservationEnd } from './conditions.ts'
import { isWaiting, waitingFor } from './who-is-next.ts'

const hourMs = 3_600_000

const maxPassedOn = 500

/**
 * At most this many people in the queue are tried for a copy, because it usually goes to one of the
 * first.
 */
const maxTriedPeople = 20

const reservationTopics = ['wants', 'books', 'chats', 'notifications'] as const

const isOwn = (accountId: string) => sql<SqlBool>`person_id = ${personOf(accountId)}`

/** Accounts for which a copy of a book is now reserved, or no longer reserved. */
type ReservationChange = { bookId: string; accountIds: string[] }

export function sendReservationChange(
  { live }: Pick<AppContext, 'live'>,
  { bookId, accountIds }: ReservationChange,
): void {
  if (accountIds.length > 0) live.emit(accountIds, 'reservation_changed', { bookId })
}

/** Returns the people who can be next for a book, the person who has waited longest first. */
async function findWaiting(db: Db, bookId: string, now: Date) {
  const { rows } = await sql<{ want_id: string; person_id: string }>`
    select want_id, person_id from (${waitingFor(sql`${bookId}::uuid`)}) as fits
    where ${isWaiting(now)} limit ${maxTriedPeople}`.execute(db)
  return rows
}

/**
 * Locks the accounts of the people who can be next for a book, and of `others`, so that none is
 * deleted before it is notified. Returns these people. Call this before you lock the book.
 */
async function lockPeople(
  db: Db,
  bookId: string,
  now: Date,
  others: readonly string[] = [],
): Promise<Set<string>> {
  const waiting = await findWaiting(db, bookId, now)
  const people = new Set([...others, ...waiting.map(({ person_id }) => person_id)])
  if (people.size > 0) await accountsOfPeople(db, [...people], { lock: 'share' })
  return people
}

/**
 * Notifies a person whose accounts are locked, unless `text` is undefined. Returns the accounts.
 */
async function notify(
  db: Db,
  personId: string,
  { bookId, text, now }: { bookId: string; text: string | undefined; now: Date },
): Promise<string[]> {
  const ids = (await accountsOfPeople(db, [personId])).map(({ id }) => id)
  if (text !== undefined)
    await insertNotifications(db, ids, { kind: 'exchange', text, bookId, now })
  return ids
}

/**
 * Whether a book has more free copies than proposed rings may still take. Rings whose member has
 * already accepted aren't counted, because that copy is no longer available.
 */
const isBeyondRings = sql<SqlBool>`books.available > (
  select count(*) from exchange_legs as leg join exchanges on exchanges.id = leg.exchange_id
  where leg.book_id = books.id and exchanges.agreed_at is null and exchanges.ended_at is null
    and not exists (select from holds join copies on copies.id = holds.copy_id
      where holds.exchange_id = exchanges.id and copies.book_id = books.id))`

/** Returns a book with a free copy. Locks it, so that what is read after this stays correct. */
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
 * Locks a want against removal until the transaction ends. Returns false if it is removed or being
 * removed. It doesn't wait for the removal, because a person who deletes their account holds the
 * want and may be waiting for the book.
 */
async function lockWant(db: Db, wantId: string): Promise<boolean> {
  const want = db.selectFrom('wants').select('id').where('id', '=', wantId)
  return (await want.forKeyShare().skipLocked().executeTakeFirst()) !== undefined
}

/**
 * Reserves a copy of a book for the first person who waits for it, in the caller's transaction.
 * Returns the accounts of that person and of the seller. Returns undefined if no copy is free or
 * nobody waits.
 */
export async function reserveNext(
  db: Db,
  bookId: string,
  now: Date,
): Promise<string[] | undefined> {
  return reserveFor(db, await lockPeople(db, bookId, now), bookId, now)
}

/** Does what `reserveNext` says, for the first of the people whose accounts are locked. */
async function reserveFor(
  db: Db,
  people: ReadonlySet<string>,
  bookId: string,
  now: Date,
): Promise<string[] | undefined> {
  const book = await lockFreeBook(db, bookId)
  if (!book) return undefined
  for (const next of await findWaiting(db, bookId, now)) {
    if (!people.has(next.person_id) || !(await lockWant(db, next.want_id))) continue
    const id = newId(now.getTime())
    const until = new Date(now.getTime() + book.reservation_hours * hourMs)
    const inserted = await db
      .insertInto('reservations')
      .values({ id, book_id: bookId, ...next, created_at: now, expires_at: until })
      // Another listing may just have been reserved for the same want.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) continue
    await reserveCopy(db, { bookId, reservationId: id, from: indianDate(now) })
    const text = reservedText(book.title, until)
    return [...(await notify(db, next.person_id, { bookId, text, now })), book.seller_id]
  }
  return undefined
}

/** Returns those of the books for which somebody waits who can be next. */
async function findWaitedFor(db: Db, bookIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ book_id: string }>`
    select asked.id as book_id from unnest(${bookIds}::uuid[]) as asked (id)
    where exists (select from books where id = asked.id and available > 0)
      and exists (select from (${waitingFor(sql`asked.id`)}) as fits where ${isWaiting(now)})
    order by asked.id`.execute(db)
  return rows.map(({ book_id }) => book_id)
}

/**
 * Reserves all free copies of books for the people who wait for them, each in its own transaction.
 * The job that looks for rings calls this for copies that joined no ring.
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

/** Locks the book of a reservation, which locks all of the book's reservations. */
const lockReservedBook = (db: Db, reservationId: string) =>
  db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.id', 'title', backOn().as('back_on')])
    .where('books.id', '=', (from) =>
      from.selectFrom('reservations').select('book_id').where('id', '=', reservationId),
    )
    .forNoKeyUpdate('books')
    .executeTakeFirst()

type Outcome = NonNullable<ReservationsTable['outcome']>
const endTexts: Partial<Record<Outcome, (title: string, backOn: string | null) => string>> = {
  lapsed: lapsedText,
  closed: (title, backOn) => (backOn === null ? closedText(title) : awayText(title, backOn)),
}

/**
 * Ends a reservation in the caller's transaction, frees its copy, and notifies the person unless
 * they already know. Returns the person's accounts, or undefined if the reservation had already
 * ended.
 */
async function endReservation(
  db: Db,
  id: string,
  outcome: Outcome,
  now: Date,
): Promise<string[] | undefined> {
  const book = await lockReservedBook(db, id)
  const ended = await db
    .updateTable('reservations')
    .set({ ended_at: now, outcome })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['person_id', 'want_id'])
    .executeTakeFirst()
  if (!book || !ended) return undefined
  await releaseReservedCopy(db, id)
  // Queues the want, because other copies can now be reserved for it, and rings can be found.
  if (outcome !== 'taken' && ended.want_id !== null)
    await insertWantArrivals(db, [{ id: ended.want_id }])
  // Names the title that the person wants, because a changed listing may have another title now.
  const want = db.selectFrom('wants').select('title').where('id', '=', ended.want_id)
  const { title } = (await want.executeTakeFirst()) ?? book
  const text = endTexts[outcome]?.(title, book.back_on)
  return notify(db, ended.person_id, { bookId: book.id, text, now })
}

type Reservation = { id: string; book_id: string; person_id: string }

/**
 * Whether a reserved copy can still be had and still fits the want. Null if the want was removed.
 */
const isFitting = sql<SqlBool>`(${isSwappable} and ${isMatching})`

/**
 * Selects open reservations that must end now, with the reason, in the order in which they expire.
 */
const selectOver = (db: Db, now: Date) =>
  db
    .selectFrom('reservations')
    .innerJoin('books', 'books.id', 'reservations.book_id')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .leftJoin('wants', 'wants.id', 'reservations.want_id')
    .select(['reservations.id', 'reservations.book_id', 'reservations.person_id'])
    .select(
      sql<Outcome>`case when ${isFitting} then 'lapsed'
        when ${isWanting} and ${canTrade} then 'closed' else 'unwanted' end`.as('outcome'),
    )
    .where('reservations.ended_at', 'is', null)
    .where(sql<SqlBool>`(${reservationEnd} <= ${now} or ${isFitting} is not true)`)
    .orderBy('reservations.expires_at')
    .orderBy('reservations.id')

/**
 * Ends a reservation, and reserves the copy for the next person. `findOutcome` is called when the
 * book is locked; if it returns undefined, the reservation stays.
 */
async function passOn(
  db: Db,
  { id, book_id: bookId, person_id: personId }: Reservation,
  findOutcome: () => Promise<Outcome | undefined>,
  now: Date,
): Promise<ReservationChange | undefined> {
  const people = await lockPeople(db, bookId, now, [personId])
  await lockReservedBook(db, id)
  const outcome = await findOutcome()
  const ended = outcome && (await endReservation(db, id, outcome, now))
  if (!ended) return undefined
  const next = await reserveFor(db, people, bookId, now)
  return { bookId, accountIds: [...ended, ...(next ?? [])] }
}

/**
 * Ends reservations that have lapsed, or whose copy no longer fits the want: all of them, or those
 * of the given books.
 */
export async function passReservationsOn(
  context: AppContext,
  { bookIds, signal }: { bookIds?: readonly string[]; signal?: AbortSignal } = {},
): Promise<void> {
  const { db, log, now } = context
  const over = selectOver(db, now()).limit(maxPassedOn)
  const isChosen = sql<SqlBool>`reservations.book_id = any(${arrayOf('uuid', bookIds ?? [])})`
  const chosen = bookIds === undefined ? over : over.where(isChosen)
  for (const reservation of await chosen.execute()) {
    if (signal?.aborted) return
    const { id } = reservation
    const change = await commitChanges(context, reservationTopics, (db) => {
      // Checks again, because an offer may have been made in the meantime.
      const isStillOver = selectOver(db, now()).where('reservations.id', '=', id)
      const findOutcome = async () => (await isStillOver.executeTakeFirst())?.outcome
      return passOn(db, reservation, findOutcome, now())
    }).catch(logFailure(log, 'a reservation could not be passed on', { reservation: id }))
    if (change) sendReservationChange(context, change)
  }
}

/**
 * Ends a reservation of the account's person, in the caller's transaction. Returns undefined if it
 * was already declined. Throws reservation_not_found.
 */
export async function declineOwn(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<ReservationChange | undefined> {
  const own = db
    .selectFrom('reservations')
    .select(['id', 'book_id', 'person_id', 'outcome'])
    .where('id', '=', id)
    .where(isOwn(accountId))
  const reservation = await own.executeTakeFirst()
  const change =
    reservation && (await passOn(db, reservation, async () => 'declined' as const, now))
  if (!change && (await own.executeTakeFirst())?.outcome !== 'declined')
    throw new AppError('reservation_not_found')
  return change
}

const findOpen = (db: Db) =>
  db.selectFrom('reservations').select('id').where('ended_at', 'is', null).orderBy('book_id')

/**
 * Frees the copy that is reserved for a buyer's person, in the transaction in which an order by
 * either account takes it.
 */
export async function takeReservedCopy(
  db: Db,
  { bookId, buyerId, now }: { bookId: string; buyerId: string; now: Date },
): Promise<void> {
  const mine = findOpen(db).where('book_id', '=', bookId).where(isOwn(buyerId))
  const own = await mine.executeTakeFirst()
  if (own) await endReservation(db, own.id, 'taken', now)
}

/**
 * Deletes the reservations of a person who deletes their last account, and frees the copies. Call
 * this in the same transaction.
 */
export async function deleteReservationsOf(db: Db, personId: string, now: Date): Promise<void> {
  for (const { id } of await findOpen(db).where('person_id', '=', personId).execute())
    await endReservation(db, id, 'declined', now)
  await db.deleteFrom('reservations').where('person_id', '=', personId).execute()
}
