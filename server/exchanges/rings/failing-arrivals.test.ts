// An arrival that always fails doesn't hold up others.
import { expect, test } from 'vitest'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'
import { isReservedFor } from '#server/wishlist/queue/testing-queue.ts'
import { newTitle, want } from '#server/wishlist/wants/testing-wants.ts'
import { processArrivals } from './find-rings.ts'

const arrivalsOf = async (bookId: string) => {
  const { db } = (await testApp()).context
  return db.selectFrom('exchange_arrivals').select('id').where('book_id', '=', bookId).execute()
}

test('arrivals that fail are logged and don’t block others, but wait for a lost database', async () => {
  const { context } = await testApp()
  const [title, other] = [newTitle(), newTitle()]
  const buyer = await makeAccount('buyer')
  for (const one of [title, other]) await want(buyer, one)
  const seller = await makeAccount('seller')
  const list = (one: object) => makeBook(seller, { ...one, open_to_exchange: true })
  const failedId = await list(title)
  const logged: string[] = []
  const log = { ...context.log, error: (_: object, text: string) => void logged.push(text) }
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  const processWith = (error: Error) => {
    const withPlugin = () => {
      throw error
    }
    return processArrivals({
      ...context,
      log: log as never,
      db: Object.assign(db, { withPlugin }),
    })
  }
  const lost = new UnavailableError('The database can’t be reached.')
  await expect(processWith(lost)).rejects.toThrow(lost)
  expect(await arrivalsOf(failedId)).toHaveLength(1)
  await processWith(new Error('It always fails.'))
  expect(logged).toEqual(['a copy could not be reserved'])
  expect(await arrivalsOf(failedId)).toHaveLength(0)
  const bookId = await list(other)
  await processArrivals(context)
  expect(await isReservedFor(buyer, bookId)).toBe(true)
})

test('an arrival interrupted by a shutdown is never dropped', async () => {
  const { context } = await testApp()
  const { title, author } = newTitle()
  const first = await makeAccount('buyer')
  await want(first, { title, author })
  await context.db.deleteFrom('exchange_arrivals').execute()
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { title, author, open_to_exchange: true })
  const closing = new AbortController()
  const now = () => {
    closing.abort()
    return context.now()
  }
  await processArrivals({ ...context, now }, closing.signal)
  expect(await arrivalsOf(bookId)).toHaveLength(1)
  await processArrivals(context)
  expect(await isReservedFor(first, bookId)).toBe(true)
})
