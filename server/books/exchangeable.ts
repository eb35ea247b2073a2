import { sql } from 'kysely'

/** Whether somebody gives this copy for another book; needs `books`. */
export const isOpenToExchange = () =>
  sql<boolean>`(books.available > 0 and books.deleted_at is null and books.hidden_at is null)`
