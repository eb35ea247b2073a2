import { type RawBuilder, sql } from 'kysely'
import { isReservedFor } from '#server/wishlist/queue/conditions.ts'

/** `receiverId`: the copy may also be one that is reserved for the person of that account. */
const isOnOffer = (receiverId?: RawBuilder<unknown>) => sql<boolean>`(
  (books.available > 0 ${receiverId ? sql`or ${isReservedFor(receiverId)}` : sql``})
  and books.deleted_at is null and books.hidden_at is null)`

/** Whether its seller takes other books for this copy; needs `books`. */
export const isOpenToExchange = (receiverId?: RawBuilder<unknown>) =>
  sql<boolean>`(books.open_to_exchange and ${isOnOffer(receiverId)})`

/** Its own seller may give it for another at any time; needs `books`. */
export const isGivableBySeller = isOnOffer
