import { expect, test } from 'vitest'
import { listBuyerOrders, listSellerOrders } from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeOrder } from '#server/testing.ts'

test('people list their own orders, admins anyone’s', async () => {
  const { orderId, buyer, seller } = await makeOrder()
  const admin = await makeAccount('admin')
  for (const [endpoint, owner] of [
    [listBuyerOrders, buyer] as const,
    [listSellerOrders, seller] as const,
  ]) {
    expect(
      (await as(owner).call(endpoint, { userId: owner.id })).body.map((order) => order._id),
    ).toEqual([orderId])
    expect((await as(admin).call(endpoint, { userId: owner.id })).body).toMatchObject([
      { _id: orderId, can: [] },
    ])
    const other = await as(owner).call(endpoint, { userId: newId() })
    expect([other.status, other.error.code]).toEqual([403, 'not_yours'])
    expect((await as(owner).call(endpoint, { userId: 'me' })).status).toBe(400)
    expect((await as().call(endpoint, { userId: owner.id })).status).toBe(401)
  }
  expect((await as(buyer).call(listSellerOrders, { userId: buyer.id })).error.code).toBe(
    'wrong_role',
  )
})

test('the list is newest first and pages without gaps or repeats', async () => {
  const seller = await makeAccount('seller')
  const expected: string[] = []
  for (let n = 0; n < 5; n++) expected.unshift((await makeOrder({ seller })).orderId)
  const all = await as(seller).call(listSellerOrders, { userId: seller.id })
  expect(new Set(all.body.map((order) => order._id))).toEqual(new Set(expected))
  expect(all.body.map((order) => order.createdAt)).toEqual(
    all.body
      .map((order) => order.createdAt)
      .sort()
      .reverse(),
  )
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await as(seller).call(listSellerOrders, { userId: seller.id, limit: 2, cursor })
    paged.push(...page.body.map((order) => order._id))
    cursor = /[?&]cursor=([^&>]+)/.exec(String(page.headers.link ?? ''))?.[1]
  } while (cursor)
  expect(paged).toEqual(all.body.map((order) => order._id))
})
