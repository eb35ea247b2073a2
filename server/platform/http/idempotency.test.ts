// Each POST that makes something makes it once for an Idempotency-Key, whatever becomes of its answer.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addBook } from '#contract/books.ts'
import { sendMessage, startChat } from '#contract/chats.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { placeOrder, rateOrder, setOrderStatus } from '#contract/orders.ts'
import { openSellerAccount } from '#contract/second-account.ts'
import { updatePerson } from '#server/accounts/store.ts'
import {
  as,
  makeBook,
  makeChat,
  makeOrder,
  makePerson,
  makePictures,
  otherApp,
  type TestPerson,
  testApp,
} from '#server/testing.ts'
import { deleteExpiredKeys } from './idempotency.ts'

const db = async () => (await testApp()).parts.db
const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })

const listing = async (
  more: Partial<EndpointInput<typeof addBook>> = {},
): Promise<EndpointInput<typeof addBook>> => ({
  bookType: 'new',
  title: `Tides ${randomUUID()}`,
  author: 'R. Carson',
  branch: 'Science',
  original_price: 300,
  condition: 'new',
  isRentable: false,
  images: await makePictures(2),
  ...more,
})
const booksOf = async (seller: TestPerson) =>
  (await (await db()).selectFrom('books').select('id').where('seller_id', '=', seller.id).execute())
    .length

test('a listing whose answer was lost is listed once, its pictures included', async () => {
  const seller = await makePerson('seller')
  const form = await listing()
  const headers = keyed()
  const first = await as(seller).call(addBook, form, headers)
  const again = await as(seller).call(addBook, form, headers)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await booksOf(seller)).toBe(1)
})

test('two different files are two different requests', async () => {
  const seller = await makePerson('seller')
  const form = await listing()
  const headers = keyed()
  await as(seller).call(addBook, form, headers)
  const [other] = await makePictures(1)
  const images = [form.images?.[0], other] as File[]
  const changed = await as(seller).call(addBook, { ...form, images }, headers)
  expect([changed.status, changed.refusal.code]).toEqual([409, 'key_reused'])
  const swapped = await as(seller).call(
    addBook,
    { ...form, images: [...(form.images as File[])].reverse() },
    headers,
  )
  expect(swapped.refusal.code).toBe('key_reused')
  expect(await booksOf(seller)).toBe(1)
})

test('equal requests at the same moment make one listing and get equal answers', async () => {
  const seller = await makePerson('seller')
  const form = await listing()
  const headers = keyed()
  const one = await as(seller).call(addBook, form, headers)
  const other = await listing()
  const both = keyed()
  const answers = await Promise.all(
    // Two at once are as many uploads as one person may have on their way.
    Array.from({ length: 2 }, () => as(seller).call(addBook, other, both)),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.book._id}`)).size).toBe(1)
  expect(answers[0]?.body.book._id).not.toBe(one.body.book._id)
  expect(await booksOf(seller)).toBe(2)
})

test('a chat is opened once under a key, and another book under it is refused', async () => {
  const buyer = await makePerson('buyer')
  const seller = await makePerson('seller')
  const [bookId, otherId] = [await makeBook(seller), await makeBook(seller)]
  const headers = keyed()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => as(buyer).call(startChat, { bookId }, headers)),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.chat._id}`)).size).toBe(1)
  expect((await as(buyer).call(startChat, { bookId: otherId }, headers)).refusal.code).toBe(
    'key_reused',
  )
})

test('a rating is given once: the same again is answered as the first was, another one is refused', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const headers = keyed()
  const first = await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4 }, headers)
  const again = await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4 }, headers)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect(
    (await as(buyer).call(rateOrder, { orderId, book: 1, seller: 4 }, headers)).refusal.code,
  ).toBe('key_reused')
  expect(
    (await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4 }, keyed())).refusal.code,
  ).toBe('already_rated')
})

test('the other account is opened once, and whoever asks again is told the same', async () => {
  const buyer = await makePerson('buyer')
  const headers = keyed()
  const facts = { name: 'Asha Books', sellerType: 'student' } as const
  const first = await as(buyer).call(openSellerAccount, facts, headers)
  const again = await as(buyer).call(openSellerAccount, facts, headers)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect((await as(buyer).call(openSellerAccount, facts, keyed())).refusal.code).toBe('email_taken')
})

test('a message is sent once under a key, and another text under it is refused', async () => {
  const { buyer, chatId } = await makeChat()
  const headers = keyed('any text may be a key')
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
  expect([other.status, other.refusal.code]).toEqual([409, 'key_reused'])
})

test('a key belongs to one person and one call, and keys that only begin alike are different', async () => {
  const { buyer, seller, bookId, chatId } = await makeChat({ book: { copies: 5 } })
  const long = 'k'.repeat(300)
  const order = {
    chatId,
    deliveryAddress: '12 Lake Road',
    phoneNumber: '9876543210',
    orderType: 'purchase',
  }
  const first = await as(seller).call(placeOrder, order, keyed(`${long}1`))
  const other = await as(seller).call(placeOrder, order, keyed(`${long}2`))
  expect([first.status, other.status]).toEqual([201, 201])
  expect(other.body._id).not.toBe(first.body._id)
  expect((await as(buyer).call(startChat, { bookId }, keyed(`${long}1`))).status).toBe(200)
  expect(
    (await as(await makePerson('buyer')).call(startChat, { bookId }, keyed(`${long}1`))).status,
  ).toBe(200)
})

test('a refusal uses no key up, and what is answered again is read anew', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const headers = keyed()
  const rating = { orderId, book: 5, seller: 5 }
  expect((await as(buyer).call(rateOrder, rating, headers)).refusal.code).toBe('not_delivered')
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect((await as(buyer).call(rateOrder, rating, headers)).status).toBe(201)
  await updatePerson(await db(), seller.id, { name: 'Renamed' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  expect((await as(buyer).call(rateOrder, rating, headers)).body.status).toBe('Shipped')
})

test('a key is forgotten after a day', async () => {
  const { seller, chatId } = await makeChat({ book: { copies: 5 } })
  const order = {
    chatId,
    deliveryAddress: '12 Lake Road',
    phoneNumber: '9876543210',
    orderType: 'purchase',
  }
  const headers = keyed()
  const first = await as(seller).call(placeOrder, order, headers)
  const nextDay = await otherApp({ now: () => new Date(Date.now() + 86_500_000) })
  const later = await as(seller).call(placeOrder, order, { ...headers, app: nextDay.app })
  expect([first.status, later.status]).toEqual([201, 201])
  expect(later.body._id).not.toBe(first.body._id)
  await deleteExpiredKeys(await db(), new Date(Date.now() + 200_000_000))
  const kept = (await db())
    .selectFrom('idempotency_keys')
    .select('made_id')
    .where('person_id', '=', seller.id)
  expect(await kept.execute()).toEqual([])
})
