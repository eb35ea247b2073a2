import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commonWords, maxBooksOfKey } from '#server/books/policy.ts'
import type { Term } from '#server/books/search/words/vocabulary.ts'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'
import { findByKeys } from './conditions.ts'
import { findWhatLeavesFew } from './selectivity.ts'
import { uniqueLetters } from './words/testing-words.ts'

/** As if very many books had it. */
const common = (word: string, others: Partial<Term> = {}): Term => ({
  ...{ word, tags: [], sounds: [], begun: [], similar: [], likeliest: [], meantTags: [] },
  ...{ place: 'whole' as const, words: [word], books: maxBooksOfKey + 1 },
  ...others,
})

test('of words that very many books have each, the index is asked where few have them all', async () => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const [one, other] = [uniqueLetters(), uniqueLetters()]
  const both = await makeBook(seller, { title: `${one} and ${other}` })
  await makeBook(seller, { title: one })
  await makeBook(seller, { title: other })
  const terms = [common(one), common(other)]
  const leavesFew = await findWhatLeavesFew(db, {}, terms)
  expect(leavesFew).toBe('words')
  const condition = findByKeys(terms, {}, { withSimilar: false, leavesFew })
  const { rows } = await sql<{ id: string }>`select id from books where ${condition}`.execute(db)
  expect(rows).toEqual([{ id: both }])
  // In the list's own order books with both are met soon.
  await sql`insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text)
    select gen_random_uuid(), seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text
    from books, generate_series(1, ${commonWords.most}) where id = ${both}`.execute(db)
  expect(await findWhatLeavesFew(db, {}, terms)).toBeUndefined()
})

test.each<[string, (word: string) => Term]>([
  ['too many books have', (word) => common(word, { books: commonWords.maxBooks + 1 })],
  ['too many words contain', (word) => common(word, { words: Array(2000).fill(word) })],
  [
    'isn’t looked for',
    (word) => common(word, { words: undefined, books: Number.POSITIVE_INFINITY }),
  ],
])('beside a word that %s, a common word is met in the list’s own order', async (_, make) => {
  const { db } = (await testApp()).context
  const terms = [common(uniqueLetters()), make(uniqueLetters())]
  expect(await findWhatLeavesFew(db, {}, terms)).toBeUndefined()
  const rare = common(uniqueLetters(), { books: 1 })
  expect(await findWhatLeavesFew(db, {}, [...terms, rare])).toBeUndefined()
})
