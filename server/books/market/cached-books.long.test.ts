// Cached responses against those made anew, while books change in every way that lists depend on.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookSorts } from '#contract/books/book-forms.ts'
import {
  listBooks,
  listOtherCopies,
  listShelves,
  listSimilarBooks,
  readBook,
} from '#contract/books/books.ts'
import { marketTopics } from '#contract/common/endpoint.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'

const bookCount = 5

const column = fc.oneof(
  fc.record({ price: fc.integer({ min: 1, max: 5 }).map((rupees) => rupees * 10_000) }),
  fc.record({ rating_sum: fc.constantFrom(9, 12, 15), rating_count: fc.constant(3) }),
  fc.record({ available: fc.constantFrom(0, 1) }),
  fc.constantFrom(
    { hidden_at: null, hidden_reason: null },
    { hidden_at: new Date(), hidden_reason: 'Not a book.' },
  ),
  fc.record({ deleted_at: fc.constantFrom(null, new Date()) }),
  fc.record({ branch: fc.constantFrom('here', 'elsewhere') }),
  fc.record({ condition: fc.constantFrom('good' as const, 'poor' as const) }),
  fc.record({ description: fc.constantFrom('Clean.', 'Torn.', null) }),
  fc.record({ search_text: fc.constantFrom('algebra', 'optics', 'optics ‡class-12') }),
)
const book = fc.nat({ max: bookCount - 1 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ book, column }) },
  { weight: 1, arbitrary: fc.record({ book, similar: book }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const comingBack: Step[] = [
  { book: 0, similar: 1 },
  { book: 1, column: { available: 0 } },
  { book: 2, column: { price: 20_000 } },
  { book: 1, column: { available: 1 } },
]

async function makeMarket() {
  const { context } = await testApp()
  const [here, elsewhere] = [`Branch ${newId()}`, `Branch ${newId()}`]
  const seller = await makeAccount('seller')
  const ids: string[] = []
  for (let n = 0; n < bookCount; n++) ids.push(await makeBook(seller, { branch: here }))
  await context.jobs.idle()
  const visitor = as()
  const lists = [here, elsewhere].flatMap((branch) => [
    ...bookSorts.map((sort) => ({ branch, sort, limit: 2 })),
    { branch, limit: 8, condition: 'good' as const, maxPrice: 300 },
    { branch, limit: 8, rentable: 'false' as const, minPrice: 200 },
    { branch, limit: 8, search: 'algebra' },
    { branch, limit: 8, class: 12 },
    { branch, limit: 8, class: 12, search: 'optics' },
  ])
  const readAll = async () => {
    const responses: unknown[] = []
    for (const query of lists) {
      const { body, headers } = await visitor.call(listBooks, query)
      responses.push([body, headers['x-total-count'], headers.link])
      const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1]
      if (cursor) responses.push((await visitor.call(listBooks, { ...query, cursor })).body)
    }
    for (const branch of [here, elsewhere, undefined])
      responses.push((await visitor.call(listShelves, branch ? { branch } : {})).body)
    for (const id of ids)
      for (const endpoint of [readBook, listSimilarBooks, listOtherCopies])
        responses.push((await visitor.call(endpoint, { id })).body)
    return responses
  }
  const change = ({ book, ...step }: Step) =>
    commitChanges(context, [], async (db) => {
      const id = ids[book] as string
      if ('column' in step) {
        const { branch, ...columns } = { branch: undefined, ...step.column }
        const named = branch && { branch: branch === 'here' ? here : elsewhere }
        const set = { ...columns, ...named }
        await db.updateTable('books').set(set).where('id', '=', id).execute()
        return
      }
      await db.deleteFrom('recommendations').where('book_id', '=', id).execute()
      const similar_id = ids[step.similar] as string
      if (similar_id !== id)
        await db
          .insertInto('recommendations')
          .values({ book_id: id, position: 0, similar_id })
          .execute()
    })
  return { context, readAll, change }
}

test('after any change every cached response is what it would be if it were made anew', async () => {
  const { context, readAll, change } = await makeMarket()
  const readAnew = () => {
    context.cache.invalidate(marketTopics)
    return readAll()
  }
  await readAnew()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      for (const step of steps) {
        await change(step)
        await settleChanges(context)
        expect(await readAll()).toEqual(await readAnew())
      }
    }),
    { numRuns: 5, endOnFailure: true, examples: [[comingBack]] },
  )
})
