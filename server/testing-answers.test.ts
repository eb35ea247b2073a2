import { expect, test } from 'vitest'
import { logInBuyer } from '#contract/accounts/auth.ts'
import { readBook } from '#contract/books/books.ts'
import { listBuyerOrders, listSellerOrders } from '#contract/orders/orders.ts'
import { as, makeAccount, makeBook } from './testing.ts'
import { countChecked, faultsOf } from './testing-responses.ts'

test('finds undeclared fields, and private fields that an endpoint must not send', async () => {
  const bookId = await makeBook(await makeAccount('seller'))
  const { body } = await as().call(readBook, { id: bookId })
  expect(faultsOf(readBook, body, undefined)).toEqual([])
  expect(faultsOf(readBook, { ...body, search_text: 'x' }, undefined)).toEqual([
    'GET /books/{id}: .search_text undeclared',
  ])
  expect(faultsOf(readBook, { ...body, email: 'a@example.com' }, 'buyer')).toEqual([
    'GET /books/{id}: .email undeclared',
    'GET /books/{id}: email for buyer',
  ])
  expect(faultsOf(logInBuyer, { token: 'x' }, undefined)).toEqual([])
})

test('reports a hand-over code sent to the seller', () => {
  const orders = [{ code: '1234' }]
  const fault = ': code for seller'
  expect(faultsOf(listBuyerOrders, orders, 'buyer').some((text) => text.includes(fault))).toBe(
    false,
  )
  expect(faultsOf(listSellerOrders, orders, 'seller')).toContainEqual(
    expect.stringContaining(fault),
  )
})

test('checks every response, successful or not', async () => {
  const seller = await makeAccount('seller')
  const before = countChecked()
  await as().call(readBook, { id: await makeBook(seller) })
  await as(seller).call(listBuyerOrders, { userId: seller.id })
  await as(seller).call(listSellerOrders, { userId: seller.id })
  expect(countChecked()).toBe(before + 3)
})
