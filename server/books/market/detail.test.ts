import { expect, test } from 'vitest'
import { deleteBook, listOtherCopies, listSimilarBooks, readBook } from '#contract/books/books.ts'
import { addDays } from '#contract/common/dates.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'

test('a rented book shows until when it is rented, and can’t be deleted', async () => {
  const { bookId, seller, order } = await makeOrder({ days: 10 })
  const { context } = await testApp()
  await context.db
    .updateTable('orders')
    .set({ status: 'Delivered' })
    .where('book_id', '=', bookId)
    .execute()
  const { body } = await as().call(readBook, { id: bookId })
  expect([body.availability, body.rentedUntil]).toEqual(['rented', order.rentEndDate])
  expect((await as(seller).call(deleteBook, { id: bookId })).error.code).toBe('book_has_orders')
})

test('an overdue rent isn’t shown as the time when a copy comes back', async () => {
  const { bookId, seller, order } = await makeOrder({ days: 10, book: { copies: 2 } })
  const later = await makeOrder({ seller, bookId, days: 20 })
  const { app } = await otherApp({
    now: () => new Date(`${addDays(order.rentEndDate ?? '', 1)}T00:00:00+05:30`),
  })
  const read = async (options = {}) => (await as().call(readBook, { id: bookId }, options)).body
  expect(await read()).toMatchObject({ availability: 'rented', rentedUntil: order.rentEndDate })
  expect(await read({ app })).toMatchObject({
    availability: 'rented',
    rentedUntil: later.order.rentEndDate,
  })
  const last = await otherApp({
    now: () => new Date(`${addDays(later.order.rentEndDate ?? '', 1)}T00:00:00+05:30`),
  })
  const overdue = await read({ app: last.app })
  expect([overdue.availability, overdue.rentedUntil]).toEqual(['rented', undefined])
})

test('everyone can read a book with the actions that they may take', async () => {
  const seller = await makeAccount('seller', { name: 'Ravi', shop: true })
  const id = await makeBook(seller)
  const buyer = await makeAccount('buyer')
  const actionsOf = async (account?: TestAccount) =>
    (await as(account).call(readBook, { id })).body.can
  expect(await actionsOf()).toEqual(['chat', 'offer'])
  expect(await actionsOf(buyer)).toEqual(['chat', 'offer'])
  expect(await actionsOf(seller)).toEqual(['edit', 'delete'])
  expect(await actionsOf(await makeAccount('seller'))).toEqual([])
  expect(await actionsOf(await makeAccount('admin'))).toEqual([])
  expect((await as().call(readBook, { id })).body.seller).toEqual({
    _id: seller.id,
    name: 'Ravi',
    hasPage: true,
    sellerType: 'shop owner',
    shopName: expect.any(String),
    deals: 0,
    ratings: { count: 0 },
  })
  const { context } = await testApp()
  const person = await context.db
    .selectFrom('accounts')
    .select('person_id')
    .where('id', '=', seller.id)
    .executeTakeFirstOrThrow()
  await changeRow('accounts', buyer.id, person)
  expect(await actionsOf(buyer)).toEqual([])
})
test('a sold book can be asked about only if a chat exists', async () => {
  const chat = await makeChat()
  await changeRow('books', chat.bookId, { available: 0 })
  expect((await as(chat.buyer).call(readBook, { id: chat.bookId })).body.can).toEqual(['chat'])
  expect(
    (await as(await makeAccount('buyer')).call(readBook, { id: chat.bookId })).body.can,
  ).toEqual([])
})

test('unknown, deleted and blocked sellers’ books are not found', async () => {
  const { app, context } = await testApp()
  const seller = await makeAccount('seller')
  const [deleted, blocked] = [
    await makeBook(seller, { deleted_at: new Date() }),
    await makeBook(await makeAccount('seller')),
  ]
  const { seller_id } = await context.db
    .selectFrom('books')
    .select('seller_id')
    .where('id', '=', blocked)
    .executeTakeFirstOrThrow()
  await changeRow('accounts', seller_id, { status: 'blocked' })
  for (const id of [newId(), deleted, blocked])
    for (const endpoint of [readBook, listSimilarBooks]) {
      const { status, error } = await as().call(endpoint, { id })
      expect([status, error.message]).toEqual([404, 'Book not found.'])
    }
  for (const url of [
    '/api/books/',
    '/api/books',
    '/api/books/42',
    "/api/books/'or 1=1",
    '/api/books/%00',
    '/api/books/similar/x',
  ]) {
    const response = await app.inject(url)
    expect([response.statusCode, response.json()], url).toEqual([
      400,
      expect.objectContaining({ message: 'Book ID is required', code: 'book_id_required' }),
    ])
  }
})

test('other copies of a title are available ones of all sellers, the cheapest first', async () => {
  const [seller, other] = await Promise.all([makeAccount('seller'), makeAccount('seller')])
  const title = `A title ${newId()}`
  const id = await makeBook(seller, { title, available: 0 })
  const dear = await makeBook(other, { title: title.toUpperCase(), price: 30_000 })
  const cheap = await makeBook(seller, { title, price: 20_000 })
  await makeBook(other, { title, available: 0 })
  await makeBook(other, { title, deleted_at: new Date() })
  await makeBook(other)
  const read = async (bookId: string) =>
    (await as().call(listOtherCopies, { id: bookId })).body.map(({ _id }) => _id)
  expect(await read(id)).toEqual([cheap, dear])
  expect(await read(cheap)).toEqual([dear])
  expect((await as().call(listOtherCopies, { id: newId() })).error.code).toBe('book_not_found')
})
