import { expect, test } from 'vitest'
import { bookSorts } from '#contract/books/book-forms.ts'
import {
  type Book,
  listBooks,
  listBranches,
  listOwnBooks,
  listShelves,
  readBook,
} from '#contract/books/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, changeRow, followPages, makeAccount, makeBook, testApp } from '#server/testing.ts'

const uniqueWord = () => `w${newId().replaceAll('-', '').slice(-12)}`
const titles = (books: { title: string }[]) => books.map(({ title }) => title)

const followBooks = (query: Record<string, string | number>) =>
  followPages<Book>(
    `/books/buyer/books?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )

test('everyone sees the books on the market, without sold, deleted or blocked ones', async () => {
  const branch = uniqueWord()
  const [seller, blocked, deleted] = await Promise.all([
    makeAccount('seller'),
    makeAccount('seller'),
    makeAccount('seller'),
  ])
  await makeBook(seller, { title: 'Here', branch })
  await makeBook(seller, { title: 'Sold', branch, available: 0 })
  await makeBook(seller, { title: 'Deleted', branch, deleted_at: new Date() })
  await makeBook(blocked, { title: 'Blocked', branch })
  await makeBook(deleted, { title: 'Left', branch })
  await changeRow('accounts', blocked.id, { status: 'blocked' })
  await changeRow('accounts', deleted.id, { deleted_at: new Date() })
  for (const account of [
    undefined,
    seller,
    await makeAccount('buyer'),
    await makeAccount('admin'),
  ]) {
    const { status, body, headers } = await as(account).call(listBooks, { branch })
    expect([status, titles(body), headers['x-total-count']]).toEqual([200, ['Here'], '1'])
  }
  expect(
    titles((await as().call(listShelves, { branch })).body.branches.flatMap(({ books }) => books)),
  ).toEqual(['Here'])
})

test('the cover comes first, prices are in rupees, and unknown fields are absent', async () => {
  const { context } = await testApp()
  const branch = uniqueWord()
  const seller = await makeAccount('seller', { name: 'Meena' })
  const id = await makeBook(seller, {
    title: 'Whole',
    branch,
    price: 12_345,
    rent_price: 500,
    rating_sum: 9,
    rating_count: 2,
  })
  const hashes = ['b', 'a'].map((letter) => newId().replaceAll('-', '').repeat(2).slice(1) + letter)
  await context.db
    .insertInto('photos')
    .values(hashes.map((hash) => ({ hash, width: 1, height: 1 })))
    .execute()
  await context.db
    .insertInto('book_photos')
    .values(hashes.map((hash, position) => ({ book_id: id, position, hash })))
    .execute()
  const [book] = (await as().call(listBooks, { branch })).body
  expect(book).toMatchObject({
    price: 123.45,
    ratings: { average: 4.5, count: 2 },
    seller: { _id: seller.id, name: 'Meena' },
    isRentable: false,
  })
  expect(book?.images).toEqual(hashes.map((hash) => `/photos/${hash}-480.webp`))
  expect(Object.keys(book ?? {})).not.toEqual(expect.arrayContaining(['rentPrice']))
  expect(book).not.toHaveProperty('genre')
})

test.each([...bookSorts, undefined])(
  'paging by %s returns each book once, in order, even if prices and ratings tie',
  async (sort) => {
    const branch = uniqueWord()
    const seller = await makeAccount('seller')
    const ids: string[] = []
    for (let n = 0; n < 23; n++) {
      const rating = n % 4 === 3 ? {} : { rating_count: 2, rating_sum: 6 + (n % 4) }
      ids.push(
        await makeBook(seller, {
          title: `T${n}`,
          branch,
          price: 10_000 + (n % 3) * 100,
          ...rating,
        }),
      )
    }
    const all = (await as().call(listBooks, { branch, sort })).body
    expect(all).toHaveLength(23)
    for (const limit of [4, 23])
      expect(
        (await followBooks({ branch, limit, ...(sort && { sort }) })).map(({ _id }) => _id),
      ).toEqual(all.map(({ _id }) => _id))
    const values = all.map(({ price, ratings }) =>
      sort === 'rating'
        ? -(ratings.average ?? -1)
        : sort === '-price'
          ? -price
          : sort === 'price'
            ? price
            : 0,
    )
    expect(values).toEqual([...values].sort((a, b) => a - b))
    if (sort === undefined || sort === 'newest')
      expect(all.map(({ _id }) => _id)).toEqual(ids.sort().reverse())
  },
)

test('a book added between two pages neither repeats nor hides another', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await makeBook(seller, { title: `T${n}`, branch }))
  const first = await as().call(listBooks, { branch, limit: 3 })
  await makeBook(seller, { title: 'new', branch })
  const link = /<\/api([^>]+)>/.exec(String(first.headers.link))?.[1]
  const rest = await (await testApp()).app.inject(`/api${link}`)
  expect([...first.body, ...rest.json<Book[]>()].map(({ _id }) => _id)).toEqual(
    ids.sort().reverse(),
  )
})

test('filters narrow the list, also in combination', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: 'cheap', branch, price: 10_000, condition: 'poor' })
  await makeBook(seller, {
    title: 'rent',
    branch,
    price: 20_000,
    is_rentable: true,
    rent_price: 500,
  })
  await makeBook(seller, {
    title: 'new',
    branch,
    price: 60_000,
    original_price: 60_000,
    book_type: 'new',
    condition: 'new',
  })
  const find = async (filters: object) =>
    titles((await as().call(listBooks, { branch, sort: 'price', ...filters })).body)
  expect(await find({ minPrice: 200 })).toEqual(['rent', 'new'])
  expect(await find({ minPrice: '100', maxPrice: '200' })).toEqual(['cheap', 'rent'])
  expect(await find({ bookType: 'new' })).toEqual(['new'])
  expect(await find({ condition: 'poor' })).toEqual(['cheap'])
  expect(await find({ rentable: 'true' })).toEqual(['rent'])
  expect(await find({ rentable: 'false', bookType: 'old' })).toEqual(['cheap'])
  expect(await find({ branch: 'no such branch' })).toEqual([])
})

test.each([
  { limit: 0 },
  { limit: 201 },
  { limit: 'ten' },
  { sort: 'title' },
  { bookType: 'rent' },
  { condition: 'x' },
  { minPrice: -1 },
  { rentable: 'yes' },
])('the filter %o is rejected', async (wrong) => {
  const { status, error } = await as().call(listBooks, wrong as object)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, Object.keys(wrong)])
})

test('shelves are recommended books, bestsellers, and new books of each branch', async () => {
  const { context } = await testApp()
  const word = uniqueWord()
  const [branchA, branchB] = [uniqueWord(), uniqueWord()]
  const seller = await makeAccount('seller')
  const first = await makeBook(seller, {
    title: `First ${word}`,
    branch: branchA,
    rating_sum: 4,
    rating_count: 1,
  })
  const second = await makeBook(seller, {
    title: `Second ${word}`,
    branch: branchB,
    rating_sum: 399,
    rating_count: 100,
  })
  const sold = await makeBook(seller, { title: `Sold ${word}`, branch: branchB, available: 0 })
  const ids = [first]
  for (let n = 0; n < 25; n++)
    ids.push(await makeBook(seller, { title: `T${n} ${word}`, branch: branchA }))
  const newest = ids.sort().reverse().slice(0, 20)
  await context.db
    .insertInto('similar_books')
    .values([
      { book_id: first, ids: [second], recommended: 1 },
      { book_id: second, ids: [sold, first], recommended: 1 },
    ])
    .execute()
  const { body } = await as().call(listShelves, { search: word })
  expect(body.recommended.map(({ _id }) => _id)).toEqual([first])
  expect((await as().call(readBook, { id: first })).body.recommendations).toEqual([second])
  expect(body.bestsellers.map(({ _id }) => _id)).toEqual([first])
  expect(
    new Map(
      body.branches.map(({ branch, total, books }) => [
        branch,
        [total, books.map(({ _id }) => _id)],
      ]),
    ),
  ).toEqual(
    new Map([
      [branchA, [26, newest]],
      [branchB, [1, [second]]],
    ]),
  )
  const narrowed = await as().call(listShelves, { search: word, branch: branchB })
  expect(narrowed.body.branches.map(({ branch }) => branch)).toEqual([branchB])
  expect((await as().call(listShelves, { search: `${word}nothing` })).body).toEqual({
    recommended: [],
    bestsellers: [],
    branches: [],
  })
})

test('branches are the known ones first, then others in use', async () => {
  const branch = uniqueWord()
  await makeBook(await makeAccount('seller'), { branch })
  const { context } = await testApp()
  context.cache.outdate(['books'])
  const { body } = await as().call(listBranches, {})
  expect(body.branches[0]).toBe('Computer Science')
  expect(body.branches).toContain(branch)
  expect(body.used).toContain(branch)
  expect(body.used).not.toContain('Chemical')
})

test('sellers list their own books, including sold ones', async () => {
  const [seller, other] = await Promise.all([makeAccount('seller'), makeAccount('seller')])
  const available = await makeBook(seller, { title: 'One' })
  const sold = await makeBook(seller, { title: 'Two', available: 0 })
  await makeBook(seller, { title: 'Three', deleted_at: new Date() })
  await makeBook(other, { title: 'Theirs' })
  const { body, headers } = await as(seller).call(listOwnBooks, {})
  expect(headers['x-total-count']).toBe('2')
  expect(body.map(({ _id }) => _id)).toEqual([available, sold].sort().reverse())
  expect(Object.fromEntries(body.map(({ title, availability }) => [title, availability]))).toEqual({
    One: 'available',
    Two: 'sold',
  })
  expect(body[0]?.can).toEqual(['edit', 'delete', 'hide', 'restock'])
  expect(
    (await followPages<Book>('/books/seller/books?limit=1', seller)).map(({ _id }) => _id),
  ).toEqual([available, sold].sort().reverse())
  expect(titles((await as(seller).call(listOwnBooks, { search: 'ONE' })).body)).toEqual(['One'])
})

test('the shelf of a branch with an unusual name contains only its books', async () => {
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: 'Odd one', branch: 'undefined' })
  await makeBook(seller, { title: 'Another', branch: 'Law' })
  const listShelfBranches = async (filters: { branch?: string }) =>
    (await as().call(listShelves, filters)).body.branches.map(({ branch }) => branch)
  expect(await listShelfBranches({ branch: 'undefined' })).toEqual(['undefined'])
  expect(await listShelfBranches({})).toEqual(expect.arrayContaining(['Law', 'undefined']))
})
