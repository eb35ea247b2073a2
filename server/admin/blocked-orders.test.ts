import { expect, test } from 'vitest'
import { listBlockedOrders, toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import { listChats, readChat } from '#contract/chats.ts'
import {
  confirmOrder,
  listSellerOrders,
  receiveOrder,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { as, makeAccount, makeOrder, type TestAccount, testApp } from '#server/testing.ts'
import { connect, waitForEvent } from '#server/testing-live.ts'

const lastMessage = async (person: TestAccount, chatId: string) =>
  (await as(person).call(readChat, { id: chatId })).body.messages.at(-1)
const listedOf = async (admin: TestAccount, orderId: string) =>
  (await as(admin).call(listBlockedOrders, {})).body.filter(({ _id }) => _id === orderId)
const noticesOf = async ({ id }: TestAccount, orderId: string) => {
  const { db } = (await testApp()).context
  const of = db.selectFrom('notifications').select(['kind', 'text', 'in_chat'])
  return of.where('account_id', '=', id).where('order_id', '=', orderId).execute()
}

test('the buyer of a blocked seller is notified, finishes alone, and is notified of the unblock', async () => {
  const admin = await makeAccount('admin')
  const { seller, buyer, chatId, orderId } = await makeOrder()
  expect(await listedOf(admin, orderId)).toEqual([])
  const event = waitForEvent(await connect(buyer), 'order_updated')
  await as(admin).call(toggleSeller, { id: seller.id, status: 'blocked' })
  const text = `Order ${shortOrderId(orderId)}`
  expect(await event).toMatchObject({ orderId, message: expect.stringContaining(text) })
  const message = await lastMessage(buyer, chatId)
  expect(message?.message).toMatch(
    /the seller’s account was blocked by Dobara\. .* press “I have received it”; if not, press “Cancel order”/,
  )
  const chat = (await as(buyer).call(listChats, {})).body.find(({ _id }) => _id === chatId)
  expect(chat?.unreadMessages).toBeGreaterThan(0)
  expect(await noticesOf(buyer, orderId)).toContainEqual({
    kind: 'status',
    text: message?.message,
    in_chat: true,
  })
  expect(await listedOf(admin, orderId)).toMatchObject([
    { seller: { blocked: true }, status: 'Pending' },
  ])
  const confirmed = await as(buyer).call(confirmOrder, { orderId })
  expect([confirmed.status, confirmed.error.code]).toEqual([409, 'order_settled'])

  await as(admin).call(toggleSeller, { id: seller.id, status: 'active' })
  expect((await lastMessage(buyer, chatId))?.message).toMatch(/isn’t blocked any more/)
  expect(await listedOf(admin, orderId)).toEqual([])

  await as(buyer).call(confirmOrder, { orderId })
  await as(admin).call(toggleSeller, { id: seller.id, status: 'blocked' })
  expect((await lastMessage(buyer, chatId))?.message).toMatch(/press “I have received it”/)
  expect((await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })).status).toBe(401)
  expect((await as(buyer).call(receiveOrder, { orderId })).body.status).toBe('Delivered')
  expect(await listedOf(admin, orderId)).toEqual([])
})

for (const status of ['Delivered', 'Cancelled'] as const)
  test(`the seller of a blocked buyer is notified, and sets the order to ${status}`, async () => {
    const admin = await makeAccount('admin')
    const { seller, buyer, chatId, orderId } = await makeOrder()
    await as(admin).call(toggleBuyer, { id: buyer.id, status: 'blocked' })
    expect((await lastMessage(seller, chatId))?.message).toMatch(
      /the buyer’s account was blocked by Dobara\. .* set the order to Delivered; if not, set it to Cancelled/,
    )
    expect(await noticesOf(seller, orderId)).toHaveLength(1)
    expect(await listedOf(admin, orderId)).toMatchObject([{ buyer: { blocked: true } }])
    expect((await as(buyer).call(confirmOrder, { orderId })).status).toBe(401)
    await as(seller).call(setOrderStatus, { orderId, status })
    const [order] = (await as(seller).call(listSellerOrders, { userId: seller.id })).body
    expect(order?.status).toBe(status)
    expect(await listedOf(admin, orderId)).toEqual([])
  })

test('the list is searched and counted like that of all orders', async () => {
  const admin = await makeAccount('admin')
  const { seller, orderId } = await makeOrder({ book: { title: 'Kinematics Unblocked' } })
  const find = (search: string) => as(admin).call(listBlockedOrders, { search })
  expect((await find('kinematics unb')).body).toEqual([])
  await as(admin).call(toggleSeller, { id: seller.id, status: 'blocked' })
  const found = await find('kinematics unb')
  expect(found.body.map(({ _id }) => _id)).toEqual([orderId])
})
