import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { releaseSellerListings, toggleSeller } from '#contract/admin/admin.ts'
import { deleteBook, listBooks, listShelves, updateBook } from '#contract/books/books.ts'
import { cancelOrder } from '#contract/orders/orders.ts'
import { bookInvariants } from '#server/books/invariants.ts'
import { maxCountedMatches, maxListedCountRows } from '#server/books/policy.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, makeOrder, testApp } from '#server/testing.ts'
import { findBroken } from '#server/testing-invariants.ts'
import { sumUpListedCounts } from './listed-counts.ts'

const brokenCounts = () => findBroken(bookInvariants, 'the counts of listed books')

test('the number of books follows each change of what is on the market', async () => {
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
  const shelfTotal = async () =>
    (await as().call(listShelves, { branch })).body.branches[0]?.total ?? 0
  const counts = async () => [
    await shelfTotal(),
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
  expect(await brokenCounts()).toEqual([])
})

test('summed up, the counts are the same in few rows', async () => {
  const { db } = (await testApp()).context
  await makeBook(await makeAccount('seller'))
  await sql`insert into listed_counts
    select 'Law', 'old', 'good', false, case when n % 2 = 0 then 1 else -1 end
    from generate_series(1, ${2 * Math.ceil(maxListedCountRows / 2)}::integer) as n`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listed_counts`.execute(db)
  expect(rows[0]?.count).toBeGreaterThan(maxListedCountRows)
  await Promise.all([sumUpListedCounts(db), sumUpListedCounts(db)])
  const { rows: after } = await sql<{ count: number }>`
    select count(*)::integer as count from listed_counts`.execute(db)
  expect(after[0]?.count).toBeLessThan(100)
  expect(await brokenCounts()).toEqual([])
})

test('books found by a price are counted up to a ceiling, which says so', async () => {
  const { db } = (await testApp()).context
  const branch = `Branch ${newId()}`
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { branch, price: 40_000 })
  await sql`insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, available, title_key, search_text)
    select lpad(to_hex(n), 32, '0')::uuid, seller_id, title, author, book_type, branch,
      original_price, price, condition, 1, title_key, search_text
    from books, generate_series(1, ${maxCountedMatches}::integer) as n
    where books.id = ${id}`.execute(db)
  const read = async (filters: object) => {
    const { headers } = await as().call(listBooks, { branch, limit: 1, ...filters })
    return [headers['x-total-count'], headers['x-total-is-minimum']]
  }
  expect(await read({})).toEqual([`${maxCountedMatches + 1}`, undefined])
  expect(await read({ minPrice: 300 })).toEqual([`${maxCountedMatches}`, '1'])
  expect(await read({ minPrice: 500 })).toEqual(['0', undefined])
})
