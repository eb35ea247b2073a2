// The queue of a copy: the people who wait for it, and which of them can be next.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAnswering, matchingCopies } from '#server/wishlist/wants/match-wants.ts'

/** All who want a book and may deal with its seller, the one who has waited longest first. */
export const waitingFor = (bookId: RawBuilder<unknown>) => sql`select want_id, person_id, book_id
  from ${matchingCopies(sql`books.id = ${bookId}`)} as fits
  order by wanted_since, want_id offset 0`

/**
 * Whether a person will soon have the title by this want: a copy is reserved for it; or was
 * reserved and is ordered but not agreed to; or comes in a proposed ring.
 */
const hasOne = sql<SqlBool>`(exists (
    select from reservations as kept where kept.want_id = fits.want_id and (kept.ended_at is null
      or kept.outcome = 'taken' and exists (
        select from orders join accounts as buyer on buyer.id = orders.buyer_id
        where orders.book_id = kept.book_id and buyer.person_id = kept.person_id
          and orders.status = 'Pending' and not is_agreed(orders))))
  or exists (
    select from exchange_legs as leg join exchanges on exchanges.id = leg.exchange_id
    where leg.want_id = fits.want_id and exchanges.kind = 'ring'
      and exchanges.agreed_at is null and exchanges.ended_at is null))`

/**
 * Whether somebody of `waitingFor`, as `fits`, can be next: they may answer, have no other copy
 * coming, and haven't taken or declined this listing or let it lapse.
 */
export const isWaiting = sql<SqlBool>`(${isAnswering(sql`fits.person_id`)}
  and not ${hasOne}
  and not exists (select from reservations as earlier where earlier.book_id = fits.book_id
    and earlier.person_id = fits.person_id and (earlier.outcome is null or earlier.outcome <> 'closed')))`
