import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { releaseSellerListings, toggleSeller } from '#contract/admin/admin.ts'
import { deleteBook, listBooks, listShelves, updateBook } from '#contract/books/books.ts'
import { cancelOrder } from '#contract/orders/orders.ts'
import { maxCountedMatches } from '#server/books/limits.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, makeOrder, testApp } from '#server/testing.ts'

const readShelf = async (branch: string) =>
  (await as().call(listShelves, { branch })).body.branches[0]

test('the number of books follows each change to the market', async () => {
  const branch = `Branch ${newId()}`
  const total = async (filters: object = {}) => {
    const { headers } = await as().call(listBooks, { branch, limit: 1, ...filters })
    return Number(headers['x-total-count'])
  }
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller')
  expect(await total()).toBe(0)
  const { buyer, orderId } = await makeOrder({ seller, book: { branch } })
  const first = await makeBook(seller, { branch, condition: 'good', is_rentable: false })
  await makeBook(seller, { branch, condition: 'poor', is_rentable: false })
  const counts = async () => [
    (await readShelf(branch))?.total ?? 0,
    await total({ condition: 'good' }),
    await total({ rentable: 'true' }),
  ]
  expect(await counts()).toEqual([2, 1, 0])
  await as(seller).call(updateBook, { id: first, condition: 'poor' })
  await as(seller).call(updateBook, { id: first, isRentable: 'true', rentPrice: 10 })
  expect(await counts()).toEqual([2, 0, 1])
  await as(buyer).call(cancelOrder, { orderId })
  expect(await total()).toBe(3)
  await as(seller).call(deleteBook, { id: first })
  const left = await counts()
  expect(left[0]).toBe(2)
  await as(admin).call(toggleSeller, { id: seller.id })
  expect(await counts()).toEqual([0, 0, 0])
  await as(admin).call(toggleSeller, { id: seller.id })
  await as(admin).call(releaseSellerListings, { id: seller.id })
  expect(await counts()).toEqual(left)
})

test('books are counted up to a ceiling, and the count says that it is a minimum', async () => {
  const { db } = (await testApp()).context
  const branch = `Branch ${newId()}`
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { branch, price: 40_000 })
  const insert = (count: number) => sql`
    insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, available, title_key, search_text)
    select gen_random_uuid(), seller_id, title, author, book_type, branch,
      original_price, price, condition, 1, title_key, search_text
    from books, generate_series(1, ${count}::integer) where books.id = ${id}`
  const read = async (filters: object) => {
    const { headers } = await as().call(listBooks, { branch, limit: 1, ...filters })
    return [headers['x-total-count'], headers['x-total-is-minimum']]
  }
  await insert(maxCountedMatches - 1).execute(db)
  expect(await read({})).toEqual([`${maxCountedMatches}`, undefined])
  expect(await readShelf(branch)).toMatchObject({ total: maxCountedMatches })
  await insert(1).execute(db)
  for (const filters of [{ condition: 'good' }, { minPrice: 300 }])
    expect(await read(filters)).toEqual([`${maxCountedMatches}`, '1'])
  expect(await read({ minPrice: 500 })).toEqual(['0', undefined])
})
