import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { readOwnBook, updateBook } from '#contract/books/books.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { newTitle, want } from '#server/wishlist/wants/testing-wants.ts'
import { reserveCopies } from './queue.ts'
import {
  expectNoViolations,
  isReservedFor,
  listForQueue,
  makeQueue,
  outcomesOf,
} from './testing-queue.ts'

test('a listing that gets another title is no longer reserved once it is saved', async () => {
  const { title, seller, bookId, first } = await makeQueue(1)
  expect(await isReservedFor(first, bookId)).toBe(true)
  const other = newTitle()
  expect((await as(seller).call(updateBook, { id: bookId, ...other })).status).toBe(200)
  expect(await outcomesOf(bookId)).toEqual(['changed'])
  const { body: own } = await as(seller).call(readOwnBook, { id: bookId })
  expect(own).toMatchObject({ available: 1, isReservedForWant: false })

  const again = await listForQueue(seller, title)
  expect(await isReservedFor(first, again)).toBe(true)
  await expectNoViolations()
})

test('a person is notified that a changed listing is no longer reserved', async () => {
  const { title, seller, bookId, first } = await makeQueue(1)
  await as(seller).call(updateBook, { id: bookId, ...newTitle() })
  const { body } = await as(first).call(listNotifications, {})
  // The notification of the reservation itself is replaced.
  expect(body.map(({ text }) => text)).toEqual([
    `“${title.title}” is no longer reserved for you: its seller has changed the listing. You keep your place.`,
  ])
})

test('a listing whose price or description changes stays reserved', async () => {
  const { seller, bookId, first } = await makeQueue(1)
  await as(seller).call(updateBook, { id: bookId, description: 'A few notes in pencil.' })
  expect(await isReservedFor(first, bookId)).toBe(true)
})

test('a want with a reserved copy gets no second one, even if that one changed', async () => {
  const { title, seller, bookId, first } = await makeQueue(1)
  const { context } = await testApp()
  const other = newTitle()
  // A change made directly in the database isn't noticed until the next check.
  await sql`update books set title = ${other.title}, author = ${other.author},
    search_text = ${titleSearchText(other)} where id = ${bookId}`.execute(context.db)
  expect(await outcomesOf(bookId)).toEqual([null])

  const second = await makeAccount('buyer')
  await want(second, title)
  const again = await makeBook(seller, { ...title, open_to_exchange: true })
  await reserveCopies(context, [again])
  expect(await isReservedFor(first, again)).toBe(false)
  expect(await isReservedFor(second, again)).toBe(true)
})
