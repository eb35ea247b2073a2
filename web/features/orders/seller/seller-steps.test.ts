import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { sellerSteps, undoneTogether } from './seller-steps.ts'

const order: Order = {
  _id: 'a',
  book: { _id: 'b', title: 'A Book', bookType: 'old', images: [] },
  ...{ buyer: { _id: 'c', name: 'Asha' }, seller: { _id: 'd', name: 'Ravi' } },
  ...{ orderType: 'purchase', price: 400, deliveryAddress: 'Pune', phoneNumber: '9876543210' },
  ...{ status: 'Pending', createdAt: '2026-11-20T10:00:00.000Z', chat: { _id: 'e' } },
  ...{ overdue: false, agreed: true, closed: false, history: [], can: [] },
}
test.each<[string, Partial<Order>, string[]]>([
  ['a proposal', { agreed: false, can: ['set-status'] }, []],
  [
    'just sent',
    { status: 'Shipped', can: ['set-status', 'undo', 'edit-shipment'] },
    ['undo', 'tracking', 'payment'],
  ],
  ['to be met', { can: ['set-status', 'enter-code'] }, ['code', 'payment']],
  [
    'to be met and said to be paid',
    { can: ['enter-code'], payment: { state: 'said-paid', amount: 400 } },
    ['payment', 'code'],
  ],
  ['out', { status: 'Delivered', can: ['return', 'extend'] }, ['payment', 'return', 'extend']],
  [
    'on its way back',
    { status: 'Delivered', can: ['return'], handedBackAt: order.createdAt },
    ['return', 'payment'],
  ],
  [
    'with a problem',
    { can: ['explain'], problem: { reason: 'damaged', openedAt: order.createdAt } },
    ['problem', 'explain', 'payment'],
  ],
  [
    'with a solved problem',
    {
      problem: { reason: 'damaged', openedAt: order.createdAt, outcome: 'refund' },
    },
    ['payment', 'problem'],
  ],
])('the steps of an order that is %s', (_, changes, steps) => {
  const row = { order: { ...order, ...changes }, deal: [] }
  expect(sellerSteps(row, { isUndoOver: false, isCodeWaiting: false })).toEqual(steps)
})

test('the change of several orders is taken back together, from the first of them', () => {
  const at = '2026-11-20T11:00:00.000Z'
  const shipped: Order = {
    ...{ ...order, status: 'Shipped', can: ['undo'] },
    history: [{ what: 'status', status: 'Shipped', by: 'Seller', at }],
  }
  const other = { ...shipped, _id: 'g' }
  const later: Order = { ...shipped, _id: 'h', history: [] }
  const deal = [shipped, other, later]
  expect(undoneTogether({ order: shipped, deal })).toEqual([shipped, other])
  expect(undoneTogether({ order: other, deal: [] })).toEqual([other])
})
