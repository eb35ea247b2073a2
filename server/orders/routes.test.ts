import { expect, test } from 'vitest'
import { deleteBuyerAccount } from '#contract/accounts/accounts.ts'
import { listReviews } from '#contract/books/reviews.ts'
import { readChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  type OrderStatus,
  rateOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { eraseAccount, updateAccount } from '#server/accounts/store.ts'
import { availableOf } from '#server/books/testing-copies.ts'
import { as, changeRow, makeAccount, makeBook, makeOrder, testApp } from '#server/testing.ts'
import { connect, waitForEvent } from '#server/testing-live.ts'
import { isLong } from '#server/testing-rounds.ts'
import { eraseFromOrders } from './store.ts'

const db = async () => (await testApp()).context.db

const setStatus = (made: { seller: { token: string }; orderId: string }, status: OrderStatus) =>
  as(made.seller).call(setOrderStatus, { orderId: made.orderId, status })

test('any status may follow any other; each change is in the history and the chat, and reserves or releases the copy', async () => {
  const made = await makeOrder()
  const states: unknown[] = []
  for (const status of ['Delivered', 'Pending', 'Cancelled', 'Shipped', 'Cancelled'] as const) {
    const { body } = await setStatus(made, status)
    states.push([body.status, await availableOf(made.bookId)])
  }
  expect(states).toEqual([
    ['Delivered', 0],
    ['Pending', 0],
    ['Cancelled', 1],
    ['Shipped', 0],
    ['Cancelled', 1],
  ])
  const repeated = await setStatus(made, 'Cancelled')
  expect(repeated.body.history.map(({ what, status, by }) => `${what} ${status} ${by}`)).toEqual([
    'created Pending Seller',
    'status Delivered Seller',
    'status Pending Seller',
    'status Cancelled Seller',
    'status Shipped Seller',
    'status Cancelled Seller',
  ])
  const chat = await as(made.buyer).call(readChat, { id: made.chatId })
  expect([
    chat.body.messages.length,
    chat.body.unreadMessages,
    chat.body.lastMessage?.message,
  ]).toEqual([
    6,
    6,
    `Order ${made.orderId.slice(-6).toUpperCase()} (${made.order.book.title}) is now Cancelled. No reason given.`,
  ])
})

test('a cancelled order can’t be reopened once its copy is sold, or its buyer’s account is deleted', async () => {
  const made = await makeOrder()
  await setStatus(made, 'Cancelled')
  const other = await makeOrder({ seller: made.seller, bookId: made.bookId })
  const rejected = await setStatus(made, 'Pending')
  expect([rejected.status, rejected.error.code]).toEqual([409, 'book_gone'])
  await setStatus(other, 'Cancelled')
  const left = { accountId: made.buyer.id, side: 'buyer' } as const
  await eraseFromOrders(await db(), left)
  await eraseAccount(await db(), left, new Date())
  expect((await setStatus(made, 'Pending')).error.code).toBe('buyer_left')
  const { body } = await as(made.seller).call(listSellerOrders, { userId: made.seller.id })
  expect(body.map((order) => [order.status, order.buyer.name])).toEqual([
    ['Cancelled', other.buyer.name],
    ['Cancelled', 'Unknown Buyer'],
  ])
  expect([body[1]?.buyer.email, body[1]?.history.length, await availableOf(made.bookId)]).toEqual([
    undefined,
    2,
    1,
  ])
})

test.each(['shipped', '', 'Lost', 1])('the status %o is refused', async (status) => {
  const made = await makeOrder()
  expect((await setStatus(made, status as OrderStatus)).error.fields).toEqual({
    status: 'The status is Pending, Shipped, Delivered or Cancelled.',
  })
})

test('the buyer confirms a pending order, once, and can’t cancel it once it is shipped', async () => {
  const made = await makeOrder()
  const { orderId, buyer } = made
  expect((await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body[0]?.can).toEqual([
    'confirm',
    'cancel',
  ])
  const confirmed = await as(buyer).call(confirmOrder, { orderId })
  expect(confirmed.body).toMatchObject({
    status: 'Pending',
    can: ['cancel', 'receive', 'propose-meeting'],
    history: [{}, { what: 'confirmed', by: 'Buyer' }],
  })
  const repeated = await as(buyer).call(confirmOrder, { orderId })
  expect([repeated.status, repeated.body]).toEqual([200, confirmed.body])
  expect((await as(made.seller).call(readChat, { id: made.chatId })).body.unreadMessages).toBe(1)
  await setStatus(made, 'Shipped')
  for (const response of [
    as(buyer).call(cancelOrder, { orderId }),
    as((await makeOrder()).buyer).call(cancelOrder, { orderId }),
  ])
    expect((await response).status).not.toBe(200)
  expect((await as(buyer).call(cancelOrder, { orderId })).error.code).toBe('order_settled')
})

test('the buyer cancels a pending order, which frees the copy', async () => {
  const { orderId, buyer, bookId } = await makeOrder()
  const { body } = await as(buyer).call(cancelOrder, { orderId })
  expect([body.status, body.can, await availableOf(bookId)]).toEqual(['Cancelled', [], 1])
  expect((await as(buyer).call(cancelOrder, { orderId })).error.code).toBe('order_settled')
  expect((await as(buyer).call(confirmOrder, { orderId })).error.code).toBe('order_settled')
})

test.each([
  ['purchase', 'Shipped'],
  ['rent', 'Delivered'],
] as const)(
  'a %s that only its seller made %s can be cancelled by its buyer, and the seller is notified',
  async (kind, status) => {
    const made = await makeOrder(kind === 'rent' ? { days: 7 } : {})
    await setStatus(made, status)
    const [order] = (await as(made.buyer).call(listBuyerOrders, { userId: made.buyer.id })).body
    expect(order?.can).toContain('cancel')
    const update = waitForEvent(await connect(made.seller), 'order_updated')
    const { body } = await as(made.buyer).call(cancelOrder, { orderId: made.orderId })
    expect([body.status, body.history.at(-1)?.by, await availableOf(made.bookId)]).toEqual([
      'Cancelled',
      'Buyer',
      1,
    ])
    expect(await update).toMatchObject({
      message: expect.stringMatching(/is now Cancelled\. The buyer cancelled it\.$/),
    })
    expect((await as(made.seller).call(readChat, { id: made.chatId })).body.unreadMessages).toBe(1)
  },
)

test('a delivered rent is returned once, and no status reserves its copy again', async () => {
  const made = await makeOrder({ days: 7 })
  const { orderId, seller, bookId } = made
  const returnCopy = () => as(seller).call(returnOrder, { orderId })
  expect((await returnCopy()).error.code).toBe('order_settled')
  expect((await setStatus(made, 'Delivered')).body.can).toEqual(['set-status', 'undo', 'return'])
  const returned = await returnCopy()
  expect(returned.body).toMatchObject({
    status: 'Delivered',
    returnedAt: expect.any(String),
    can: ['set-status'],
    overdue: false,
  })
  expect((await returnCopy()).error.code).toBe('order_settled')
  expect(await availableOf(bookId)).toBe(1)
  const next = await makeOrder({ seller, bookId, days: 3 })
  expect([next.order.status, await availableOf(bookId)]).toEqual(['Pending', 0])
  expect((await setStatus(made, 'Delivered')).body.history.at(-1)?.what).toBe('returned')
  for (const status of ['Cancelled', 'Pending', 'Shipped', 'Delivered'] as const) {
    const { body } = await setStatus(made, status)
    expect([body.status, body.overdue, await availableOf(bookId)]).toEqual([status, false, 0])
  }
  const sold = await makeOrder()
  await setStatus(sold, 'Delivered')
  expect((await as(sold.seller).call(returnOrder, { orderId: sold.orderId })).error.code).toBe(
    'order_settled',
  )
})

test('a delivered rent past its end is overdue until it comes back', async () => {
  const made = await makeOrder({ days: 7 })
  await setStatus(made, 'Delivered')
  const end = addDays(indianDate(new Date()), -1)
  await changeRow('orders', made.orderId, { rent_start: addDays(end, -7), rent_end: end })
  const { body } = await as(made.buyer).call(listBuyerOrders, { userId: made.buyer.id })
  expect(body[0]).toMatchObject({ overdue: true, rentEndDate: end })
  expect((await as(made.seller).call(returnOrder, { orderId: made.orderId })).body.overdue).toBe(
    false,
  )
})

test('a buyer rates a delivered order once', async () => {
  const made = await makeOrder()
  const { orderId, buyer } = made
  const rate = (stars: { book: number | string; seller: number; review?: string }) =>
    as(buyer).call(rateOrder, { orderId, ...stars })
  const early = await rate({ book: 5, seller: 4 })
  expect([early.status, early.error.message]).toEqual([
    409,
    'You can rate an order once it is delivered.',
  ])
  await setStatus(made, 'Delivered')
  for (const wrong of [0, 6, 4.5, 'five'])
    expect((await rate({ book: wrong, seller: 4 })).status).toBe(400)
  expect((await rate({ book: 5, seller: 4, review: 'x'.repeat(1001) })).status).toBe(400)
  const responses = await Promise.all(
    [1, 2, 3].map(() => rate({ book: 5, seller: 4, review: ' As new. ' })),
  )
  expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409])
  expect(responses.find((response) => response.status === 409)?.error.code).toBe('already_rated')
  expect(responses.find((response) => response.status === 201)?.body).toMatchObject({
    rating: { book: 5, seller: 4, review: 'As new.' },
    can: [],
  })
})

