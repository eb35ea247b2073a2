import { type RawBuilder, sql } from 'kysely'
import { isReservedFor } from '#server/wishlist/queue/conditions.ts'
import { isNegotiatedIn } from './negotiated.ts'

/**
 * Whether a listing can be had in a chat, and has a copy that is free or, with `receiverId`,
 * reserved for that account's person.
 */
const isOnOffer = (chatId: RawBuilder<unknown>, receiverId?: RawBuilder<unknown>) => sql<boolean>`(
  (books.available > 0 ${receiverId ? sql`or ${isReservedFor(receiverId)}` : sql``})
  and books.deleted_at is null and books.hidden_at is null
  and (not books.is_hidden or ${isNegotiatedIn(chatId)}))`

export const isOpenToExchange = (chatId: RawBuilder<unknown>, receiverId?: RawBuilder<unknown>) =>
  sql<boolean>`(books.open_to_exchange and ${isOnOffer(chatId, receiverId)})`

/**
 * Whether the seller could give the book in an exchange, even if the book isn't marked as open to
 * exchange. The query must contain `books`.
 */
export const isGivableBySeller = isOnOffer
