import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { listBooks } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { as, followPages, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { startOf } from './filters.ts'
import { findBooks } from './find-books.ts'
import { readInIndexOrder } from './list-queries.ts'
import { nearest } from './sorting.ts'

const places = {
  kothrud: '411038',
  deccan: '411004',
  hadapsar: '411028',
  mumbai: '400001',
  aizawl: '796001',
} as const
type Name = keyof typeof places | 'nowhere' | 'unmeasured'

/**
 * Creates a seller with a book in each place. `names` returns the names of a list's books, in
 * order.
 */
async function makeMarket() {
  const word = `w${Math.random().toString(36).slice(2)}`
  const names = new Map<string, Name>()
  const add = async (name: Name, pinCode: string) => {
    const seller = await makeAccount('seller')
    if (pinCode !== '') await as(seller).call(updateSellerProfile, { pinCode })
    names.set(await makeBook(seller, { title: `A ${word} of ${name}`, branch: word }), name)
  }
  for (const [name, pinCode] of Object.entries(places)) await add(name as Name, pinCode)
  await add('unmeasured', '682555')
  await add('nowhere', '')
  const list = async (query: object) => {
    const answer = await as().call(listBooks, query as never)
    expect(answer.status).toBe(200)
    return answer.body.flatMap(({ _id }) => names.get(_id) ?? [])
  }
  return { word, list }
}

test('equally good matches list the nearer half first, then by price, on each page', async () => {
  const word = `w${Math.random().toString(36).slice(2)}`
  const labels = new Map<string, string>()
  const add = async (label: string, pinCode: string, price: number) => {
    const seller = await makeAccount('seller')
    if (pinCode !== '') await as(seller).call(updateSellerProfile, { pinCode })
    const title = label === 'other' ? `Notes on ${word}` : `${word} ${label}`
    const book = { title, author: 'Ravi', branch: word, price: price * 100 }
    labels.set(await makeBook(seller, book), label)
  }
  await add('far', places.aizawl, 70)
  await add('near', places.kothrud, 109)
  await add('nearer', places.deccan, 140)
  await add('nowhere', '', 60)
  await add('other', places.kothrud, 50)
  type Row = { _id: string } | { book: { _id: string } }
  const pages = async (path: string, near = '') => {
    const rows = await followPages<Row>(`${path}?search=${word}&limit=2&near=${near}`)
    return rows.map((row) => labels.get('book' in row ? row.book._id : row._id))
  }
  const cheapest = ['nowhere', 'far', 'near', 'nearer', 'other']
  const nearby = ['near', 'nearer', 'nowhere', 'far', 'other']
  for (const { path } of [listBooks, searchTitles]) {
    expect(await pages(path)).toEqual(cheapest)
    expect(await pages(path, places.kothrud)).toEqual(nearby)
  }
})

test('lists books within a distance, in a city, and the nearest first', async () => {
  const { word, list } = await makeMarket()
  for (const chosen of [{ branch: word }, { search: word }]) {
    const near = { ...chosen, near: '411038' }
    expect((await list({ ...near, within: 5 })).sort()).toEqual(['deccan', 'kothrud'])
    expect((await list({ ...near, within: '25' })).sort()).toEqual([
      'deccan',
      'hadapsar',
      'kothrud',
    ])
    expect(await list({ ...near, within: 25, sort: 'near' })).toEqual([
      'kothrud',
      'deccan',
      'hadapsar',
    ])
    expect(await list({ ...near, sort: 'near' })).toEqual([
      'kothrud',
      'deccan',
      'hadapsar',
      'mumbai',
      'aizawl',
      'nowhere',
      'unmeasured',
    ])
    expect((await list({ ...chosen, city: 'Pune' })).sort()).toEqual([
      'deccan',
      'hadapsar',
      'kothrud',
    ])
    expect(await list({ ...chosen, city: 'mumbai, Maharashtra' })).toEqual(['mumbai'])
    expect(await list({ ...chosen, city: 'Mumbai, Gujarat' })).toEqual([])
    expect(await list({ ...chosen, near: '18.95,72.84', within: 10 })).toEqual(['mumbai'])
    // The viewer's place doesn't filter books unless a distance is chosen.
    expect(await list(near)).toHaveLength(7)
  }
})

test('pages of a list by distance continue each other', async () => {
  const { word } = await makeMarket()
  const seller = await makeAccount('seller')
  await as(seller).call(updateSellerProfile, { pinCode: '411004' })
  for (let count = 0; count < 4; count++) await makeBook(seller, { title: 'More', branch: word })
  const query = { branch: word, near: '411038', sort: 'near' as const }
  const all = (await as().call(listBooks, query)).body.map(({ _id }) => _id)
  expect(all).toHaveLength(11)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const { headers, body } = await as().call(listBooks, { ...query, limit: 2, cursor })
    paged.push(...body.map(({ _id }) => _id))
    cursor = /cursor=([^&>]+)/.exec(String(headers.link ?? ''))?.[1]
    cursor = cursor && decodeURIComponent(cursor)
  } while (cursor)
  expect(paged).toEqual(all)
})

test('the nearest of very many books are read by the index, even at the same place', async () => {
  const { db } = (await testApp()).context
  const { word } = await makeMarket()
  const query = { branch: word, near: '411038', sort: 'near' } as const
  const few = await findBooks(db, query, { limit: 20 })
  const ids = few.rows.map(({ id }) => id)
  const many = { branch: undefined, inIndex: [], filters: [sql<boolean>`books.branch = ${word}`] }
  const page = { sorting: nearest(startOf(query)), limit: 2 }
  const read = async (after?: (string | null)[]) =>
    (await readInIndexOrder(db, many, { ...page, after })).map(({ id }) => id)
  const first = await read()
  expect(first).toEqual(ids.slice(0, 2))
  const second = await read([null, first[1] ?? ''])
  expect(second).toEqual(ids.slice(2, 4))
  expect(await read([null, second[1] ?? ''])).toEqual(ids.slice(4, 6))
})

test('cached lists are updated when a seller moves', async () => {
  const { word, list } = await makeMarket()
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: `Moving ${word}`, branch: word })
  const shown = async (query: object) =>
    (await as().call(listBooks, { branch: word, limit: 20, ...query } as never)).body.some(
      ({ _id }) => _id === id,
    )
  const within = { near: '411038', within: 5 }
  expect([await shown(within), await shown({ city: 'Pune' })]).toEqual([false, false])
  await as(seller).call(updateSellerProfile, { pinCode: '411038' })
  expect([await shown(within), await shown({ city: 'Pune' })]).toEqual([true, true])
  await as(seller).call(updateSellerProfile, { pinCode: '400001' })
  expect([await shown(within), await shown({ city: 'Pune' })]).toEqual([false, false])
  expect(await list({ branch: word, ...within })).toHaveLength(2)
})

test.each([
  [{ sort: 'near' }, 'near', 'Say where you are.'],
  [{ sort: 'near', near: '682555' }, 'near', 'We don’t know where that is.'],
  [{ within: 5, near: '100000' }, 'near', 'We don’t know where that is.'],
  [{ within: 7, near: '411038' }, 'within', 'Books are found within 5, 10, 25 kilometres.'],
  [{ sort: 'near', near: '18.5123,73.8' }, 'near', expect.stringMatching(/^Where you are is/)],
])('the list rejects %o', async (query, field, message) => {
  const { status, error } = await as().call(listBooks, { limit: 2, ...query } as never)
  expect([status, error.fields]).toEqual([400, { [field]: message }])
})