test('a review shows its buyer’s first name at every listing of the title, and no name once the account is deleted', async () => {
  const title = `Reviewed ${crypto.randomUUID()}`
  const buyer = await makeAccount('buyer', { name: 'Asha Patil' })
  const made = await makeOrder({ buyer, book: { title, author: 'An Author' } })
  const copy = await makeBook(await makeAccount('seller'), { title, author: 'An Author' })
  await setStatus(made, 'Delivered')
  const read = async () => (await as().call(listReviews, { id: copy })).body
  expect(await read()).toEqual([])
  await as(buyer).call(rateOrder, {
    orderId: made.orderId,
    book: 5,
    seller: 4,
    review: 'Clean copy.',
  })
  expect(await read()).toEqual([
    { stars: 5, review: 'Clean copy.', name: 'Asha', at: expect.any(String) },
  ])
  const withoutText = await makeOrder({ book: { title, author: 'An Author' } })
  await setStatus(withoutText, 'Delivered')
  await as(withoutText.buyer).call(rateOrder, { orderId: withoutText.orderId, book: 1, seller: 1 })
  await as(buyer).call(deleteBuyerAccount, {})
  expect(await read()).toEqual([{ stars: 5, review: 'Clean copy.', at: expect.any(String) }])
})

test('a change is sent live to both people', async () => {
  const made = await makeOrder()
  const [buyer, seller] = await Promise.all([connect(made.buyer), connect(made.seller)])
  await setStatus(made, 'Shipped')
  const update = {
    message: expect.stringContaining('is now Shipped.'),
    chatId: made.chatId,
    orderId: made.orderId,
    status: 'Shipped',
    notifies: ['buyer'],
  }
  const message = { chatId: made.chatId, senderModel: 'System', number: 2 }
  for (const device of [buyer, seller]) {
    await expect.poll(() => device.received).toContainEqual(['order_updated', update])
    await expect
      .poll(() => device.received)
      .toContainEqual(['receive_message', expect.objectContaining(message)])
  }
})

