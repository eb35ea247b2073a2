import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Work that ends when the test says so, and a list of what has started. */
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

test('at most `max` run at once, the others wait in order, and other keys don’t wait', async () => {
  const { started, ends, work } = createWork()
  const enqueue = createFairQueue(2)
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

test('work that doesn’t fit into the queue is rejected, and fits again later', async () => {
  const { ends, work } = createWork()
  const enqueue = createFairQueue(1, 1)
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

test('aborted work leaves the queue and is never started', async () => {
  const { started, ends, work } = createWork()
  const enqueue = createFairQueue(1, 2)
  const first = enqueue('key', work('a'))
  const controller = new AbortController()
  const getSignal = () => controller.signal
  const aborted = enqueue('key', work('aborted'), { getSignal })
  const stays = enqueue('key', work('stays'))
  controller.abort(new Error('disconnected'))
  await expect(aborted).rejects.toThrow('disconnected')
  await expect(enqueue('key', work('late'), { getSignal })).rejects.toThrow('disconnected')
  // The place in the queue is free again.
  const after = enqueue('key', work('after'))
  for (const name of ['a', 'stays', 'after']) {
    await nextTick()
    ends.get(name)?.resolve(name)
  }
  expect([await first, await stays, await after]).toEqual(['a', 'stays', 'after'])
  expect(started).toEqual(['a', 'stays', 'after'])
})

test('clients of a key take turns, however much one of them has waiting', async () => {
  const { started, ends, work } = createWork()
  const enqueue = createFairQueue(1)
  const all = ['g1', 'g2', 'g3', 'g4'].map((name) =>
    enqueue('hostel', work(name), { client: 'greedy' }),
  )
  all.push(
    enqueue('hostel', work('m1'), { client: 'modest' }),
    enqueue('hostel', work('s1')),
    enqueue('hostel', work('m2'), { client: 'modest' }),
  )
  for (let done = 0; done < all.length; done++) {
    await nextTick()
    ends.get(started[done] ?? '')?.resolve('')
  }
  await Promise.all(all)
  expect(started).toEqual(['g1', 'g2', 'm1', 's1', 'g3', 'm2', 'g4'])
})

test('in a full queue the client with most waiters loses its last one to another client', async () => {
  const { started, ends, work } = createWork()
  const enqueue = createFairQueue(1, 3)
  const tooMany = { code: 'too_many_requests', retryAfter: 1 }
  const running = enqueue('hostel', work('g0'), { client: 'greedy' })
  const greedy = ['g1', 'g2', 'g3'].map((name) =>
    enqueue('hostel', work(name), { client: 'greedy' }),
  )
  await expect(enqueue('hostel', work('g4'), { client: 'greedy' })).rejects.toMatchObject(tooMany)
  const [, , last] = greedy
  const modest = enqueue('hostel', work('m1'), { client: 'modest' })
  await expect(last).rejects.toMatchObject(tooMany)
  await expect(enqueue('hostel', work('m2'), { client: 'modest' })).rejects.toMatchObject(tooMany)
  for (let done = 0; done < 4; done++) {
    await nextTick()
    ends.get(started[done] ?? '')?.resolve('')
  }
  await Promise.all([running, ...greedy.slice(0, 2), modest])
  expect(started).toEqual(['g0', 'g1', 'm1', 'g2'])
})
