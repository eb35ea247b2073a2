// Copies that are reserved for people who wait for them. `queue.ts` decides who is next. The book's
// row is the lock: it is taken before its reservations change.
import { sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import type { ReservationsTable } from '#db/tables.ts'
import { releaseReservedCopy, reserveCopy } from '#server/books/copies.ts'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { changedText, closedText, lapsedText, reservedText } from '#server/wishlist/texts.ts'

const hourMs = 3_600_000

/** Returns the accounts of the person, which can't be deleted until the transaction ends. */
async function notify(
  db: Db,
  personId: string,
  { bookId, text, now }: { bookId: string; text: string | undefined; now: Date },
): Promise<string[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('person_id', '=', personId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const ids = accounts.map(({ id }) => id)
  if (text !== undefined)
    await insertNotifications(db, ids, { kind: 'exchange', text, bookId, now })
  return ids
}

type ReservedBook = { id: string; title: string; reservation_hours: number }

/**
 * Reserves a copy of a locked book for a person, in the caller's transaction, and notifies them.
 * Returns their accounts, or undefined if the want already has a copy. Throws book_gone.
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
      ...{ id, book_id: book.id, want_id: wantId, person_id: personId },
      ...{ created_at: now, expires_at: until },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await reserveCopy(db, { bookId: book.id, reservationId: id, from: indianDate(now) })
  return notify(db, personId, { bookId: book.id, text: reservedText(book.title, until), now })
}

/** Locks the book of a reservation, and thereby all its reservations. */
export const lockReservedBook = (db: Db, reservationId: string) =>
  db
    .selectFrom('books')
    .select(['books.id', 'title'])
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
 * Ends a reservation in the caller's transaction, frees its copy, and notifies the person unless
 * they already know. Returns their accounts, or undefined if the reservation had already ended.
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
  // Other copies can now be reserved for the want, and rings can be found for it.
  if (outcome !== 'taken' && ended.want_id !== null) await insertWantArrivals(db, [ended.want_id])
  // A changed listing may have another title now, so the title comes from the want.
  const want = db.selectFrom('wants').select('title').where('id', '=', ended.want_id)
  const { title } = (outcome === 'changed' && (await want.executeTakeFirst())) || book
  const text = endTexts[outcome]?.(title)
  return notify(db, ended.person_id, { bookId: book.id, text, now })
}

const findOpen = (db: Db) =>
  db.selectFrom('reservations').select('id').where('ended_at', 'is', null).orderBy('book_id')

/**
 * Frees the copy that is reserved for a buyer's person, before they order it with either account.
 * The order takes it in the same transaction.
 */
export async function takeReservedCopy(
  db: Db,
  { bookId, buyerId, now }: { bookId: string; buyerId: string; now: Date },
): Promise<void> {
  const own = await findOpen(db)
    .where('book_id', '=', bookId)
    .where(sql<boolean>`person_id = (select person_id from accounts where id = ${buyerId})`)
    .executeTakeFirst()
  if (own) await endReservation(db, own.id, 'taken', now)
}

/**
 * Deletes the reservations of a person who deletes their last account, and frees the copies. Call
 * it in that transaction.
 */
export async function deleteReservationsOf(db: Db, personId: string, now: Date): Promise<void> {
  for (const { id } of await findOpen(db).where('person_id', '=', personId).execute())
    await endReservation(db, id, 'declined', now)
  await db.deleteFrom('reservations').where('person_id', '=', personId).execute()
}
