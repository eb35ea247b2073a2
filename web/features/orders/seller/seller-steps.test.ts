import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { sampleOrder as order } from '#web/features/orders/testing-orders.ts'
import {
  dealText,
  sellerSteps,
  stepLabel,
  stepName,
  toRows,
  undoneTogether,
} from './seller-steps.ts'

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
  const [row] = toRows([{ ...order, ...changes }])
  if (!row) throw new Error('no row')
  expect(sellerSteps(row, { isUndoOver: false })).toEqual(steps)
})

test('the first row of a deal that isn’t cancelled shows the deal’s actions', () => {
  const rowsOf = (statuses: Order['status'][]) => {
    const counts = Map.groupBy(statuses, (status) => status)
    const deal = {
      _id: 'deal',
      orders: statuses.length,
      total: 450,
      statuses: { Cancelled: counts.get('Cancelled')?.length ?? 0 } as never,
      next: { status: 'Delivered', count: 2 } as const,
    }
    const orders = statuses.map((status, n): Order => {
      const can = ['set-status', ...(status === 'Shipped' ? (['edit-shipment'] as const) : [])]
      return { ...order, _id: `order ${n}`, status, deal, can: can as Order['can'] }
    })
    return toRows(orders).map((row) => {
      const [step] = sellerSteps(row, { isUndoOver: true })
      return [row.order._id, dealText(row), step, step && stepName(step, row)]
    })
  }
  expect(rowsOf(['Shipped', 'Shipped'])).toEqual([
    ['order 0', 'Deal of 2 · ₹450', 'tracking', 'Add tracking of 2 orders'],
    ['order 1', 'Same deal', undefined, undefined],
  ])
  expect(rowsOf(['Cancelled', 'Shipped'])).toEqual([
    ['order 1', 'Deal of 2 (1 cancelled) · ₹450', 'tracking', expect.stringMatching(/R 1$/)],
    ['order 0', 'Same deal', undefined, undefined],
  ])
  expect(rowsOf(['Cancelled', 'Cancelled'])[0]?.[1]).toBe('Deal of 2 (all cancelled) · ₹450')
})

test('orders that were changed together are undone together, from the first of them', () => {
  const shipped = (id: string, at: string): Order => ({
    ...order,
    _id: id,
    status: 'Shipped',
    can: ['undo'],
    deal: { _id: 'deal', orders: 3, total: 450, statuses: {} as never },
    history: [{ what: 'status', status: 'Shipped', by: 'Seller', at }],
  })
  const [at, later] = ['2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z']
  const rows = toRows([shipped('a', at), shipped('b', at), shipped('c', later)])
  expect(rows.map((row) => undoneTogether(row).map(({ _id }) => _id))).toEqual([
    ['a', 'b'],
    ['b'],
    ['c'],
  ])
  expect([...rows, ...toRows([order])].map((row) => stepLabel('undo', row))).toEqual([
    'Undo all 2',
    'Undo this one',
    'Undo this one',
    'Undo',
  ])
})

test('a deal to pack has one row with its orders to send and its address', () => {
  const deal = { _id: 'deal', orders: 4, total: 450, statuses: {} as never }
  const of = (id: string, changes: Partial<Order>): Order => ({
    ...order,
    _id: id,
    deal,
    ...changes,
  })
  const rows = toRows([
    of('cancelled', { status: 'Cancelled' }),
    of('first', { can: ['ship'] }),
    of('elsewhere', { deliveryAddress: 'Nashik' }),
    of('second', { can: ['ship'] }),
    { ...order, _id: 'proposal' },
    { ...order, _id: 'single', can: ['ship'] },
  ])
  const shown = rows.map((row) => [row.order._id, row.packing.map(({ _id }) => _id), row.isJoined])
  expect(shown).toEqual([
    ['first', ['first', 'second'], false],
    ['cancelled', [], true],
    ['elsewhere', [], false],
    ['second', [], true],
    ['proposal', [], false],
    ['single', ['single'], false],
  ])
})
