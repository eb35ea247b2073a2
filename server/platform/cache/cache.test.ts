import { afterEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/common/endpoint.ts'
import {
  cacheLimits,
  createCache,
  estimateBytes,
  defaultMaxStaleMs as maxStaleMs,
} from './cache.ts'

const usualLimits = { ...cacheLimits }
afterEach(() => {
  vi.useRealTimers()
  Object.assign(cacheLimits, usualLimits)
})

function createTestCache() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const computed: string[] = []
  const found: string[] = []
  const cache = createCache((result) => found.push(result))
  const get = (key: string, topics: readonly Topic[] = ['books'], mayBeStale = false) =>
    cache.getOrCompute(key, { topics, maxAgeSeconds: 60, mayBeStale }, async () => {
      computed.push(key)
      return `${key} ${computed.length}`
    })
  const find = (key: string, mayBeStale = false) => {
    const options = { topics: [], maxAgeSeconds: 60, mayBeStale, isCacheable: () => false }
    return cache.getOrCompute<string | undefined>(key, options, async () => undefined)
  }
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  return { cache, get, find, found, computed, pass }
}

/** Starts to compute a value. `finish` ends the computation. */
function computeSlowly(cache: ReturnType<typeof createCache>, key: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const value = cache.getOrCompute(key, { topics: ['books'], maxAgeSeconds: 60 }, () => promise)
  return { value, finish: resolve }
}

test('a value is cached until its maximum age', async () => {
  const { get, computed, pass } = createTestCache()
  expect([await get('a'), await get('a')]).toEqual(['a 1', 'a 1'])
  pass(60_000)
  await get('a')
  expect(computed).toEqual(['a'])
  pass(1)
  expect(await get('a')).toBe('a 2')
})

test('concurrent requests share one computation', async () => {
  const { get, computed, found } = createTestCache()
  expect(new Set(await Promise.all([get('a'), get('a'), get('a')]))).toEqual(new Set(['a 1']))
  expect(computed).toEqual(['a'])
  expect(found).toEqual(['miss', 'joined', 'joined'])
})

test('a change invalidates the values of its topics and no others', async () => {
  const { cache, get, find, computed } = createTestCache()
  await get('book', ['books'])
  await get('order', ['orders'])
  await get('both', ['books', 'orders'])
  cache.outdate(['orders'])
  expect([await get('book', ['books']), await find('order')]).toEqual(['book 1', undefined])
  await get('order', ['orders'])
  await get('both', ['books', 'orders'])
  expect(computed).toEqual(['book', 'order', 'both', 'order', 'both'])
})

test('a former value is used briefly, unless the current one is needed', async () => {
  const { cache, get, find, pass } = createTestCache()
  await get('a')
  cache.outdate(['books'])
  expect(await find('a')).toBeUndefined()
  expect(await find('a', true)).toBe('a 1')
  expect(await get('a', ['books'], true)).toBe('a 1')
  pass(maxStaleMs)
  expect(await find('a', true)).toBeUndefined()
  expect(await get('a', ['books'], true)).toBe('a 2')
})

test('under constant changes, a value is computed only once per staleness period', async () => {
  const { cache, get, computed, pass } = createTestCache()
  for (let change = 0; change < 100; change++) {
    await get('a', ['books'], true)
    cache.outdate(['books'])
    pass(maxStaleMs / 20)
  }
  expect(computed).toHaveLength(5)
})

test.each(['removals', 'profiles', 'blocks'] as const)(
  'after a change of %s nobody gets the former value',
  async (topic) => {
    const { cache, get, find } = createTestCache()
    await get('a', ['books', topic])
    cache.outdate([topic])
    expect(await find('a', true)).toBeUndefined()
  },
)

test('a computation begun before a change isn’t used for later requests', async () => {
  const { cache, get, find } = createTestCache()
  const slow = computeSlowly(cache, 'a')
  cache.outdate(['books'])
  expect(await get('a')).toBe('a 1')
  slow.finish('former')
  expect(await slow.value).toBe('former')
  expect(await find('a')).toBe('a 1')
})

test('requests that accept former values join an outdated computation', async () => {
  const { cache, get, computed } = createTestCache()
  const slow = computeSlowly(cache, 'a')
  cache.outdate(['books'])
  const joined = get('a', ['books'], true)
  slow.finish('former')
  expect([await joined, computed]).toEqual(['former', []])
})

test('a failed computation is not cached, and fails for all that waited', async () => {
  const { cache, get } = createTestCache()
  const fail = () =>
    cache.getOrCompute('a', { topics: [], maxAgeSeconds: 60 }, async () => {
      throw new Error('no luck')
    })
  expect(await Promise.allSettled([fail(), fail()])).toMatchObject([
    { reason: { message: 'no luck' } },
    { reason: { message: 'no luck' } },
  ])
  expect(await get('a')).toBe('a 1')
})

test('values that are not cacheable are computed each time', async () => {
  const { cache } = createTestCache()
  let computed = 0
  const options = { topics: [], maxAgeSeconds: 60, isCacheable: () => false }
  for (let n = 0; n < 2; n++) await cache.getOrCompute('a', options, async () => ++computed)
  expect(computed).toBe(2)
})

test('the least recently used values are dropped when the cache is full', async () => {
  cacheLimits.maxBytes = 3500
  const { cache, get, find } = createTestCache()
  for (const key of ['a', 'b', 'c']) await get(key)
  await get('a')
  await get('d')
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => find(key)))).toEqual([
    'a 1',
    undefined,
    'c 3',
    'd 4',
  ])
  expect(cache.bytes()).toBeLessThanOrEqual(3500)
})

test('estimates the size of values', () => {
  expect(estimateBytes('abc')).toBe(6)
  expect(estimateBytes(1)).toBe(0)
  expect(estimateBytes(Buffer.alloc(1000))).toBe(1000)
  expect(estimateBytes(Buffer.alloc(10_000))).toBe(15_000)
  expect(estimateBytes({ a: 'ab', b: null })).toBe(56 + 16 + 4 + 16)
})
