// Books near a book: candidates by index, then a score. Made in the background for `recommendations`, at once for similar books.
import { type Kysely, type SqlBool, sql } from 'kysely'
import { normalize } from '#server/books/search/words.ts'
import { isListed } from '#server/books/views.ts'
import { type Db, likePattern, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { similarity, type Traits, titleWords } from './nearness.ts'

/** So many candidates of each kind are looked at, the newest first. */
const candidates = 40
/** Below this score a book isn't recommended beside another: branch and genre alone, 0.3, say too little. */
const leastScore = 0.31
const mostRecommended = 8

type Found = Traits & { id: string; title_key: string }
const traits = [
  'books.id',
  'title_key',
  'title',
  'author',
  'branch',
  'genre',
  'description',
] as const

/** Listed books that share the branch, the genre, the author or a word of the title with a book; at most 240. */
async function findCandidates(db: Db, book: Found): Promise<Found[]> {
  const author = normalize(book.author)
  const kinds = [
    sql<SqlBool>`books.branch = ${book.branch}`,
    ...(book.genre === null ? [] : [sql<SqlBool>`books.genre = ${book.genre}`]),
    ...[author, ...titleWords(book.title).slice(0, 3)].map(
      (words) => sql<SqlBool>`books.search_text like ${likePattern(words)}`,
    ),
  ]
  const select = (kind: (typeof kinds)[number]) =>
    db
      .selectFrom('books')
      .innerJoin('people', 'people.id', 'books.seller_id')
      .select(traits)
      .where(isListed)
      .where(kind)
      .where('books.id', '<>', book.id)
      .orderBy('books.id', 'desc')
      .limit(candidates)
  const found = new Map<string, Found>()
  for (const kind of kinds) for (const row of await select(kind).execute()) found.set(row.id, row)
  return [...found.values()]
}

/** The ids of the listed books nearest to a book, best first, one of each title. */
export async function findSimilar(
  db: Db,
  bookId: string,
  ask: { max: number; min: number },
): Promise<string[]> {
  const book = await db
    .selectFrom('books')
    .select(traits)
    .where('id', '=', bookId)
    .executeTakeFirst()
  if (!book) return []
  const scored = (await findCandidates(db, book))
    .map((other) => ({ ...other, score: similarity(book, other) }))
    .filter(({ score }) => score >= ask.min)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const titles = new Map<string, string>()
  for (const { id, title_key } of scored)
    if (titles.size < ask.max && !titles.has(title_key)) titles.set(title_key, id)
  return [...titles.values()]
}

/** Makes one book's recommendations anew; gives the books in them. */
async function recommendFor(db: Kysely<Tables>, bookId: string, now: Date): Promise<string[]> {
  const near = await findSimilar(db, bookId, { max: mostRecommended, min: leastScore })
  await transact(db, async (db) => {
    await db.updateTable('books').set({ recommended_at: now }).where('id', '=', bookId).execute()
    await db.deleteFrom('recommendations').where('book_id', '=', bookId).execute()
    if (near.length > 0)
      await db
        .insertInto('recommendations')
        .values(near.map((near_id, position) => ({ book_id: bookId, position, near_id })))
        .execute()
  })
  return near
}

/**
 * Makes the recommendations of up to `most` books that are new, changed, or not looked at for a day; gives how many. The
 * books near a new or changed one get theirs again too, so that it appears beside them.
 */
export async function updateRecommendations(
  db: Kysely<Tables>,
  now: Date,
  most = 50,
): Promise<number> {
  const due = await db
    .selectFrom('books')
    .select(['id', 'recommended_at'])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('recommended_at', 'is', null),
        where('recommended_at', '<', new Date(now.getTime() - 86_400_000)),
      ]),
    )
    .orderBy('recommended_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(most)
    .execute()
  const beside = new Set<string>()
  for (const { id, recommended_at } of due) {
    const near = await recommendFor(db, id, now)
    if (recommended_at === null) for (const other of near) beside.add(other)
  }
  // Those that are due themselves have their turn anyway.
  const settled = db
    .selectFrom('books')
    .select('id')
    .where('id', 'in', [...beside])
    .where('recommended_at', '<', now)
  for (const { id } of beside.size > 0 ? await settled.execute() : [])
    await recommendFor(db, id, now)
  return due.length
}
