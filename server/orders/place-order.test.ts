import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { availableOf } from '#server/books/testing-copies.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, changeRow, makeChat, type TestChat, testApp } from '#server/testing.ts'
import { connect, receivedTexts, waitForEvent, waitForText } from '#server/testing-live.ts'

const db = async () => (await testApp()).context.db

const form = {
  deliveryAddress: ' 12 Lake Road, Pune ',
  phoneNumber: '98765 43210',
  orderType: 'purchase',
}
const place = (
  chat: TestChat,
  more: Partial<EndpointInput<typeof placeOrder>> = {},
  headers: Record<string, string> = {},
) => as(chat.seller).call(placeOrder, { ...form, chatId: chat.chatId, ...more }, { headers })

const rentable = { is_rentable: true, rent_price: 1_050 }

test('a purchase costs the asking price, stores the book and the names, reserves a copy and writes to the chat', async () => {
  const chat = await makeChat({ book: { title: 'Godaan', price: 12_050 } })
  const { buyer, seller, bookId, chatId } = chat
  const { status, body } = await place(chat, { buyerId: buyer.id, sellerId: seller.id, bookId })
  expect([status, body]).toMatchObject([
    201,
    {
      book: { _id: bookId, title: 'Godaan', bookType: 'old', images: [] },
      buyer: { _id: buyer.id, name: buyer.name },
      seller: { _id: seller.id, name: seller.name, email: seller.email },
      orderType: 'purchase',
      price: 120.5,
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
      status: 'Pending',
      chat: { _id: chatId },
      overdue: false,
      history: [{ what: 'created', status: 'Pending', by: 'Seller' }],
      can: ['set-status'],
    },
  ])
  expect(body).not.toHaveProperty('rentDays')
  expect(await availableOf(bookId)).toBe(0)
  const read = await as(buyer).call(readChat, { id: chatId })
  expect(read.body).toMatchObject({
    unreadMessages: 1,
    lastMessage: { senderModel: 'System', sender: null },
  })
  expect(read.body.lastMessage?.message).toContain(
    'created: Godaan\nPurchase for ₹120.50\nDelivery address: 12 Lake Road, Pune',
  )
  expect((await as(seller).call(readChat, { id: chatId })).body).toMatchObject({
    unreadMessages: 0,
    can: ['send'],
  })
})

test('the seller may agree on another price, and the spellings of the order type are understood', async () => {
  for (const [orderType, price] of [
    ['buy', 99.99],
    ['Purchase', '100'],
    [' BUY ', 1],
  ] as const) {
    const { body } = await place(await makeChat(), { orderType, price })
    expect([body.orderType, body.price]).toEqual(['purchase', Number(price)])
  }
})

test('an army address, whose PIN code has no place, takes an order', async () => {
  const deliveryAddress = 'Sep Ravi Kumar, 12 Field Regiment, c/o 56 APO 900056'
  const { status, body } = await place(await makeChat(), { deliveryAddress })
  expect([status, body.deliveryAddress]).toEqual([201, deliveryAddress])
})

test('a rent runs from today for its days and costs its days', async () => {
  const { status, body } = await place(await makeChat({ book: rentable }), {
    orderType: 'Rent',
    rentDays: '7',
  })
  const today = indianDate(new Date())
  expect([status, body]).toMatchObject([
    201,
    {
      orderType: 'rent',
      price: 73.5,
      rentDays: 7,
      rentStartDate: today,
      rentEndDate: addDays(today, 7),
      can: ['set-status'],
    },
  ])
})

