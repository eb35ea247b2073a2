import { expect, test } from 'vitest'
import { readChat } from '#contract/chats.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  receiveOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { maxParcels, shipParcels, undoShipped } from '#contract/orders/parcels.ts'
import { undoMs } from '#server/orders/rules.ts'
import {
  as,
  makeAccount,
  makeChat,
  makeOrder,
  otherApp,
  type TestAccount,
  type TestChat,
} from '#server/testing.ts'

/** Creates an order that is to be packed. */
async function makeAgreed(options: Parameters<typeof makeOrder>[0]) {
  const made = await makeOrder(options)
  await as(made.buyer).call(confirmOrder, { orderId: made.orderId })
  return made
}

/** Creates a deal of some copies, and returns its orders. */
async function makeDeal(seller: TestAccount, copies: number, terms: object = {}) {
  const chat = await makeChat({ seller, book: { copies } })
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    items: [{ bookId: chat.bookId, copies }],
    handOver: 'post',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
    ...terms,
  })
  const { body } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  return { ...chat, orderIds: body.orders }
}

const ship = (seller: TestAccount, orderIds: readonly string[], courier?: string) =>
  as(seller).call(shipParcels, { courier, parcels: orderIds.map((orderId) => ({ orderId })) })

const statuses = async (seller: TestAccount) =>
  (await as(seller).call(listSellerOrders, { userId: seller.id })).body
    .map(({ status }) => status)
    .toSorted()

async function linesOf({ buyer, chatId }: Pick<TestChat, 'buyer' | 'chatId'>) {
  const { body } = await as(buyer).call(readChat, { id: chatId })
  return body.messages.map(({ message }) => message)
}

test('parcels are shipped with their deals and tracking numbers, and taken back together', async () => {
  const seller = await makeAccount('seller')
  const single = await makeAgreed({ seller })
  const deal = await makeDeal(seller, 3)
  const { body, status } = await as(seller).call(shipParcels, {
    courier: 'india post',
    parcels: [
      { orderId: single.orderId, trackingNumber: ' ee १२३ 456 789 in ' },
      { orderId: deal.orderIds[1] ?? '' },
    ],
  })
  expect([status, body.message]).toEqual([200, '4 orders marked as shipped.'])
  expect(new Set(body.orderIds)).toEqual(new Set([single.orderId, ...deal.orderIds]))
  const { body: orders } = await as(seller).call(listSellerOrders, { userId: seller.id })
  const shipments = new Map(orders.map((order) => [order._id, order.shipment]))
  expect(shipments.get(single.orderId)).toMatchObject({ trackingNumber: 'ee123456789in' })
  for (const id of deal.orderIds) expect(shipments.get(id)).not.toHaveProperty('trackingNumber')
  expect((await linesOf(deal)).slice(-2)).toEqual([
    expect.stringMatching(/^3 books are now Shipped \(orders /),
    expect.stringMatching(/^Orders .*: sent with india post\.$/),
  ])
  const undone = await as(seller).call(undoShipped, { orderIds: body.orderIds })
  expect([undone.status, undone.body.message]).toEqual([200, '4 orders set back.'])
  expect(await statuses(seller)).toEqual(Array(4).fill('Pending'))
  expect((await linesOf(deal)).at(-1)).toMatch(/^3 books are Pending again/)
  const again = await as(seller).call(undoShipped, { orderIds: body.orderIds })
  expect([again.status, again.error.code]).toEqual([409, 'orders_refused'])
})

test('if one order can’t be shipped, none is, and the error names it', async () => {
  const seller = await makeAccount('seller')
  const agreed = await makeAgreed({ seller })
  const proposed = await makeOrder({ seller })
  const met = await makeDeal(seller, 1, { handOver: 'meet', meetingPoint: 'Library' })
  const before = await linesOf(agreed)
  const ids = [agreed.orderId, proposed.orderId, met.orderIds[0] ?? '']
  const { status, error } = await ship(seller, ids, 'DTDC')
  expect([status, error.code, Object.keys(error.fields ?? {}).sort()]).toEqual([
    409,
    'orders_refused',
    [proposed.orderId, met.orderIds[0]].sort(),
  ])
  const foreign = await makeAgreed({})
  expect((await ship(seller, [agreed.orderId, foreign.orderId])).error.code).toBe('order_not_found')
  expect(await statuses(seller)).toEqual(['Pending', 'Pending', 'Pending'])
  expect(await statuses(foreign.seller)).toEqual(['Pending'])
  expect(await linesOf(agreed)).toEqual(before)
})

test('two people who ship the same orders at once ship them once', async () => {
  const seller = await makeAccount('seller')
  const [a, b, c] = [
    await makeAgreed({ seller }),
    await makeAgreed({ seller }),
    await makeAgreed({ seller }),
  ]
  const results = await Promise.all([
    ship(seller, [a.orderId, b.orderId]),
    ship(seller, [c.orderId, b.orderId]),
  ])
  expect(results.map(({ status }) => status)).toEqual([200, 200])
  expect(await statuses(seller)).toEqual(['Shipped', 'Shipped', 'Shipped'])
  expect((await linesOf(b)).filter((line) => line.includes('is now Shipped'))).toHaveLength(1)
})

test('shipping parcels again succeeds and changes nothing, unless they were sent in another way', async () => {
  const seller = await makeAccount('seller')
  const deal = await makeDeal(seller, 2)
  const [orderId = ''] = deal.orderIds
  const call = (courier: string | undefined, trackingNumber?: string) =>
    as(seller).call(shipParcels, { courier, parcels: [{ orderId, trackingNumber }] })
  const first = await call('DTDC', 'A111')
  const lines = await linesOf(deal)
  const again = await call('DTDC', 'A111')
  expect([again.status, again.body.orderIds.toSorted()]).toEqual([200, deal.orderIds.toSorted()])
  expect(again.body.message).toBe(first.body.message)
  expect(await linesOf(deal)).toEqual(lines)
  for (const [courier, number] of [[], ['DTDC', 'A222'], ['India Post', 'A111']] as const) {
    const { error } = await call(courier, number)
    expect(error.fields).toHaveProperty(orderId, 'This order can no longer be changed that way.')
  }
})

test.each(['undo', 'status'] as const)(
  'an order that isn’t sent after all has no courier: %s',
  async (way) => {
    const seller = await makeAccount('seller')
    const { buyer, orderId } = await makeAgreed({ seller })
    const parcels = [{ orderId, trackingNumber: 'A111' }]
    await as(seller).call(shipParcels, { courier: 'DTDC', parcels })
    if (way === 'undo') await as(seller).call(undoShipped, { orderIds: [orderId] })
    else await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })
    await ship(seller, [orderId])
    const { body } = await as(buyer).call(listBuyerOrders, { userId: buyer.id })
    expect([body[0]?.status, body[0]?.shipment]).toEqual(['Shipped', undefined])
  },
)

