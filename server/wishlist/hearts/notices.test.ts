import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { listNotifications, updateNotificationSettings } from '#contract/accounts/notifications.ts'
import { releaseSellerListings, toggleSeller } from '#contract/admin/admin.ts'
import { deleteBook, updateBook } from '#contract/books/books.ts'
import { changeManyBooks } from '#contract/books/manage/bulk-changes.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { cancelOrder, confirmOrder } from '#contract/orders/orders.ts'
import { saveBook, unsaveBook } from '#contract/wishlist/hearts.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeBook,
  makeAccount,
  makeBook,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { verify } from '#server/verify/verify.ts'
import { notifyOfSavedBooks } from './notices.ts'

const minute = 60_000
let passedMs = 0
/** Moves the clock forward, then runs the job. */
async function notify(minutes = 0): Promise<void> {
  passedMs += minutes * minute
  const { context } = await testApp()
  await notifyOfSavedBooks({ ...context, now: () => new Date(Date.now() + passedMs) })
  const { violations } = await verify(context.db, undefined)
  expect(violations.filter(({ rule }) => rule.includes('saved'))).toEqual([])
}
const noticesOf = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body
    .filter(({ kind }) => kind !== 'order')
    .map(({ text }) => text)
const setPrice = async (seller: TestAccount, id: string, price: number) =>
  expect((await as(seller).call(updateBook, { id, price })).status).toBe(200)

async function makeSaved(savers: TestAccount[] = []) {
  const seller = await makeAccount('seller')
  const buyer = await makeAccount('buyer')
  const bookId = await makeBook(seller, { title: `Godaan ${newId()}` })
  for (const saver of [buyer, ...savers]) await as(saver).call(saveBook, { id: bookId })
  return { seller, buyer, bookId }
}

test('notifies of a lower price once, and again only if it falls further', async () => {
  const { seller, buyer, bookId } = await makeSaved()
  await setPrice(seller, bookId, 249.5)
  await notify()
  expect(await noticesOf(buyer)).toEqual([])
  await setPrice(seller, bookId, 200)
  await notify()
  await notify()
  const [text] = await noticesOf(buyer)
  expect(text).toMatch(/^“Godaan .*”, which you saved, costs ₹200 now instead of ₹250\.$/)
  const { body } = await as(buyer).call(listNotifications, {})
  expect(body).toMatchObject([{ kind: 'saved', link: `/buyer/book/${bookId}`, isRead: false }])
  await setPrice(seller, bookId, 240)
  await notify(120)
  await setPrice(seller, bookId, 200)
  await notify()
  expect(await noticesOf(buyer)).toHaveLength(1)
  await setPrice(seller, bookId, 150)
  await notify()
  expect((await noticesOf(buyer))[0]).toMatch(/costs ₹150 now instead of ₹200\.$/)
})

test('within an hour notifies only of the first fall, and later of the last', async () => {
  const { seller, buyer, bookId } = await makeSaved()
  for (const price of [200, 250, 190, 250, 180]) {
    await setPrice(seller, bookId, price)
    await notify(5)
  }
  expect(await noticesOf(buyer)).toHaveLength(1)
  await notify(30)
  expect(await noticesOf(buyer)).toHaveLength(1)
  await notify(20)
  await notify(60)
  expect((await noticesOf(buyer)).map((text) => text.slice(text.indexOf('costs')))).toEqual([
    'costs ₹180 now instead of ₹200.',
    'costs ₹200 now instead of ₹250.',
  ])
})

test('notifies others that the last copy is sold once its buyer has agreed', async () => {
  const [buyer, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller)
  for (const saver of [buyer, other]) await as(saver).call(saveBook, { id: bookId })
  const cancelled = await makeOrder({ buyer, seller, bookId })
  await notify()
  await as(buyer).call(cancelOrder, { orderId: cancelled.orderId })
  await notify()
  expect(await noticesOf(other)).toEqual([])
  const another = await makeAccount('buyer')
  await as(another).call(saveBook, { id: bookId })
  const { orderId } = await makeOrder({ buyer: another, seller, bookId })
  await notify()
  expect(await noticesOf(other)).toEqual([])
  await as(another).call(confirmOrder, { orderId })
  await notify(61)
  await notify(61)
  for (const saver of [buyer, other])
    expect(await noticesOf(saver)).toEqual([expect.stringMatching(/, has been sold\. Your list/)])
  expect(await noticesOf(another)).toEqual([])
})

