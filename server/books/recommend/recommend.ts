// Similar books: candidates found by index, then scored. The `recommendations` table is filled in
// the background; the list of similar books is computed on request.
import { type Kysely, type SqlBool, sql } from 'kysely'
import {
  maxCandidatesPerTrait,
  recommendationHours,
  recommendations,
  recommendBatchSize,
} from '#server/books/policy.ts'
import { normalize } from '#server/books/search/words.ts'
import { isListed } from '#server/books/views.ts'
import { type Db, likePattern, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type BookTraits, similarity, titleWords } from './similarity.ts'

type Candidate = BookTraits & { id: string; title_key: string }
const candidateColumns = [
  'books.id',
  'title_key',
  'title',
  'author',
  'branch',
  'genre',
  'description',
] as const

/** Listed books that share branch, genre, author or a title word with a book; at most 240. */
async function findCandidates(db: Db, book: Candidate): Promise<Candidate[]> {
  const author = normalize(book.author)
  const conditions = [
    sql<SqlBool>`books.branch = ${book.branch}`,
    ...(book.genre === null ? [] : [sql<SqlBool>`books.genre = ${book.genre}`]),
    ...[author, ...titleWords(book.title).slice(0, 3)].map(
      (words) => sql<SqlBool>`books.search_text like ${likePattern(words)}`,
    ),
  ]
  const select = (condition: (typeof conditions)[number]) =>
    db
      .selectFrom('books')
      .innerJoin('accounts', 'accounts.id', 'books.seller_id')
      .select(candidateColumns)
      .where(isListed)
      .where(condition)
      .where('books.id', '<>', book.id)
      .orderBy('books.id', 'desc')
      .limit(maxCandidatesPerTrait)
  const candidates = new Map<string, Candidate>()
  for (const condition of conditions)
    for (const row of await select(condition).execute()) candidates.set(row.id, row)
  return [...candidates.values()]
}

export async function findSimilar(
  db: Db,
  bookId: string,
  { max, minScore }: { max: number; minScore: number },
): Promise<string[]> {
  const book = await db
    .selectFrom('books')
    .select(candidateColumns)
    .where('id', '=', bookId)
    .executeTakeFirst()
  if (!book) return []
  const scored = (await findCandidates(db, book))
    .map((candidate) => ({ ...candidate, score: similarity(book, candidate) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const idByTitle = new Map<string, string>()
  for (const { id, title_key } of scored)
    if (idByTitle.size < max && !idByTitle.has(title_key)) idByTitle.set(title_key, id)
  return [...idByTitle.values()]
}

async function recommendFor(db: Kysely<Tables>, bookId: string, now: Date): Promise<string[]> {
  const similarIds = await findSimilar(db, bookId, recommendations)
  await transact(db, async (db) => {
    await db.updateTable('books').set({ recommended_at: now }).where('id', '=', bookId).execute()
    await db.deleteFrom('recommendations').where('book_id', '=', bookId).execute()
    if (similarIds.length > 0)
      await db
        .insertInto('recommendations')
        .values(
          similarIds.map((similar_id, position) => ({ book_id: bookId, position, similar_id })),
        )
        .execute()
  })
  return similarIds
}

/**
 * Updates the recommendations of up to `max` books that are new, changed or not updated for a day;
 * returns how many. Books similar to a new or changed one are updated too, so that they show it.
 */
export async function updateRecommendations(
  db: Kysely<Tables>,
  now: Date,
  max = recommendBatchSize,
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
  const affected = new Set<string>()
  for (const { id, recommended_at } of due) {
    const similarIds = await recommendFor(db, id, now)
    if (recommended_at === null) for (const similarId of similarIds) affected.add(similarId)
  }
  // New and changed ones are updated in a later batch anyway.
  const updatable = db
    .selectFrom('books')
    .select('id')
    .where('id', 'in', [...affected])
    .where('recommended_at', '<', now)
  for (const { id } of affected.size > 0 ? await updatable.execute() : [])
    await recommendFor(db, id, now)
  return due.length
}