test('shipped orders are taken back all or none, in time, and only by their seller', async () => {
  const seller = await makeAccount('seller')
  const [a, b] = [await makeAgreed({ seller }), await makeAgreed({ seller })]
  const orderIds = [a.orderId, b.orderId]
  await ship(seller, orderIds)
  const undo = (account: TestAccount, options = {}) =>
    as(account).call(undoShipped, { orderIds }, options)
  expect((await undo(a.buyer)).status).toBe(403)
  expect((await undo(await makeAccount('seller'))).status).toBe(404)
  const later = await otherApp({ now: () => new Date(Date.now() + undoMs) })
  expect((await undo(seller, { app: later.app })).error.code).toBe('orders_refused')
  await as(b.buyer).call(receiveOrder, { orderId: b.orderId })
  const refused = await undo(seller)
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([409, [b.orderId]])
  expect(await statuses(seller)).toEqual(['Delivered', 'Shipped'])
  // Only Shipped is undone this way: a cancelled order would need a copy again.
  await as(seller).call(setOrderStatus, { orderId: a.orderId, status: 'Cancelled' })
  const cancelled = await as(seller).call(undoShipped, { orderIds: [a.orderId] })
  expect(cancelled.error.code).toBe('orders_refused')
})

test.each<[string, object, string]>([
  ['no parcel', { parcels: [] }, 'parcels'],
  [
    'too many',
    { parcels: Array(maxParcels + 1).fill({ orderId: crypto.randomUUID() }) },
    'parcels',
  ],
  ['text', { parcels: 'all' }, 'parcels'],
  ['no id', { parcels: [{ orderId: '💥' }] }, 'parcels.0.orderId'],
  [
    'a number without a courier',
    { parcels: [{ orderId: crypto.randomUUID(), trackingNumber: 'A1' }] },
    'courier',
  ],
  [
    'a number with words',
    { courier: 'DTDC', parcels: [{ orderId: crypto.randomUUID(), trackingNumber: 'मुंबई 📦' }] },
    'parcels.0.trackingNumber',
  ],
])('%s is refused', async (_, input, field) => {
  const seller = await makeAccount('seller')
  const { status, error } = await as(seller).call(shipParcels, input as never)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

test('an order that is named twice is one parcel', async () => {
  const seller = await makeAccount('seller')
  const { orderId } = await makeAgreed({ seller })
  const { body } = await ship(seller, [orderId, orderId])
  expect(body.orderIds).toEqual([orderId])
})
