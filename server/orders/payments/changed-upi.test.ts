// An agreed order stores the UPI ID, so that the payer sees if it changes later.
import { expect, test } from 'vitest'
import { deleteSellerAccount, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { readExchange } from '#contract/exchanges/exchanges.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  rateOrder,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { readLedger } from '#contract/orders/payments.ts'
import { as, makeAccount, makeChat, makeOrder, type TestAccount, testApp } from '#server/testing.ts'
import { makeSwap, offerSwap } from '#server/testing-exchanges.ts'

const setUpi = (seller: TestAccount, upiId: string) =>
  as(seller).call(updateSellerProfile, { upiId })
const upiOf = async (buyer: TestAccount, orderId: string) =>
  (await as(buyer).call(readLedger, { orderId })).body.upi

test('a buyer who confirmed an order sees that the UPI ID has changed since', async () => {
  const seller = await makeAccount('seller')
  await setUpi(seller, 'ravi@okaxis')
  const { buyer, orderId } = await makeOrder({ seller })
  await setUpi(seller, 'ravi.k@okaxis')
  await as(buyer).call(confirmOrder, { orderId })
  expect(await upiOf(buyer, orderId)).not.toHaveProperty('agreedId')
  await setUpi(seller, 'thief@okaxis')
  expect(await upiOf(buyer, orderId)).toMatchObject({
    id: 'thief@okaxis',
    agreedId: 'ravi.k@okaxis',
  })
  await setUpi(seller, 'ravi.k@okaxis')
  expect(await upiOf(buyer, orderId)).not.toHaveProperty('agreedId')
})

test('a buyer whose offer was accepted sees it too, and a first UPI ID isn’t a change', async () => {
  const chat = await makeChat({})
  const { buyer, seller, bookId, chatId } = chat
  const { body: offer } = await as(buyer).call(makeOffer, {
    chatId,
    orderType: 'purchase',
    amount: 200,
    items: [{ bookId, copies: 1 }],
    handOver: 'post',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '9876543210',
  })
  await setUpi(seller, 'ravi@okaxis')
  const { body } = await as(seller).call(acceptOffer, { offerId: offer._id })
  const orderId = body.orders[0] ?? ''
  expect(await upiOf(buyer, orderId)).not.toHaveProperty('agreedId')
  await setUpi(seller, 'thief@okaxis')
  expect(await upiOf(buyer, orderId)).toMatchObject({ agreedId: 'ravi@okaxis' })
  const first = await makeOrder()
  await as(first.buyer).call(confirmOrder, { orderId: first.orderId })
  await setUpi(first.seller, 'first@okaxis')
  expect(await upiOf(first.buyer, first.orderId)).toMatchObject({ id: 'first@okaxis' })
  expect(await upiOf(first.buyer, first.orderId)).not.toHaveProperty('agreedId')
})

test('an undone cancellation and a first UPI ID after the agreement keep the agreed one', async () => {
  const { seller, buyer, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  await setUpi(seller, 'ravi@okaxis')
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await setUpi(seller, 'thief@okaxis')
  expect(await upiOf(buyer, orderId)).toMatchObject({ agreedId: 'ravi@okaxis' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  await as(seller).call(undoOrderStatus, { orderId })
  expect(await upiOf(buyer, orderId)).toMatchObject({ agreedId: 'ravi@okaxis' })
})

test('a buyer who agreed only by rating sees it too', async () => {
  const { seller, buyer, orderId } = await makeOrder()
  await setUpi(seller, 'ravi@okaxis')
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 5 })
  await setUpi(seller, 'thief@okaxis')
  expect(await upiOf(buyer, orderId)).toMatchObject({ agreedId: 'ravi@okaxis' })
})

test('the payer of a cash difference in a swap sees it too', async () => {
  const swap = await makeSwap()
  const { asha, ravi } = swap
  await setUpi(asha.seller, 'asha@okaxis')
  const offer = await offerSwap(swap)
  const { body } = await as(asha.seller).call(acceptOffer, { offerId: offer._id })
  const exchangeId = body.exchange?.exchangeId ?? ''
  const upi = async () =>
    (await as(ravi.buyer).call(readExchange, { exchangeId })).body.payments.flatMap(
      (payment) => payment.upi ?? [],
    )
  const before = await upi()
  await setUpi(asha.seller, 'thief@okaxis')
  const after = await upi()
  expect([before.map(({ agreedId }) => agreedId), after.map(({ agreedId }) => agreedId)]).toEqual([
    [undefined],
    ['asha@okaxis'],
  ])
})

test('a seller who leaves takes the UPI ID with them', async () => {
  const seller = await makeAccount('seller')
  await setUpi(seller, 'ravi@okaxis')
  const { buyer, orderId } = await makeOrder({ seller })
  await as(buyer).call(confirmOrder, { orderId })
  const kept = async () =>
    (await testApp()).context.db
      .selectFrom('orders')
      .select('upi_id')
      .where('id', '=', orderId)
      .executeTakeFirst()
  expect(await kept()).toEqual({ upi_id: 'ravi@okaxis' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect((await as(seller).call(deleteSellerAccount, {})).status).toBe(200)
  expect(await kept()).toEqual({ upi_id: null })
})
