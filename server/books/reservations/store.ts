// Copies that are reserved for people who wait for them; who is next says `wants/reservations`.
// The book's row is the lock: it is taken before its reservations change.
import { type SqlBool, sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import { releaseReservedCopy, reserveCopy } from '#server/books/copies.ts'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { ReservationsTable } from '#server/platform/database/tables.ts'
import { hasComeForward } from './conditions.ts'
import { changedText, closedText, lapsedText, reservedText } from './texts.ts'

const hourMs = 3_600_000

/**
 * Locks the accounts of people against deletion until the transaction ends, so that nobody gets a
 * reservation or notification after leaving. Call it before locking a book: see `lockKey`.
 */
export async function lockAgainstDeletion(db: Db, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await db
    .selectFrom('accounts')
    .select('id')
    .where('person_id', 'in', personIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
}

/**
 * Locks the people a book is reserved for, before the book is locked, and returns them.
 */
export async function lockReservedPeople(db: Db, bookId: string): Promise<Set<string>> {
  const open = db
    .selectFrom('reservations')
    .select('person_id')
    .where('book_id', '=', bookId)
    .where('ended_at', 'is', null)
  const personIds = (await open.execute()).map(({ person_id }) => person_id)
  await lockAgainstDeletion(db, personIds)
  return new Set(personIds)
}

async function notify(
  db: Db,
  personId: string,
  { bookId, text, now }: { bookId: string; text: string | undefined; now: Date },
): Promise<string[]> {
  const accounts = db.selectFrom('accounts').select('id').where('person_id', '=', personId)
  const ids = (await accounts.where('deleted_at', 'is', null).execute()).map(({ id }) => id)
  if (text !== undefined)
    await insertNotifications(db, ids, { kind: 'exchange', text, bookId, now })
  return ids
}

type ReservedBook = { id: string; title: string; reservation_hours: number }

/**
 * Reserves a copy of a locked book for a person who was locked by `lockAgainstDeletion`, in the caller's
 * transaction, and notifies them. Returns their accounts; undefined if the want already has a copy.
 * Throws book_gone.
 */
export async function insertReservation(
  db: Db,
  book: ReservedBook,
  { wantId, personId }: { wantId: string; personId: string },
  now: Date,
): Promise<string[] | undefined> {
  const id = newId(now.getTime())
  const until = new Date(now.getTime() + book.reservation_hours * hourMs)
  const inserted = await db
    .insertInto('reservations')
    .values({
      id,
      book_id: book.id,
      want_id: wantId,
      person_id: personId,
      created_at: now,
      expires_at: until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await reserveCopy(db, { bookId: book.id, reservationId: id, from: indianDate(now) })
  return notify(db, personId, { bookId: book.id, text: reservedText(book.title, until), now })
}

/** Locks the book of a reservation, and thereby all reservations of it. */
export const lockReservedBook = (db: Db, reservationId: string) =>
  db
    .selectFrom('books')
    .select(['books.id', 'title', 'reservation_hours'])
    .where('books.id', '=', (from) =>
      from.selectFrom('reservations').select('book_id').where('id', '=', reservationId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()

type Outcome = NonNullable<ReservationsTable['outcome']>
const endTexts: Partial<Record<Outcome, (title: string) => string>> = {
  lapsed: lapsedText,
  closed: closedText,
  changed: changedText,
}

/**
 * Ends a reservation in the caller's transaction and frees its copy. Notifies the person unless
 * they know already; for that, lock them with `lockAgainstDeletion` before the book. Returns their accounts;
 * undefined if the reservation had already ended.
 */
export async function endReservation(
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
  // Who no longer has a copy reserved may be brought together with others.
  if (outcome !== 'taken' && ended.want_id !== null) await insertWantArrivals(db, [ended.want_id])
  // A changed listing may have another title by now.
  const want = db.selectFrom('wants').select('title').where('id', '=', ended.want_id)
  const { title } = (outcome === 'changed' && (await want.executeTakeFirst())) || book
  const text = endTexts[outcome]?.(title)
  return notify(db, ended.person_id, { bookId: book.id, text, now })
}

type Taken = { bookId: string; buyerId: string; bySeller?: boolean; now: Date }

const findOpen = (db: Db, bookId: string) =>
  db
    .selectFrom('reservations')
    .select('id')
    .where('book_id', '=', bookId)
    .where('ended_at', 'is', null)
    .orderBy('id')

/**
 * Before a book is ordered: frees the copy that is reserved for its buyer, by whichever of their
 * accounts they buy it. The order takes it in the same transaction. Where the seller orders alone
 * (`bySeller`), the buyer must have come forward.
 */
export async function takeReservedCopy(
  db: Db,
  { bookId, buyerId, bySeller = false, now }: Taken,
): Promise<void> {
  const isBuyers = sql<SqlBool>`person_id = (select person_id from accounts where id = ${buyerId})
    and ${bySeller ? hasComeForward : sql`true`}`
  const own = await findOpen(db, bookId).where(isBuyers).executeTakeFirst()
  if (own) await endReservation(db, own.id, 'taken', now)
}

/** With the last account of a person, in the caller's transaction: their copies are free. */
export async function deleteReservationsOf(db: Db, personId: string, now: Date): Promise<void> {
  const open = db
    .selectFrom('reservations')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
  for (const { id } of await open.orderBy('book_id').execute())
    await endReservation(db, id, 'declined', now)
  await db.deleteFrom('reservations').where('person_id', '=', personId).execute()
}
