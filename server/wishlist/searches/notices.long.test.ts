import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { listNotifications, updateNotificationSettings } from '#contract/accounts/notifications.ts'
import { updateBook } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { cancelOrder, confirmOrder } from '#contract/orders/orders.ts'
import { listSavedSearches, removeSavedSearch, saveSearch } from '#contract/wishlist/searches.ts'
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
import { notifyOfNewCopies } from './notices.ts'
import { age } from './testing-searches.ts'

const hour = 60 * 60_000
let passedMs = 0
const later = () => new Date(Date.now() + passedMs)
/** Runs the job until all due buyers are handled. */
async function runJob(): Promise<void> {
  const { context } = await testApp()
  await notifyOfNewCopies({ ...context, now: later })
  const { violations } = await verify(context.db, undefined)
  expect(violations.filter(({ rule }) => rule.includes('search'))).toEqual([])
}
async function notify(hours = 0): Promise<void> {
  passedMs += hours * hour
  await age()
  await runJob()
}
const noticesOf = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body
    .filter(({ kind }) => kind !== 'order')
    .map(({ text }) => text)
const save = async (buyer: TestAccount, input: EndpointInput<typeof saveSearch>) =>
  (await as(buyer).call(saveSearch, input)).body
const db = async () => (await testApp()).context.db

/** Returns a word that no other test's books have. */
const newWord = () => `q${newId().replaceAll('-', '').slice(-12)}`

async function makeSearch() {
  const word = newWord()
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  await save(buyer, { search: word })
  const list = (columns = {}) => makeBook(seller, { title: `Notes ${word}`, ...columns })
  return { word, buyer, seller, list }
}

test('notifies of new copies once, with a link to their list, the newest first', async () => {
  const word = newWord()
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  await makeBook(seller, { title: `Notes ${word}` })
  await save(buyer, { search: word, maxPrice: 300 })
  await notify()
  expect(await noticesOf(buyer)).toEqual([])
  for (const price of [25_000, 40_000, 30_000])
    await makeBook(seller, { title: `Notes ${word}`, price })
  await makeBook(seller, { title: 'Something else' })
  await notify(1)
  await notify()
  const { body } = await as(buyer).call(listNotifications, {})
  expect(body).toMatchObject([
    { kind: 'saved', isRead: false, text: `2 new copies for your search: “${word}” · Up to ₹300.` },
  ])
  expect(body[0]?.link).toBe(`/buyer/dashboard?search=${word}&maxPrice=300&sort=newest`)
  await notify(48)
  expect(await noticesOf(buyer)).toHaveLength(1)
})

test('notifies a person at most once a day, for all their searches together', async () => {
  const { word, buyer, list } = await makeSearch()
  const other = newWord()
  const { seller } = await makeSearch()
  await list()
  await notify()
  await save(buyer, { search: other })
  await list()
  await makeBook(seller, { title: `${word} ${other}` })
  await makeBook(seller, { title: `More ${other}` })
  await notify(23)
  // Removing a search doesn't reset the daily limit.
  const { _id: id } = await save(buyer, { search: 'short-lived' })
  await as(buyer).call(removeSavedSearch, { id })
  expect(await noticesOf(buyer)).toHaveLength(1)
  await notify(1)
  await notify(0.5)
  const { body } = await as(buyer).call(listNotifications, {})
  // A copy that is found by both searches counts once.
  expect(body[0]).toMatchObject({ text: `3 new copies for your searches: “${other}”; “${word}”.` })
  expect(body[0]?.link).toBe('/buyer/wishlist')
  expect(body).toHaveLength(2)
  const { body: searches } = await as(buyer).call(listSavedSearches, {})
  expect(searches.map(({ newCopies }) => newCopies)).toEqual([2, 3])
})

test('searches that find nothing are checked each hour', async () => {
  const { buyer, list } = await makeSearch()
  await notify()
  await list()
  await notify(0.9)
  expect(await noticesOf(buyer)).toEqual([])
  await notify(0.2)
  expect(await noticesOf(buyer)).toHaveLength(1)
})

test('doesn’t notify of copies sold before the job ran, or hidden ones', async () => {
  const { buyer, list } = await makeSearch()
  await list({ available: 0 })
  await list({ hidden_at: new Date(), hidden_reason: 'A scam.' })
  const gone = await list()
  await changeBook(gone, { available: 0 })
  await notify()
  expect(await noticesOf(buyer)).toEqual([])
})

test('notifies of a copy that came back before the job ran, unless it is known', async () => {
  const { word, buyer, seller, list } = await makeSearch()
  const sellAndReturn = async (bookId: string) => {
    const { buyer: holder, orderId } = await makeOrder({ seller, bookId })
    await as(holder).call(cancelOrder, { orderId })
  }
  const bookId = await list()
  await sellAndReturn(bookId)
  await notify(1)
  expect(await noticesOf(buyer)).toEqual([`1 new copy for your search: “${word}”.`])
  await sellAndReturn(bookId)
  await notify(25)
  expect(await noticesOf(buyer)).toHaveLength(1)
})