test('with a blocked seller, the buyer cancels what was shipped and marks a rent as returned', async () => {
  const sold = await makeOrder()
  const rented = await makeOrder({ seller: sold.seller, days: 2 })
  for (const { buyer, orderId } of [sold, rented]) await as(buyer).call(confirmOrder, { orderId })
  await setStatus(sold, 'Shipped')
  await setStatus(rented, 'Delivered')
  expect((await as(sold.buyer).call(cancelOrder, { orderId: sold.orderId })).error.code).toBe(
    'order_settled',
  )
  await updateAccount(await db(), sold.seller.id, { status: 'blocked' })
  const { body } = await as(sold.buyer).call(listBuyerOrders, { userId: sold.buyer.id })
  expect(body[0]?.can).toEqual(['cancel', 'receive'])
  expect((await as(sold.buyer).call(cancelOrder, { orderId: sold.orderId })).body.status).toBe(
    'Cancelled',
  )
  expect(
    (await as(rented.buyer).call(returnOrder, { orderId: rented.orderId })).body.returnedAt,
  ).toBeDefined()
})

test.runIf(isLong)(
  'a seller’s orders and changes in a chat are limited by the hour; a buyer’s changes are not',
  async () => {
    const made = await makeOrder()
    const statuses = []
    for (let n = 0; n < 31; n++)
      statuses.push(
        (await setStatus(made, n === 0 ? 'Delivered' : n % 2 === 0 ? 'Pending' : 'Shipped')).status,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    const rejected = await setStatus(made, 'Delivered')
    expect([rejected.status, rejected.error.code]).toEqual([429, 'too_many_deals'])
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await as(made.buyer).call(cancelOrder, { orderId: made.orderId })).body.status).toBe(
      'Cancelled',
    )
    expect((await makeOrder({ seller: made.seller })).order.status).toBe('Pending')
  },
)
