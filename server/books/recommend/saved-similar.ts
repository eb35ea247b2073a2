// The similar books that the job has found, where nothing has changed since that would change them.
import { sql } from 'kysely'
import { recommendBatchSize, similarBooks } from '#server/books/policy.ts'
import { isAlikeListed, isListed } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Candidate, candidateColumns } from './candidates.ts'
import { similarity } from './similarity.ts'

/** Listed books that the job hasn't compared yet, up to one more than it compares at a time. */
export type ReadUncompared = () => Promise<Candidate[]>

export const readUncomparedFrom =
  (db: Db): ReadUncompared =>
  () =>
    db
      .selectFrom('books')
      .innerJoin('accounts', 'accounts.id', 'books.seller_id')
      .select(candidateColumns)
      .where('recommended_at', 'is', null)
      .where(isListed)
      .limit(recommendBatchSize + 1)
      .execute()

/** What the job saved of a book, and how many of those are on the market; needs `books`. */
export const savedSimilar = sql<{ ids: string[]; listed: number } | null>`(
  select json_build_object('ids', ids, 'listed', (
    select count(*) from books alike join accounts alike_seller
      on alike_seller.id = alike.seller_id
    where alike.id = any(ids) and ${isAlikeListed}))
  from similar_books where book_id = books.id and books.recommended_at is not null)`

/**
 * The ids of similar books as the job saved them; undefined where one of them has left the market
 * or has changed, or a book that may belong there hasn't been compared yet.
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
