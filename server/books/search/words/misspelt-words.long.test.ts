// Misspelled words are searched by an index among the words of books, not among the books. The test
// counts rows by the database's statistics, because EXPLAIN doesn't show what a function reads.
import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#db/tables.ts'
import { transact } from '#server/platform/database/database.ts'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'
import { plainWord } from './read-search.ts'
import { findTerms } from './terms.ts'
import { addBooksLike } from './testing-words.ts'

const manyWords = 30_000
/** The number of words that share letters with the misspelled one, with a margin. */
const maxWordsRead = 300

/** Counts the rows read so far in this transaction. */
async function countReads(db: Transaction<Tables>) {
  const { rows } = await sql<{ table: string; scans: number; rows: number }>`
    select relname as table, seq_scan::integer as scans,
      (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables where relname in ('books', 'search_words')`.execute(db)
  const of = (name: string) => {
    const found = rows.find(({ table }) => table === name)
    return { scans: found?.scans ?? 0, rows: found?.rows ?? 0 }
  }
  return { books: of('books'), words: of('search_words') }
}

test.each([
  ['thermodinamics', 'thermodynamics'],
  ['thermodynmics', 'thermodynamics'],
  ['glaceology', 'glaciology'],
  ['qxzwfjkv', undefined],
])('%s reads few words, by an index, and no book', async (typed, meant) => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const title = `${meant ?? 'Mechanics'} of ice`
  await addBooksLike(await makeBook(seller, { title }), 20)
  const found = await transact(db, async (db) => {
    await sql`insert into search_words (word, books)
      select translate(left(md5(n::text), 9), '0123456789', 'ghijklmnop'), 1
      from generate_series(1, ${manyWords}::integer) as n on conflict do nothing`.execute(db)
    await sql`analyze search_words, books`.execute(db)
    const before = await countReads(db)
    const [term] = await findTerms(db, [plainWord(typed)], { few: 1 })
    const meant = [...(term?.sounds ?? []), ...(term?.similar ?? [])]
    return { meant, before, after: await countReads(db) }
  })
  const { before, after } = found
  expect(found.meant).toEqual(meant === undefined ? [] : [meant])
  expect(after.books).toEqual(before.books)
  expect(after.words.scans).toBe(before.words.scans)
  expect(after.words.rows - before.words.rows).toBeLessThan(maxWordsRead)
})
