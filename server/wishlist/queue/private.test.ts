// Sellers see little of the person for whom a copy is reserved, and a block changes the queue.
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { listChats, sendMessage, startChat } from '#contract/chats.ts'
import { listOfferBooks } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import { as, makeAccount, makeChat } from '#server/testing.ts'
import {
  expectNoViolations,
  isReservedFor,
  listForQueue,
  makeQueue,
  outcomesOf,
  passOnAfter,
  reservedOf,
} from './testing-queue.ts'

test('a seller sees for whom a copy is reserved only after that person has written', async () => {
  const { seller, bookId, first } = await makeQueue(1)
  const other = await makeAccount('buyer')
  const { chatId: otherChat } = await makeChat({ seller, bookId, buyer: other })
  await as(other).call(sendMessage, { chatId: otherChat, message: 'Is it free?' })
  const { body } = await as(first).call(startChat, { bookId })
  const chatId = body.chat._id
  const available = async (id: string) =>
    (await as(seller).call(listChats, {})).body.find(({ _id }) => _id === id)?.book.available
  expect([await available(chatId), await available(otherChat)]).toEqual([undefined, 0])
  await as(first).call(sendMessage, { chatId, message: 'I take it.' })
  expect([await available(chatId), await available(otherChat)]).toEqual([1, 0])
  expect((await as(seller).call(listOfferBooks, { chatId })).body).toMatchObject([{ _id: bookId }])
  const order = (id: string) =>
    as(seller).call(placeOrder, {
      chatId: id,
      orderType: 'purchase',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
    })
  expect((await order(otherChat)).error.code).toBe('book_gone')
  expect((await order(chatId)).status).toBe(201)
  expect(await outcomesOf(bookId)).toEqual(['taken'])
  await expectNoViolations()
})

test.each(['the seller', 'the waiting person'])(
  'a block by %s passes the reserved copy to the next person',
  async (by) => {
    const { title, seller, bookId, first, second } = await makeQueue(2)
    if (by === 'the seller') await as(seller).call(blockPerson, { id: first.id })
    else await as(first).call(blockPerson, { id: seller.id })
    await passOnAfter(0)
    expect(await outcomesOf(bookId)).toEqual(['unwanted', null])
    expect(await reservedOf(first)).toEqual([])
    expect(await isReservedFor(second, bookId)).toBe(true)
    const other = await listForQueue(await makeAccount('seller'), title)
    expect(await isReservedFor(first, other)).toBe(true)
    await expectNoViolations()
  },
)
