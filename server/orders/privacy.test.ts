// A buyer's email is shown to admins, and to a seller only after the buyer agrees to an order.
import { expect, test } from 'vitest'
import { exportAccount } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { listAllOrders } from '#contract/admin/admin.ts'
import { listChats, readChat } from '#contract/chats.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import {
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  rateOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { listRecentOrders } from '#contract/orders/reports.ts'
import { as, makeAccount, makeChat, makeOrder, type TestChat } from '#server/testing.ts'
import { connect } from '#server/testing-live.ts'

const terms = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

/** Returns everything that a seller can read about an order, by endpoint. */
async function readsOf({ seller, chatId }: TestChat): Promise<Record<string, string>> {
  const text = async <E extends Endpoint>(endpoint: E, input: object) =>
    JSON.stringify((await as(seller).call(endpoint, input as never)).body)
  return {
    orders: await text(listSellerOrders, { userId: seller.id }),
    recent: await text(listRecentOrders, {}),
    chats: await text(listChats, {}),
    chat: await text(readChat, { id: chatId }),
    notices: await text(listNotifications, {}),
    export: await text(exportAccount, {}),
  }
}
const withEmail = (responses: Record<string, string>, email: string) =>
  Object.keys(responses).filter((name) => responses[name]?.includes(email))

test('no response or event for a seller contains the email of a buyer who hasn’t agreed to an order', async () => {
  const chat = await makeChat({ book: { copies: 2, is_rentable: true, rent_price: 1_000 } })
  const { buyer, seller, chatId } = chat
  const device = await connect(seller)
  const writeResponses: Record<string, string> = {}
  for (const type of [{ orderType: 'purchase' }, { orderType: 'rent', rentDays: 3 }]) {
    const made = await as(seller).call(placeOrder, { ...terms, ...type, chatId })
    expect([made.status, made.body.buyer]).toEqual([201, { _id: buyer.id, name: buyer.name }])
    writeResponses[`create ${type.orderType}`] = JSON.stringify(made.body)
    for (const status of ['Shipped', 'Delivered'] as const) {
      const { body } = await as(seller).call(setOrderStatus, { orderId: made.body._id, status })
      writeResponses[`update ${type.orderType} ${status}`] = JSON.stringify(body)
    }
    if (type.orderType === 'rent')
      writeResponses.return = JSON.stringify(
        (await as(seller).call(returnOrder, { orderId: made.body._id })).body,
      )
  }
  expect(withEmail({ ...writeResponses, ...(await readsOf(chat)) }, buyer.email)).toEqual([])
  expect(device.received.length).toBeGreaterThan(0)
  expect(JSON.stringify(device.received)).not.toContain(buyer.email)
})

test.each(['confirmed', 'rated'] as const)(
  'an order that its buyer %s shows their email to the seller, until its seller cancels it',
  async (how) => {
    const made = await makeOrder()
    const { buyer, seller, orderId } = made
    if (how === 'confirmed') await as(buyer).call(confirmOrder, { orderId })
    else {
      await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
      await as(buyer).call(rateOrder, { orderId, book: 5, seller: 5 })
    }
    expect(withEmail(await readsOf(made), buyer.email)).toEqual([
      'orders',
      'recent',
      'chat',
      'export',
    ])
    // Agreeing to one order doesn't reveal the email in another order.
    const other = await makeOrder({ buyer })
    expect(withEmail(await readsOf(other), buyer.email)).toEqual([])
    const cancelled = await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
    // Rating an order closes it, so the seller can't cancel it.
    expect(cancelled.status).toBe(how === 'rated' ? 409 : 200)
    expect(withEmail(await readsOf(made), buyer.email).length).toBe(how === 'rated' ? 4 : 0)
  },
)

test('admins read every email, and a buyer both of their order', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const admin = await makeAccount('admin')
  const both = { buyer: { email: buyer.email }, seller: { email: seller.email } }
  expect((await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body[0]).toMatchObject(both)
  for (const list of [
    (await as(admin).call(listAllOrders, { search: buyer.name })).body,
    (await as(admin).call(listSellerOrders, { userId: seller.id })).body,
  ])
    expect(list.find(({ _id }) => _id === orderId)).toMatchObject(both)
})
