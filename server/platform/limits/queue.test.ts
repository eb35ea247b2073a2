import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

/** Creates jobs that run until the test resolves them, and records which have started. */
function createWork() {
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    started.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  return { started, ends, work }
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('at most `max` run concurrently, and others wait in order', async () => {
  const { started, ends, work } = createWork()
  const enqueue = createQueue(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => enqueue('key', work(name)))
  const other = enqueue('other key', work('x'))
  await nextTick()
  expect(started).toEqual(['a', 'b', 'x'])
  ends.get('b')?.resolve('done')
  ends.get('x')?.resolve('done')
  await Promise.all([all[1], other])
  await nextTick()
  expect(started).toEqual(['a', 'b', 'x', 'c'])
  ends.get('a')?.reject(new Error('broken'))
  await expect(all[0]).rejects.toThrow('broken')
  await nextTick()
  expect(started.at(-1)).toBe('d')
  for (const name of ['c', 'd']) ends.get(name)?.resolve(name)
  expect(await Promise.all(all.slice(2))).toEqual(['c', 'd'])
})

test('rejects work when the queue is full, and accepts it again later', async () => {
  const { ends, work } = createWork()
  const enqueue = createQueue(1, 1)
  const first = enqueue('key', work('a'))
  const second = enqueue('key', work('b'))
  await expect(enqueue('key', work('c'))).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: 1,
  })
  ends.get('a')?.resolve('')
  await first
  await nextTick()
  const third = enqueue('key', work('d'))
  ends.get('b')?.resolve('')
  await second
  await nextTick()
  ends.get('d')?.resolve('last')
  expect(await third).toBe('last')
})
