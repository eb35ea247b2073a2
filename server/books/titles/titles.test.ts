import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { type Book, deleteBook, readBook } from '#contract/books/books.ts'
import {
  type FoundTitle,
  listTitleCopies,
  readTitle,
  searchTitles,
  titleSlug,
} from '#contract/books/titles.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { newIsbn } from '#server/testing-titles.ts'
import { titleIdOf } from './listed-copies.ts'

const word = () => `w${Math.random().toString(36).slice(2)}`

async function makeSeller(pinCode?: string): Promise<TestAccount> {
  const seller = await makeAccount('seller')
  if (pinCode) await as(seller).call(updateSellerProfile, { pinCode })
  return seller
}

/** Creates three books of one title: ₹200 in Kothrud, ₹100 in Hadapsar, ₹300 in Mumbai. */
async function makeTitle() {
  const name = word()
  const title = { title: `Waves of ${name}`, author: 'H. C. Verma', genre: 'Science' }
  const [kothrud, hadapsar, mumbai] = await Promise.all(
    ['411038', '411028', '400001'].map(makeSeller),
  )
  if (!kothrud || !hadapsar || !mumbai) throw new Error('There are three sellers.')
  const books = {
    kothrud: await makeBook(kothrud, { ...title, price: 20_000, pages: 300 }),
    hadapsar: await makeBook(hadapsar, { ...title, title: `WAVES of ${name}!`, price: 10_000 }),
    mumbai: await makeBook(mumbai, {
      ...title,
      price: 30_000,
      copies: 3,
      is_rentable: true,
      rent_price: 500,
    }),
  }
  const { body } = await as().call(readBook, { id: books.kothrud })
  const id = body.otherCopies?.title ?? ''
  return {
    name,
    books,
    sellers: { kothrud, hadapsar, mumbai },
    id,
    settle: async () => settleChanges((await testApp()).context),
  }
}

test('a title shows the number of its copies and their prices', async () => {
  const { name, books, id } = await makeTitle()
  expect((await as().call(readTitle, { id })).body).toMatchObject({
    _id: id,
    title: `Waves of ${name}`,
    author: 'H. C. Verma',
    branch: 'Fiction',
    genre: 'Science',
    pages: 300,
    ratings: { count: 0 },
    copies: 5,
    lowestPrice: 100,
    highestPrice: 300,
    lowestRentPrice: 5,
    book: books.kothrud,
  })
  const { body, headers } = await as().call(listTitleCopies, { id })
  expect(body.map(({ price }) => price)).toEqual([100, 200, 300])
  expect(headers['x-total-count']).toBe('3')
  const near = await as().call(listTitleCopies, { id, near: '411038', sort: 'near' })
  expect(near.body.map(({ place }) => place?.area)).toEqual([
    'Kothrud',
    'Hadapsar',
    expect.anything(),
  ])
  expect((await as().call(listTitleCopies, { id, sort: 'near' })).status).toBe(400)
})

test('the copies of a title are listed in pages', async () => {
  const { id } = await makeTitle()
  for (const order of [{}, { sort: 'near', near: '411038' }] as const) {
    const all = (await as().call(listTitleCopies, { id, ...order })).body.map(({ _id }) => _id)
    const query = new URLSearchParams({ ...order, limit: '1' })
    const read = await followPages<Book>(`/titles/${id}/copies?${query}`)
    expect(read.map(({ _id }) => _id)).toEqual(all)
  }
})

test('a book shows how many other copies of its title there are', async () => {
  const { books, id, sellers, settle } = await makeTitle()
  const others = async () => (await as().call(readBook, { id: books.kothrud })).body.otherCopies
  expect(await others()).toEqual({ title: id, copies: 4, lowestPrice: 100 })
  await as(sellers.hadapsar).call(deleteBook, { id: books.hadapsar })
  await settle()
  expect(await others()).toEqual({ title: id, copies: 3, lowestPrice: 300 })
  await as(sellers.mumbai).call(deleteBook, { id: books.mumbai })
  await settle()
  expect(await others()).toBeUndefined()
})

test('a search finds a title once, with its cheapest and its nearest copy', async () => {
  const { name, books, id } = await makeTitle()
  const other = await makeBook(await makeSeller(), { title: `Sound and ${name}`, price: 15_000 })
  const find = async (query: object) =>
    (await as().call(searchTitles, { search: name, ...query })).body
  expect(await find({})).toMatchObject([
    { _id: id, book: { _id: books.hadapsar, price: 100 }, books: 3, copies: 5, lowestPrice: 100 },
    { book: { _id: other }, copies: 1 },
  ])
  const [found] = await find({ near: '411038' })
  expect(found).toMatchObject({
    book: { _id: books.hadapsar },
    nearest: { book: books.kothrud, price: 200, place: { area: 'Kothrud' } },
  })
  const [atHome] = await find({ near: '411028' })
  expect(atHome).not.toHaveProperty('nearest')
  const byPlace = await find({ near: '411038', sort: 'near' })
  expect(byPlace).toMatchObject([{ book: { _id: books.kothrud }, lowestPrice: 100 }, {}])
  expect(await find({ sort: '-price' })).toMatchObject([{ book: { _id: other } }, { _id: id }])
  // The shown book matches the filter, but all copies of the title are counted.
  expect(await find({ minPrice: 200 })).toMatchObject([
    { book: { _id: books.kothrud }, copies: 5, lowestPrice: 100 },
  ])
})

