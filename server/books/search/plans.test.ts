// How PostgreSQL reads the lists of a market of 100,000 books: by an index, and never more of them
// than a list needs. Only on PostgreSQL: the embedded database takes too long to fill.
import { type Kysely, type RootOperationNode, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BookSort, bookSorts } from '#contract/books/book-forms.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { orderShelves } from '#server/books/market/shelves.ts'
import { maxBooksOfMark, maxCountedMatches } from '#server/books/policy.ts'
import { findRelatedSearches } from '#server/books/suggest/related-searches.ts'
import { suggest } from '#server/books/suggest/suggest.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { writeCursor } from '#server/platform/http/paging.ts'
import { makeAccount, testApp } from '#server/testing.ts'
import type { Filters, PlacedQuery } from './filters.ts'

const books = 100_000
/** An index alone is read many times faster than books. */
const maxEntriesRead = 2 * maxBooksOfMark
/** More than a page needs where one of a hundred books fits, and far fewer than all. */
const maxRead = 15_000

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

function faultsOf(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: parts = [] } = plan
  const read = rowsOf(plan) + (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops']
  const sorted = Math.max(0, ...parts.map(rowsOf))
  return [
    ...(table === 'books' && type === 'Seq Scan' ? ['reads all books'] : []),
    ...(table === 'books' && read > (type === 'Index Only Scan' ? maxEntriesRead : maxRead)
      ? [`${type} reads ${read} books`]
      : []),
    ...(type === 'Sort' && sorted > 2 * maxCountedMatches ? [`sorts ${sorted} rows`] : []),
    ...parts.flatMap(faultsOf),
  ]
}

/** Runs `work`, and then each of its statements again to see how it is read. */
async function findFaults(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<unknown>) {
  const nodes: RootOperationNode[] = []
  const recording = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(recording)
  const faults: string[] = []
  for (const node of nodes) {
    const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      ...query,
      sql: `explain (analyze, timing off, format json) ${query.sql}`,
    })
    for (const fault of faultsOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan))
      faults.push(`${fault}: ${query.sql.replace(/\s+/g, ' ').slice(0, 300)}`)
  }
  return faults
}

async function findFaultsOfPages(query: PlacedQuery & { limit: number }): Promise<string[]> {
  const { db } = (await testApp()).context
  const found = await findFaults(db, async (db) => {
    const { position } = await orderMarket(db, query)
    if (position.next !== undefined) await orderMarket(db, { ...query, cursor: position.next })
  })
  return found.map((fault) => `${JSON.stringify(query)} ${fault}`)
}

/**
 * Every other book has 'edition', a hundredth 'botany', thirty of them 'glaciology'. A quarter is
 * for class 12, five hundred for JEE, eleven in Hindi. Half have 'volume', half 'reader', and one
 * of a hundred both. A tenth is at fifty places in Pune, the others are all over India. So many are
 * handed over in person that no random sample of them makes another plan look as cheap; 33 by post.
 * 40 are open to exchange. Texts have all their parts, or the server would write them anew
 * meanwhile.
 */
const insertBooks = (sellerId: string, first: number, last: number) => sql`
  insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
    is_rentable, rent_price, condition, available, title_key, rating_sum, rating_count, search_text,
    city, location, hand_overs, open_to_exchange)
  select lpad(to_hex(n), 32, '0')::uuid, ${sellerId}::uuid, 'Title', 'Author',
    case when n % 7 = 0 then 'new' else 'old' end,
    (array['Law', 'Law', 'Law', 'Civil', 'Medical'])[n % 5 + 1], 200000, 5000 + n * 7919 % 150000,
    n % 4 = 0, 500, (array['new', 'good', 'average', 'poor'])[n / 5 % 4 + 1], 1,
    'title ' || n % 25000, n / 11 % 6, (n / 13 % 3 = 0)::integer, text,
    case when n % 10 = 0 then 'pune, maharashtra'
      else (array['nagpur, maharashtra', 'delhi, delhi', 'mumbai, maharashtra'])[n % 3 + 1] end,
    case when n % 10 = 0 then point(3357.4 + n / 10 % 10, 3417.3 + n / 100 % 5)
      else point(2300 + n * 7 % 2400, 2500 + n * 13 % 2700) end,
    case when n % 3001 = 5 then '{meet,post}' when n % 11 < 9 then '{meet}' end::text[],
    n % 2500 = 4
  from generate_series(${first}::integer, ${last}::integer) as n,
    lateral (select concat_ws(' ', 'a book of', case when n % 2 = 0 then 'edition' end,
      case when n % 100 < 1 then 'botany' end, case when n % 50 = 3 then 'anatomy' end,
      case when n % 4 = 1 then '‡class-12' end, case when n % 200 = 7 then '‡jee' end,
      case when n % 9000 = 5 then '‡in-hindi' end,
      case when n % 200 < 101 then 'volume' end, case when n % 200 > 98 then 'reader' end,
      case when n % 3333 = 9 then 'glaciology' end, 'number' || n % 5000, ';; ;; ;; ;;') as text) as texts`