test('a copy that comes back is new to searches that were saved while it was away', async () => {
  const { word, buyer, seller, list } = await makeSearch()
  const bookId = await list()
  await notify()
  expect(await noticesOf(buyer)).toHaveLength(1)
  const other = await makeAccount('buyer')
  const { buyer: holder, orderId } = await makeOrder({ seller, bookId })
  for (const person of [other, holder]) await save(person, { search: word })
  await notify(1)
  await as(holder).call(cancelOrder, { orderId })
  await notify(25)
  expect(await noticesOf(other)).toEqual([`1 new copy for your search: “${word}”.`])
  expect(await noticesOf(buyer)).toHaveLength(1)
  expect(await noticesOf(holder)).toEqual([])
  // The copy leaves and comes back a second time, but nobody is notified twice.
  const again = await makeOrder({ seller, bookId })
  await as(again.buyer).call(confirmOrder, { orderId: again.orderId })
  await as(again.buyer).call(cancelOrder, { orderId: again.orderId })
  await notify(25)
  expect(await noticesOf(other)).toHaveLength(1)
})

test('an edited or cheaper book isn’t new', async () => {
  const { word, buyer, seller, list } = await makeSearch()
  const other = await makeBook(seller, { title: 'Without the word' })
  const dear = await list({ price: 40_000 })
  await notify()
  const cheap = await makeAccount('buyer')
  await save(cheap, { search: word, maxPrice: 300 })
  await as(seller).call(updateBook, { id: other, title: `With ${word}` })
  await as(seller).call(updateBook, { id: dear, price: 200 })
  await notify(25)
  expect(await noticesOf(buyer)).toHaveLength(1)
  expect(await noticesOf(cheap)).toEqual([])
})

test('doesn’t notify of a person’s own books, after a block, or if they muted it', async () => {
  for (const byBuyer of [true, false]) {
    const { buyer, seller, list } = await makeSearch()
    await as(byBuyer ? buyer : seller).call(blockPerson, { id: (byBuyer ? seller : buyer).id })
    await list()
    await notify()
    expect(await noticesOf(buyer)).toEqual([])
  }
  const { buyer, seller, list } = await makeSearch()
  await (await db())
    .updateTable('accounts')
    .set((from) => ({
      person_id: from.selectFrom('accounts as me').select('person_id').where('id', '=', buyer.id),
    }))
    .where('id', '=', seller.id)
    .execute()
  await list()
  await notify()
  expect(await noticesOf(buyer)).toEqual([])
  const muted = await makeSearch()
  await as(muted.buyer).call(updateNotificationSettings, { saved: false })
  await muted.list()
  await notify()
  expect(await noticesOf(muted.buyer)).toEqual([])
  // The page of saved searches shows the copy anyway.
  expect((await as(muted.buyer).call(listSavedSearches, {})).body[0]?.newCopies).toBe(1)
})

test('notifies of copies with similar words, but not of those with all words but one', async () => {
  const [buyer, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const seller = await makeAccount('seller')
  await save(buyer, { search: 'xylographie' })
  await makeBook(seller, { title: 'Xylography for all' })
  await notify()
  expect(await noticesOf(buyer)).toEqual(['1 new copy for your search: “xylographie”.'])
  await save(other, { search: 'xylography quattrocento' })
  await makeBook(seller, { title: 'Xylography at home' })
  await notify(25)
  expect(await noticesOf(other)).toEqual([])
})

test('many buyers are notified once each, by several runs and two processes', async () => {
  const word = newWord()
  const seller = await makeAccount('seller')
  const count = 45
  await sql`with people as (
      insert into accounts (id, person_id, role, name, email, password_hash)
      select id, id, 'buyer', 'Asha', id || '@example.org', 'none'
      from (select gen_random_uuid() as id from generate_series(1, ${count})) as ids returning id)
    insert into saved_searches (id, account_id, filters, key, created_at)
    select gen_random_uuid(), id, jsonb_build_object('search', ${word}::text), ${word}, ${later()}
    from people`.execute(await db())
  const bookId = await makeBook(seller, { title: `Notes ${word}` })
  await sql`insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text)
    select gen_random_uuid(), seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text
    from books, generate_series(1, 150) where id = ${bookId}`.execute(await db())
  await age()
  await Promise.all([runJob(), runJob()])
  const { rows } = await sql<{ told: number; notices: number; text: string }>`
    select count(distinct account_id)::integer as told, count(*)::integer as notices, min(text) as text
    from notifications where text like ${`%${word}%`}`.execute(await db())
  expect(rows).toEqual([
    { told: count, notices: count, text: `99+ new copies for your search: “${word}”.` },
  ])
})

test('a search that fails doesn’t affect other buyers', async () => {
  const { word, buyer, list } = await makeSearch()
  const broken = newWord()
  await save(await makeAccount('buyer'), { search: broken })
  await list()
  await age()
  const { context } = await testApp()
  const errors: unknown[] = []
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes(broken)) throw new Error('A fault of this search.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const log = { ...context.log, error: (details: unknown) => void errors.push(details) }
  await notifyOfNewCopies({ ...context, db, log: log as typeof context.log, now: later })
  expect(errors).toHaveLength(1)
  expect(await noticesOf(buyer)).toEqual([`1 new copy for your search: “${word}”.`])
})
