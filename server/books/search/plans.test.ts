// Checks how PostgreSQL reads the lists of a market of 100,000 books: by an index, and no more than
// a list needs. Skipped on the embedded database, which takes too long to fill.
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BookSort, bookSorts } from '#contract/books/book-forms.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import type { Tables } from '#db/tables.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { orderShelves } from '#server/books/market/shelves.ts'
import { findRelatedSearches } from '#server/books/suggest/related-searches.ts'
import { suggest } from '#server/books/suggest/suggest.ts'
import { fillQuickly } from '#server/platform/database/testing-fill.ts'
import { createPlanCheck } from '#server/platform/database/testing-plans.ts'
import { writeCursor } from '#server/platform/http/paging.ts'
import { makeAccount, testApp } from '#server/testing.ts'
import type { Filters, ListQuery } from './filters.ts'
import { insertManyBooks, searchLimits } from './testing-many-books.ts'

let checkPlans: Awaited<ReturnType<typeof createPlanCheck>>
const findFaults = (db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<unknown>) =>
  checkPlans(() => work(db), searchLimits)

async function findFaultsOfPages(query: ListQuery & { limit: number }): Promise<string[]> {
  const { db } = (await testApp()).context
  const found = await findFaults(db, async (db) => {
    const { position } = await orderMarket(db, query)
    if (position.next !== undefined) await orderMarket(db, { ...query, cursor: position.next })
  })
  return found.map((fault) => `${JSON.stringify(query)} ${fault}`)
}

const filters: Filters[] = [
  {},
  { branch: 'Law' },
  { branch: 'Nowhere' },
  { bookType: 'new' },
  { condition: 'good' },
  { rentable: true },
  { minPrice: 300, maxPrice: 320 },
  { maxPrice: 900 },
  { branch: 'Law', condition: 'poor' },
  { branch: 'Civil', minPrice: 500 },
  { bookType: 'new', condition: 'new', rentable: true },
  { branch: 'Medical', bookType: 'new', condition: 'average', maxPrice: 400 },
  { class: 12 },
  { class: 12, exam: 'jee' },
  { exam: 'jee', minPrice: 500 },
  { language: 'hindi' },
  { branch: 'Law', class: 12, maxPrice: 900 },
  ...handOvers.flatMap((handOver) => [
    { handOver },
    { handOver, branch: 'Law' },
    { handOver, branch: 'Nowhere' },
    { handOver, condition: 'good' as const },
    { handOver, class: 12, maxPrice: 900 },
    { handOver, exam: 'jee' },
    { handOver, maxPrice: 900 },
    { handOver, minPrice: 300, maxPrice: 320 },
    { handOver, branch: 'Civil', minPrice: 500 },
  ]),
  { openToExchange: true },
  { openToExchange: false },
  { openToExchange: true, branch: 'Law' },
  { openToExchange: true, class: 12, maxPrice: 900 },
  { openToExchange: true, handOver: 'meet' },
  { openToExchange: true, handOver: 'post', condition: 'good' },
]
const searches = [
  ...[undefined, 'edition', 'botany', 'glaciology', 'edition botany', 'botany anatomy', 'a of'],
  ...['botony', 'glaceology', 'dition', 'number4321', 'qxzwfj', '9780306406157', 'volume reader'],
]
const sorts: (BookSort | undefined)[] = [undefined, ...bookSorts]

