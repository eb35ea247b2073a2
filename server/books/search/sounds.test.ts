import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { normalize } from '#contract/books/normalize.ts'
import { testApp } from '#server/testing.ts'

test.each([
  ['lakshmikant', 'laxmikanth', 'लक्ष्मीकांत'],
  ['godan', 'godaan', 'गोदान'],
  ['madhushala', 'madhushaalaa', 'मधुशाला'],
  ['premchand', 'prem chand'.replace(' ', ''), 'प्रेमचंद', 'प्रेमचन्द'],
  ['ramcharitmanas', 'रामचरितमानस'],
  ['bachchan', 'bacchan', 'बच्चन'],
  ['chanakya', 'चाणक्य'],
  ['neeti', 'niti', 'नीति'],
  ['kamayani', 'कामायनी'],
  ['gaban', 'ग़बन'],
])('%s sounds like %s', async (...words) => {
  const { db } = (await testApp()).context
  const { rows } = await sql<{ sound: string }>`
    select distinct sound_of(word) as sound
    from unnest(${words.map(normalize)}::text[]) as word`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.sound).not.toBeNull()
})

test.each(['c++', '12th', 'abc', 'गो', 'كتاب', '‡jee', 'x'.repeat(50)])(
  '%s has no sound',
  async (word) => {
    const { db } = (await testApp()).context
    const { rows } = await sql`select sound_of(${word}) as sound`.execute(db)
    expect(rows).toEqual([{ sound: null }])
  },
)
