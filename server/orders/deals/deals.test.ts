import { expect, test } from 'vitest'
import { readChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { receiveDeal, setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { readDelivery } from '#contract/orders/order-form.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { lateAfterMs } from '#server/orders/rules.ts'
import { as, makeAccount, makeChat, otherApp, type TestChat } from '#server/testing.ts'

const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

/** Creates a deal: the buyer's offer for some copies, which the seller accepts. */
async function makeDeal(chat: TestChat, copies: number, terms: object = {}) {
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 270,
    items: [{ bookId: chat.bookId, copies }],
    handOver: 'post',
    ...contact,
    ...terms,
  })
  const { body } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  return { dealId: offer._id, orderIds: body.orders }
}

const ordersOf = async ({ seller }: TestChat) =>
  (await as(seller).call(listSellerOrders, { userId: seller.id })).body

async function lastLine({ buyer, chatId }: TestChat): Promise<string> {
  const { body } = await as(buyer).call(readChat, { id: chatId })
  return body.messages.at(-1)?.message ?? ''
}

test('each order has the size, statuses and total of its deal', async () => {
  const chat = await makeChat({ book: { copies: 3 } })
  const { dealId, orderIds } = await makeDeal(chat, 3)
  const [first = '', second = ''] = orderIds
  await as(chat.seller).call(setOrderStatus, { orderId: first, status: 'Shipped' })
  const none = { Pending: 0, Shipped: 0, Delivered: 0, Cancelled: 0 }
  const next = { status: 'Shipped', count: 2 }
  const all = { _id: dealId, orders: 3, total: 270, next }
  expect((await ordersOf(chat)).map(({ deal }) => deal)).toEqual(
    Array.from({ length: 3 }, () => ({ ...all, statuses: { ...none, Pending: 2, Shipped: 1 } })),
  )
  await as(chat.buyer).call(cancelOrder, { orderId: second })
  expect((await ordersOf(chat))[0]?.deal).toMatchObject({
    orders: 3,
    total: 180,
    statuses: { Pending: 1, Shipped: 1, Cancelled: 1 },
  })
})

test('the seller takes back what was done to several orders at once, and only that', async () => {
  const chat = await makeChat({ book: { copies: 3 } })
  const { dealId, orderIds } = await makeDeal(chat, 3)
  const [alone = '', orderId = ''] = orderIds
  await as(chat.seller).call(setDealStatus, { dealId, status: 'Shipped' })
  await as(chat.seller).call(setOrderStatus, { orderId: alone, status: 'Delivered' })
  const input = { dealId, orderId }
  expect((await as(chat.buyer).call(undoDealStatus, input)).status).toBe(403)
  const stranger = await makeAccount('seller')
  expect((await as(stranger).call(undoDealStatus, input)).status).toBe(404)
  const { body } = await as(chat.seller).call(undoDealStatus, input)
  expect(body.map(({ status }) => status)).toEqual(['Pending', 'Pending'])
  expect(await lastLine(chat)).toMatch(
    /^2 books are Pending again: the seller took the change back \(orders /,
  )
  const statuses = (await ordersOf(chat)).map(({ status }) => status)
  expect(statuses.sort()).toEqual(['Delivered', 'Pending', 'Pending'])
  const again = await as(chat.seller).call(undoDealStatus, input)
  expect(again.error.code).toBe('undo_expired')

  await as(chat.seller).call(setDealStatus, { dealId, status: 'Shipped' })
  await as(chat.buyer).call(receiveDeal, { dealId })
  const late = await as(chat.seller).call(undoDealStatus, input)
  expect(late.error.code).toBe('undo_expired')
})

test('the chat has a line when a hand-over moves a rent’s dates or moves them back', async () => {
  const chat = await makeChat({ book: { copies: 2, is_rentable: true, rent_price: 1_000 } })
  const today = indianDate(new Date())
  const rent = { orderType: 'rent', days: 10, firstDay: addDays(today, 3) }
  const { dealId, orderIds } = await makeDeal(chat, 2, rent)
  await as(chat.seller).call(setDealStatus, { dealId, status: 'Delivered' })
  const dates = /\. The rent now runs from \d+ \w+ \d{4} to \d+ \w+ \d{4}\.$/
  expect(await lastLine(chat)).toMatch(dates)
  await as(chat.seller).call(undoDealStatus, { dealId, orderId: orderIds[0] ?? '' })
  expect((await ordersOf(chat))[0]).toMatchObject({ rentStartDate: rent.firstDay })
  for (const status of ['Delivered', 'Pending'] as const) {
    const orderId = orderIds[0] ?? ''
    await as(chat.seller).call(setOrderStatus, { orderId, status })
    expect(dates.test(await lastLine(chat))).toBe(status === 'Delivered')
  }
})

test('an order has the date from which the buyer can report it missing', async () => {
  const chat = await makeChat()
  const { orderIds } = await makeDeal(chat, 1)
  const readOrder = async () =>
    (await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })).body[0]
  expect(await readOrder()).not.toHaveProperty('lateFrom')
  const orderId = orderIds[0] ?? ''
  await as(chat.seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  const shipped = await readOrder()
  const from = Date.parse(shipped?.lateFrom ?? '')
  expect(from - Date.parse(shipped?.history.at(-1)?.at ?? '')).toBe(lateAfterMs)
  expect(shipped?.can).not.toContain('report-problem')
  const { app } = await otherApp({ now: () => new Date(from) })
  const { body } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id }, { app })
  expect(body[0]?.can).toContain('report-problem')
})

test('the address of a buyer’s last order fills the next one of this seller, in any of their chats', async () => {
  const chat = await makeChat()
  const next = await makeChat({ seller: chat.seller, buyer: chat.buyer })
  const read = async (account = chat.seller) =>
    (await as(account).call(readDelivery, { chatId: next.chatId })).body
  expect(await read()).toEqual({})
  const { orderIds } = await makeDeal(chat, 1)
  expect(await read()).toEqual(contact)
  expect((await as(chat.buyer).call(readDelivery, { chatId: next.chatId })).status).toBe(403)
  const stranger = await makeAccount('seller')
  expect((await as(stranger).call(readDelivery, { chatId: next.chatId })).status).toBe(404)

  // The address that the seller typed counts only after the buyer has agreed. A meeting point
  // doesn't count.
  const third = await makeChat({ seller: chat.seller, buyer: chat.buyer })
  const typed = { deliveryAddress: 'Hostel 4, Pune', phoneNumber: '+919876500000' }
  const { body: order } = await as(chat.seller).call(placeOrder, {
    chatId: third.chatId,
    orderType: 'purchase',
    ...typed,
  })
  expect(await read()).toEqual(contact)
  await as(chat.buyer).call(confirmOrder, { orderId: order._id })
  expect(await read()).toEqual(typed)
  const fourth = await makeChat({ seller: chat.seller, buyer: chat.buyer })
  await makeDeal(fourth, 1, { handOver: 'meet', meetingPoint: 'College gate' })
  expect(await read()).toEqual(typed)
  for (const orderId of [order._id, orderIds[0] ?? ''])
    await as(chat.seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect(await read()).toEqual({})
})