describe.skipIf(!process.env.TEST_DATABASE_URL)('in a market of 100,000 books', () => {
  beforeAll(async () => {
    const { db } = (await testApp()).context
    const { id } = await makeAccount('seller')
    await fillQuickly(db, (db) => insertManyBooks(db, { seller: sql`${id}::uuid` }))
    checkPlans = await createPlanCheck(db)
  })

  test.each(searches)(
    'the search %s reads few books, with each filter and one of the orders',
    async (search) => {
      const faults = new Set<string>()
      for (const [index, chosen] of filters.entries()) {
        const query = {
          ...chosen,
          sort: sorts[(index + searches.indexOf(search)) % sorts.length],
          limit: 20,
          ...(search !== undefined && { search }),
        }
        for (const fault of await findFaultsOfPages(query)) faults.add(fault)
      }
      expect([...faults]).toEqual([])
    },
  )

  test.each(sorts)('the order %s reads few books, with each filter', async (sort) => {
    const faults = new Set<string>()
    for (const chosen of filters)
      for (const fault of await findFaultsOfPages({ ...chosen, sort, limit: 20 })) faults.add(fault)
    expect([...faults]).toEqual([])
  })

  const nearby: ListQuery[] = [
    ...[5, 25].map((within) => ({ near: '411038', within })),
    // This place has almost no books.
    { near: '796001', within: 25 },
    { near: '411038', within: 10, sort: 'near' },
    { near: '411038', sort: 'near' },
    { near: '28.61,77.21', sort: 'near' },
    { near: '411038', within: 5, sort: 'price' },
    { city: 'Pune' },
    { city: 'Delhi, Delhi', sort: 'rating' },
    { city: 'Leh' },
    { city: 'Nowhere' },
  ]
  test.each(nearby)('books by place, %o, read few books', async (places) => {
    const faults = new Set<string>()
    const words = [undefined, 'edition', 'botany', 'glaciology', 'glaceology', 'anatomi']
    const chosenFilters: Filters[] = [
      {},
      { branch: 'Law' },
      { condition: 'poor' },
      { class: 12 },
      { exam: 'jee' },
      { handOver: 'meet' },
      { handOver: 'post' },
      { openToExchange: true },
    ]
    const queries = [
      ...words.map((search) => ({ search })),
      ...chosenFilters.map((chosen, index) => ({
        ...chosen,
        search: words[(index + nearby.indexOf(places)) % words.length],
      })),
    ]
    for (const { search, ...chosen } of queries) {
      const query = { ...chosen, ...places, limit: 20, ...(search !== undefined && { search }) }
      for (const fault of await findFaultsOfPages(query)) faults.add(fault)
    }
    expect([...faults]).toEqual([])
  })

  test('pages of the nearest books for a misspelled word continue each other', async () => {
    const { db } = (await testApp()).context
    const query: ListQuery = { search: 'anatomi', near: '411038', sort: 'near' }
    const first = await orderMarket(db, { ...query, limit: 20 })
    const second = await orderMarket(db, { ...query, limit: 20, cursor: first.position.next })
    expect(new Set([...first.ids, ...second.ids]).size).toBe(40)
  })

  test.each([
    ...['ed', 'edition', 'bot', 'gla', 'number4', 'edition bot', 'edition of number4321', 'a b'],
    ...['glaceology', 'edition x', 'class', 'edition class 12', 'jee', 'qxzwfj', '9780306406157'],
  ])('suggestions for %s read few books', async (typed) => {
    const { db } = (await testApp()).context
    expect(await findFaults(db, (db) => suggest(db, typed))).toEqual([])
  })

  test.each(['qxzwfj', 'edition qxzwfj', 'botany 99', 'botanyk glaciolojy', 'volume reader qx'])(
    'searches related to %s, which finds nothing, read few books',
    async (search) => {
      const { db } = (await testApp()).context
      for (const chosen of [{}, { branch: 'Law' }, { class: 12 }, { city: 'Leh' }])
        expect(
          await findFaults(db, (db) => findRelatedSearches(db, { ...chosen, search })),
        ).toEqual([])
    },
  )

  test('a forged cursor doesn’t make a list read many books', async () => {
    const { db } = (await testApp()).context
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    const rare = [{ search: 'qxzwfj' }, { search: 'number4321' }, { minPrice: 99_000 }]
    const common = ['edition', 'botany', 'edition botany', 'botony'].map((search) => ({ search }))
    const forged = [
      ...rare.map((chosen) => ({ ...chosen, cursor: writeCursor(['newest', null, last]) })),
      ...common.flatMap((chosen) =>
        ['rank', 'price', 'newest'].map((order) => ({
          ...chosen,
          cursor: writeCursor([order, 3000, last]),
        })),
      ),
    ]
    for (const query of forged)
      expect(
        await findFaults(db, (db) => orderMarket(db, { ...query, limit: 20 })),
        JSON.stringify(query),
      ).toEqual([])
  })

  test('shelves read few books', async () => {
    const { db } = (await testApp()).context
    const words = ['botany', 'glaceology', 'edition', 'a of', 'anatomy'].map((search) => ({
      search,
    }))
    for (const chosen of [{}, { branch: 'Law' }, ...words, { search: 'edition', branch: 'Law' }])
      expect(await findFaults(db, (db) => orderShelves(db, chosen))).toEqual([])
  })

  test('shelves of a common word show its newest books, and that there are more', async () => {
    const { branches } = await orderShelves((await testApp()).context.db, { search: 'edition' })
    expect(branches.map(({ branch }) => branch)).toEqual(['Civil', 'Medical', 'Law'])
    for (const { total, isMinimum, ids } of branches) {
      expect([total > 20, isMinimum, ids.length]).toEqual([true, true, 20])
      expect(ids).toEqual(ids.toSorted().reverse())
    }
  })
})
