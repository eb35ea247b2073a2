import { expect, test } from 'vitest'
import { exportAccount } from '#contract/accounts/accounts.ts'
import { readChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { cancelDeal, confirmDeal, listChatOrders } from '#contract/orders/deals.ts'
import { proposeMeeting } from '#contract/orders/meetings.ts'
import { listOffers } from '#contract/orders/offers.ts'
import { listSellerOrders, placeOrder } from '#contract/orders/orders.ts'
import { availableOf } from '#server/books/testing-copies.ts'
import { as, makeChat, type TestChat } from '#server/testing.ts'

const place = (chat: TestChat, more: Partial<EndpointInput<typeof placeOrder>>) =>
  as(chat.seller).call(placeOrder, {
    chatId: chat.chatId,
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '98765 43210',
    orderType: 'purchase',
    ...more,
  })

const ordersOf = async ({ seller, chatId }: TestChat) =>
  (await as(seller).call(listChatOrders, { chatId })).body

test('several copies are a deal of proposals at one price, which the buyer confirms together', async () => {
  const chat = await makeChat({ book: { copies: 4, title: 'Godaan' } })
  const { status, body } = await place(chat, { copies: '3', price: 120.5 })
  expect([status, body.price, body.deal]).toMatchObject([
    201,
    120.5,
    { orders: 3, total: 361.5, next: { status: 'Shipped', count: 3 } },
  ])
  expect(await availableOf(chat.bookId)).toBe(1)
  const orders = await ordersOf(chat)
  expect(orders.map(({ agreed, price }) => [agreed, price])).toEqual(Array(3).fill([false, 120.5]))
  const { body: read } = await as(chat.buyer).call(readChat, { id: chat.chatId })
  expect(read.messages.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Order \w{6} created: Godaan, 3 copies \(with orders \w{6}, \w{6}\)\nPurchase for ₹120\.50 each, ₹361\.50 in all\nDelivery address: 12 Lake Road, Pune\nPhone: 98765 43210$/,
    ),
  ])
  // It is no offer, for neither side.
  for (const person of [chat.buyer, chat.seller]) {
    expect((await as(person).call(listOffers, { chatId: chat.chatId })).body).toEqual([])
    expect((await as(person).call(exportAccount, {})).body.offers).toEqual([])
  }
  const dealId = body.deal?._id ?? ''
  expect((await as(chat.seller).call(confirmDeal, { dealId })).status).toBe(403)
  const confirmed = await as(chat.buyer).call(confirmDeal, { dealId })
  expect(confirmed.body.map(({ agreed }) => agreed)).toEqual([true, true, true])
  const { body: after } = await as(chat.buyer).call(readChat, { id: chat.chatId })
  expect(after.lastMessage?.message).toMatch(/^The buyer has confirmed 3 books \(orders /)
  const meeting = {
    orderId: body._id,
    place: 'Library',
    times: [`${addDays(indianDate(new Date()), 3)}T17:00`],
  }
  await as(chat.seller).call(proposeMeeting, meeting)
  const met = (await ordersOf(chat)).map((order) => order.meeting?._id)
  expect(new Set(met).size).toBe(1)
  expect(met[0]).toBeTruthy()
})

test('a rent of several copies costs its days for each', async () => {
  const chat = await makeChat({ book: { copies: 2, is_rentable: true, rent_price: 1050 } })
  const { body } = await place(chat, { copies: 2, orderType: 'rent', rentDays: 7 })
  expect([body.price, body.deal?.total, body.rentDays]).toEqual([73.5, 147, 7])
  const { body: cancelled } = await as(chat.buyer).call(cancelDeal, {
    dealId: body.deal?._id ?? '',
  })
  expect([cancelled.length, await availableOf(chat.bookId)]).toEqual([2, 2])
})

test('if fewer copies are free, none is ordered', async () => {
  const chat = await makeChat({ book: { copies: 2 } })
  const { status, error } = await place(chat, { copies: 3 })
  expect([status, error.code, error.fields]).toEqual([
    409,
    'book_gone',
    { copies: 'Only 2 copies are available.' },
  ])
  expect(await availableOf(chat.bookId)).toBe(2)
  expect(await ordersOf(chat)).toEqual([])
  const rival = await makeChat({ seller: chat.seller, bookId: chat.bookId })
  const results = await Promise.all([place(chat, { copies: 2 }), place(rival, { copies: 2 })])
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('one copy makes no deal', async () => {
  const chat = await makeChat({ book: { copies: 2 } })
  expect((await place(chat, { copies: 1 })).body).not.toHaveProperty('deal')
  expect((await place(chat, { copies: '' })).body).not.toHaveProperty('deal')
})

test('further copies count as proposals', async () => {
  const chat = await makeChat({ book: { copies: 30 } })
  expect((await place(chat, { copies: 21 })).error.code).toBe('too_many_proposals')
  expect((await place(chat, { copies: 20 })).status).toBe(201)
  const { body } = await as(chat.seller).call(listSellerOrders, { userId: chat.seller.id })
  expect(body).toHaveLength(20)
  expect((await place(chat, { copies: 1 })).error.code).toBe('too_many_proposals')
})

test.each([0, -1, 1.5, 61, 1e9, 'दो', '🏠', '2 books'])(
  'the quantity %o is refused',
  async (copies) => {
    const { status, error } = await place(await makeChat(), { copies: copies as never })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['copies']])
  },
)
