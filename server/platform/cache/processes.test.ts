// After one process commits a change, other processes stop sending the former state.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteBook, listBooks, readBook, updateBook } from '#contract/books/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, otherApp, testApp } from '#server/testing.ts'

const onPostgres = test.runIf(process.env.TEST_DATABASE_URL)

async function makeListedBook() {
  const branch = `Branch ${newId()}`
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { branch, price: 20_000 })
  const pricesAt = async (app?: Awaited<ReturnType<typeof otherApp>>['app']) => {
    const options = app ? { app } : {}
    const { body: list } = await as().call(listBooks, { branch, limit: 8 }, options)
    const { body: book } = await as().call(readBook, { id: bookId }, options)
    return [list[0]?.price, book.price]
  }
  return { seller, bookId, pricesAt }
}

onPostgres('a price that one process changes is read from the other at once', async () => {
  const other = await otherApp()
  const { seller, bookId, pricesAt } = await makeListedBook()
  for (const app of [undefined, other.app]) expect(await pricesAt(app)).toEqual([200, 200])
  await as(seller).call(updateBook, { id: bookId, price: 150 })
  expect(await pricesAt()).toEqual([150, 150])
  await expect.poll(() => pricesAt(other.app)).toEqual([150, 150])
})

onPostgres('a listing that is removed in one process is gone from the other', async () => {
  const other = await otherApp()
  const { seller, bookId, pricesAt } = await makeListedBook()
  for (const app of [undefined, other.app]) expect(await pricesAt(app)).toEqual([200, 200])
  await as(seller).call(deleteBook, { id: bookId })
  await expect.poll(() => pricesAt(other.app)).toEqual([undefined, undefined])
})

onPostgres('everything counts as changed after the connection was lost', async () => {
  const { context } = await testApp()
  const { bookId, pricesAt } = await makeListedBook()
  await pricesAt()
  await context.db.updateTable('books').set({ price: 8_800 }).where('id', '=', bookId).execute()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dobara link'`.execute(context.db)
  await expect.poll(() => pricesAt(), { timeout: 5000 }).toEqual([88, 88])
})
