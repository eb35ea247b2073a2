// Similar books: candidates are found by index, then scored. A job fills the table `similar_books`.
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { type Candidate, candidateColumns, findCandidates } from './candidates.ts'
import { similarityTo } from './similarity.ts'

const recommendationHours = 24
const batchSize = 50

const similarBooks = { max: 12, minScore: 0.01 } as const

/** Sharing only branch and genre scores 0.3, which is too little to recommend a book. */
const recommendations = { max: 8, minScore: 0.31 } as const

/** `score` is between 0 and 1. */
type SimilarBook = { id: string; score: number }

/** Returns the most similar candidates, best first, one per other title. */
export function rankSimilar(book: Candidate, candidates: readonly Candidate[]): SimilarBook[] {
  const { max, minScore } = similarBooks
  const similarity = similarityTo(book)
  const scored = candidates
    .map((candidate) => ({
      id: candidate.id,
      title_key: candidate.title_key,
      score: similarity(candidate),
    }))
    .filter(({ title_key, score }) => title_key !== book.title_key && score >= minScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const byTitle = new Map<string, SimilarBook>()
  for (const { id, title_key, score } of scored)
    if (byTitle.size < max && !byTitle.has(title_key)) byTitle.set(title_key, { id, score })
  return [...byTitle.values()]
}

export const toIds = (books: readonly SimilarBook[]): string[] => books.map(({ id }) => id)

export const findSimilar = async (
  db: Db,
  book: Candidate,
  hiddenSellers: readonly string[] = [],
): Promise<SimilarBook[]> => rankSimilar(book, await findCandidates(db, book, hiddenSellers))

export type Commit = <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>

export async function saveSimilar(
  commit: Commit,
  similar: ReadonlyMap<string, SimilarBook[]>,
  now: Date,
): Promise<void> {
  const ids = [...similar.keys()]
  if (ids.length === 0) return
  await commit(async (db) => {
    // Locks the books by id, to avoid deadlocks.
    const books = db.selectFrom('books').select('id').where('id', 'in', ids).orderBy('id')
    await db
      .updateTable('books')
      .set({ recommended_at: now })
      .where('id', 'in', books.forNoKeyUpdate())
      .execute()
    const isRecommended = ({ score }: SimilarBook) => score >= recommendations.minScore
    const lists = [...similar].map(([book_id, books]) => ({
      book_id,
      ids: toIds(books),
      recommended: Math.min(books.filter(isRecommended).length, recommendations.max),
    }))
    await db
      .insertInto('similar_books')
      .values(lists)
      .onConflict((conflict) =>
        conflict
          .column('book_id')
          .doUpdateSet(({ ref }) => ({
            ids: ref('excluded.ids'),
            recommended: ref('excluded.recommended'),
          }))
          .where(
            sql<SqlBool>`(similar_books.ids, similar_books.recommended)
              <> (excluded.ids, excluded.recommended)`,
          ),
      )
      .execute()
  })
}

async function recommendFor(
  db: Kysely<Tables>,
  commit: Commit,
  bookIds: readonly string[],
  now: Date,
): Promise<Map<string, SimilarBook[]>> {
  const all = new Map<string, SimilarBook[]>()
  for (let start = 0; start < bookIds.length; start += batchSize) {
    const batch = new Map<string, SimilarBook[]>()
    const books = await db
      .selectFrom('books')
      .select(candidateColumns)
      .where('id', 'in', bookIds.slice(start, start + batchSize))
      .execute()
    for (const book of books) batch.set(book.id, await findSimilar(db, book))
    await saveSimilar(commit, batch, now)
    for (const [id, similar] of batch) all.set(id, similar)
  }
  return all
}

async function findSaved(db: Kysely<Tables>, bookIds: readonly string[]): Promise<string[]> {
  if (bookIds.length === 0) return []
  const lists = await db
    .selectFrom('similar_books')
    .select('ids')
    .where('book_id', 'in', bookIds)
    .execute()
  return lists.flatMap(({ ids }) => ids)
}

/**
 * Updates the similar books and recommendations of a batch of books that are new, changed, or were
 * last updated over a day ago. Also updates the books that are or were on the lists of new and
 * changed ones. Returns how many books were due.
 */
export async function updateRecommendations(
  db: Kysely<Tables>,
  now: Date,
  commit: Commit = (work) => transact(db, work),
): Promise<number> {
  const dueBefore = new Date(now.getTime() - recommendationHours * 3_600_000)
  const due = await db
    .selectFrom('books')
    .select(['id', 'recommended_at'])
    .where('deleted_at', 'is', null)
    // Drafts are due when they are published.
    .where(sql<SqlBool>`not needs_photos`)
    .where((where) =>
      where.or([where('recommended_at', 'is', null), where('recommended_at', '<', dueBefore)]),
    )
    .orderBy('recommended_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const changed = due.filter(({ recommended_at }) => recommended_at === null).map(({ id }) => id)
  const before = await findSaved(db, changed)
  const similar = await recommendFor(
    db,
    commit,
    due.map(({ id }) => id),
    now,
  )
  const affected = [...before, ...changed.flatMap((id) => toIds(similar.get(id) ?? []))]
  if (affected.length === 0) return due.length
  // Leaves out new and changed books, which a later batch updates.
  const updatable = await db
    .selectFrom('books')
    .select('id')
    .where('id', 'in', [...new Set(affected)])
    .where('recommended_at', '<', now)
    .execute()
  await recommendFor(
    db,
    commit,
    updatable.map(({ id }) => id),
    now,
  )
  return due.length
}