/** Fills quickly: without triggers, and with the slowest indexes made at the end. */
async function fill(db: Kysely<Tables>): Promise<void> {
  const seller = await makeAccount('seller')
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition
    from pg_indexes where tablename = 'books' and indexdef like '% gin %'`.execute(db)
  await sql`alter table books disable trigger user`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  for (let first = 1; first < books; first += 10_000)
    await insertBooks(seller.id, first, first + 9_999).execute(db)
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  await sql`alter table books enable trigger user`.execute(db)
  await sql`insert into listed_counts
    select branch, book_type, condition, is_rentable, count(*)
    from books group by 1, 2, 3, 4`.execute(db)
  await sql`insert into search_words
    select word, count(*)
    from books, unnest(words_of(search_text)) as word group by 1`.execute(db)
  // As autovacuum soon does: before it, each row that an index finds is looked up as well.
  await sql`vacuum analyze`.execute(db)
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
  beforeAll(async () => fill((await testApp()).context.db), 120_000)

  test.each(searches)(
    'the search %s reads few books, with each filter and order',
    async (search) => {
      const faults = new Set<string>()
      for (const chosen of filters)
        for (const sort of sorts) {
          const query = { ...chosen, sort, limit: 20, ...(search !== undefined && { search }) }
          for (const fault of await findFaultsOfPages(query)) faults.add(fault)
        }
      expect([...faults]).toEqual([])
    },
  )

  const nearby: PlacedQuery[] = [
    ...[5, 25].map((within) => ({ near: '411038', within })),
    // Nearly nobody is there.
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
  test.each(nearby)('books by their place, %o, are few that are read', async (places) => {
    const faults = new Set<string>()
    for (const chosen of [
      {},
      { branch: 'Law' },
      { condition: 'poor' as const },
      { class: 12 },
      { exam: 'jee' },
      { handOver: 'meet' as const },
      { handOver: 'post' as const },
      { openToExchange: true },
    ])
      for (const search of [
        undefined,
        'edition',
        'botany',
        'glaciology',
        'glaceology',
        'anatomi',
      ]) {
        const query = { ...chosen, ...places, limit: 20, ...(search !== undefined && { search }) }
        for (const fault of await findFaultsOfPages(query)) faults.add(fault)
      }
    expect([...faults]).toEqual([])
  })

  test('pages of the nearest books of a misspelt word follow each other', async () => {
    const { db } = (await testApp()).context
    const query: PlacedQuery = { search: 'anatomi', near: '411038', sort: 'near' }
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

  test('a forged cursor makes no list read many books', async () => {
    const { db } = (await testApp()).context
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    const rare = [{ search: 'qxzwfj' }, { search: 'number4321' }, { minPrice: 99_000 }]
    const common = ['edition', 'botany', 'edition botany', 'botony'].map((search) => ({ search }))
    const forged = [
      ...rare.map((chosen) => ({ ...chosen, cursor: writeCursor(['broad', null, last]) })),
      ...common.flatMap((chosen) =>
        ['exact', 'similar', 'similar-broad'].map((step) => ({
          ...chosen,
          cursor: writeCursor([step, 3000, last]),
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

  test('shelves of a common word show the newest books with it, and that there are more', async () => {
    const { branches } = await orderShelves((await testApp()).context.db, { search: 'edition' })
    expect(branches.map(({ branch }) => branch)).toEqual(['Civil', 'Medical', 'Law'])
    for (const { total, isMinimum, ids } of branches) {
      expect([total, isMinimum, ids.length]).toEqual([1000, true, 20])
      expect(ids).toEqual(ids.toSorted().reverse())
    }
  })
})
