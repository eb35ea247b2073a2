// Reservations in SQL. A reserved copy doesn't count as available, but the person for whom it is
// reserved can still get it.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { offerPatienceHours } from '#server/wishlist/limits.ts'

const ofAccount = (accountId: RawBuilder<unknown>) => sql`from reservations
  join accounts as waiting on waiting.person_id = reservations.person_id
  where reservations.book_id = books.id and reservations.ended_at is null
    and waiting.id = ${accountId}`

/** Whether a copy is reserved for anybody. The query must contain `books`. */
export const isReserved = sql<boolean>`exists (select from reservations
  where reservations.book_id = books.id and reservations.ended_at is null)`

/** Whether a copy is reserved for the person of an account. The query must contain `books`. */
export const isReservedFor = (accountId: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select ${ofAccount(accountId)})`

/**
 * The number of copies that an account can get, including one reserved for it. The query must
 * contain `books`.
 */
export const availableTo = (accountId: RawBuilder<unknown>) =>
  sql<number>`(books.available + (select count(*)::integer ${ofAccount(accountId)}))`

/**
 * Whether a copy of one of the seller account's books is reserved for the person of the other
 * account.
 */
export const hasReservedFrom = (sellerId: RawBuilder<unknown>, accountId: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from accounts as waiting
    join reservations on reservations.person_id = waiting.person_id
    join books as kept on kept.id = reservations.book_id
    where waiting.id = ${accountId} and reservations.ended_at is null
      and kept.seller_id = ${sellerId})`

/** When the last open offer ends that the person has made or received for the reserved book. */
const openOfferUntil = sql`(select max(offers.expires_at) from accounts as buyer
  join chats on chats.buyer_id = buyer.id
  join offers on offers.chat_id = chats.id and offers.status = 'open'
  join offer_items on offer_items.offer_id = offers.id and offer_items.given_by = 'seller'
  where buyer.person_id = reservations.person_id and offer_items.book_id = reservations.book_id)`

/**
 * When an open reservation ends. An open offer extends it, by at most `offerPatienceHours`. The
 * query must contain `reservations`.
 */
export const reservationEnd = sql<Date>`greatest(reservations.expires_at, least(
  reservations.expires_at + make_interval(hours => ${sql.lit(offerPatienceHours)}),
  coalesce(${openOfferUntil}, reservations.expires_at)))`

/** When the first reserved copy of a book becomes free. The query must contain `books`. */
export const firstReservationEnd = sql<Date | null>`(select min(${reservationEnd})
  from reservations where reservations.book_id = books.id and reservations.ended_at is null)`

/** When the reservation for the person of an account ends. The query must contain `books`. */
export const reservedForUntil = (accountId: RawBuilder<unknown>) =>
  sql<Date | null>`(select max(${reservationEnd}) ${ofAccount(accountId)})`
