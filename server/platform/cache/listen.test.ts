// What one process commits, the others no longer answer as it was.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listBooks, readBook, updateBook } from '#contract/books/books.ts'
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

onPostgres('a price that is changed in the database itself is read from all', async () => {
  const { context } = await testApp()
  const other = await otherApp()
  const { bookId, pricesAt } = await makeListedBook()
  for (const app of [undefined, other.app]) await pricesAt(app)
  await context.db.updateTable('books').set({ price: 9_900 }).where('id', '=', bookId).execute()
  for (const app of [undefined, other.app]) await expect.poll(() => pricesAt(app)).toEqual([99, 99])
})

onPostgres('what was missed while the connection was lost is invalidated', async () => {
  const { context } = await testApp()
  const { bookId, pricesAt } = await makeListedBook()
  await pricesAt()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dobara changes'`.execute(context.db)
  await context.db.updateTable('books').set({ price: 8_800 }).where('id', '=', bookId).execute()
  await expect.poll(() => pricesAt(), { timeout: 5000 }).toEqual([88, 88])
  await context.db.updateTable('books').set({ price: 7_700 }).where('id', '=', bookId).execute()
  await expect.poll(() => pricesAt(), { timeout: 5000 }).toEqual([77, 77])
})
