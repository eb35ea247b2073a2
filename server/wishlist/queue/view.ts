// The view that people have of the queues they are in.
import { sql } from 'kysely'
import { photoAddress } from '#contract/books/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Reservation, Want } from '#contract/wishlist/wants.ts'
import { coverHash } from '#server/books/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isSwappable } from '#server/wishlist/wants/match-wants.ts'
import { firstReservationEnd, reservationEnd } from './conditions.ts'
import { isWaiting, waitingFor } from './who-is-next.ts'

/** Returns the copies that are reserved for the person of an account, by the id of their want. */
export async function findReservations(
  db: Db,
  accountId: string,
  now: Date,
): Promise<Map<string | null, Reservation>> {
  const rows = await db
    .selectFrom('reservations')
    .innerJoin('accounts as self', 'self.person_id', 'reservations.person_id')
    .innerJoin('books', 'books.id', 'reservations.book_id')
    .innerJoin('accounts as seller', 'seller.id', 'books.seller_id')
    .select(['reservations.id', 'reservations.book_id', 'want_id', 'expires_at'])
    .select(['title', 'author', 'price', 'condition', coverHash.as('cover')])
    .select('seller.name as seller_name')
    .select(reservationEnd.as('until'))
    .where('self.id', '=', accountId)
    .where('reservations.ended_at', 'is', null)
    .where(reservationEnd, '>', now)
    .execute()
  return new Map(
    rows.map((row) => [
      row.want_id,
      {
        _id: row.id,
        book: {
          _id: row.book_id,
          title: row.title,
          author: row.author,
          images: row.cover === null ? [] : [photoAddress(row.cover)],
          price: toRupees(row.price),
          condition: row.condition,
          seller: { name: row.seller_name },
        },
        until: row.until.toISOString(),
        hasOpenOffer: row.until > row.expires_at,
      },
    ]),
  )
}

/**
 * Returns the listings for which the person of an account is next, by the id of their want: all
 * copies are gone, and one is reserved for somebody else. The reservation that ends last comes
 * last. Searches them by the wants that they are reserved for.
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
      and own.id = (select want_id from (${waitingFor(sql`kept.book_id`, isSwappable)}) as fits
        where ${isWaiting(now)} limit 1)
    order by until, books.id`.execute(db)
  const next = new Map<string, NonNullable<Want['next']>>()
  for (const { wantId, bookId, until } of rows)
    next.set(wantId, [...(next.get(wantId) ?? []), { bookId, until: until.toISOString() }])
  return next
}
