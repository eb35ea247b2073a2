import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listBooks } from '#contract/books/books.ts'
import { maxCountedMatches } from '#server/books/limits.ts'
import { addBooksLike, uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { isLong } from '#server/testing-rounds.ts'

async function readPage(search: string, cursor: string | undefined) {
  const query = { search, limit: 200, ...(cursor && { cursor }) }
  const { body, headers } = await as().call(listBooks, query)
  const next = /cursor=([^&>]+)/.exec(String(headers.link))?.[1]
  return { ids: body.map(({ _id }) => _id), next }
}

test.runIf(isLong).each<[string, Record<string, number>]>([
  ['the typed word', { 'a%common': 500, '%common': 450 }],
  ['words like it', { '%common': 500, '%commonly': 450, '%commun': 1 }],
])(
  'a list of books with %s has consistent pages even if it grows past the limit',
  async (_, copies) => {
    const word = uniqueLetters()
    const seller = await makeAccount('seller')
    const ids: string[] = []
    for (const [title, count] of Object.entries(copies)) {
      const id = await makeBook(seller, { title: title.replace('%', word) })
      ids.push(id)
      await addBooksLike(id, count)
    }
    const search = (Object.keys(copies).at(-1) as string).replace('%', word)
    const first = await readPage(search, undefined)
    await addBooksLike(ids[0] as string, maxCountedMatches - 900)
    const read = [...first.ids]
    for (let { next } = first; next !== undefined; ) {
      const page = await readPage(search, next)
      read.push(...page.ids)
      next = page.next
    }
    const { context } = await testApp()
    const { rows } = await sql<{ id: string }>`
    select id from books where search_text like ${`%${word}%`}`.execute(context.db)
    expect(new Set(read).size).toBe(read.length)
    expect(read.length).toBeGreaterThanOrEqual(rows.length - 100)
    expect(rows.length).toBeGreaterThan(maxCountedMatches)
  },
)
