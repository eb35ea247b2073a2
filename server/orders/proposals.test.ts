import { expect, test } from 'vitest'
import { listBooks, listOwnBooks, readBook } from '#contract/books/books.ts'
import { readChat } from '#contract/chats.ts'
import { setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import {
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  rateOrder,
  receiveOrder,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { expireProposals } from '#server/orders/jobs/expire-proposals.ts'
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
import { connect, waitForEvent } from '#server/testing-live.ts'

const hourMs = 3_600_000
const delivery = {
  orderType: 'purchase',
  deliveryAddress: '12 Lake Road, Pune',
  phoneNumber: '+919876543210',
}

const findOrder = async ({ db }: Awaited<ReturnType<typeof testApp>>['context'], id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a proposal is cancelled after three days, which frees its copy and notifies both', async () => {
  const { context } = await testApp()
  const proposed = await makeOrder()
  const others = {
    confirmed: await makeOrder(),
    shipped: await makeOrder(),
    older: await makeOrder(),
  }
  await as(others.confirmed.buyer).call(confirmOrder, { orderId: others.confirmed.orderId })
  const { orderId, seller } = others.shipped
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  // Makes this order one that never expires.
  await changeRow('orders', others.older.orderId, { proposed_until: null })
  expect(proposed.order.proposedUntil).toBe(
    new Date(Date.parse(proposed.order.createdAt) + 72 * hourMs).toISOString(),
  )
  const statuses = async () =>
    Promise.all(
      [proposed, ...Object.values(others)].map(
        async (made) => (await findOrder(context, made.orderId)).status,
      ),
    )
  const inHours = (hours: number) =>
    expireProposals({ ...context, now: () => new Date(Date.now() + hours * hourMs) })
  await inHours(71)
  expect(await statuses()).toEqual(['Pending', 'Pending', 'Shipped', 'Pending'])
  const told = await Promise.all([connect(proposed.buyer), connect(proposed.seller)])
  const events = told.map((device) => waitForEvent(device, 'order_updated'))
  await inHours(73)
  expect(await statuses()).toEqual(['Cancelled', 'Pending', 'Shipped', 'Pending'])
  const text = expect.stringContaining('The buyer didn’t agree to it within 3 days.')
  for (const event of await Promise.all(events)) expect(event).toMatchObject({ message: text })
  const { body } = await as(proposed.buyer).call(readChat, { id: proposed.chatId })
  expect(body.messages.at(-1)).toMatchObject({ senderModel: 'System', message: text })
  const { body: orders } = await as(proposed.seller).call(listSellerOrders, {
    userId: proposed.seller.id,
  })
  expect(orders[0]?.history.at(-1)).toMatchObject({ what: 'status', by: 'System' })
  expect(orders[0]?.proposedUntil).toBeUndefined()
  const { body: books } = await as().call(listBooks, { search: proposed.order.book.title })
  expect(books.map(({ _id }) => _id)).toContain(proposed.bookId)
})

test('a deal that its buyer doesn’t agree to is cancelled with one message', async () => {
  const { context } = await testApp()
  const { buyer, seller, chatId } = await makeChat({ book: { copies: 3 } })
  await as(seller).call(placeOrder, { ...delivery, chatId, copies: 3 })
  const readLines = async () =>
    (await as(buyer).call(readChat, { id: chatId })).body.messages.map(({ message }) => message)
  const before = await readLines()
  await expireProposals({ ...context, now: () => new Date(Date.now() + 73 * hourMs) })
  const { body: orders } = await as(buyer).call(listBuyerOrders, { userId: buyer.id })
  expect(orders.map(({ status }) => status)).toEqual(Array(3).fill('Cancelled'))
  expect((await readLines()).slice(before.length)).toEqual([
    expect.stringMatching(/^3 books are now Cancelled .* didn’t agree to them within 3 days\.$/),
  ])
})

test('a reopened order waits three more days for the buyer', async () => {
  const { seller, orderId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  const { body } = await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })
  const left = Date.parse(body.proposedUntil ?? '') - Date.now()
  expect(left).toBeGreaterThan(71 * hourMs)
})

