import { sql } from 'kysely'

const isOnOffer = sql<boolean>`(books.available > 0 and books.deleted_at is null
  and books.hidden_at is null)`

/** Whether its seller takes other books for this copy; needs `books`. */
export const isOpenToExchange = () => sql<boolean>`(books.open_to_exchange and ${isOnOffer})`

/** Its own seller may give it for another at any time; needs `books`. */
export const isGivableBySeller = () => isOnOffer
