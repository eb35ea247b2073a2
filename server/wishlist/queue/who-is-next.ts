// The queue of a copy: the people who wait for it, and which of them can be next.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAnswering, isSwappable, matchingCopies } from '#server/wishlist/wants/match-wants.ts'

/**
 * A listing is reserved for the same person at most this often within 24 hours. A second time is
 * possible only if the seller caused the end of the first reservation.
 */
const maxReservationsADay = 2

/**
 * Selects all people who want a book and may deal with its seller, the person who has waited
 * longest first. The book may have no free copy.
 */
export const waitingFor = (bookId: RawBuilder<unknown>) => sql`select want_id, person_id, book_id
  from ${matchingCopies(sql`books.id = ${bookId}`, isSwappable)} as fits
  order by wanted_since, want_id offset 0`

const buyersOrder = sql`from orders join accounts as buyer on buyer.id = orders.buyer_id
  where orders.book_id = earlier.book_id and buyer.person_id = earlier.person_id`

const isCancelledBySeller = sql`(orders.status = 'Cancelled' and (
  select actor_model from order_events where order_id = orders.id and status = 'Cancelled'
  order by number desc limit 1) = 'Seller')`

/**
 * Whether a person already had the listing, and so doesn't get it again. It doesn't count if the
 * seller took the copy away, by closing the listing or cancelling the person's order.
 */
const wasTheirs = sql<SqlBool>`(outcome is null or outcome in ('declined', 'lapsed', 'unwanted')
  or outcome = 'taken' and exists (select ${buyersOrder} and not ${isCancelledBySeller}))`

/**
 * Whether a person will soon have the title by this want: a copy is reserved for it, or was
 * reserved and then ordered but not agreed to, or is part of a proposed ring.
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

const dayMs = 86_400_000

/**
 * Whether a person in `waitingFor`, as `fits`, can be next: they may answer, have no other copy
 * coming, haven't had this listing, and didn't have it reserved too often recently.
 */
export const isWaiting = (now: Date) => sql<SqlBool>`(${isAnswering(sql`fits.person_id`)}
  and not ${hasOne}
  and not exists (select from reservations as earlier where earlier.book_id = fits.book_id
    and earlier.person_id = fits.person_id and ${wasTheirs})
  and (select count(*) from reservations as recent where recent.book_id = fits.book_id
    and recent.person_id = fits.person_id
    and recent.created_at > ${new Date(now.getTime() - dayMs)}::timestamptz) < ${maxReservationsADay})`
