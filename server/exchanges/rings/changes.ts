// Finds proposed rings whose books or wants have changed, because members must get what they
// accepted.
import { type SqlBool, sql } from 'kysely'
import { listingHash } from '#server/books/listing-hash.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isMatching } from '#server/wishlist/wants/match-wants.ts'
import { isProposed } from './proposed.ts'

/** Distances of legs are stored in whole kilometres, so they may differ by this much. */
const kmRounding = 1

/** Whether the giver still offers the book as proposed, and a copy is free or held for the ring. */
const isOffered = sql<SqlBool>`(books.open_to_exchange and books.deleted_at is null
  and not books.is_hidden and coalesce(leg.listing_hash = ${listingHash}, true)
  and (books.available > 0 or exists (select from holds join copies on copies.id = holds.copy_id
    where copies.book_id = books.id and holds.exchange_id = leg.exchange_id)))`

/** Whether the receiver still wants the book on the same terms, and neither person has moved. */
const isWanted = sql<SqlBool>`(wants.person_id = receiver.person_id and ${isMatching} and wants.swaps
  and receiver.pays <= wants.max_top_up
  and abs(coalesce(leg.km, wants.location <-> books.location, 0)
    - coalesce(wants.location <-> books.location, leg.km, 0)) <= ${kmRounding})`

/**
 * Returns the ids of proposed rings that are no longer possible as proposed. If `exchangeId` is
 * given, checks only that ring.
 */
export async function findChangedRings(db: Db, exchangeId?: string): Promise<string[]> {
  const isChosen = exchangeId === undefined ? sql`true` : sql`exchanges.id = ${exchangeId}`
  const { rows } = await sql<{ id: string }>`
    select exchanges.id from exchanges where ${isProposed} and ${isChosen} and (
      exists (select from exchange_legs as leg
        join exchange_members as receiver on receiver.exchange_id = leg.exchange_id
          and receiver.number = leg.receiver
        join books on books.id = leg.book_id join accounts on accounts.id = books.seller_id
        left join wants on wants.id = leg.want_id
        where leg.exchange_id = exchanges.id
          and not (${isOffered} and coalesce(${isWanted}, false)))
      or exists (select from exchange_members as one
        join account_blocks on account_blocks.person_id = one.person_id
        join exchange_members as other on other.exchange_id = one.exchange_id
          and other.person_id = blocked_person_id
        where one.exchange_id = exchanges.id)
      or exists (select from exchange_members as member
        join accounts on accounts.id in (member.buyer_id, member.seller_id)
          or accounts.person_id = member.person_id
        where member.exchange_id = exchanges.id
          and (accounts.deleted_at is not null or accounts.status <> 'active')))`.execute(db)
  return rows.map(({ id }) => id)
}
