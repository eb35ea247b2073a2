import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'
import { findByKeys } from './conditions.ts'

const options = { withSimilar: true, leavesFew: undefined }
const plain = {
  ...{ tags: [], sounds: [], begun: [], likeliest: [], meantTags: [] },
  place: 'whole' as const,
}
const common = {
  ...plain,
  word: 'zedition',
  words: ['zedition'],
  books: 1e6,
  similar: ['zeditoin'],
}
const rare = { ...plain, word: 'xylemata', words: ['xylemata'], books: 2, similar: [] }

test('of a word that very many books have, words like it are found too', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  const exact = await makeBook(seller, { title: 'Xylemata, zedition' })
  const near = await makeBook(seller, { title: 'Xylemata, zeditoin' })
  const find = async (withSimilar: boolean) => {
    const condition = findByKeys([common, rare], {}, { ...options, withSimilar })
    const { rows } = await sql<{
      id: string
    }>`select id from books where ${condition} order by id`.execute(context.db)
    return rows.map(({ id }) => id)
  }
  expect(await find(true)).toEqual([exact, near])
  expect(await find(false)).toEqual([exact])
})

test('words that very many books have are looked for by the index only where filters leave few', () => {
  const filters = { condition: 'poor' as const }
  expect(findByKeys([common], filters, options)).toBeUndefined()
  expect(findByKeys([common], filters, { ...options, leavesFew: 'filters' })).toBeDefined()
})

test('a part of very many words isn’t looked for by the index, which compares each book with all', () => {
  const wide = { ...rare, words: Array.from({ length: 2000 }, (_, n) => `x${n}`), books: 40_000 }
  expect(findByKeys([wide], {}, options)).toBeUndefined()
  expect(findByKeys([{ ...wide, words: ['x'] }], {}, options)).toBeDefined()
})
