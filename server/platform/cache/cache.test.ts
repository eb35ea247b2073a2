import { expect, test } from 'vitest'
import { changedMeanwhile, createCache, estimateBytes, estimateCachedBytes } from './cache.ts'
import type { Change } from './changes.ts'
import { maxStaleMs } from './policy.ts'

function createTestCache(maxWeight?: number) {
  let time = 1
  const computed: string[] = []
  const cache = createCache({ ...(maxWeight !== undefined && { maxWeight }), now: () => time })
  const get = (key: string, topics: readonly ('books' | 'orders')[] = ['books']) =>
    cache.getOrCompute(key, { topics: topics, maxAgeSeconds: 60 }, async () => {
      computed.push(key)
      return `${key} ${computed.length}`
    })
  return {
    cache,
    get,
    computed,
    pass: (ms: number) => {
      time += ms
    },
  }
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

test('simultaneous callers share one computation', async () => {
  const { get, computed } = createTestCache()
  expect(new Set(await Promise.all([get('a'), get('a'), get('a')]))).toEqual(new Set(['a 1']))
  expect(computed).toEqual(['a'])
})

test('a changed topic drops its entries and no others', async () => {
  const { cache, get, computed } = createTestCache()
  await get('book', ['books'])
  await get('order', ['orders'])
  await get('both', ['books', 'orders'])
  cache.invalidate(['orders'])
  for (const key of ['book', 'order', 'both']) await get(key)
  expect(computed).toEqual(['book', 'order', 'both', 'order', 'both'])
})

test('a value whose topic changes during its computation is not cached', async () => {
  const cache = createCache()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = cache.getOrCompute('a', { topics: ['books'], maxAgeSeconds: 60 }, () => promise)
  cache.invalidate(['books'])
  const second = cache.getOrCompute(
    'a',
    { topics: ['books'], maxAgeSeconds: 60 },
    async () => 'new',
  )
  resolve('old')
  expect([await first, await second]).toEqual(['old', 'new'])
  expect(
    await cache.getOrCompute('a', { topics: ['books'], maxAgeSeconds: 60 }, async () => 'newer'),
  ).toBe('new')
})

test('an error is passed to all callers and not cached', async () => {
  const cache = createCache()
  const fails = () =>
    cache.getOrCompute('a', { topics: [], maxAgeSeconds: 60 }, () =>
      Promise.reject(new Error('no')),
    )
  const results = await Promise.allSettled([fails(), fails()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.getOrCompute('a', { topics: [], maxAgeSeconds: 60 }, async () => 'yes')).toBe(
    'yes',
  )
})

test('a late error does not drop the newer value', async () => {
  const cache = createCache()
  const { promise, reject } = Promise.withResolvers<string>()
  const first = cache.getOrCompute('a', { topics: ['books'], maxAgeSeconds: 60 }, () => promise)
  cache.invalidate(['books'])
  await cache.getOrCompute('a', { topics: ['books'], maxAgeSeconds: 60 }, async () => 'good')
  reject(new Error('late'))
  await expect(first).rejects.toThrow('late')
  expect(
    await cache.getOrCompute('a', { topics: ['books'], maxAgeSeconds: 60 }, async () => 'other'),
  ).toBe('good')
})

test('a full cache drops the least recently used entry', async () => {
  const { get, computed } = createTestCache(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})

test('values are weighed once they are computed; those without a weight are not cached', async () => {
  const cache = createCache<string>({
    maxWeight: 10,
    now: () => 0,
    weigh: (value) => (value === 'no' ? undefined : value.length),
  })
  const computed: string[] = []
  const get = (key: string, value: string) =>
    cache.getOrCompute(key, { topics: ['books'], maxAgeSeconds: 60 }, async () => {
      computed.push(key)
      return value
    })
  await get('six', 'x'.repeat(6))
  await get('four', 'x'.repeat(4))
  for (const key of ['six', 'four']) await get(key, '')
  expect(computed).toEqual(['six', 'four'])
  await get('none', 'no')
  await get('none', 'no')
  expect(computed.splice(0)).toEqual(['six', 'four', 'none', 'none'])
  cache.invalidate(['books'])
  await get('ten', 'x'.repeat(10))
  await get('ten', '')
  await get('eleven', 'x'.repeat(11))
  await get('eleven', '')
  expect(computed).toEqual(['ten', 'eleven', 'eleven'])
})

test('a value above the maximum weight is not cached and drops no other', async () => {
  const invalidated: string[] = []
  const cache = createCache<object[]>({
    maxWeight: 10,
    weigh: (value) => value.length + 1,
    onInvalidate: (key) => void invalidated.push(key),
  })
  const computed: string[] = []
  const get = (key: string, objects: number) =>
    cache.getOrCompute(key, { topics: ['books'], maxAgeSeconds: 60 }, async () => {
      computed.push(key)
      return Array.from({ length: objects - 1 }, () => ({}))
    })
  for (const [key, objects] of [
    ['small', 2],
    ['large', 11],
    ['large', 11],
    ['small', 2],
  ] as const)
    await get(key, objects)
  expect(computed).toEqual(['small', 'large', 'large'])
  // What depends on it would hear of no change.
  expect(invalidated).toEqual(['large', 'large'])
  await get('five', 5)
  await get('four', 4)
  await get('five', 5)
  await get('small', 2)
  expect(computed).toEqual(['small', 'large', 'large', 'five', 'four', 'small'])
})

test('the estimate counts characters, objects and arrays at every depth', () => {
  expect([
    estimateBytes('abc'),
    estimateBytes(5),
    estimateBytes(null),
    estimateBytes(undefined),
  ]).toEqual([6, 0, 0, 0])
  const short = estimateBytes({ rows: [{ title: 'a' }] })
  expect(estimateBytes({ rows: [{ title: 'a'.repeat(10_001) }] })).toBe(short + 20_000)
  expect(estimateBytes({ rows: [{ title: 'a' }, { title: 'a' }] })).toBeGreaterThan(short + 50)
})

test('a cached value weighs at least a kilobyte, with its key and its compressed forms', () => {
  const weigh = (bytes: number, key: string) => estimateCachedBytes(Buffer.alloc(bytes), key)
  expect([weigh(0, 'a'), weigh(100, 'a'), weigh(10_000, 'a')]).toEqual([1002, 1102, 16_002])
  expect(weigh(0, 'a'.repeat(5000))).toBe(11_000)
})

test('a few values with long texts fill the cache', async () => {
  const cache = createCache({ maxWeight: 100_000, weigh: estimateBytes })
  const computed: string[] = []
  const get = (key: string) =>
    cache.getOrCompute(key, { topics: ['books'], maxAgeSeconds: 60 }, async () => {
      computed.push(key)
      return { description: 'x'.repeat(20_000) }
    })
  for (const key of ['a', 'b', 'c', 'a']) await get(key)
  expect(computed).toEqual(['a', 'b', 'c', 'a'])
})

const change = (tags: string[], more: Partial<Change> = {}): Change => ({ tags, ...more })

test('what says its dependencies is invalidated by them, not by its topics', async () => {
  const cache = createCache<string>()
  const computed: string[] = []
  const get = (key: string, tags: string[], isChangedBy?: (change: Change) => boolean) =>
    cache.getOrCompute(
      key,
      {
        topics: ['books'],
        maxAgeSeconds: 60,
        dependenciesOf: () => ({ tags, ...(isChangedBy && { isChangedBy }) }),
      },
      async () => {
        computed.push(key)
        return key
      },
    )
  const getAll = async () => {
    await get('one', ['book 1'])
    await get('both', ['book 1', 'book 2'])
    await get('list', [], ({ after }) => after === null)
    return computed.splice(0)
  }
  expect(await getAll()).toEqual(['one', 'both', 'list'])
  cache.applyChanges(['books'], [])
  expect(await getAll()).toEqual([])
  cache.applyChanges(['books'], [change(['book 2'])])
  expect(await getAll()).toEqual(['both'])
  cache.applyChanges([], [change(['book 3'], { after: null })])
  expect(await getAll()).toEqual(['list'])
  cache.applyChanges([], 'all')
  expect(await getAll()).toEqual(['one', 'both', 'list'])
  cache.invalidate(['books'])
  expect(await getAll()).toEqual(['one', 'both', 'list'])
})

test('after a change nobody gets what was begun before it; it is cached if it doesn’t depend on that', async () => {
  const cache = createCache<string>()
  const dependenciesOf = () => ({ tags: ['book 1'] })
  const options = { topics: ['books'] as const, maxAgeSeconds: 60, dependenciesOf }
  for (const [tag, isCached] of [
    ['book 1', false],
    ['book 2', true],
  ] as const) {
    cache.applyChanges([], 'all')
    const { promise, resolve } = Promise.withResolvers<string>()
    const before = cache.getOrCompute('a', options, () => promise)
    cache.applyChanges([], [change([tag])])
    const newer = Promise.withResolvers<string>()
    const after = cache.getOrCompute('a', options, () => newer.promise)
    resolve('old')
    expect(await before).toBe('old')
    expect(cache.find('a')).toBe(isCached ? 'old' : undefined)
    newer.resolve('new')
    expect(await after).toBe('new')
  }
})

test('whoever is told what was invalidated hears of age and room, too', async () => {
  let time = 1
  const invalidated: string[] = []
  const onInvalidate = (key: string) => invalidated.push(key)
  const cache = createCache<string>({ maxWeight: 2, now: () => time, onInvalidate })
  const get = (key: string) =>
    cache.getOrCompute(key, { topics: ['books'], maxAgeSeconds: 1 }, async () => key)
  for (const key of ['a', 'b', 'c']) await get(key)
  expect(invalidated).toEqual(['a'])
  time += 1001
  await get('b')
  cache.invalidate(['books'])
  expect(invalidated.sort()).toEqual(['a', 'b', 'b', 'c'])
})

test('what is made anew is found as it was for a moment, except by the first', async () => {
  let time = 1
  const invalidated: unknown[] = []
  const cache = createCache<string>({
    now: () => time,
    onInvalidate: (...args) => void invalidated.push(args),
  })
  const options = { topics: [], maxAgeSeconds: 60, dependenciesOf: () => ({ tags: ['book 1'] }) }
  const change1 = [change(['book 1'])]
  const findStale = () => cache.find('a', { mayBeStale: true })
  await cache.getOrCompute('a', options, async () => 'one')
  cache.applyChanges([], change1, { mayBeStale: true })
  expect(invalidated.splice(0)).toEqual([['a', { mayBeStale: true, since: 1 }]])
  expect([findStale(), findStale(), cache.find('a')]).toEqual([undefined, 'one', undefined])

  const second = Promise.withResolvers<string>()
  const made = cache.getOrCompute('a', options, () => second.promise)
  time += 100
  cache.applyChanges([], change1, { mayBeStale: true })
  second.resolve('two')
  expect(await made).toBe('two')
  expect([findStale(), findStale(), cache.find('a')]).toEqual([undefined, 'two', undefined])
  expect(await cache.getOrCompute('a', options, async () => 'three')).toBe('three')
  expect([findStale(), cache.find('a')]).toEqual(['three', 'three'])

  cache.applyChanges([], change1, { mayBeStale: true })
  time += maxStaleMs
  expect([findStale(), findStale()]).toEqual([undefined, undefined])
})

test('a change that nobody may miss leaves nothing stale', async () => {
  const cache = createCache<string>()
  const options = { topics: [], maxAgeSeconds: 60, dependenciesOf: () => ({ tags: ['book 1'] }) }
  const findTwice = () => {
    cache.find('a', { mayBeStale: true })
    return cache.find('a', { mayBeStale: true })
  }
  await cache.getOrCompute('a', options, async () => 'one')
  cache.applyChanges([], [change(['book 1'])], { mayBeStale: true })
  cache.applyChanges([], [change(['book 1'])])
  expect(findTwice()).toBeUndefined()
  const { promise, resolve } = Promise.withResolvers<string>()
  const made = cache.getOrCompute('a', options, () => promise)
  cache.applyChanges([], [change(['book 1'])], { mayBeStale: true })
  cache.applyChanges([], [change(['book 1'])])
  resolve('two')
  await made
  expect(findTwice()).toBeUndefined()
})

test.each([
  ['nothing', [], { state: 'unchanged' }],
  ['another value', [['other', true, 3]], { state: 'unchanged' }],
  [
    'changes that let it be stale',
    [
      ['own', true, 5],
      ['own', true, 4],
    ],
    { state: 'stale', since: 4 },
  ],
  [
    'one that doesn’t',
    [
      ['own', true, 5],
      ['own', false, 6],
    ],
    { state: 'changed' },
  ],
  [
    'one that doesn’t, of another value',
    [
      ['own', true, 5],
      ['other', false, 4],
    ],
    { state: 'stale', since: 5 },
  ],
] as const)('while a value is computed comes %s', (_, changes, expected) => {
  const noted = changes.map(([tag, mayBeStale, at]) => ({ tags: [tag], mayBeStale, at }))
  expect(changedMeanwhile({ tags: ['own'] }, noted)).toEqual(expected)
  expect(changedMeanwhile(undefined, noted)).toEqual({ state: 'unchanged' })
})
