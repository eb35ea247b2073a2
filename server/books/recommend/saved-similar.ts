// The similar books that the job has saved, if they are still valid.
import { sql } from 'kysely'
import { recommendBatchSize, similarBooks } from '#server/books/limits.ts'
import { isAlikeVisible, isVisible } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Candidate, candidateColumns } from './candidates.ts'
import { similarity } from './similarity.ts'

/** Reads listed books that the job hasn't compared yet: up to one more than a batch. */
export type ReadUncompared = () => Promise<Candidate[]>

export const readUncomparedFrom =
  (db: Db): ReadUncompared =>
  () =>
    db
      .selectFrom('books')
      .innerJoin('accounts', 'accounts.id', 'books.seller_id')
      .select(candidateColumns)
      .where('recommended_at', 'is', null)
      .where(isVisible)
      .limit(recommendBatchSize + 1)
      .execute()

/** The saved ids of similar books, and how many of them are on the market. Needs `books`. */
export const savedSimilar = sql<{ ids: string[]; listed: number } | null>`(
  select json_build_object('ids', ids, 'listed', (
    select count(*) from books alike join accounts alike_seller
      on alike_seller.id = alike.seller_id
    where alike.id = any(ids) and ${isAlikeVisible}))
  from similar_books where book_id = books.id and books.recommended_at is not null)`

/**
 * Returns the saved ids of similar books; undefined if one of them left the market or changed, or
 * if a book that hasn't been compared yet may belong to the list.
 */
export async function findSavedSimilar(
  book: Candidate & { saved: { ids: string[]; listed: number } | null },
  readUncompared: ReadUncompared,
): Promise<string[] | undefined> {
  if (!book.saved) return undefined
  const { ids, listed } = book.saved
  if (listed < ids.length) return undefined
  const uncompared = (await readUncompared()).filter(({ id }) => id !== book.id)
  const mayChangeIt = (other: Candidate) =>
    ids.includes(other.id) || similarity(book, other) >= similarBooks.minScore
  return uncompared.length > recommendBatchSize || uncompared.some(mayChangeIt) ? undefined : ids
}
