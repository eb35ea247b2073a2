// Concurrent requests for one copy, key or order, in two processes.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readChat, sendMessage } from '#contract/chats.ts'
import {
  cancelOrder,
  confirmOrder,
  placeOrder,
  rateOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { createApp } from '#server/app.ts'
import { cancelPendingOrders } from '#server/orders/by-admin/cancel-orders-of-book.ts'
import { openPostgres, transact } from '#server/platform/database/database.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestAccount,
  type TestChat,
  testApp,
} from '#server/testing.ts'

const db = async () => (await testApp()).context.db

const form = {
  deliveryAddress: '12 Lake Road, Pune',
  phoneNumber: '+919876543210',
  orderType: 'purchase',
}

async function countCopies(bookId: string) {
  const store = await db()
  const book = await store
    .selectFrom('books')
    .select('available')
    .where('id', '=', bookId)
    .executeTakeFirstOrThrow()
  const holds = await store
    .selectFrom('holds')
    .innerJoin('copies', 'copies.id', 'holds.copy_id')
    .select('order_id')
    .where('book_id', '=', bookId)
    .execute()
  return { available: book.available, held: holds.length }
}

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

const buyerCount = 200
// PGlite runs transactions one after the other, so more rounds would test nothing new there.
const rounds = process.env.TEST_DATABASE_URL ? 10 : 2

async function makeRound(
  seller: TestAccount,
  buyers: TestAccount[],
): Promise<{ bookId: string; chats: TestChat[] }> {
  const bookId = await makeBook(seller)
  return {
    bookId,
    chats: await Promise.all(buyers.map((buyer) => makeChat({ buyer, seller, bookId }))),
  }
}

test('exactly one of many simultaneous orders for one copy succeeds', {
  timeout: 300_000,
}, async () => {
  const seller = await makeAccount('seller')
  const buyers = await Promise.all(Array.from({ length: buyerCount }, () => makeAccount('buyer')))
  for (let round = 0; round < rounds; round++) {
    const { bookId, chats } = await makeRound(seller, buyers)
    const responses = await Promise.all(
      chats.map((chat) => as(seller).call(placeOrder, { ...form, chatId: chat.chatId })),
    )
    const won = responses.filter((response) => response.status === 201)
    const lost = responses.filter(
      (response) => response.status === 409 && response.error.code === 'book_gone',
    )
    expect([won.length, lost.length, await countCopies(bookId)]).toEqual([
      1,
      buyerCount - 1,
      { available: 0, held: 1 },
    ])
    const cancelled = await as(seller).call(setOrderStatus, {
      orderId: won[0]?.body._id ?? '',
      status: 'Cancelled',
    })
    expect([cancelled.status, await countCopies(bookId)]).toEqual([200, { available: 1, held: 0 }])
  }
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'of many simultaneous orders through two processes on one PostgreSQL exactly one succeeds',
  { timeout: 300_000 },
  async () => {
    const { app, context } = await testApp()
    const database = await openPostgres(String(context.database.pool?.options.connectionString))
    const other = await createApp({
      config: context.config,
      log: context.log,
      database,
      storage: context.storage,
    })
    closers.push(() => other.app.close())
    const seller = await makeAccount('seller')
    const buyers = await Promise.all(Array.from({ length: buyerCount }, () => makeAccount('buyer')))
    for (let round = 0; round < 5; round++) {
      const { bookId, chats } = await makeRound(seller, buyers)
      const responses = await Promise.all(
        chats.map(({ chatId }, n) =>
          [app, other.app][n % 2]?.inject({
            method: 'POST',
            url: '/api/orders/create',
            headers: { authorization: `Bearer ${seller.token}` },
            payload: { ...form, chatId },
          }),
        ),
      )
      const statuses = Map.groupBy(responses, (response) => response?.statusCode)
      expect([
        statuses.get(201)?.length,
        statuses.get(409)?.length,
        await countCopies(bookId),
      ]).toEqual([1, buyerCount - 1, { available: 0, held: 1 }])
    }
  },
)

test('three copies are ordered three times, and a cancelled one is sold again at most once', async () => {
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { copies: 3 })
  const first = await makeOrder({ seller, bookId })
  const chats = await Promise.all(Array.from({ length: 20 }, () => makeChat({ seller, bookId })))
  const [cancelled, ...responses] = await Promise.all([
    as(first.buyer).call(cancelOrder, { orderId: first.orderId }),
    ...chats.map(({ chatId }) => as(seller).call(placeOrder, { ...form, chatId })),
  ])
  expect(cancelled.status).toBe(200)
  const won = responses.filter((response) => response.status === 201).length
  expect([2, 3]).toContain(won)
  expect(await countCopies(bookId)).toEqual({ available: 3 - won, held: won })
})

test('twenty requests with one key at once make one order and one message', async () => {
  const { seller, buyer, bookId, chatId } = await makeChat({ book: { copies: 20 } })
  const headers = { 'idempotency-key': randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => as(seller).call(placeOrder, { ...form, chatId }, { headers })),
  )
  expect(new Set(responses.map((response) => `${response.status} ${response.body._id}`)).size).toBe(
    1,
  )
  expect(responses[0]?.status).toBe(201)
  expect(await countCopies(bookId)).toEqual({ available: 19, held: 1 })
  expect((await as(buyer).call(readChat, { id: chatId })).body.messages.length).toBe(1)
})

