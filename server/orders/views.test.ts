import { expect, test } from 'vitest'
import { listSellerOrders } from '#contract/orders/orders.ts'
import { as, followPages, makeAccount, makeOrder } from '#server/testing.ts'

test('the list is newest first and pages without gaps or repeats', async () => {
  const seller = await makeAccount('seller')
  const expected: string[] = []
  for (let n = 0; n < 5; n++) expected.unshift((await makeOrder({ seller })).orderId)
  const { body } = await as(seller).call(listSellerOrders, { userId: seller.id })
  expect(new Set(body.map((order) => order._id))).toEqual(new Set(expected))
  const times = body.map((order) => order.createdAt)
  expect(times).toEqual(times.toSorted().reverse())
  const paged = await followPages<{ _id: string }>(`/orders/seller/${seller.id}?limit=2`, seller)
  expect(paged.map((order) => order._id)).toEqual(body.map((order) => order._id))
})
