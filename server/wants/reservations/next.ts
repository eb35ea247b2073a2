import { sql } from 'kysely'
import type { Want } from '#contract/wants/wants.ts'
import { firstReservationEnd } from '#server/books/reservations/conditions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isGiven } from '#server/wants/fits.ts'
import { isWaiting, waitingFor } from './waiting.ts'

/**
 * Listings of which all copies are gone and one is reserved for somebody else, for which the person
 * of an account is next, by the id of their want; what is reserved longest comes last. Found by the
 * wants that they are reserved for.
 */
export async function findNext(
  db: Db,
  accountId: string,
  now: Date,
): Promise<Map<string, NonNullable<Want['next']>>> {
  const { rows } = await sql<{ wantId: string; bookId: string; until: Date }>`
    select own.id as "wantId", books.id as "bookId", ${firstReservationEnd} as until
    from accounts as me join wants as own on own.person_id = me.person_id
    cross join lateral (
      select distinct reservations.book_id from wants as theirs
      join reservations on reservations.want_id = theirs.id and reservations.ended_at is null
      where (theirs.work = own.work or theirs.isbn = own.isbn)
        and theirs.person_id <> own.person_id) as kept
    join books on books.id = kept.book_id
    where me.id = ${accountId} and books.available = 0
      and own.id = (select want_id from (${waitingFor(sql`kept.book_id`, isGiven)}) as fits
        where ${isWaiting(now)} limit 1)
    order by until, books.id`.execute(db)
  const next = new Map<string, NonNullable<Want['next']>>()
  for (const { wantId, bookId, until } of rows)
    next.set(wantId, [...(next.get(wantId) ?? []), { bookId, until: until.toISOString() }])
  return next
}
