import { expect, test } from 'vitest'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { cancelOrder, confirmOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { maxParcels, readParcels, shipParcels } from '#contract/orders/parcels.ts'
import { as, makeAccount, makeChat, makeOrder, type TestAccount } from '#server/testing.ts'

const read = async (seller: TestAccount, ...ids: string[]) =>
  (await as(seller).call(readParcels, { orders: ids.join() })).body.map(({ _id }) => _id)

test('parcels have the orders of a deal that are sent together, and only those to be sent', async () => {
  const seller = await makeAccount('seller')
  const chat = await makeChat({ seller, book: { copies: 4 } })
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    items: [{ bookId: chat.bookId, copies: 4 }],
    handOver: 'post',
    deliveryAddress: '१२ तलाव रस्ता, पुणे 📬',
    phoneNumber: '+919876543210',
  })
  const { body: accepted } = await as(seller).call(acceptOffer, { offerId: offer._id })
  const [sent = '', cancelled = '', first = '', second = ''] = accepted.orders
  await as(seller).call(setOrderStatus, { orderId: sent, status: 'Shipped' })
  await as(chat.buyer).call(cancelOrder, { orderId: cancelled })
  const single = await makeOrder({ seller })
  expect(await read(seller, single.orderId)).toEqual([])
  await as(single.buyer).call(confirmOrder, { orderId: single.orderId })

  const packed = [second, first].toSorted().toReversed()
  expect(await read(seller, first, single.orderId)).toEqual([single.orderId, ...packed])
  expect(await read(seller, sent)).toEqual([sent])
  expect(await read(seller, cancelled)).toEqual([])
  const { body } = await as(seller).call(readParcels, { orders: first })
  expect(body[0]?.deliveryAddress).toBe('१२ तलाव रस्ता, पुणे 📬')
  await as(seller).call(shipParcels, { courier: 'DTDC', parcels: [{ orderId: first }] })
  // The fourth copy was sent alone, and without a courier.
  expect(await read(seller, first)).toEqual(packed)
})

test('nobody reads the addresses of others’ orders, or of orders that have ended', async () => {
  const { seller, buyer, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  const stranger = await makeAccount('seller')
  const own = await makeOrder({ seller: stranger })
  for (const orders of [orderId, `${own.orderId},${orderId}`]) {
    const { status, error } = await as(stranger).call(readParcels, { orders })
    expect([status, error.code]).toEqual([404, 'order_not_found'])
  }
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(await read(seller, orderId)).toEqual([])
})

test.each(['', ',', 'all', '📦', `${Array(maxParcels + 1).fill(crypto.randomUUID())}`])(
  'the ids %o are refused',
  async (orders) => {
    const { status, error } = await as(await makeAccount('seller')).call(readParcels, { orders })
    expect([status, error.code]).toEqual([400, 'malformed'])
  },
)
