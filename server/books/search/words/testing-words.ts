// Words and books for the tests of searches.
import { sql } from 'kysely'
import { newId } from '#server/platform/database/ids.ts'
import { testApp } from '#server/testing.ts'

/** Returns a word of letters that no other test uses. */
export const uniqueLetters = () =>
  newId()
    .replaceAll('-', '')
    .slice(-12)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/** Adds `count` more books like this one. */
export async function addBooksLike(id: string, count: number): Promise<void> {
  const { context } = await testApp()
  await sql`insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text)
    select gen_random_uuid(), seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text
    from books, generate_series(1, ${count}::integer) where id = ${id}`.execute(context.db)
}
