import { type RawBuilder, sql } from 'kysely'
import { isReservedFor } from '#server/wishlist/queue/conditions.ts'

/**
 * Whether a listing has a copy that is free or, with `receiverId`, reserved for the person of that
 * account.
 */
const isOnOffer = (receiverId?: RawBuilder<unknown>) => sql<boolean>`(
  (books.available > 0 ${receiverId ? sql`or ${isReservedFor(receiverId)}` : sql``})
  and books.deleted_at is null and books.hidden_at is null)`

/** Whether the seller swaps this copy for other books; needs `books`. */
export const isOpenToExchange = (receiverId?: RawBuilder<unknown>) =>
  sql<boolean>`(books.open_to_exchange and ${isOnOffer(receiverId)})`

/**
 * Whether the seller may give the book in a swap, even if it isn't open to exchange; needs `books`.
 */
export const isGivableBySeller = isOnOffer
