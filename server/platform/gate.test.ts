import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

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
  const inTurn = createGate(2)
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
  const inTurn = createGate(1, 1)
  const first = inTurn('one', work('a'))
  const second = inTurn('one', work('b'))
  await expect(inTurn('one', work('c'))).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
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
