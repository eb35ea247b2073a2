import { expect, test } from 'vitest'
import { readBook } from '#contract/books/books.ts'
import { listChats, readChat, startChat } from '#contract/chats.ts'
import { cancelOrder, confirmOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { as, makeAccount, makeOrder, type TestAccount } from '#server/testing.ts'

test('a buyer with an open order for a book can’t make another offer for it', async () => {
  const { buyer, seller, bookId, chatId, orderId } = await makeOrder({ book: { copies: 2 } })
  const canOffer = async (account: TestAccount) => [
    (await as(account).call(readBook, { id: bookId })).body.can.includes('offer'),
    (await as(account).call(readChat, { id: chatId })).body.can.includes('offer'),
  ]
  expect(await canOffer(buyer)).toEqual([false, false])
  const stranger = await makeAccount('buyer')
  expect((await as(stranger).call(readBook, { id: bookId })).body.can).toEqual(['chat', 'offer'])
  expect((await as().call(readBook, { id: bookId })).body.can).toEqual(['chat', 'offer'])
  const { body: own } = await as(seller).call(readBook, { id: bookId })
  expect(own.can).not.toContain('offer')
  expect((await as(seller).call(listChats, {})).body[0]?.can).not.toContain('offer')
  // When the first copy has arrived, the buyer can buy another one, if there is one.
  await as(buyer).call(confirmOrder, { orderId })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(await canOffer(buyer)).toEqual([true, true])
  const only = await makeOrder({ buyer, seller })
  await as(seller).call(setOrderStatus, { orderId: only.orderId, status: 'Delivered' })
  const { body } = await as(buyer).call(readBook, { id: only.bookId })
  expect(body.can).toEqual(['chat'])
})

test('after a cancelled order the buyer can make another offer', async () => {
  const { buyer, seller, bookId, orderId } = await makeOrder()
  await as(buyer).call(cancelOrder, { orderId })
  const { body } = await as(buyer).call(startChat, { bookId, sellerId: seller.id })
  expect(body.chat.can).toContain('offer')
  expect((await as(buyer).call(readBook, { id: bookId })).body.can).toContain('offer')
})
