import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { sampleOrder as order } from '#web/features/orders/testing-orders.ts'
import { amountText, labelAddress, linesOf, type Parcel, toParcels } from './parcels.ts'

const deal = { _id: 'deal', orders: 3, total: 700, statuses: {} as never }
const ofDeal = (id: string, changes: Partial<Order> = {}): Order => ({
  ...order,
  _id: id,
  deal,
  ...changes,
})

test('orders with the same parcel are one', () => {
  const parcels = toParcels([
    ofDeal('a00001', { parcel: 'to pack' }),
    order,
    ofDeal('a00002', { parcel: 'to pack' }),
    ofDeal('a00003', { parcel: 'sent' }),
    { ...order, _id: 'b00001' },
  ])
  expect(parcels.map((parcel) => parcel.map(({ _id }) => _id))).toEqual([
    ['a00001', 'a00002'],
    ['a1b2c3'],
    ['a00003'],
    ['b00001'],
  ])
})

test('copies of a book are one line with their number and their price', () => {
  const other = { ...order.book, _id: 'other', title: '' }
  const parcel: Parcel = [
    ofDeal('a00001', { price: 95, refund: 5 }),
    ofDeal('a00002', { price: 95 }),
    ofDeal('a00003', { book: other, price: 262 }),
  ]
  expect(linesOf(parcel)).toEqual([
    { title: 'Dynamics', terms: 'Purchase', numbers: 'A00001, A00002', copies: 2, price: 185 },
    { title: 'Unknown Book', terms: 'Purchase', numbers: 'A00003', copies: 1, price: 262 },
  ])
})

test.each<[Partial<Order>, string | undefined]>([
  [{}, undefined],
  [{ payment: { state: 'to-pay', amount: 700 } }, 'Amount due: ₹700'],
  [{ payment: { state: 'received', amount: 700 } }, 'Paid: ₹700'],
  [{ payment: { state: 'said-paid', amount: 1234.5 } }, 'Paid: ₹1,234.50, not confirmed yet'],
  [
    { deal, payment: { state: 'to-pay', amount: 700 } },
    'Amount due: ₹700 (for all 3 books of the order)',
  ],
])('a slip with %o says %o', (changes, text) => {
  expect(amountText([{ ...order, ...changes }])).toBe(text)
})

test('an address of many lines is written in fewer', () => {
  expect(labelAddress('Flat 3\n\n Pune 411038 ')).toBe('Flat 3\nPune 411038')
  expect(labelAddress('a\nb\nc\nd\ne\nf')).toBe('a, b, c, d, e, f')
})
