// What was kept is forgotten as soon as it is no longer true: before anybody is told, and whatever happens after.
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { updateBuyerProfile } from '#contract/accounts.ts'
import { toggleBuyer } from '#contract/admin.ts'
import { listBooks, updateBook } from '#contract/books.ts'
import { endpoint, type Topic } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { markNotificationsRead, updateNotificationSettings } from '#contract/notices.ts'
import { placeOrder, setOrderStatus } from '#contract/orders.ts'
import { saveSetting } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  makeBook,
  makeChat,
  makeOrder,
  makePerson,
  otherApp,
  testApp,
} from '#server/testing.ts'
import { sendError } from './error-response.ts'
import { createMount } from './route.ts'

const change = endpoint({
  method: 'POST',
  path: '/change',
  summary: 'Changes a book.',
  access: 'anyone',
  input: z.object({}),
  response: z.object({}),
  changes: ['books'],
})

type Work = (db: Db) => Promise<unknown>
type Story = { commit: (work: Work) => Promise<unknown>; say: (what: string) => void }

/** Mounts a write whose handler is `story`, and gives what is forgotten and said, in order, when it is called. */
async function record(story: (call: Story) => Promise<void>) {
  const { parts } = await testApp()
  const heard: string[] = []
  const app = fastify()
  app.setErrorHandler(sendError)
  const { mount } = await createMount(app, {
    ...parts,
    forget: (topics: readonly Topic[]) => heard.push(`forget ${topics}`),
  })
  mount(change, async (_, { commit }) => {
    await story({ commit: commit as Story['commit'], say: (what) => heard.push(what) })
    return {}
  })
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/change' })
  return [...heard, statusCode]
}

/** Writes for real, where nothing else here looks. */
const write: Work = (db) =>
  db
    .insertInto('login_failures')
    .values({ id: newId(), account: 'nobody', address: '192.0.2.1' })
    .execute()

test('each commit forgets at once', async () => {
  expect(
    await record(async ({ commit, say }) => {
      await commit(write)
      say('tell')
      await commit(write)
    }),
  ).toEqual(['forget books', 'tell', 'forget books', 200])
})

test('what follows a commit may fail; what it changed is forgotten already', async () => {
  expect(
    await record(async ({ commit }) => {
      await commit(write)
      throw new Error('not told')
    }),
  ).toEqual(['forget books', 500])
})

test.each<[string, Work]>([
  ['looks', (db) => db.selectFrom('people').select('id').limit(1).execute()],
  ['waits and locks', (db) => sql`select pg_advisory_xact_lock(1)`.execute(db)],
  [
    'updates no row',
    (db) => db.updateTable('people').set({ name: 'x' }).where('id', '=', newId()).execute(),
  ],
  ['deletes no row', (db) => sql`delete from sessions where person_id = ${newId()}`.execute(db)],
  [
    'inserts what is there',
    async (db) => {
      const { id } = await db
        .selectFrom('people')
        .select('id')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await saveSetting(db, id, 'message', false)
    },
  ],
])('a transaction that %s forgets nothing', async (_, work) => {
  const { parts } = await testApp()
  await makePerson('buyer')
  const { id } = await parts.db
    .selectFrom('people')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await saveSetting(parts.db, id, 'message', false)
  expect(await record(({ commit }) => commit(work).then(() => {}))).toEqual([200])
})

test.each<[string, Work]>([
  ['inserts', write],
  [
    'updates by hand',
    (db) =>
      sql`update people set name = name where id in (select id from people limit 1)`.execute(db),
  ],
  ['writes inside a with', (db) => sql`with x as (select 1) select * from x`.execute(db)],
])('a transaction that %s forgets, in doubt too', async (_, work) => {
  await makePerson('buyer')
  expect(await record(({ commit }) => commit(work).then(() => {}))).toEqual(['forget books', 200])
})

test('a refused write has written nothing, however far it came, and a handler without one neither', async () => {
  const refuse = async (db: Db) => {
    await write(db)
    throw new AppError('book_gone')
  }
  expect(await record(({ commit }) => commit(refuse).then(() => {}))).toEqual([409])
  expect(await record(async ({ say }) => say('nothing'))).toEqual(['nothing', 200])
  expect(await record(() => Promise.reject(new Error('half')))).toEqual([500])
})

test('a write that breaks off may have been committed all the same', async () => {
  const breakOff = async (db: Db) => {
    await write(db)
    throw new Error('the line to the database is cut')
  }
  expect(await record(({ commit }) => commit(breakOff).then(() => {}))).toEqual([
    'forget books',
    500,
  ])
})

test('what is saved as it was is forgotten by nobody', async () => {
  const { app, parts } = await otherApp()
  const forgotten: (readonly Topic[])[] = []
  // But for the recommendations, which follow a changed book in their own time.
  parts.forget = (topics) => topics.join() !== 'books' && forgotten.push(topics)
  const { buyer, seller, orderId } = await makeOrder()
  const admin = await makePerson('admin')
  const bookId = await makeBook(seller)
  const profile = { name: buyer.name, address: '12 Lake Road' }
  const book = {
    id: bookId,
    title: 'The same',
    author: 'An Author',
    original_price: 500,
    predicted_price: 250,
  }
  const twice = async (call: () => Promise<{ status: number }>) => {
    expect((await call()).status).toBe(200)
    const before = forgotten.length
    expect((await call()).status).toBe(200)
    return forgotten.length - before
  }
  expect(await twice(() => as(buyer).call(updateBuyerProfile, profile, { app }))).toBe(0)
  expect(await twice(() => as(seller).call(updateBook, book, { app }))).toBe(0)
  expect(
    await twice(() => as(seller).call(setOrderStatus, { orderId, status: 'Shipped' }, { app })),
  ).toBe(0)
  expect(
    await twice(() => as(admin).call(toggleBuyer, { id: buyer.id, status: 'active' }, { app })),
  ).toBe(0)
  expect(await twice(() => as(buyer).call(markNotificationsRead, {}, { app }))).toBe(0)
  expect(
    await twice(() => as(buyer).call(updateNotificationSettings, { message: false }, { app })),
  ).toBe(0)
  expect(forgotten.length).toBeGreaterThan(3)
})

test('who hears of an order finds the book gone from the lists', async () => {
  const { app, parts } = await otherApp()
  const branch = `Branch ${Math.random()}`
  const { seller, chatId } = await makeChat({ book: { branch } })
  const listed = async () =>
    (await as().call(listBooks, { branch, limit: 20 }, { app })).body.length
  expect(await listed()).toBe(1)
  const { emit } = parts.live
  const seen: Promise<unknown>[] = []
  parts.live.emit = (people, name, what, but) => {
    seen.push(listed().then((count) => `${name} ${count}`))
    emit(people, name, what, but)
  }
  const order = {
    chatId,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '9876543210',
  }
  expect((await as(seller).call(placeOrder, order, { app })).status).toBe(201)
  expect(await Promise.all(seen)).toEqual(['receive_message 0', 'order_placed 0'])
})
