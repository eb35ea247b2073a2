// Similar books: candidates found by index, then scored. The `recommendations` table is filled in
// the background; the list of similar books is computed on request.
import { type Kysely, sql, type Transaction } from 'kysely'
import { recommendationHours, recommendations, recommendBatchSize } from '#server/books/policy.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  type Candidate,
  candidateColumns,
  findCandidates,
  type ReadNewest,
  readEachOnce,
  readNewestFrom,
} from './candidates.ts'
import { similarity } from './similarity.ts'

type SimilarLimits = { max: number; minScore: number }

/** The most similar of the candidates, best first, one of each title. */
export function rankSimilar(
  book: Candidate,
  candidates: readonly Candidate[],
  { max, minScore }: SimilarLimits,
): string[] {
  const scored = candidates
    .map((candidate) => ({
      id: candidate.id,
      title_key: candidate.title_key,
      score: similarity(book, candidate),
    }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const idByTitle = new Map<string, string>()
  for (const { id, title_key } of scored)
    if (idByTitle.size < max && !idByTitle.has(title_key)) idByTitle.set(title_key, id)
  return [...idByTitle.values()]
}

/** `read` finds the books that it is compared with. */
export const findSimilar = async (
  book: Candidate,
  limits: SimilarLimits,
  read: ReadNewest,
): Promise<string[]> => rankSimilar(book, await findCandidates(book, read), limits)

export type Commit = <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>

async function saveRecommendations(
  commit: Commit,
  similarIds: ReadonlyMap<string, string[]>,
  now: Date,
): Promise<void> {
  const ids = [...similarIds.keys()]
  await commit(async (db) => {
    // Locked in the order of their ids, so that no two transactions wait for each other.
    const books = db.selectFrom('books').select('id').where('id', 'in', ids).orderBy('id')
    await db
      .updateTable('books')
      .set({ recommended_at: now })
      .where('id', 'in', books.forNoKeyUpdate())
      .execute()
    const saved = await db
      .selectFrom('recommendations')
      .select(['book_id', sql<string[]>`array_agg(similar_id::text order by position)`.as('ids')])
      .where('book_id', 'in', ids)
      .groupBy('book_id')
      .execute()
    const savedIds = new Map(saved.map(({ book_id, ids }) => [book_id, ids.join()]))
    const changed = [...similarIds].filter(([id, similar]) => savedIds.get(id) !== similar.join())
    if (changed.length === 0) return
    const changedIds = changed.map(([id]) => id)
    await db.deleteFrom('recommendations').where('book_id', 'in', changedIds).execute()
    const rows = changed.flatMap(([book_id, similar]) =>
      similar.map((similar_id, position) => ({ book_id, position, similar_id })),
    )
    if (rows.length > 0) await db.insertInto('recommendations').values(rows).execute()
  })
}

async function recommendFor(
  db: Kysely<Tables>,
  commit: Commit,
  bookIds: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (let start = 0; start < bookIds.length; start += recommendBatchSize) {
    const batch = new Map<string, string[]>()
    const read = readEachOnce(readNewestFrom(db))
    const books = await db
      .selectFrom('books')
      .select(candidateColumns)
      .where('id', 'in', bookIds.slice(start, start + recommendBatchSize))
      .execute()
    for (const book of books) batch.set(book.id, await findSimilar(book, recommendations, read))
    await saveRecommendations(commit, batch, now)
    for (const [id, similarIds] of batch) all.set(id, similarIds)
  }
  return all
}

/**
 * Updates the recommendations of up to `max` books that are new, changed or not updated for a day;
 * returns how many. Books similar to a new or changed one are updated too, so that they show it.
 */
export async function updateRecommendations(
  db: Kysely<Tables>,
  now: Date,
  max = recommendBatchSize,
  commit: Commit = (work) => transact(db, work),
): Promise<number> {
  const dueBefore = new Date(now.getTime() - recommendationHours * 3_600_000)
  const due = await db
    .selectFrom('books')
    .select(['id', 'recommended_at'])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([where('recommended_at', 'is', null), where('recommended_at', '<', dueBefore)]),
    )
    .orderBy('recommended_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(max)
    .execute()
  const similarIds = await recommendFor(
    db,
    commit,
    due.map(({ id }) => id),
    now,
  )
  const affected = due
    .filter(({ recommended_at }) => recommended_at === null)
    .flatMap(({ id }) => similarIds.get(id) ?? [])
  if (affected.length === 0) return due.length
  // New and changed ones are updated in a later batch anyway.
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
