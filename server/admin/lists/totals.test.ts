import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  listAllBooks,
  listAllOrders,
  listAllReviews,
  listBuyers,
  listSellers,
  removeReview,
} from '#contract/admin/admin.ts'
import { deleteBook } from '#contract/books/books.ts'
import { confirmOrder, rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { as, makeAccount, makeBook, makeOrder, testApp } from '#server/testing.ts'
import { readStats } from './query.ts'

const deleteRows = async (table: 'accounts' | 'books' | 'orders', id: string) =>
  (await testApp()).context.db.deleteFrom(table).where('id', '=', id).execute()

test('the numbers follow each row that comes and goes, in the figures and above the lists', async () => {
  const { db } = (await testApp()).context
  const admin = await makeAccount('admin')
  const lists = [listAllBooks, listBuyers, listSellers, listAllOrders, listAllReviews] as const
  const count = async () => {
    const totals: number[] = []
    for (const list of lists) {
      const { headers } = await as(admin).call(list, { limit: 1 })
      totals.push(Number(headers['x-total-count']))
    }
    const { bookCount, buyerCount, sellerCount, orderCount } = await readStats(db)
    expect([bookCount, buyerCount, sellerCount, orderCount]).toEqual(totals.slice(0, 4))
    return totals
  }
  const [books = 0, buyers = 0, sellers = 0, orders = 0, reviews = 0] = await count()
  const { buyer, seller, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 4, seller: 5 })
  const more = await makeBook(seller)
  expect(await count()).toEqual([books + 2, buyers + 1, sellers + 1, orders + 1, reviews + 1])
  await as(seller).call(deleteBook, { id: more })
  await as(admin).call(removeReview, { id: orderId, reason: 'It names a person.' })
  const gone = await makeAccount('buyer')
  await updateAccount(db, gone.id, { deleted_at: new Date() })
  expect(await count()).toEqual([books + 1, buyers + 1, sellers + 1, orders + 1, reviews])
  await sql`update accounts set deleted_at = null where id = ${gone.id}`.execute(db)
  expect((await count())[1]).toBe(buyers + 2)
  await deleteRows('accounts', gone.id)
  const { orderId: undone, chatId } = await makeOrder({ buyer, seller })
  expect((await count())[3]).toBe(orders + 2)
  await sql`delete from messages where chat_id = ${chatId}`.execute(db)
  await deleteRows('orders', undone)
  await deleteRows('books', more)
  expect(await count()).toEqual([books + 2, buyers + 1, sellers + 1, orders + 1, reviews])
})
