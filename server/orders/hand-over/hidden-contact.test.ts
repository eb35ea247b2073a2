import { expect, test } from 'vitest'
import { exportAccount } from '#contract/accounts/accounts.ts'
import { reopenAnyOrder } from '#contract/admin/admin-orders.ts'
import { readChat } from '#contract/chats.ts'
import { acceptOffer, listOffers, makeOffer } from '#contract/orders/offers.ts'
import { readDelivery } from '#contract/orders/order-form.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  receiveOrder,
} from '#contract/orders/orders.ts'
import { as, makeAccount, makeChat, makeDelivered, makeOrder, testApp } from '#server/testing.ts'
import { hideContacts } from './hidden-contact.ts'

const hidden = ['Hidden 30 days after the order ended', '']

/** Runs the hourly job with a clock that is this many days ahead. */
async function waitDays(days: number) {
  const { db } = (await testApp()).context
  await hideContacts({ db, now: () => new Date(Date.now() + days * 86_400_000) })
}

type People = Pick<Awaited<ReturnType<typeof makeOrder>>, 'buyer' | 'seller' | 'orderId' | 'chatId'>

async function contacts({ buyer, seller, orderId }: People) {
  const lists = [
    (await as(seller).call(listSellerOrders, { userId: seller.id })).body,
    (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body,
  ]
  return lists.map((orders) => {
    const order = orders.find(({ _id }) => _id === orderId)
    return [order?.deliveryAddress, order?.phoneNumber]
  })
}

const messagesOf = async ({ seller, chatId }: People) =>
  (await as(seller).call(readChat, { id: chatId })).body.messages.map(({ message }) => message)

test('thirty days after an order was received, its seller can’t see the address and phone number anywhere', async () => {
  const people = await makeDelivered()
  const { buyer, seller, orderId, chatId } = people
  const [shown] = await contacts(people)
  const [address = '', phone = ''] = shown ?? []
  expect([address, phone]).not.toContain('')
  await waitDays(100)
  // The order isn't closed yet.
  expect(await contacts(people)).toEqual([shown, shown])
  await as(buyer).call(receiveOrder, { orderId })
  await waitDays(29)
  expect(await contacts(people)).toEqual([shown, shown])
  await waitDays(31)
  expect(await contacts(people)).toEqual([hidden, shown])
  const { body: delivery } = await as(seller).call(readDelivery, { chatId })
  const exported = JSON.stringify((await as(seller).call(exportAccount, {})).body)
  for (const text of [JSON.stringify(delivery), exported, ...(await messagesOf(people))]) {
    expect(text).not.toContain(address)
    expect(text).not.toContain(phone)
  }
})

test('address and phone number are also hidden for a cancelled order, and shown again if an admin reopens it', async () => {
  const people = await makeOrder()
  const [shown] = await contacts(people)
  await as(people.buyer).call(confirmOrder, { orderId: people.orderId })
  await as(people.buyer).call(cancelOrder, { orderId: people.orderId })
  await waitDays(31)
  expect(await contacts(people)).toEqual([hidden, shown])
  const admin = await makeAccount('admin')
  const reopened = await as(admin).call(reopenAnyOrder, {
    id: people.orderId,
    reason: 'Both of them asked for it.',
  })
  expect([reopened.status, await contacts(people)]).toEqual([200, [shown, shown]])
})

test('the address on an accepted offer is hidden with that of its order', async () => {
  const { buyer, seller, bookId, chatId } = await makeChat({})
  const contact = { deliveryAddress: '77 Nowhere Lane, Kolhapur', phoneNumber: '9123456780' }
  const { body: offer } = await as(buyer).call(makeOffer, {
    chatId,
    orderType: 'purchase',
    amount: 200,
    items: [{ bookId, copies: 1 }],
    handOver: 'post',
    ...contact,
  })
  const { body } = await as(seller).call(acceptOffer, { offerId: offer._id })
  await as(buyer).call(cancelOrder, { orderId: body.orders[0] ?? '' })
  const read = async (account: typeof buyer) =>
    (await as(account).call(listOffers, { chatId })).body[0]?.deliveryAddress
  expect([await read(buyer), await read(seller)]).toEqual(Array(2).fill(contact.deliveryAddress))
  await waitDays(31)
  expect([await read(buyer), await read(seller)]).toEqual([contact.deliveryAddress, undefined])
})