test('notifies that a book is rented out, removed, or of a seller who leaves', async () => {
  const [rented, deleted, left] = [await makeSaved(), await makeSaved(), await makeSaved()]
  const buyer = await makeAccount('buyer')
  const admin = await makeAccount('admin')
  await changeBook(rented.bookId, { is_rentable: true, rent_price: 1000 })
  const rent = await makeOrder({ buyer, seller: rented.seller, bookId: rented.bookId, days: 3 })
  await as(buyer).call(confirmOrder, { orderId: rent.orderId })
  await as(deleted.seller).call(deleteBook, { id: deleted.bookId })
  await as(admin).call(toggleSeller, { id: left.seller.id })
  await notify()
  expect(await noticesOf(rented.buyer)).toEqual([expect.stringContaining('is rented out')])
  expect(await noticesOf(deleted.buyer)).toEqual([expect.stringContaining('no longer offered')])
  expect(await noticesOf(left.buyer)).toEqual([expect.stringContaining('no longer offered')])
  // When the book comes back on the market and leaves it again, there is another notification.
  await as(admin).call(toggleSeller, { id: left.seller.id })
  await as(admin).call(releaseSellerListings, { id: left.seller.id })
  await notify()
  await as(admin).call(toggleSeller, { id: left.seller.id })
  await notify()
  expect(await noticesOf(left.buyer)).toHaveLength(2)
})

test('sends no notice after a block, for own or removed books, or if muted', async () => {
  const savers = await Promise.all(Array.from({ length: 5 }, () => makeAccount('buyer')))
  const [blocking, blocked, own, muted, former] = savers as [
    TestAccount,
    TestAccount,
    TestAccount,
    TestAccount,
    TestAccount,
  ]
  const { seller, buyer, bookId } = await makeSaved(savers)
  const { db } = (await testApp()).context
  await as(blocking).call(blockPerson, { id: seller.id })
  await as(seller).call(blockPerson, { id: blocked.id })
  const person = db.selectFrom('accounts').select('person_id').where('id', '=', seller.id)
  const { person_id } = await person.executeTakeFirstOrThrow()
  await updateAccount(db, own.id, { person_id })
  await as(muted).call(updateNotificationSettings, { saved: false })
  await as(former).call(unsaveBook, { id: bookId })
  await setPrice(seller, bookId, 100)
  await notify()
  await as(seller).call(deleteBook, { id: bookId })
  await notify()
  for (const saver of savers) expect(await noticesOf(saver)).toEqual([])
  expect(await noticesOf(buyer)).toHaveLength(2)
})

test('each of many savers is notified once, even by two processes', async () => {
  const { seller, bookId } = await makeSaved()
  const { db } = (await testApp()).context
  const count = 200
  await sql`with people as (
      insert into accounts (id, person_id, role, name, email, password_hash)
      select id, id, 'buyer', 'Asha', id || '@example.org', 'none'
      from (select gen_random_uuid() as id from generate_series(1, ${count})) as ids returning id)
    insert into saved_books (account_id, book_id, price, notified_price, is_gone, created_at)
    select id, ${bookId}, 25000, 25000, false, now() from people`.execute(db)
  const startedAt = performance.now()
  await setPrice(seller, bookId, 100)
  expect(performance.now() - startedAt).toBeLessThan(2000)
  await Promise.all([notify(), notify()])
  const { rows } = await sql<{ told: number; notices: number }>`
    select count(distinct account_id)::integer as told, count(*)::integer as notices
    from notifications where book_id = ${bookId}`.execute(db)
  expect(rows).toEqual([{ told: count + 1, notices: count + 1 }])
})

test('a change of many books sends each buyer one notice, not one for each book', async () => {
  const { seller, buyer } = await makeSaved()
  const other = await makeAccount('buyer')
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await makeBook(seller))
  for (const id of ids) await as(buyer).call(saveBook, { id })
  await as(other).call(saveBook, { id: ids[0] ?? '' })
  const changeAll = (change: Parameters<typeof callChange>[1]) => callChange(seller, change)
  await changeAll({ kind: 'price', unit: 'percent', by: -20 })
  await notify()
  expect(await noticesOf(buyer)).toEqual(['6 books that you saved cost less now.'])
  expect(await noticesOf(other)).toEqual([expect.stringMatching(/costs ₹200 now instead of ₹250/)])
  await changeAll({ kind: 'hidden', isHidden: true })
  await notify()
  expect((await noticesOf(buyer))[0]).toMatch(/^6 books that you saved are gone\./)
  expect((await noticesOf(other))[0]).toMatch(/is no longer offered/)
})

const callChange = (seller: TestAccount, change: EndpointInput<typeof changeManyBooks>['change']) =>
  as(seller).call(changeManyBooks, { found: {}, expected: 6, change })