test('pages of titles continue each other, and the total counts titles', async () => {
  const { name, id } = await makeTitle()
  const seller = await makeSeller()
  for (let count = 0; count < 4; count++)
    await makeBook(seller, { title: `${name} ${count}`, price: 5000 + count })
  for (const sort of [undefined, 'price', '-price', 'newest'] as const) {
    const query = new URLSearchParams({ search: name, limit: '2', ...(sort && { sort }) })
    expect((await as().call(searchTitles, { search: name })).headers['x-total-count']).toBe('5')
    const read = (await followPages<FoundTitle>(`/titles?${query}`)).map(({ _id }) => _id)
    expect(read).toHaveLength(5)
    expect(new Set(read).size).toBe(5)
    expect(read).toContain(id)
  }
})

test('a title stays when its last copy is sold, and an unknown title is not found', async () => {
  const { bookId, seller } = await makeOrder({ book: { title: word(), copies: 1 } })
  const { context } = await testApp()
  const [row] = await context.db
    .selectFrom('books')
    .select('title_key')
    .where('id', '=', bookId)
    .execute()
  const id = titleIdOf(row?.title_key ?? '')
  expect((await as().call(readTitle, { id })).body).toMatchObject({ copies: 0, book: bookId })
  expect((await as().call(listTitleCopies, { id })).body).toEqual([])
  expect((await as(seller).call(readTitle, { id: '0123456789abcdef' })).status).toBe(404)
  expect((await as().call(readTitle, { id: 'a' })).body).toMatchObject({ code: 'title_not_found' })
})

test('a viewer who has blocked a seller doesn’t see their copies', async () => {
  const { books, id, sellers, name } = await makeTitle()
  const buyer = await makeAccount('buyer')
  await as(buyer).call(blockPerson, { id: sellers.hadapsar.id })
  expect((await as(buyer).call(readTitle, { id })).body).toMatchObject({
    copies: 4,
    lowestPrice: 200,
  })
  const copies = (await as(buyer).call(listTitleCopies, { id })).body.map(({ _id }) => _id)
  expect(copies).toEqual([books.kothrud, books.mumbai])
  expect((await as(buyer).call(searchTitles, { search: name })).body).toMatchObject([
    { book: { _id: books.kothrud }, copies: 4, lowestPrice: 200 },
  ])
  expect((await as(buyer).call(readBook, { id: books.mumbai })).body.otherCopies).toMatchObject({
    copies: 1,
  })
  expect((await as().call(readTitle, { id })).body).toMatchObject({ copies: 5 })
})

test('later listings change neither the name nor the known facts of a title', async () => {
  const isbn = newIsbn()
  const [first, later] = [await makeSeller(), await makeSeller()]
  const book = await makeBook(first, { title: 'Waves', author: 'H. C. Verma', isbn })
  const { title_key } = await (await testApp()).context.db
    .selectFrom('books')
    .select('title_key')
    .where('id', '=', book)
    .executeTakeFirstOrThrow()
  const id = titleIdOf(title_key)
  await makeBook(later, { title: 'Call me', author: 'Me', isbn, genre: 'Physics', pages: 462 })
  await makeBook(later, { title: 'Call me', author: 'Me', isbn, genre: 'Spam', pages: 1 })
  const { body } = await as().call(readTitle, { id })
  expect(body).toMatchObject({
    title: 'Waves',
    author: 'H. C. Verma',
    genre: 'Physics',
    pages: 462,
  })
})

test('a description may contain any characters', async () => {
  const name = word()
  const description = "Perl: `$` is before, $& the match, $$ the process, $' after."
  await makeBook(await makeSeller(), { title: name, description })
  const { body } = await as().call(searchTitles, { search: name })
  expect(body.map(({ book }) => book.description)).toEqual([description])
})

test('the URL of a title never ends in half a character', () => {
  const slug = titleSlug({ _id: '0123456789abcdef', title: `A ${'𝐏'.repeat(60)}` })
  expect(decodeURIComponent(slug)).toBe(`a-${'𝐏'.repeat(58)}-0123456789abcdef`)
})
