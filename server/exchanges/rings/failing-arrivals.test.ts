// An arrival that always fails mustn't block others or be retried forever.
import { expect, test } from 'vitest'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'
import { isReservedFor } from '#server/wishlist/queue/testing-queue.ts'
import { newTitle, want } from '#server/wishlist/wants/testing-wants.ts'
import { maxAttempts, processArrivals } from './find-rings.ts'

const arrivalsOf = async (bookId: string) => {
  const { db } = (await testApp()).context
  const of = db.selectFrom('exchange_arrivals').select('attempts').where('book_id', '=', bookId)
  return (await of.execute()).map(({ attempts }) => attempts)
}

/** A market in which all transactions after the first `count` fail as if they took too long. */
async function failingAfter(count: number, logged: string[]) {
  const { context } = await testApp()
  const log = { ...context.log, error: (_: object, text: string) => void logged.push(text) }
  let begun = 0
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  const withPlugin: typeof db.withPlugin = (plugin) => {
    if (++begun > count) throw new UnavailableError('The statement took too long.')
    return context.db.withPlugin(plugin)
  }
  return { ...context, log: log as never, db: Object.assign(db, { withPlugin }) }
}

test('a copy that can’t be reserved is retried a few times, then dropped and logged', async () => {
  const { context } = await testApp()
  await context.db.deleteFrom('exchange_arrivals').execute()
  const title = newTitle()
  const first = await makeAccount('buyer')
  await want(first, title)
  await context.db.deleteFrom('exchange_arrivals').execute()
  const bookId = await makeBook(await makeAccount('seller'), { ...title, open_to_exchange: true })
  const logged: string[] = []
  const failing = await failingAfter(0, logged)
  for (let start = 0; start < maxAttempts; start++)
    await expect(processArrivals(failing)).rejects.toThrow('took too long')
  expect(await arrivalsOf(bookId)).toEqual([maxAttempts])
  await processArrivals(failing)
  expect(await arrivalsOf(bookId)).toEqual([])
  expect(logged).toContain('dropped arrivals that always fail')
})

test('an arrival that failed twice is processed alone, after new ones', async () => {
  const { context } = await testApp()
  const [title, other] = [newTitle(), newTitle()]
  const [first, second] = [await makeAccount('buyer'), await makeAccount('buyer')]
  await want(first, title)
  await want(second, other)
  await context.db.deleteFrom('exchange_arrivals').execute()
  const seller = await makeAccount('seller')
  const failedId = await makeBook(seller, { ...title, open_to_exchange: true })
  await context.db.updateTable('exchange_arrivals').set({ attempts: 2 }).execute()
  const newId = await makeBook(seller, { ...other, open_to_exchange: true })
  await expect(processArrivals(await failingAfter(2, []))).rejects.toThrow('took too long')
  expect(await isReservedFor(second, newId)).toBe(true)
  expect(await arrivalsOf(failedId)).toEqual([3])
  await processArrivals(context)
  expect(await isReservedFor(first, failedId)).toBe(true)
})

test('an arrival interrupted by a shutdown is never dropped', async () => {
  const { context } = await testApp()
  const { title, author } = newTitle()
  const first = await makeAccount('buyer')
  await want(first, { title, author })
  await context.db.deleteFrom('exchange_arrivals').execute()
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { title, author, open_to_exchange: true })
  for (let start = 0; start <= maxAttempts; start++) {
    const closing = new AbortController()
    const now = () => {
      closing.abort()
      return context.now()
    }
    await processArrivals({ ...context, now }, closing.signal)
  }
  expect(await arrivalsOf(bookId)).toEqual([0])
  await processArrivals(context)
  expect(await isReservedFor(first, bookId)).toBe(true)
})
