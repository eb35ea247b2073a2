import { expect, test } from 'vitest'
import { createCache, estimateBytes } from './cache.ts'

/** A cache on a clock of its own, and what it asked to be made. */
function watched(most?: number) {
  let time = 0
  const made: string[] = []
  const cache = createCache(most, () => time)
  const get = (key: string, topics: readonly ('books' | 'orders')[] = ['books']) =>
    cache.getOrCompute(key, topics, 60, async () => {
      made.push(key)
      return `${key} ${made.length}`
    })
  return {
    cache,
    get,
    made,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('an answer is kept for its seconds and not longer', async () => {
  const { get, made, pass } = watched()
  expect([await get('a'), await get('a')]).toEqual(['a 1', 'a 1'])
  pass(59_999)
  await get('a')
  expect(made).toEqual(['a'])
  pass(1)
  expect(await get('a')).toBe('a 2')
})

test('those who ask at once share one answer', async () => {
  const { get, made } = watched()
  expect(new Set(await Promise.all([get('a'), get('a'), get('a')]))).toEqual(new Set(['a 1']))
  expect(made).toEqual(['a'])
})

test('a changed topic drops what shows it and nothing else', async () => {
  const { cache, get, made } = watched()
  await get('book', ['books'])
  await get('order', ['orders'])
  await get('both', ['books', 'orders'])
  cache.invalidate(['orders'])
  for (const key of ['book', 'order', 'both']) await get(key)
  expect(made).toEqual(['book', 'order', 'both', 'order', 'both'])
})

test('an answer that is being made while its topic changes is not kept', async () => {
  const cache = createCache()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = cache.getOrCompute('a', ['books'], 60, () => promise)
  cache.invalidate(['books'])
  const second = cache.getOrCompute('a', ['books'], 60, async () => 'new')
  resolve('old')
  expect([await first, await second]).toEqual(['old', 'new'])
  expect(await cache.getOrCompute('a', ['books'], 60, async () => 'newer')).toBe('new')
})

test('a failure is told to those who wait for it and not kept', async () => {
  const cache = createCache()
  const fails = () => cache.getOrCompute('a', [], 60, () => Promise.reject(new Error('no')))
  const results = await Promise.allSettled([fails(), fails()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.getOrCompute('a', [], 60, async () => 'yes')).toBe('yes')
})

test('a late failure does not drop the answer that came after it', async () => {
  const cache = createCache()
  const { promise, reject } = Promise.withResolvers<string>()
  const first = cache.getOrCompute('a', ['books'], 60, () => promise)
  cache.invalidate(['books'])
  await cache.getOrCompute('a', ['books'], 60, async () => 'good')
  reject(new Error('late'))
  await expect(first).rejects.toThrow('late')
  expect(await cache.getOrCompute('a', ['books'], 60, async () => 'other')).toBe('good')
})

test('when it is full, what was longest unused goes', async () => {
  const { get, made } = watched(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('values are weighed once they are there; what has no weight is not kept', async () => {
  const cache = createCache<string>(
    10,
    () => 0,
    (value) => (value === 'no' ? undefined : value.length),
  )
  const made: string[] = []
  const get = (key: string, value: string) =>
    cache.getOrCompute(key, ['books'], 60, async () => {
      made.push(key)
      return value
    })
  await get('six', 'x'.repeat(6))
  await get('four', 'x'.repeat(4))
  for (const key of ['six', 'four']) await get(key, '')
  expect(made).toEqual(['six', 'four'])
  await get('none', 'no')
  await get('none', 'no')
  expect(made.splice(0)).toEqual(['six', 'four', 'none', 'none'])
  cache.invalidate(['books'])
  await get('ten', 'x'.repeat(10))
  await get('ten', '')
  await get('eleven', 'x'.repeat(11))
  await get('eleven', '')
  expect(made).toEqual(['ten', 'eleven', 'eleven'])
})

test('what takes more than there is room is not kept, and pushes nothing out; the rest makes room, the longest unused first', async () => {
  const cache = createCache<object[]>(10, Date.now, (value) => value.length + 1)
  const made: string[] = []
  const get = (key: string, objects: number) =>
    cache.getOrCompute(key, ['books'], 60, async () => {
      made.push(key)
      return Array.from({ length: objects - 1 }, () => ({}))
    })
  for (const [key, objects] of [
    ['small', 2],
    ['large', 11],
    ['large', 11],
    ['small', 2],
  ] as const)
    await get(key, objects)
  expect(made).toEqual(['small', 'large', 'large'])
  await get('five', 5)
  await get('four', 4)
  await get('five', 5)
  await get('small', 2)
  expect(made).toEqual(['small', 'large', 'large', 'five', 'four', 'small'])
})

test('an answer weighs its letters as well as its objects and lists, at every depth', () => {
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

test('few objects with long texts push the others out, as many small ones do', async () => {
  const cache = createCache(100_000, Date.now, estimateBytes)
  const made: string[] = []
  const get = (key: string) =>
    cache.getOrCompute(key, ['books'], 60, async () => {
      made.push(key)
      return { description: 'x'.repeat(20_000) }
    })
  for (const key of ['a', 'b', 'c', 'a']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
