import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { removeReview } from '#contract/admin/admin.ts'
import { addBook } from '#contract/books/books.ts'
import { sendMessage, startChat } from '#contract/chats.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { placeOrder, rateOrder, setOrderStatus } from '#contract/orders/orders.ts'

import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  makePhotos,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { deleteExpiredKeys } from './idempotency.ts'

const db = async () => (await testApp()).context.db
const withKey = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })

const newBook = async (
  fields: Partial<EndpointInput<typeof addBook>> = {},
): Promise<EndpointInput<typeof addBook>> => ({
  bookType: 'new',
  title: `Tides ${randomUUID()}`,
  author: 'R. Carson',
  branch: 'Science',
  original_price: 300,
  condition: 'new',
  isRentable: false,
  images: await makePhotos(2),
  ...fields,
})
const countBooksOf = async (seller: TestAccount) =>
  (await (await db()).selectFrom('books').select('id').where('seller_id', '=', seller.id).execute())
    .length

test('a book sent twice with a key is listed once; with other files it is another request', async () => {
  const seller = await makeAccount('seller')
  const form = await newBook()
  const headers = withKey()
  const first = await as(seller).call(addBook, form, headers)
  const again = await as(seller).call(addBook, form, headers)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  const [other] = await makePhotos(1)
  const swapped = [...(form.images as File[])].reverse()
  for (const images of [[form.images?.[0], other] as File[], swapped]) {
    const changed = await as(seller).call(addBook, { ...form, images }, headers)
    expect([changed.status, changed.error.code]).toEqual([409, 'key_reused'])
  }
  expect(await countBooksOf(seller)).toBe(1)
})

test('a chat is opened once with a key, which is rejected for another book', async () => {
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller')
  const [bookId, otherId] = [await makeBook(seller), await makeBook(seller)]
  const headers = withKey()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => as(buyer).call(startChat, { bookId }, headers)),
  )
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.chat._id}`)).size).toBe(1)
  expect((await as(buyer).call(startChat, { bookId: otherId }, headers)).error.code).toBe(
    'key_reused',
  )
})

test('a message is sent once with a key, and a request with another text is rejected', async () => {
  const { buyer, chatId } = await makeChat()
  const headers = withKey('any text may be a key')
  const first = await as(buyer).call(
    sendMessage,
    { chatId, message: 'Is it still there?' },
    headers,
  )
  const again = await as(buyer).call(
    sendMessage,
    { chatId, message: 'Is it still there?' },
    headers,
  )
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = await as(buyer).call(sendMessage, { chatId, message: 'Something else' }, headers)
  expect([other.status, other.error.code]).toEqual([409, 'key_reused'])
})

test('a key belongs to one person and one endpoint, and its whole length is compared', async () => {
  const { buyer, seller, bookId, chatId } = await makeChat({ book: { copies: 5 } })
  const long = 'k'.repeat(300)
  const order = {
    chatId,
    deliveryAddress: '12 Lake Road',
    phoneNumber: '+919876543210',
    orderType: 'purchase',
  }
  const first = await as(seller).call(placeOrder, order, withKey(`${long}1`))
  const other = await as(seller).call(placeOrder, order, withKey(`${long}2`))
  expect([first.status, other.status]).toEqual([201, 201])
  expect(other.body._id).not.toBe(first.body._id)
  expect((await as(buyer).call(startChat, { bookId }, withKey(`${long}1`))).status).toBe(200)
  expect(
    (await as(await makeAccount('buyer')).call(startChat, { bookId }, withKey(`${long}1`))).status,
  ).toBe(200)
})

test('an error doesn’t use up the key, and a repeated response contains current data', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const headers = withKey()
  const rating = { orderId, book: 5, seller: 5 }
  expect((await as(buyer).call(rateOrder, rating, headers)).error.code).toBe('not_delivered')
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect((await as(buyer).call(rateOrder, rating, headers)).status).toBe(201)
  const admin = await makeAccount('admin')
  await as(admin).call(removeReview, { id: orderId, reason: 'About somebody else' })
  expect((await as(buyer).call(rateOrder, rating, headers)).body.rating?.removedAt).toBeDefined()
})

test('a key expires after a day', async () => {
  const { seller, chatId } = await makeChat({ book: { copies: 5 } })
  const order = {
    chatId,
    deliveryAddress: '12 Lake Road',
    phoneNumber: '+919876543210',
    orderType: 'purchase',
  }
  const headers = withKey()
  const first = await as(seller).call(placeOrder, order, headers)
  const nextDay = await otherApp({ now: () => new Date(Date.now() + 86_500_000) })
  const later = await as(seller).call(placeOrder, order, { ...headers, app: nextDay.app })
  expect([first.status, later.status]).toEqual([201, 201])
  expect(later.body._id).not.toBe(first.body._id)
  await deleteExpiredKeys(await db(), new Date(Date.now() + 200_000_000))
  const remaining = (await db())
    .selectFrom('idempotency_keys')
    .select('created_id')
    .where('account_id', '=', seller.id)
  expect(await remaining.execute()).toEqual([])
})
