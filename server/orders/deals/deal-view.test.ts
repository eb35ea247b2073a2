import { expect, test } from 'vitest'
import { dealOf } from './deal-view.ts'

test.each([
  ['post', 2, 0, 'Shipped', 2],
  ['post', 2, 3, 'Shipped', 2],
  ['post', 1, 3, 'Delivered', 3],
  ['post', 1, 1, undefined, undefined],
  ['meet', 2, 0, 'Delivered', 2],
  ['meet', 5, 2, 'Delivered', 2],
  ['meet', 5, 1, undefined, undefined],
] as const)(
  'by %s, %i pending and %i shipped: the deal is next %s',
  (hand_over, pending, shipped, status, count) => {
    const orders = { deal_orders: pending + shipped, delivered: 0, cancelled: 0 }
    const sums = { deal_total: 40_000, kept_total: 40_000 }
    const deal = dealOf({ offer_id: 'f', hand_over, pending, shipped, ...orders, ...sums })
    expect([deal?.next?.status, deal?.next?.count]).toEqual([status, count])
  },
)
