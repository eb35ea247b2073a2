import { expect, test } from 'vitest'
import { groupByDeal } from './group-orders.ts'

const order = (_id: string, deal?: string, orders = 2) => ({
  _id,
  ...(deal !== undefined && {
    deal: {
      _id: deal,
      orders,
      total: 0,
      statuses: { Pending: orders, Shipped: 0, Delivered: 0, Cancelled: 0 },
    },
  }),
})
const idsOf = (groups: { _id: string }[][]) => groups.map((group) => group.map(({ _id }) => _id))

test('orders of a deal are grouped, even across pages of the list; a deal of one order is alone', () => {
  const first = [order('a', 'one', 1), order('b', 'two'), order('c')]
  expect(idsOf(groupByDeal(first))).toEqual([['a'], ['b'], ['c']])
  const more = [...first, order('d', 'two'), order('e')]
  expect(idsOf(groupByDeal(more))).toEqual([['a'], ['b', 'd'], ['c'], ['e']])
})