test('the buyer sees the asking price at the time of the order', async () => {
  const { buyer, seller, chatId } = await makeChat({ book: { price: 19_900 } })
  const { body } = await as(seller).call(placeOrder, { ...delivery, chatId, price: 9_999 })
  expect([body.price, body.askingPrice]).toEqual([9_999, 199])
  const [order] = (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
  expect(order?.askingPrice).toBe(199)
  const { order: rent } = await makeOrder({ days: 4 })
  expect([rent.price, rent.askingPrice]).toEqual([40, 40])
})

test('a book whose last copy waits for its buyer is reserved, not sold, wherever it is shown', async () => {
  const made = await makeOrder()
  const { seller, buyer, bookId, chatId, order } = made
  const readStates = async () => {
    const { body: detail } = await as().call(readBook, { id: bookId })
    const { body: own } = await as(seller).call(listOwnBooks, {})
    const { body: chat } = await as(buyer).call(readChat, { id: chatId })
    return [detail, own.find(({ _id }) => _id === bookId), chat.book].map((book) => [
      book?.availability,
      book?.reservedUntil,
    ])
  }
  const reserved = ['sold', order.proposedUntil]
  expect(await readStates()).toEqual([reserved, reserved, reserved])
  await as(buyer).call(confirmOrder, { orderId: made.orderId })
  const sold = ['sold', undefined]
  expect(await readStates()).toEqual([sold, sold, sold])
})

test('a student may have twenty proposals open, however they come about', async () => {
  const { db } = (await testApp()).context
  const { seller, buyer, chatId, orderId } = await makeOrder({ book: { copies: 3 } })
  const cancelled = { orderId: (await makeOrder({ seller })).orderId }
  await as(seller).call(setOrderStatus, { ...cancelled, status: 'Cancelled' })
  const row = await findOrder((await testApp()).context, orderId)
  const rows = Array.from({ length: 19 }, () => ({ ...row, id: newId() }))
  await db.insertInto('orders').values(rows).execute()
  const place = () => as(seller).call(placeOrder, { ...delivery, chatId })
  for (const refused of [
    await place(),
    await as(seller).call(setOrderStatus, { ...cancelled, status: 'Pending' }),
    await as(seller).call(undoOrderStatus, cancelled),
  ])
    expect([refused.status, refused.error.code]).toEqual([429, 'too_many_proposals'])
  await as(buyer).call(confirmOrder, { orderId })
  expect((await place()).status).toBe(201)
  const shop = await makeAccount('seller', { shop: true })
  const other = await makeChat({ seller: shop, buyer, bookId: await makeBook(shop) })
  expect((await as(shop).call(placeOrder, { ...delivery, chatId: other.chatId })).status).toBe(201)
  for (const { id } of rows) await db.deleteFrom('orders').where('id', '=', id).execute()
})

test('a cancelled deal can’t come back if its orders would be too many proposals', async () => {
  const { context } = await testApp()
  const { seller, chatId } = await makeChat({ book: { copies: 3 } })
  const { body } = await as(seller).call(placeOrder, { ...delivery, chatId, copies: 3 })
  const dealId = body.deal?._id ?? ''
  await as(seller).call(setDealStatus, { dealId, status: 'Cancelled' })
  const row = await findOrder(context, (await makeOrder({ seller })).orderId)
  const rows = Array.from({ length: 17 }, () => ({ ...row, id: newId() }))
  await context.db.insertInto('orders').values(rows).execute()
  const undo = { dealId, orderId: body._id }
  const refused = await as(seller).call(undoDealStatus, undo)
  expect([refused.status, refused.error.code]).toEqual([429, 'too_many_proposals'])
  await changeRow('orders', rows[0]?.id ?? '', { status: 'Shipped' })
  expect((await as(seller).call(undoDealStatus, undo)).status).toBe(200)
})

test('the buyer says received: the order is delivered and closed to its seller, and can be rated', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const early = await as(buyer).call(receiveOrder, { orderId })
  expect([early.status, early.error.code]).toEqual([409, 'order_settled'])
  await as(buyer).call(confirmOrder, { orderId })
  const device = await connect(seller)
  const told = waitForEvent(device, 'order_updated')
  const { body } = await as(buyer).call(receiveOrder, { orderId })
  expect(body).toMatchObject({ status: 'Delivered', closed: true, can: ['rate'] })
  expect(body.history.at(-1)).toMatchObject({ what: 'received', status: 'Delivered', by: 'Buyer' })
  expect(await told).toMatchObject({
    message: expect.stringMatching(/was received by the buyer\.$/),
  })
  expect((await as(buyer).call(receiveOrder, { orderId })).body.receivedAt).toBe(body.receivedAt)
  const refused = await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect([refused.status, refused.error.code]).toEqual([409, 'order_closed'])
  expect((await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })).status).toBe(200)
  const rated = await as(buyer).call(rateOrder, { orderId, book: 5, seller: 5 })
  expect(rated.body).toMatchObject({ closed: true, can: [] })
})
