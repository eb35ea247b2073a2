// The cached market is invalidated by the writes that change it, and by no others.
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  deleteSellerAccount,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { removeReview, toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import { listBooks, readBook, updateBook } from '#contract/books/books.ts'
import { listReviews } from '#contract/books/reviews.ts'
import { sendMessage, startChat } from '#contract/chats.ts'
import { placeOrder, rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { unknownChange } from '#server/platform/cache/changes.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  testApp,
} from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'

/**
 * Creates a listed book with a review, and caches all responses about it. `stillCached` runs a
 * write, and returns which of them are still cached.
 */
async function makeMarket() {
  const { app, context } = await testApp()
  const { jobs } = context
  const branch = `Branch ${newId()}`
  const { buyer, seller, bookId, orderId } = await makeOrder({
    book: { branch, copies: 2, title: `Book ${newId()}` },
  })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 4, seller: 4, review: 'Clean pages.' })
  await jobs.idle()
  await settleChanges(context)
  context.changes.apply(unknownChange)
  const reads = {
    list: async () => (await as().call(listBooks, { branch, limit: 24 })).body,
    book: async () => (await as().call(readBook, { id: bookId })).body,
    reviews: async () => (await as().call(listReviews, { id: bookId })).body,
    sitemap: async () => {
      const { body } = await app.inject('/sitemap-books-1.xml')
      return body.split('<url>').find((entry) => entry.includes(bookId))
    },
  }
  async function stillCached(write: () => Promise<{ status: number }>) {
    const before: Record<string, unknown> = {}
    for (const [name, read] of Object.entries(reads)) before[name] = await read()
    expect(before).toMatchObject({
      list: [{ _id: bookId }],
      book: { _id: bookId },
      reviews: [{ review: 'Clean pages.' }],
      sitemap: expect.stringContaining('lastmod'),
    })
    // These writes use no endpoint, so they invalidate nothing.
    await transact(context.db, async (db) => {
      const review = { review: newId() }
      await db.updateTable('ratings').set(review).where('order_id', '=', orderId).execute()
      const book = { description: newId(), updated_at: new Date(context.now().getTime() + 60_000) }
      await db.updateTable('books').set(book).where('id', '=', bookId).execute()
    })
    const { status } = await write()
    expect([200, 201]).toContain(status)
    const cached: string[] = []
    for (const [name, read] of Object.entries(reads))
      if (JSON.stringify(await read()) === JSON.stringify(before[name])) cached.push(name)
    return cached
  }
  return { context, buyer, seller, bookId, orderId, stillCached }
}
type Market = Awaited<ReturnType<typeof makeMarket>>
type Write = (market: Market) => Promise<() => Promise<{ status: number }>>

const unrelatedWrites: Record<string, Write> = {
  "a buyer's address": async ({ buyer }) => {
    return () =>
      as(buyer).call(updateBuyerProfile, { name: buyer.name, address: '14 Lake Road, Pune' })
  },
  "a seller's phone": async ({ seller }) => {
    return () => as(seller).call(updateSellerProfile, { name: seller.name, phone: '+919876543210' })
  },
  'a message': async ({ buyer, seller }) => {
    const { chatId } = await makeChat({ buyer, seller })
    return () => as(buyer).call(sendMessage, { chatId, message: 'Is it still there?' })
  },
}
test.each(Object.keys(unrelatedWrites))(
  '%s invalidates nothing of the cached market',
  async (name) => {
    const market = await makeMarket()
    const write = await unrelatedWrites[name]?.(market)
    expect(write && (await market.stillCached(write))).toEqual([
      'list',
      'book',
      'reviews',
      'sitemap',
    ])
  },
)

// Changes of people invalidate the sitemap immediately; changes of books appear when it expires.
const marketWrites: Record<string, [cached: string[], Write]> = {
  "a seller's name": [
    [],
    async ({ seller }) =>
      () =>
        as(seller).call(updateSellerProfile, { name: 'Ravi Kulkarni' }),
  ],
  "a reviewer's name": [
    [],
    async ({ buyer }) =>
      () =>
        as(buyer).call(updateBuyerProfile, { name: 'Ravi Kulkarni' }),
  ],
  "a seller's block": [
    [],
    async ({ seller }) => {
      const admin = await makeAccount('admin')
      return () => as(admin).call(toggleSeller, { id: seller.id })
    },
  ],
  "a reviewer's block": [
    [],
    async ({ buyer }) => {
      const admin = await makeAccount('admin')
      return () => as(admin).call(toggleBuyer, { id: buyer.id })
    },
  ],
  "a seller's end": [
    [],
    async ({ seller }) =>
      () =>
        as(seller).call(deleteSellerAccount, {}),
  ],
  'a removed review': [
    ['sitemap'],
    async ({ orderId }) => {
      const admin = await makeAccount('admin')
      return () => as(admin).call(removeReview, { id: orderId, reason: 'Not about the book' })
    },
  ],
  'an order': [
    ['sitemap'],
    async ({ seller, bookId }) => {
      const { chatId } = await makeChat({ seller, bookId })
      const order = {
        chatId,
        orderType: 'purchase',
        deliveryAddress: '12 Lake Road, Pune',
        phoneNumber: '+919876543210',
      } as const
      return () => as(seller).call(placeOrder, order)
    },
  ],
  'a new price': [
    ['sitemap'],
    async ({ seller, bookId }) =>
      () =>
        as(seller).call(updateBook, { id: bookId, price: 222 }),
  ],
}
test.each(Object.keys(marketWrites))('%s invalidates the cached market', async (name) => {
  const market = await makeMarket()
  const [cached, prepare] = marketWrites[name] ?? []
  const write = await prepare?.(market)
  expect(write && (await market.stillCached(write))).toEqual(cached)
})

test('logged-in readers share the common response until theirs differs', async () => {
  const { context } = await testApp()
  const [seller, other] = [await makeAccount('seller'), await makeAccount('seller')]
  const [buyer, blocked] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const id = await makeBook(seller)
  await as(seller).call(blockPerson, { id: blocked.id })
  await context.jobs.idle()
  await settleChanges(context)
  const read = async (account?: typeof buyer) => (await as(account).call(readBook, { id })).body
  const [asStranger, asSeller] = [await read(), await read(other)]
  expect(asSeller).toEqual({ ...asStranger, can: [] })
  const price = (asStranger.price ?? 0) + 1
  await changeRow('books', id, { price: price * 100 })
  expect([await read(buyer), await read(other)]).toEqual([asStranger, asSeller])
  expect(await read(seller)).toMatchObject({ price, can: expect.arrayContaining(['edit']) })
  expect(await read(blocked)).toMatchObject({ price, can: [] })
  await as(buyer).call(startChat, { bookId: id })
  expect(await read(buyer)).toMatchObject({ price })
})
