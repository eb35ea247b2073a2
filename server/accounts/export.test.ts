import { expect, test } from 'vitest'
import { exportAccount, readBuyerProfile, readSellerProfile } from '#contract/accounts.ts'
import { deleteBook } from '#contract/books.ts'
import { sendMessage } from '#contract/chats.ts'
import { rateOrder, setOrderStatus } from '#contract/orders.ts'
import { as, makeBook, makeChat, makeOrder, makePerson } from '#server/testing.ts'

test('a buyer takes along profile, orders, chats with all messages, ratings and sessions', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4, review: 'As described.' })
  const second = await makeChat({ buyer })
  for (let n = 1; n <= 3; n++) await as(buyer).call(sendMessage, { chatId: second.chatId, message: `Message ${n}` })
  const { status, body } = await as(buyer).call(exportAccount, {})
  expect(status).toBe(200)
  expect(body.profile).toEqual((await as(buyer).call(readBuyerProfile, {})).body)
  expect(body.sessions).toMatchObject([{ current: true }])
  expect(body.books).toEqual([])
  expect(body.notices.map(({ kind }) => kind)).toContain('order')
  expect(body.orders).toMatchObject([{ _id: orderId, deliveryAddress: '12 Lake Road, Pune' }])
  expect(body.chats.map(({ _id }) => _id).sort()).toEqual([chatId, second.chatId].sort())
  const texts = body.chats.find(({ _id }) => _id === second.chatId)?.messages.map(({ message }) => message)
  expect(texts).toEqual(['Message 1', 'Message 2', 'Message 3'])
  expect(body.ratings).toMatchObject([{ orderId, book: 5, seller: 4, review: 'As described.' }])
  // The seller's side of the same trade.
  const own = (await as(seller).call(exportAccount, {})).body
  expect(own.ratings).toEqual(body.ratings)
  expect(own.orders.map(({ _id }) => _id)).toEqual([orderId])
})

test('a seller takes along all books, also those taken off the market, and nothing of anybody else', async () => {
  const seller = await makePerson('seller', { shop: true })
  const [kept, gone] = [await makeBook(seller), await makeBook(seller)]
  await makeOrder()
  await as(seller).call(deleteBook, { id: gone })
  const { body } = await as(seller).call(exportAccount, {})
  expect(body.profile).toEqual((await as(seller).call(readSellerProfile, {})).body)
  expect(body.books.map(({ _id, deletedAt }) => [_id, deletedAt !== undefined])).toEqual([
    [gone, true],
    [kept, false],
  ])
  expect([body.orders, body.chats, body.ratings]).toEqual([[], [], []])
})
