import { type RawBuilder, sql } from 'kysely'
import { isReservedFor } from '#server/wishlist/queue/conditions.ts'

/**
 * Whether a listing has a copy that is free or, with `receiverId`, reserved for that account's
 * person.
 */
const isOnOffer = (receiverId?: RawBuilder<unknown>) => sql<boolean>`(
  (books.available > 0 ${receiverId ? sql`or ${isReservedFor(receiverId)}` : sql``})
  and books.deleted_at is null and not books.is_hidden)`

export const isOpenToExchange = (receiverId?: RawBuilder<unknown>) =>
  sql<boolean>`(books.open_to_exchange and ${isOnOffer(receiverId)})`

/**
 * Whether the seller could give the book in an exchange, even if the book isn't marked as open to
 * exchange. The query must contain `books`.
 */
export const isGivableBySeller = isOnOffer
