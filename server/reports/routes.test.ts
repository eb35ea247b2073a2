import { expect, test } from 'vitest'
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
import { as, makeAccount, makeOrder, testApp } from '#server/testing.ts'

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
