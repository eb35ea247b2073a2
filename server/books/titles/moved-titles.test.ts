// Titles whose key an older version spelled differently.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readBook } from '#contract/books/books.ts'
import { listReviews } from '#contract/books/reviews.ts'
import { readTitle } from '#contract/books/titles.ts'
import { rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { lockBooks } from '#server/books/copies.ts'
import { rewriteSearchTexts } from '#server/books/search/words/rewrite-texts.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { transact } from '#server/platform/database/database.ts'
import { as, makeAccount, makeBook, makeOrder, testApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'
import { titleIdOf } from './offered.ts'

test.each([
  ['Crime & Punishment', 'Crime and Punishment', 'crime punishment'],
  ['माँ', 'मां', 'माँ'],
  ['Midnightʼs Children', 'Midnight’s Children', 'midnightʼs children'],
])('%s and %s become one title, with its ratings, orders and address', async (old, now, key) => {
  const { context } = await testApp()
  const { db } = context
  const word = uniqueLetters()
  const [title, keyBefore] = [`${old} ${word}`, `${key} ${word} / an author`]
  const rated = await makeOrder({ book: { title, author: 'An Author' } })
  await as(rated.seller).call(setOrderStatus, { orderId: rated.orderId, status: 'Delivered' })
  const stars = { orderId: rated.orderId, book: 4, seller: 5, review: 'Good.' }
  expect((await as(rated.buyer).call(rateOrder, stars)).status).toBe(201)
  const other = await makeBook(await makeAccount('seller'), { title, author: 'An Author' })
  for (const id of [rated.bookId, other])
    await sql`update books set title_key = ${keyBefore},
      search_text = ${`${title.toLowerCase()} ;; an author ;; ;; ;;`} where id = ${id}`.execute(db)
  await sql`update orders set title_key = ${keyBefore} where id = ${rated.orderId}`.execute(db)
  await sql`update ratings set title_key = ${keyBefore} where order_id = ${rated.orderId}`.execute(
    db,
  )
  const listed = await makeBook(await makeAccount('seller'), {
    title: `${now} ${word}`,
    author: 'An Author',
  })
  const ratingOf = async (id: string) => (await as().call(readBook, { id })).body.ratings
  expect(await ratingOf(listed)).toEqual({ count: 0 })

  const rewrite = () => commitChanges(context, ['books'], (tx) => rewriteSearchTexts(tx, 1))
  while ((await rewrite()) > 0);
  await settleChanges(context)

  for (const id of [rated.bookId, other, listed]) {
    expect(await ratingOf(id), id).toEqual({ average: 4, count: 1 })
    const { body } = await as().call(listReviews, { id })
    expect(body.map(({ review }) => review)).toEqual(['Good.'])
  }
  const { body } = await as().call(readTitle, { id: titleIdOf(keyBefore) })
  expect(body).toMatchObject({ copies: 2, ratings: { count: 1 } })
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'an order that is placed while a title moves gets the new key, too',
  async () => {
    const { context } = await testApp()
    const { db } = context
    const word = uniqueLetters()
    const keyBefore = `crime punishment ${word} / an author`
    const { bookId, orderId } = await makeOrder({
      book: { title: `Crime & Punishment ${word}`, author: 'An Author' },
    })
    await sql`update books set title_key = ${keyBefore}, search_text = ${`crime & punishment ${word}`}
      where id = ${bookId}`.execute(db)
    const countWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    }
    let rewriting: Promise<unknown> | undefined
    await transact(db, async (placing) => {
      await lockBooks(placing, [bookId])
      rewriting = commitChanges(context, [], (db) => rewriteSearchTexts(db, 1))
      await expect.poll(countWaiting).toBeGreaterThan(0)
      await sql`update orders set title_key = ${keyBefore} where id = ${orderId}`.execute(placing)
    })
    await rewriting
    const { rows } = await sql<{ title_key: string }>`select title_key from orders
      where id = ${orderId} union select title_key from books where id = ${bookId}`.execute(db)
    expect(rows).toEqual([{ title_key: `crime and punishment ${word} / an author` }])
  },
)
