import { expect, test } from 'vitest'
import {
  listAllBooks,
  listAllOrders,
  listBuyers,
  listSellers,
  readAdminProfile,
  toggleSeller,
} from '#contract/admin/admin.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, followPages, makeAccount, makeBook, makeOrder, testApp } from '#server/testing.ts'

test('with two tokens an admin’s profile is that of the admin', async () => {
  const [admin, buyer] = [await makeAccount('admin', { name: 'Admin' }), await makeAccount('buyer')]
  const { body } = await as(admin).call(
    readAdminProfile,
    {},
    { headers: { 'auth-token': buyer.token } },
  )
  expect(body).toEqual({ _id: admin.id, name: 'Admin', email: admin.email })
})

test('buyers and sellers are found by a part of their name or email, ignoring case', async () => {
  const admin = await makeAccount('admin')
  const word = newId().slice(-8)
  const buyer = await makeAccount('buyer', { name: `Asha É${word} Patil` })
  const seller = await makeAccount('seller', { name: `Ravi ${word}`, shop: true })
  const { context } = await testApp()
  await updateAccount(context.db, seller.id, { phone: '+919876543210' })

  for (const search of [`é${word.toUpperCase()} pAT`, buyer.email.slice(3, -4).toUpperCase()]) {
    const { body, headers } = await as(admin).call(listBuyers, { search })
    expect(body).toEqual([
      {
        _id: buyer.id,
        name: buyer.name,
        email: buyer.email,
        status: 'active',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    expect(headers['x-total-count']).toBe('1')
  }
  expect((await as(admin).call(listSellers, { search: word })).body).toMatchObject([
    { _id: seller.id, phone: '+919876543210' },
  ])
  const withoutPhone = await makeAccount('seller')
  expect(
    (await as(admin).call(listSellers, { search: withoutPhone.email })).body[0],
  ).not.toHaveProperty('phone')
  // A search can't match across name and email, and isn't a pattern.
  for (const search of ['Patil buyer', '%', '_', `${word}_`]) {
    const { body } = await as(admin).call(listBuyers, { search })
    expect(body.filter(({ _id }) => _id === buyer.id)).toEqual([])
  }
})

test('a list has pages, the newest first, and a total count', async () => {
  const admin = await makeAccount('admin')
  const word = newId().slice(-8)
  const ids: string[] = []
  for (let n = 0; n < 5; n++)
    ids.push((await makeAccount('buyer', { name: `Crowd ${word} ${n}` })).id)
  const first = await as(admin).call(listBuyers, { search: word, limit: 2 })
  expect([first.body.length, first.headers['x-total-count']]).toEqual([2, '5'])
  const all = await followPages<{ _id: string }>(`/admin/buyers?search=${word}&limit=2`, admin)
  expect(all.map(({ _id }) => _id)).toEqual(ids.toSorted().reverse())
  const invalid = await as(admin).call(listBuyers, { cursor: 'nonsense' })
  expect([invalid.status, invalid.error.message]).toEqual([400, 'The cursor is not valid.'])
})

test('books are found by title or branch, with sold ones and those of blocked sellers, without deleted ones', async () => {
  const admin = await makeAccount('admin')
  const word = newId().slice(-8)
  const seller = await makeAccount('seller')
  const sold = await makeBook(seller, { title: `Sold ${word}`, available: 0 })
  const branch = await makeBook(seller, { branch: `Branch ${word}`, author: 'Nobody' })
  await makeBook(seller, { author: `Author ${word}` })
  await makeBook(seller, { title: `Deleted ${word}`, deleted_at: new Date() })
  await as(admin).call(toggleSeller, { id: seller.id })
  const { body, headers } = await as(admin).call(listAllBooks, { search: word.toUpperCase() })
  expect(body.map(({ _id }) => _id)).toEqual([branch, sold])
  expect(headers['x-total-count']).toBe('2')
  expect(body[0]).toMatchObject({
    price: 250,
    original_price: 500,
    seller: { _id: seller.id, name: seller.name, status: 'blocked' },
  })
  const pages = await followPages<{ _id: string }>(`/admin/books?search=${word}&limit=1`, admin)
  expect(pages.map(({ _id }) => _id)).toEqual([branch, sold])
})

test('orders are found by book, buyer or seller, but not by the name of a deleted account', async () => {
  const { context } = await testApp()
  const admin = await makeAccount('admin')
  const word = newId().slice(-8)
  const byTitle = await makeOrder({ book: { title: `Title ${word}` } })
  const byBuyer = await makeOrder({ buyer: await makeAccount('buyer', { name: `Buyer ${word}` }) })
  const bySeller = await makeOrder({
    seller: await makeAccount('seller', { name: `Seller ${word}` }),
    days: 3,
  })
  const find = async () =>
    (await as(admin).call(listAllOrders, { search: word.toUpperCase() })).body.map(({ _id }) => _id)
  expect(await find()).toEqual([bySeller.orderId, byBuyer.orderId, byTitle.orderId])
  const { body, headers } = await as(admin).call(listAllOrders, { search: `title ${word}` })
  expect(headers['x-total-count']).toBe('1')
  expect(body[0]).toMatchObject({
    book: { title: `Title ${word}` },
    buyer: { name: byTitle.buyer.name, email: byTitle.buyer.email },
    seller: { name: byTitle.seller.name, email: byTitle.seller.email },
    orderType: 'purchase',
    price: 250,
    phoneNumber: '+919876543210',
    deliveryAddress: '12 Lake Road, Pune',
    status: 'Pending',
    can: [],
  })
  await updateAccount(context.db, byBuyer.buyer.id, { deleted_at: new Date() })
  expect(await find()).toEqual([bySeller.orderId, byTitle.orderId])
  const pages = await followPages<{ _id: string }>(`/admin/orders?search=${word}&limit=1`, admin)
  expect(pages.map(({ _id }) => _id)).toEqual([bySeller.orderId, byTitle.orderId])
})
