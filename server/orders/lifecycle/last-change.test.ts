import { expect, test } from 'vitest'
import { readChat } from '#contract/chats.ts'
import {
  confirmOrder,
  explainOrderStatus,
  listBuyerOrders,
  type OrderStatus,
  orderStatuses,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { undoMs } from '#server/orders/rules.ts'
import { as, makeOrder, otherApp, testApp } from '#server/testing.ts'
import { isUnusual } from './status.ts'

const usual: [OrderStatus, OrderStatus][] = [
  ['Pending', 'Shipped'],
  ['Pending', 'Delivered'],
  ['Pending', 'Cancelled'],
  ['Shipped', 'Delivered'],
]
const isUsual = (from: OrderStatus, to: OrderStatus) =>
  from === to || usual.some(([first, second]) => first === from && second === to)

test('every step back and the cancellation of a shipped order are unusual', () => {
  for (const from of orderStatuses)
    for (const to of orderStatuses)
      expect(isUnusual(from, to), `${from} → ${to}`).toBe(!isUsual(from, to))
})

async function makeAgreedOrder(...statuses: OrderStatus[]) {
  const made = await makeOrder()
  const { buyer, seller, orderId } = made
  await as(buyer).call(confirmOrder, { orderId })
  for (const status of statuses) await as(seller).call(setOrderStatus, { orderId, status })
  return made
}

const findRow = async (orderId: string) => {
  const { db } = (await testApp()).context
  const order = db.selectFrom('orders').selectAll().where('id', '=', orderId)
  return order.executeTakeFirstOrThrow()
}

test.each<[OrderStatus[], OrderStatus]>([
  [['Delivered'], 'Cancelled'],
  [['Delivered'], 'Pending'],
  [['Shipped'], 'Cancelled'],
  [['Cancelled'], 'Shipped'],
  [['Shipped'], 'Delivered'],
  [[], 'Cancelled'],
])(
  'after %o, a change to %s can be undone: all is as it was, and the history tells',
  async (statuses, slip) => {
    const { seller, orderId } = await makeAgreedOrder(...statuses)
    const before = await findRow(orderId)
    const { body: changed } = await as(seller).call(setOrderStatus, { orderId, status: slip })
    const unusual = isUnusual(before.status, slip)
    expect(changed.can).toEqual(expect.arrayContaining(['set-status', 'undo']))
    expect(changed.can.includes('explain')).toBe(unusual)
    expect(changed.history.at(-1)).toMatchObject({ what: 'status', ...(unusual && { unusual }) })
    const { body } = await as(seller).call(undoOrderStatus, { orderId })
    expect(await findRow(orderId)).toEqual(before)
    expect(body.can).toContain('set-status')
    expect(body.can).not.toContain('undo')
    expect(body.history.slice(-2).map(({ what, status }) => `${what} ${status}`)).toEqual([
      `status ${slip}`,
      `undone ${before.status}`,
    ])
    const again = await as(seller).call(undoOrderStatus, { orderId })
    expect([again.status, again.error.code]).toEqual([409, 'undo_expired'])
  },
)

test('only the seller’s own change of the status can be undone, and only for a moment', async () => {
  const { seller, buyer, orderId } = await makeAgreedOrder()
  expect((await as(seller).call(undoOrderStatus, { orderId })).error.code).toBe('undo_expired')
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  const late = await otherApp({ now: () => new Date(Date.now() + undoMs) })
  const refused = await as(seller).call(undoOrderStatus, { orderId }, { app: late.app })
  expect(refused.error.code).toBe('undo_expired')
  expect((await as(buyer).call(undoOrderStatus, { orderId })).status).toBe(403)
  const stranger = (await makeOrder()).seller
  expect((await as(stranger).call(undoOrderStatus, { orderId })).error.code).toBe('order_not_found')
})

test('the seller says why, once; the buyer reads it with the order and in the chat', async () => {
  const { seller, buyer, chatId, orderId } = await makeAgreedOrder('Delivered', 'Shipped')
  const reason = 'The courier brought it back.'
  const readLast = async () => {
    const { body } = await as(buyer).call(listBuyerOrders, { userId: buyer.id })
    return body[0]?.history.at(-1)
  }
  expect(await readLast()).toMatchObject({ unusual: true })
  expect(await readLast()).not.toHaveProperty('reason')
  const { body } = await as(seller).call(explainOrderStatus, { orderId, reason })
  expect(body.can).toEqual(['set-status', 'undo', 'edit-shipment'])
  expect(await readLast()).toMatchObject({ status: 'Shipped', unusual: true, reason })
  const { messages } = (await as(buyer).call(readChat, { id: chatId })).body
  expect(messages.at(-1)).toMatchObject({
    senderModel: 'System',
    message: expect.stringMatching(/^Why Order \w{6} \(.+\) is now Shipped: The courier/),
  })
  const twice = await as(seller).call(explainOrderStatus, { orderId, reason })
  expect([twice.status, twice.error.code]).toEqual([409, 'order_settled'])
  const blank = await as(seller).call(explainOrderStatus, { orderId, reason: ' ' })
  expect(blank.error.fields).toHaveProperty('reason')
})
