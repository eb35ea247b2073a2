import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Work that ends when it is told to, and what has begun so far. */
function watched() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  return { begun, ends, work }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('so many run at once, the others wait in their order, and other keys don’t wait for them', async () => {
  const { begun, ends, work } = watched()
  const inTurn = createFairQueue(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn('one', work(name)))
  const other = inTurn('other', work('x'))
  await turn()
  expect(begun).toEqual(['a', 'b', 'x'])
  ends.get('b')?.resolve('done')
  ends.get('x')?.resolve('done')
  await Promise.all([all[1], other])
  await turn()
  expect(begun).toEqual(['a', 'b', 'x', 'c'])
  ends.get('a')?.reject(new Error('broken'))
  await expect(all[0]).rejects.toThrow('broken')
  await turn()
  expect(begun.at(-1)).toBe('d')
  for (const name of ['c', 'd']) ends.get(name)?.resolve(name)
  expect(await Promise.all(all.slice(2))).toEqual(['c', 'd'])
})

test('what doesn’t fit into the queue is refused, and fits again later', async () => {
  const { ends, work } = watched()
  const inTurn = createFairQueue(1, 1)
  const first = inTurn('one', work('a'))
  const second = inTurn('one', work('b'))
  await expect(inTurn('one', work('c'))).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: 1,
  })
  ends.get('a')?.resolve('')
  await first
  await turn()
  const third = inTurn('one', work('d'))
  ends.get('b')?.resolve('')
  await second
  await turn()
  ends.get('d')?.resolve('last')
  expect(await third).toBe('last')
})

test('who has gone waits no longer, and what they wanted is never begun', async () => {
  const { begun, ends, work } = watched()
  const inTurn = createFairQueue(1, 2)
  const first = inTurn('one', work('a'))
  const gone = new AbortController()
  const left = inTurn('one', work('left'), { gone: () => gone.signal })
  const stays = inTurn('one', work('stays'))
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(inTurn('one', work('late'), { gone: () => gone.signal })).rejects.toThrow('gone')
  // Their place is free again.
  const after = inTurn('one', work('after'))
  for (const name of ['a', 'stays', 'after']) {
    await turn()
    ends.get(name)?.resolve(name)
  }
  expect([await first, await stays, await after]).toEqual(['a', 'stays', 'after'])
  expect(begun).toEqual(['a', 'stays', 'after'])
})

test('those who share a key take turns, however much one of them has waiting', async () => {
  const { begun, ends, work } = watched()
  const inTurn = createFairQueue(1)
  const all = ['g1', 'g2', 'g3', 'g4'].map((name) => inTurn('hostel', work(name), { of: 'greedy' }))
  all.push(
    inTurn('hostel', work('m1'), { of: 'modest' }),
    inTurn('hostel', work('s1')),
    inTurn('hostel', work('m2'), { of: 'modest' }),
  )
  for (let done = 0; done < all.length; done++) {
    await turn()
    ends.get(begun[done] ?? '')?.resolve('')
  }
  await Promise.all(all)
  expect(begun).toEqual(['g1', 'g2', 'm1', 's1', 'g3', 'm2', 'g4'])
})

test('where the queue is full, the last of whoever has most waiting makes room for others, not for themselves', async () => {
  const { begun, ends, work } = watched()
  const inTurn = createFairQueue(1, 3)
  const tooMany = { code: 'too_many_requests', retryAfter: 1 }
  const running = inTurn('hostel', work('g0'), { of: 'greedy' })
  const greedy = ['g1', 'g2', 'g3'].map((name) => inTurn('hostel', work(name), { of: 'greedy' }))
  await expect(inTurn('hostel', work('g4'), { of: 'greedy' })).rejects.toMatchObject(tooMany)
  const [, , last] = greedy
  const modest = inTurn('hostel', work('m1'), { of: 'modest' })
  await expect(last).rejects.toMatchObject(tooMany)
  await expect(inTurn('hostel', work('m2'), { of: 'modest' })).rejects.toMatchObject(tooMany)
  for (let done = 0; done < 4; done++) {
    await turn()
    ends.get(begun[done] ?? '')?.resolve('')
  }
  await Promise.all([running, ...greedy.slice(0, 2), modest])
  expect(begun).toEqual(['g0', 'g1', 'm1', 'g2'])
})
