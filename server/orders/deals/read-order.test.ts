import { expect, test } from 'vitest'
import { readOrder } from '#contract/orders/deals.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { as, makeChat, makeOrder } from '#server/testing.ts'

test('a link to an order opens that order, only for its buyer and seller', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await makeOrder({ buyer, seller })
  for (const account of [buyer, seller]) {
    const { body } = await as(account).call(readOrder, { orderId })
    expect(body.map(({ _id }) => _id)).toEqual([orderId])
  }
  const { body } = await as(buyer).call(readOrder, { orderId: orderId.toUpperCase() })
  expect(body.map(({ _id }) => _id)).toEqual([orderId])
})

test('an order of a deal comes with the other orders of the deal', async () => {
  const chat = await makeChat({ book: { copies: 2 } })
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    handOver: 'meet' as const,
    items: [{ bookId: chat.bookId, copies: 2 }],
  })
  const { body: accepted } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  const { body } = await as(chat.buyer).call(readOrder, { orderId: accepted.orders[0] ?? '' })
  expect(body.map(({ _id }) => _id).sort()).toEqual([...accepted.orders].sort())
})