test.each<[string, Partial<EndpointInput<typeof placeOrder>>, string, string | undefined]>([
  ['no address', { deliveryAddress: '  ' }, '400 malformed', 'deliveryAddress'],
  ['no phone number', { phoneNumber: '' }, '400 malformed', 'phoneNumber'],
  ['a phone number of letters', { phoneNumber: 'call me' }, '400 malformed', 'phoneNumber'],
  ['no order type', { orderType: 'gift' }, '400 malformed', 'orderType'],
  ['a rent without days', { orderType: 'rent' }, '400 malformed', 'rentDays'],
  ['a rent of half a day', { orderType: 'rent', rentDays: 0.5 }, '400 malformed', 'rentDays'],
  ['a rent of 366 days', { orderType: 'rent', rentDays: 366 }, '400 malformed', 'rentDays'],
  ['a price of nothing', { price: 0 }, '400 malformed', 'price'],
  ['a price beyond a lakh', { price: 100_001 }, '400 malformed', 'price'],
  ['a price of thirds', { price: 33.333 }, '400 malformed', 'price'],
  [
    'another rent price',
    { orderType: 'rent', rentDays: 2, price: 20 },
    '400 rent_price_differs',
    undefined,
  ],
  ['another buyer', { buyerId: newId() }, '400 chat_mismatch', undefined],
  ['another seller', { sellerId: newId() }, '400 chat_mismatch', undefined],
  ['another book', { bookId: newId() }, '400 chat_mismatch', undefined],
  ['an unknown chat', { chatId: newId() }, '404 chat_not_found', undefined],
  ['a chat that is no id', { chatId: 'x' }, '400 malformed', 'chatId'],
])('%s is refused and reserves nothing', async (_, more, expected, field) => {
  const chat = await makeChat({ book: rentable })
  const { status, error } = await place(chat, more)
  expect(`${status} ${error.code}`).toBe(expected)
  expect(Object.keys(error.fields ?? {})).toEqual(field === undefined ? [] : [field])
  expect(await availableOf(chat.bookId)).toBe(1)
})

test('a rent above the highest price is refused with an error at its days', async () => {
  const chat = await makeChat({ book: { is_rentable: true, rent_price: 50_000 } })
  const { status, error } = await place(chat, { orderType: 'rent', rentDays: 300 })
  expect([status, error]).toMatchObject([
    400,
    {
      code: 'malformed',
      fields: { rentDays: 'This rent comes to more than ₹1,00,000. Choose fewer days.' },
    },
  ])
  expect(await availableOf(chat.bookId)).toBe(1)
})

test('only the seller of the chat creates orders, and only while the buyer is active and a copy is left', async () => {
  const chat = await makeChat()
  await updateAccount(await db(), chat.buyer.id, { status: 'blocked' })
  expect((await place(chat)).error.code).toBe('chat_read_only')
  await updateAccount(await db(), chat.buyer.id, { status: 'active' })
  expect((await place(chat, { orderType: 'rent', rentDays: 2 })).error.code).toBe('not_rentable')
  const sold = await makeChat({ seller: chat.seller, bookId: chat.bookId })
  expect((await place(chat)).status).toBe(201)
  expect((await place(sold)).error).toMatchObject({
    code: 'book_gone',
    message: 'No copy of this book is available any more.',
  })
  const deleted = await makeChat()
  await changeRow('books', deleted.bookId, { deleted_at: new Date() })
  expect((await place(deleted)).status).toBe(409)
})

test('a key in the body counts as the header does, and an error doesn’t use it up', async () => {
  const chat = await makeChat({ book: { copies: 5 } })
  const key = randomUUID()
  expect((await place(chat, { idempotencyKey: key, buyerId: newId() })).status).toBe(400)
  const first = await place(chat, {}, { 'idempotency-key': key })
  const inBody = await place(chat, { idempotencyKey: key })
  expect([inBody.status, inBody.body._id]).toEqual([201, first.body._id])
  const other = await place(chat, { price: 10 }, { 'idempotency-key': key })
  expect([other.status, other.error.code]).toEqual([409, 'key_reused'])
  expect(await availableOf(chat.bookId)).toBe(4)
})

test('both people receive the System message, and the buyer is notified of the order', async () => {
  const chat = await makeChat()
  const [buyer, seller] = await Promise.all([connect(chat.buyer), connect(chat.seller)])
  const placed = waitForEvent(buyer, 'order_placed')
  const { body } = await place(chat, {}, { 'idempotency-key': 'once' })
  const { message } = (await placed) as { message: string }
  expect(await placed).toEqual({
    message: expect.stringContaining('Purchase for ₹250'),
    chatId: chat.chatId,
    orderId: body._id,
  })
  await waitForText(seller, message)
  expect(receivedTexts(buyer)).toEqual([message])
  expect(seller.received.map(([name]) => name)).toEqual(['receive_message'])
})