test('one key at once in ten chats makes one order', async () => {
  const seller = await makeAccount('seller')
  const chats = await Promise.all(Array.from({ length: 10 }, () => makeChat({ seller })))
  const headers = { 'idempotency-key': randomUUID() }
  const responses = await Promise.all(
    chats.map(({ chatId }) => as(seller).call(placeOrder, { ...form, chatId }, { headers })),
  )
  const codes = responses
    .map((response) => (response.status === 201 ? 'created' : response.error.code))
    .sort()
  expect(codes).toEqual(['created', ...Array.from({ length: 9 }, () => 'key_reused')])
  const copies = await Promise.all(chats.map(({ bookId }) => countCopies(bookId)))
  expect(copies.filter(({ available }) => available === 0).length).toBe(1)
})

test('cancelling and shipping at once leaves the copy in line with the status', async () => {
  for (let round = 0; round < 10; round++) {
    const { orderId, buyer, seller, bookId } = await makeOrder()
    await as(buyer).call(confirmOrder, { orderId })
    const [cancelled, shipped] = await Promise.all([
      as(buyer).call(cancelOrder, { orderId }),
      as(seller).call(setOrderStatus, { orderId, status: 'Shipped' }),
    ])
    expect(shipped.body.status).toBe('Shipped')
    // If the order was cancelled first, shipping reserved a copy again. If it was shipped first,
    // cancelling failed.
    expect([200, 409]).toContain(cancelled.status)
    const { history } = (await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })).body
    const steps = history.filter(({ what }) => what === 'status').map(({ status }) => status)
    expect(steps).toEqual(cancelled.status === 200 ? ['Cancelled', 'Shipped'] : ['Shipped'])
    expect(await countCopies(bookId)).toEqual({ available: 0, held: 1 })
  }
})

test('removing a book while it is ordered and shipped leaves no pending order and no lost copy', async () => {
  const admin = await makeAccount('admin')
  for (let round = 0; round < 5; round++) {
    const seller = await makeAccount('seller')
    const bookId = await makeBook(seller, { copies: 12 })
    const made = await Promise.all(Array.from({ length: 6 }, () => makeOrder({ seller, bookId })))
    const remove = async () =>
      transact(await db(), async (db) => {
        const updates = await cancelPendingOrders(db, {
          bookId,
          because: 'The book was removed.',
          adminId: admin.id,
          now: new Date(),
        })
        await db
          .updateTable('books')
          .set({ deleted_at: new Date() })
          .where('id', '=', bookId)
          .execute()
        return updates.length
      })
    const [, ...responses] = await Promise.all([
      remove(),
      ...made
        .slice(0, 3)
        .map(({ orderId }) => as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })),
      ...made.map(({ buyer, chatId }) => as(buyer).call(sendMessage, { chatId, message: 'Hello' })),
      ...made.map(({ chatId }) => as(seller).call(placeOrder, { ...form, chatId })),
    ])
    const failed = responses.filter((response) => response.status >= 400)
    expect(new Set(failed.map((response) => response.error.code))).toEqual(
      new Set(failed.length > 0 ? ['book_gone'] : []),
    )
    const orders = await (await db())
      .selectFrom('orders')
      .select('status')
      .where('book_id', '=', bookId)
      .execute()
    const open = orders.filter(({ status }) => status !== 'Cancelled')
    expect(open.filter(({ status }) => status === 'Pending')).toEqual([])
    expect(await countCopies(bookId)).toEqual({ available: 12 - open.length, held: open.length })
  }
})

test('simultaneous changes of one book neither deadlock nor lose a count', async () => {
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { copies: 12 })
  const made = await Promise.all(Array.from({ length: 8 }, () => makeOrder({ seller, bookId })))
  const rated = made.slice(0, 4)
  for (const { orderId } of rated)
    await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const responses = await Promise.all([
    ...rated.map(({ buyer, orderId }) =>
      as(buyer).call(rateOrder, { orderId, book: 4, seller: 5 }),
    ),
    ...made
      .slice(4)
      .map(({ orderId }) => as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })),
    ...made.map(({ buyer, chatId }) => as(buyer).call(sendMessage, { chatId, message: 'Hello' })),
    ...made.map(({ chatId }) => as(seller).call(placeOrder, { ...form, chatId })),
  ])
  const failed = responses.filter((response) => response.status >= 400)
  expect(new Set(failed.map((response) => response.error.code))).toEqual(
    new Set(failed.length > 0 ? ['book_gone'] : []),
  )
  const { available, held } = await countCopies(bookId)
  expect(available + held).toBe(12)
  const ratings = await (await db())
    .selectFrom('books')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', bookId)
    .executeTakeFirst()
  expect(ratings).toEqual({ rating_sum: 16, rating_count: 4 })
})
