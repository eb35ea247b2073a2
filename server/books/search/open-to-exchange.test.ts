// Copies that are open to exchange, and lists filtered by this mark.
import { expect, test } from 'vitest'
import { addBook, listBooks, listOwnBooks, readBook, updateBook } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { setOrderStatus } from '#contract/orders/orders.ts'
import { setBookHidden } from '#server/books/hidden-books.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { as, makeAccount, makeBook, makeOrder, makePhotos, testApp } from '#server/testing.ts'

/**
 * Creates a market with two books that are open to exchange, in different branches, and one that
 * isn't.
 */
async function makeMarket() {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  const make = (name: string, more: object) =>
    makeBook(seller, { title: `${name} ${word} class 12`, branch: word, price: 20_000, ...more })
  const ids = {
    law: await make('law', { open_to_exchange: true, price: 10_000 }),
    art: await make('art', { open_to_exchange: true, branch: `${word} art` }),
    shut: await make('shut', {}),
  }
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  const list = async (query: object) => {
    const { body, headers } = await as().call(listBooks, { limit: 9, search: word, ...query })
    return [Number(headers['x-total-count']), body.map(({ _id }) => names.get(_id)).sort()] as const
  }
  return { word, seller, ids, names, list }
}

test('lists of open copies contain only these, also with words and other filters', async () => {
  const { word, names, list } = await makeMarket()
  expect(await list({})).toEqual([3, ['art', 'law', 'shut']])
  const open = { openToExchange: true }
  expect(await list(open)).toEqual([2, ['art', 'law']])
  expect(await list({ ...open, branch: word })).toEqual([1, ['law']])
  expect(await list({ ...open, search: '', branch: word })).toEqual([1, ['law']])
  expect(await list({ ...open, search: '', branch: word, maxPrice: 50 })).toEqual([0, []])
  expect(await list({ ...open, class: 12, sort: 'price' })).toEqual([2, ['art', 'law']])
  expect(await list({ ...open, search: 'shut' })).toEqual([0, []])
  expect(await list({ openToExchange: false })).toEqual([1, ['shut']])
  const titles = await as().call(searchTitles, { search: word, ...open })
  expect(titles.body.map(({ book }) => names.get(book._id)).sort()).toEqual(['art', 'law'])
  expect(titles.body.every(({ book }) => book.openToExchange)).toBe(true)
})

test('a seller opens and closes a copy, and cached responses are updated', async () => {
  const { seller, ids, list } = await makeMarket()
  const say = (openToExchange: boolean) =>
    as(seller).call(updateBook, { id: ids.shut, openToExchange })
  expect((await list({ openToExchange: true }))[0]).toBe(2)
  expect((await as().call(readBook, { id: ids.shut })).body.openToExchange).toBe(false)
  expect((await say(true)).body.book.openToExchange).toBe(true)
  expect((await list({ openToExchange: true }))[0]).toBe(3)
  expect((await as().call(readBook, { id: ids.shut })).body.openToExchange).toBe(true)
  // Clients that don't know the field don't change it.
  await as(seller).call(updateBook, { id: ids.shut, description: 'Read once.' })
  expect((await list({ openToExchange: true }))[0]).toBe(3)
  await say(false)
  expect((await list({ openToExchange: true }))[0]).toBe(2)
})

test('a new listing is open only if its seller chooses it', async () => {
  const seller = await makeAccount('seller')
  const form = {
    bookType: 'new' as const,
    title: `Opened ${uniqueLetters()}`,
    author: 'A. Author',
    branch: 'Law',
    original_price: 200,
  }
  const add = async (more: object) =>
    (await as(seller).call(addBook, { ...form, images: await makePhotos(2), ...more })).body.book
  expect((await add({})).openToExchange).toBe(false)
  expect((await add({ openToExchange: 'true' })).openToExchange).toBe(true)
  const wrong = await as(seller).call(addBook, { ...form, openToExchange: 'maybe' } as never)
  expect([wrong.status, wrong.error.fields]).toEqual([
    400,
    { openToExchange: 'Open to swap must be true or false.' },
  ])
})

test('a sold or hidden copy isn’t open until it comes back', async () => {
  const word = uniqueLetters()
  const book = { open_to_exchange: true, title: `Once ${word}` }
  const { bookId, orderId, seller } = await makeOrder({ book })
  const own = async () =>
    (await as(seller).call(listOwnBooks, {})).body.find(({ _id }) => _id === bookId)?.openToExchange
  const count = async () =>
    (await as().call(listBooks, { search: word, openToExchange: true })).body.length
  expect((await as().call(readBook, { id: bookId })).body.openToExchange).toBe(false)
  expect([await own(), await count()]).toEqual([false, 0])
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect((await as().call(readBook, { id: bookId })).body.openToExchange).toBe(true)
  expect([await own(), await count()]).toEqual([true, 1])
  const { context } = await testApp()
  const hide = (db: Db) => setBookHidden(db, bookId, 'Not a book.', new Date())
  await commitChanges(context, ['books'], hide)
  expect([await own(), await count()]).toEqual([false, 0])
})
