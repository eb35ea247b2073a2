import { expect, test } from 'vitest'
import { createCache } from './cache.ts'
import { maxCheckedKeys } from './policy.ts'

/** A cache of values that count how often a change asks them. */
function createOpenCache() {
  let [time, asked] = [1, 0]
  const cache = createCache<string>({ maxWeight: Number.MAX_SAFE_INTEGER, now: () => time })
  const isChangedBy = () => {
    asked++
    return false
  }
  return {
    store: (key: string) =>
      cache.getOrCompute(
        key,
        { topics: [], maxAgeSeconds: 30, dependenciesOf: () => ({ tags: [], isChangedBy }) },
        async () => key,
      ),
    isCached: (key: string) => cache.find(key) !== undefined,
    askedByChange: () => {
      asked = 0
      cache.applyChanges([], [{ tags: ['book 1'] }])
      return asked
    },
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('a change asks none that is over its age', async () => {
  const { store, askedByChange, pass } = createOpenCache()
  await store('old')
  pass(20_000)
  await store('young')
  expect(askedByChange()).toBe(2)
  pass(20_000)
  expect(askedByChange()).toBe(1)
})

test('a change asks so many at most, and lists asked for again outlast those asked for once', async () => {
  const { store, isCached, askedByChange } = createOpenCache()
  const popular = Array.from({ length: maxCheckedKeys / 2 }, (_, n) => `popular ${n}`)
  const odd = Array.from({ length: maxCheckedKeys }, (_, n) => `odd ${n}`)
  for (const key of [...popular, ...popular, ...odd]) await store(key)
  expect(askedByChange()).toBe(maxCheckedKeys)
  expect(popular.every(isCached)).toBe(true)
  expect(odd.filter(isCached)).toEqual(odd.slice(-maxCheckedKeys / 2))
  // Also when all were asked for again, there is room for new ones.
  for (const key of [...odd, ...odd, 'new']) await store(key)
  expect(askedByChange()).toBe(maxCheckedKeys)
  expect([isCached('new'), isCached('popular 0')]).toEqual([true, false])
})
