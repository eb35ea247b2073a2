import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { searchText } from './words.ts'

/**
 * Writes up to `limit` texts anew that an older version has written without tags or languages, and
 * says how many there were. Until then their books are found by what they have.
 */
export async function rewriteSearchTexts(db: Db, limit: number): Promise<number> {
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'branch', 'genre', 'description', 'search_text'])
    .where(sql<boolean>`search_text not like '% ;;% ;;% ;;% ;;%'`)
    .orderBy('id')
    .limit(limit)
    .execute()
  const texts = books.map((book) => ({
    id: book.id,
    before: book.search_text,
    text: searchText(book),
  }))
  // Not of a book that was changed meanwhile: that has written its text itself.
  await sql`
    update books set search_text = texts.text
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as texts (id uuid, before text, text text)
    where books.id = texts.id and books.search_text = texts.before`.execute(db)
  return books.length
}
