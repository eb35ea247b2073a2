import { sql } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import { changeBooks } from '#server/books/changed-books.ts'
import { lockTitle, recountTitle } from '#server/books/title-ratings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { searchText } from './words.ts'

const columns = [
  ...(['id', 'title', 'author', 'branch', 'genre', 'description', 'isbn'] as const),
  ...(['search_text', 'title_key'] as const),
]

/** Written by an older version (the index books_text_outdated). */
const isOutdated = sql<boolean>`search_text not like '% ;;% ;;% ;;% ;;% ;;%'`

/** Outdated books, and all other books of titles whose keys change. */
async function findOutdated(db: Db, limit: number) {
  const find = () => db.selectFrom('books').select(columns).where(isOutdated)
  const books = await find().orderBy('id').limit(limit).execute()
  const moved = books.filter((book) => titleKey(book) !== book.title_key)
  if (moved.length === 0) return { count: books.length, books }
  const keys = [...new Set(moved.map(({ title_key }) => title_key))]
  const others = await find().where('title_key', 'in', keys).execute()
  const all = new Map([...books, ...others].map((book) => [book.id, book]))
  return { count: books.length, books: [...all.values()] }
}

/**
 * Rewrites the search texts of up to `limit` outdated books, and the keys of their titles with
 * their other copies, orders and ratings. Returns how many there were. Until then searches find
 * them by their old texts.
 */
export async function rewriteSearchTexts(db: Db, limit: number): Promise<number> {
  const { count, books } = await findOutdated(db, limit)
  const texts = books.map((book) => ({
    ...{ id: book.id, before: book.search_text, key_before: book.title_key },
    ...{ text: searchText(book), key: titleKey(book) },
  }))
  const moved = new Map(
    texts.flatMap(({ key_before, key }) =>
      key === key_before ? [] : [[key_before, key] as const],
    ),
  )
  const keys = [...new Set([...moved].flat())].sort()
  const moveTitles = async () => {
    for (const [before, after] of moved)
      await sql`select move_title(${before}, ${after})`.execute(db)
  }
  await moveTitles()
  for (const key of keys) await lockTitle(db, key)
  // A book that was edited in the meantime already has a new text.
  const ids = texts.map(({ id }) => id)
  const update = sql`
    update books set search_text = texts.text, title_key = texts.key
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as texts (id uuid, before text, key_before text, text text, key text)
    where books.id = texts.id and books.search_text = texts.before
      and books.title_key = texts.key_before`
  await changeBooks(db, ids, () => update.execute(db))
  // Again, because of orders that were placed before the books were locked. By the order of locks,
  // the others had to be locked before the titles.
  await moveTitles()
  for (const key of keys) await recountTitle(db, key)
  return count
}
