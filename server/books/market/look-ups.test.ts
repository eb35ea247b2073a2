import { expect, test, vi } from 'vitest'
import { listBooks, updateBook } from '#contract/books/books.ts'
import { plainWord } from '#server/books/search/words/read-search.ts'
import type { LookUp } from '#server/books/search/words/terms.ts'
import { createCache } from '#server/platform/cache/cache.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { cacheLookUps } from './shared-reads.ts'

function createLookUps() {
  const cache = createCache(() => {})
  const asked: string[] = []
  let beforeAnswer = async () => {}
  const lookUp: LookUp = async (words) => {
    asked.push(words.map(({ word }) => word).join(' '))
    await beforeAnswer()
    return words.map(({ word }) => ({
      words: [word],
      books: 1,
      match: 'exact',
      sounds: [],
      begun: [],
      similar_words: [],
    }))
  }
  const cached = cacheLookUps(cache, lookUp)
  const ask = async (words: string, few = 1) =>
    (await cached(words.split(' ').map(plainWord), few)).map(({ words }) => words.join())
  /** Delays lookups until the returned function is called. */
  const waitFor = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    beforeAnswer = () => promise
    return resolve
  }
  return { cache, cached, asked, ask, waitFor }
}

test('each word is looked up once, in whichever search it occurs', async () => {
  const { asked, ask } = createLookUps()
  expect(await ask('modern physics')).toEqual(['modern', 'physics'])
  expect(await ask('physics of modern times')).toEqual(['physics', 'of', 'modern', 'times'])
  expect(await ask('times')).toEqual(['times'])
  expect(asked).toEqual(['modern physics', 'of times'])
  await ask('physics', 20)
  expect(asked.slice(2)).toEqual(['physics'])
})

test('a word is looked up once for each way it is read', async () => {
  const { cached, asked } = createLookUps()
  await cached([{ word: '10', tags: [] }], 1)
  await cached([{ word: '10', tags: ['‡class-10'] }], 1)
  await cached([{ word: '10', tags: [] }], 1)
  expect(asked).toEqual(['10', '10'])
})

test('all words are looked up again once a book has changed', async () => {
  const { cache, asked, ask } = createLookUps()
  await ask('physics')
  cache.outdate(['chats'])
  await ask('physics')
  cache.outdate(['books'])
  await ask('physics')
  expect(asked).toEqual(['physics', 'physics'])
})

test('a lookup isn’t cached if a book’s words changed while it ran', async () => {
  const { cache, asked, ask, waitFor } = createLookUps()
  await ask('physics')
  const finish = waitFor()
  const asking = ask('chemistry')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  cache.outdate(['books'])
  finish()
  await asking
  await ask('chemistry')
  expect(asked).toEqual(['physics', 'chemistry', 'chemistry'])
})

test('a word is found as soon as a title contains it', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Rivers of Marvandi', isbn: '9780306406157' })
  await settleChanges((await testApp()).context)
  let limit = 0
  // Each list has a different limit, so that only lookups are cached. The word is too short to
  // count as misspelt, which would cause other lookups.
  const find = async () =>
    (await as().call(listBooks, { search: 'Zuv', limit: ++limit })).body.map(({ _id }) => _id)
  expect(await find()).toEqual([])
  await as(seller).call(updateBook, { id, title: 'Rivers of Zuv' })
  expect(await find()).toEqual([id])
})
