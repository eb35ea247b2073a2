// Reservations in SQL. A copy that is reserved isn't among the available ones of its book, but
// whom it is reserved for can have it. Its giver sees that once they have come forward: else any
// chat would tell who wants a title.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { offerPatienceHours } from './policy.ts'

/**
 * Whether who has a reservation has said so to who gives the copy: since then they have opened its
 * chat or written in it, or have made an offer for it, or one for it is open. Needs `reservations`.
 */
export const hasComeForward = sql<SqlBool>`(exists (
  select from accounts as coming
  join chats as talk on talk.buyer_id = coming.id and talk.book_id = reservations.book_id
  where coming.person_id = reservations.person_id
    and (talk.created_at >= reservations.created_at or exists (
      select from messages as word where word.chat_id = talk.id and word.sender_id = coming.id
        and word.created_at >= reservations.created_at)))
  or exists (
  select from accounts as coming
  join chats as talk on coming.id in (talk.buyer_id, talk.seller_id)
  join offers as made on made.chat_id = talk.id
    and made.made_by = case when coming.id = talk.buyer_id then 'buyer' else 'seller' end
  join offer_items as asked on asked.offer_id = made.id and asked.given_by <> made.made_by
  where coming.person_id = reservations.person_id and asked.book_id = reservations.book_id
    and (made.status = 'open' or made.created_at >= reservations.created_at)))`

/** Whose eyes: those of who gets a copy, or of who gives it. */
export type SeenBy = 'receiver' | 'giver'

const ofAccount = (accountId: RawBuilder<unknown>, seenBy: SeenBy = 'receiver') => sql`
  from reservations
  join accounts as waiting on waiting.person_id = reservations.person_id
  where reservations.book_id = books.id and reservations.ended_at is null
    and waiting.id = ${accountId}
    and ${seenBy === 'giver' ? hasComeForward : sql`true`}`

/** Whether a copy is reserved for anybody who waits for it; needs `books`. */
export const isReserved = sql<boolean>`exists (select from reservations
  where reservations.book_id = books.id and reservations.ended_at is null)`

/** Whether a copy is reserved for the person of an account; needs `books`. */
export const isReservedFor = (accountId: RawBuilder<unknown>, seenBy?: SeenBy) =>
  sql<SqlBool>`exists (select ${ofAccount(accountId, seenBy)})`

/** Copies that an account can have, the one that is reserved for it included; needs `books`. */
export const availableTo = (accountId: RawBuilder<unknown>, seenBy?: SeenBy) =>
  sql<number>`(books.available + (select count(*)::integer ${ofAccount(accountId, seenBy)}))`

/** Whether a copy of an account's books is reserved for the person of another account. */
export const hasReservedFrom = (
  sellerId: RawBuilder<unknown>,
  accountId: RawBuilder<unknown>,
  seenBy: SeenBy,
) => sql<SqlBool>`exists (select from accounts as waiting
    join reservations on reservations.person_id = waiting.person_id
    join books as kept on kept.id = reservations.book_id
    where waiting.id = ${accountId} and reservations.ended_at is null
      and kept.seller_id = ${sellerId}
      and ${seenBy === 'giver' ? hasComeForward : sql`true`})`

/**
 * The end of the last offer that a person has made or got about a reserved book, if it is open; one
 * that they got before they have come forward isn't looked at, or offers would find them.
 */
const openOfferUntil = sql`(select max(offers.expires_at) from accounts as buyer
  join chats on chats.buyer_id = buyer.id
  join offers on offers.chat_id = chats.id and offers.status = 'open'
  join offer_items on offer_items.offer_id = offers.id and offer_items.given_by = 'seller'
  where buyer.person_id = reservations.person_id
    and offer_items.book_id = reservations.book_id and ${hasComeForward})`

/**
 * Until when an open reservation lasts: while an offer waits for its answer, at most as long again
 * as an offer does. Needs `reservations`.
 */
export const reservationEnd = sql<Date>`greatest(reservations.expires_at, least(
  reservations.expires_at + make_interval(hours => ${sql.lit(offerPatienceHours)}),
  coalesce(${openOfferUntil}, reservations.expires_at)))`

/** Until when the first reserved copy of a book is kept; needs `books`. */
export const firstReservationEnd = sql<Date | null>`(select min(${reservationEnd})
  from reservations where reservations.book_id = books.id and reservations.ended_at is null)`

/** The same for the person of an account. */
export const reservedForUntil = (accountId: RawBuilder<unknown>) =>
  sql<Date | null>`(select max(${reservationEnd}) ${ofAccount(accountId)})`
