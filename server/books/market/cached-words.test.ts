import { expect, test } from 'vitest'
import { listBooks, updateBook } from '#contract/books/books.ts'
import type { LookUp } from '#server/books/search/words/look-up.ts'
import { plainWord } from '#server/books/search/words/read-search.ts'
import { createCache } from '#server/platform/cache/cache.ts'
import type { Change } from '#server/platform/cache/changes.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { cacheLookUps } from './cached-words.ts'

function createLookUps() {
  const cache = createCache()
  const asked: string[] = []
  const lookUp: LookUp = async (words) => {
    asked.push(words.map(({ word }) => word).join(' '))
    return words.map(({ word }) => ({ words: [word], books: 1, sounds: [], similar_words: [] }))
  }
  const cached = cacheLookUps(cache, lookUp)
  const ask = async (words: string, few = 1) =>
    (await cached(words.split(' ').map(plainWord), few)).map(({ words }) => words.join())
  return { cache, asked, ask }
}

test('each word is looked up once, whatever stands beside it', async () => {
  const { asked, ask } = createLookUps()
  expect(await ask('modern physics')).toEqual(['modern', 'physics'])
  expect(await ask('physics of modern times')).toEqual(['physics', 'of', 'modern', 'times'])
  expect(await ask('times')).toEqual(['times'])
  expect(asked).toEqual(['modern physics', 'of times'])
  await ask('physics', 20)
  expect(asked.slice(2)).toEqual(['physics'])
})

test('all are looked up anew once the words of a book change, and not after another change', async () => {
  const { cache, asked, ask } = createLookUps()
  const facts = { text: 'modern physics', price: 100 } as NonNullable<Change['after']>
  const commit = (change: Omit<Change, 'tags'>) =>
    cache.applyChanges([], [{ tags: [], ...change }], { mayBeStale: true })
  await ask('physics')
  commit({ before: facts, after: { ...facts, price: 200 } })
  await ask('physics')
  expect(asked).toHaveLength(1)
  for (const change of [
    { before: null, after: facts },
    { before: facts, after: { ...facts, text: 'modern chemistry' } },
    { before: facts, after: null },
  ]) {
    commit(change)
    await ask('physics')
  }
  expect(asked).toHaveLength(4)
})

test('a word is found, or found no longer, as soon as the title that has it changes', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Rivers of Marvandi', isbn: '9780306406157' })
  await settleChanges((await testApp()).context)
  let limit = 0
  // Each list is another one: only what is known of the word is the same. So short a word is never
  // taken for a misspelt one, which is looked for in other ways as well.
  const find = async () =>
    (await as().call(listBooks, { search: 'Zuv', limit: ++limit })).body.map(({ _id }) => _id)
  const rename = (title: string) => as(seller).call(updateBook, { id, title })
  expect(await find()).toEqual([])
  await rename('Rivers of Zuv')
  expect(await find()).toEqual([id])
  await rename('Rivers of Marvandi')
  expect(await find()).toEqual([])
})
