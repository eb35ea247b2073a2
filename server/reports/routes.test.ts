import { expect, test } from 'vitest'
import { listOwnBooks } from '#contract/books/books.ts'
import { setOrderStatus } from '#contract/orders/orders.ts'
import {
  listBestSellers,
  listRecentOrders,
  readOrderSummary,
  readSalesChart,
  readSalesReport,
  readSellerStats,
  reportRanges,
} from '#contract/orders/reports.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'

async function makeSellerWithOrders() {
  const seller = await makeAccount('seller')
  for (const [price, status] of [
    [200, 'Delivered'],
    [100, undefined],
    [999, 'Cancelled'],
  ] as const) {
    const { orderId } = await makeOrder({
      seller,
      book: { title: `Book of ${price}`, price: price * 100, original_price: 100_000 },
    })
    if (status)
      expect((await as(seller).call(setOrderStatus, { orderId, status })).status).toBe(200)
  }
  return seller
}

test('figures exclude cancelled orders', async () => {
  const seller = await makeSellerWithOrders()
  expect((await as(seller).call(readSellerStats, {})).body).toMatchObject({
    totalSales: 2,
    totalRevenue: 300,
    booksSold: 1,
    totalBooksListed: 3,
  })
  expect((await as(seller).call(readSalesChart, {})).body).toEqual({
    totalSales: 300,
    ordersCount: 2,
  })
  expect((await as(seller).call(listBestSellers, {})).body).toEqual([
    { title: 'Book of 200', sales: 1, revenue: 200 },
    { title: 'Book of 100', sales: 1, revenue: 100 },
  ])
})

test('recent orders are the five newest, the newest first', async () => {
  const seller = await makeAccount('seller')
  for (let n = 0; n < 6; n++) await makeOrder({ seller, book: { title: `Book ${n}` } })
  const { body } = await as(seller).call(listRecentOrders, {})
  expect(body.map((order) => order.book.title)).toEqual([
    'Book 5',
    'Book 4',
    'Book 3',
    'Book 2',
    'Book 1',
  ])
})

test.each(reportRanges)('the last bucket of the %s report includes today', async (range) => {
  const seller = await makeSellerWithOrders()
  const { body } = await as(seller).call(readSalesReport, { range })
  expect(body.labels.length).toBe(body.salesData.length)
  expect(body.salesData.at(-1)).toBe(300)
  expect((await as(seller).call(readOrderSummary, { range })).body).toEqual({
    completed: 1,
    pending: 1,
    cancelled: 1,
  })
})

test('an old order is in its own bucket, or in none', async () => {
  const seller = await makeSellerWithOrders()
  const { context } = await testApp()
  await context.db
    .updateTable('orders')
    .set({ created_at: new Date('2001-01-01') })
    .where('seller_id', '=', seller.id)
    .execute()
  expect((await as(seller).call(readSalesReport, { range: 'yearly' })).body.salesData).toEqual([
    0, 0, 0, 0, 0,
  ])
  expect((await as(seller).call(readOrderSummary, {})).body).toEqual({
    completed: 0,
    pending: 0,
    cancelled: 0,
  })
})

test('a seller without sales gets zeros and an empty chart', async () => {
  const seller = await makeAccount('seller')
  expect((await as(seller).call(readSellerStats, {})).body).toEqual({
    totalSales: 0,
    totalRevenue: 0,
    booksSold: 0,
    totalBooksListed: 0,
  })
  expect((await as(seller).call(readSalesChart, {})).body).toEqual({})
  expect((await as(seller).call(listRecentOrders, {})).body).toEqual([])
})

test('a report of an unknown range is refused', async () => {
  const response = await as(await makeAccount('seller')).call(readSalesReport, {
    range: 'hourly' as never,
  })
  expect([response.status, response.error.fields?.range]).toEqual([
    400,
    'The range is daily, weekly, monthly or yearly.',
  ])
})

test('best sellers of a range, and of all time', async () => {
  const seller = await makeAccount('seller')
  for (const created_at of [new Date('2001-01-01'), new Date()]) {
    const book = { title: `Of ${created_at.getFullYear()}` }
    const { orderId } = await makeOrder({ seller, book })
    await changeRow('orders', orderId, { created_at })
  }
  const titles = async (range?: 'daily') =>
    (await as(seller).call(listBestSellers, { range })).body.map(({ title }) => title)
  expect([(await titles()).length, await titles('daily')]).toEqual([
    2,
    [`Of ${new Date().getFullYear()}`],
  ])
})

const unsoldOf = async (seller: TestAccount) =>
  (await as(seller).call(readOrderSummary, { details: true })).body.unsold ?? []

test('unsold books by age are those that Manage Books finds', async () => {
  const seller = await makeAccount('seller')
  const list = (days: number, columns: object = {}) =>
    makeBook(seller, {
      price: 10_050,
      listed_at: new Date(Date.now() - days * 86_400_000),
      ...columns,
    })
  await list(29.9)
  await list(30, { copies: 3 })
  await list(89.9)
  await list(90)
  await list(400, { price: 9_999_900, original_price: 9_999_900, copies: 2 })
  for (const unseen of [
    { available: 0 },
    { hidden_by_seller: true },
    { needs_photos: true },
    { deleted_at: new Date() },
  ])
    await list(400, unseen)
  await makeBook(await makeAccount('seller'), { listed_at: new Date('2001-01-01') })
  const unsold = await unsoldOf(seller)
  expect(unsold).toEqual([
    { minDays: 30, maxDays: 90, books: 2, copies: 4, value: 402 },
    { minDays: 90, maxDays: 180, books: 1, copies: 1, value: 100.5 },
    { minDays: 180, books: 1, copies: 2, value: 199_998 },
  ])
  for (const { minDays, maxDays, books } of unsold) {
    const filters = { state: 'for-sale', minDays, maxDays } as const
    expect((await as(seller).call(listOwnBooks, filters)).body).toHaveLength(books)
  }
})

test('a seller without books has no unsold ones', async () => {
  const unsold = await unsoldOf(await makeAccount('seller'))
  expect(unsold.map(({ books, value }) => [books, value])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})
