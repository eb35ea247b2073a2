// A commit invalidates caches immediately, before notifications are sent and later errors occur.
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { updateBuyerProfile } from '#contract/accounts/accounts.ts'
import {
  markNotificationsRead,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { listBooks, updateBook } from '#contract/books/books.ts'
import { endpoint, type Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { saveSwitches } from '#server/notifications/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { createMount } from '#server/platform/http/route.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  otherApp,
  testApp,
} from '#server/testing.ts'
import { sendError } from './error-response.ts'

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
type Steps = { commit: (work: Work) => Promise<unknown>; log: (step: string) => void }

/**
 * Calls an endpoint that has this handler. Returns the invalidated topics, the steps and the
 * status, in their order.
 */
async function record(handler: (steps: Steps) => Promise<void>) {
  const { context } = await testApp()
  const steps: string[] = []
  const app = fastify()
  app.setErrorHandler(sendError)
  const { mount } = await createMount(app, {
    ...context,
    changes: { ...context.changes, apply: ({ topics }) => void steps.push(`outdate ${topics}`) },
  })
  mount(change, async (_, { commit }) => {
    await handler({ commit: commit as Steps['commit'], log: (step) => steps.push(step) })
    return {}
  })
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/change' })
  return [...steps, statusCode]
}

/** A write that changes a row, which no other test here reads. */
const write: Work = (db) =>
  db
    .insertInto('quota_uses')
    .values({ id: newId(), key: 'nobody', used_at: new Date(), expires_at: new Date() })
    .execute()

test('each commit invalidates the caches at once, even if the handler fails afterwards', async () => {
  expect(
    await record(async ({ commit, log }) => {
      await commit(write)
      log('notify')
      await commit(write)
      throw new Error('not notified')
    }),
  ).toEqual(['outdate books', 'notify', 'outdate books', 500])
})

const anyAccount = (db: Db) =>
  db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()

test.each<[string, Work]>([
  ['only reads', anyAccount],
  ['only locks', (db) => sql`select pg_advisory_xact_lock(1)`.execute(db)],
  [
    'updates no row',
    (db) => db.updateTable('accounts').set({ name: 'x' }).where('id', '=', newId()).execute(),
  ],
  ['deletes no row', (db) => sql`delete from sessions where account_id = ${newId()}`.execute(db)],
  [
    'inserts an existing row',
    async (db) => saveSwitches(db, (await anyAccount(db)).id, 'buyer', { message: false }),
  ],
])('a transaction that %s invalidates nothing', async (_, work) => {
  const { db } = (await testApp()).context
  await makeAccount('buyer')
  await saveSwitches(db, (await anyAccount(db)).id, 'buyer', { message: false })
  expect(await record(({ commit }) => commit(work).then(() => {}))).toEqual([200])
})

test.each<[string, Work]>([
  ['inserts', write],
  [
    'updates by raw SQL',
    (db) =>
      sql`update accounts set name = name where id in (select id from accounts limit 1)`.execute(
        db,
      ),
  ],
  ['may write inside a with', (db) => sql`with x as (select 1) select * from x`.execute(db)],
])('a transaction that %s invalidates the caches', async (_, work) => {
  await makeAccount('buyer')
  expect(await record(({ commit }) => commit(work).then(() => {}))).toEqual(['outdate books', 200])
})

test('a rejected or missing write invalidates nothing', async () => {
  const reject = async (db: Db) => {
    await write(db)
    throw new AppError('book_gone')
  }
  expect(await record(({ commit }) => commit(reject).then(() => {}))).toEqual([409])
  expect(await record(async ({ log }) => log('nothing'))).toEqual(['nothing', 200])
  expect(await record(() => Promise.reject(new Error('half')))).toEqual([500])
})

test('saving the same values again invalidates nothing', async () => {
  const { app, context } = await otherApp()
  const invalidated: (readonly Topic[])[] = []
  const { apply } = context.changes
  context.changes.apply = (change) => {
    if (change.topics.length > 0) invalidated.push(change.topics)
    apply(change)
  }
  const { buyer, seller, orderId } = await makeOrder()
  const admin = await makeAccount('admin')
  const bookId = await makeBook(seller)
  const profile = { name: buyer.name, address: '12 Lake Road' }
  const book = { id: bookId, title: 'The same', author: 'An Author', original_price: 500 }
  const calls: (() => Promise<{ status: number }>)[] = [
    () => as(buyer).call(updateBuyerProfile, profile, { app }),
    () => as(seller).call(updateBook, book, { app }),
    () => as(seller).call(setOrderStatus, { orderId, status: 'Shipped' }, { app }),
    () => as(admin).call(toggleBuyer, { id: buyer.id, status: 'active' }, { app }),
    () => as(buyer).call(markNotificationsRead, {}, { app }),
    () => as(buyer).call(updateNotificationSettings, { message: false }, { app }),
  ]
  for (const [number, call] of calls.entries()) {
    expect((await call()).status).toBe(200)
    // Jobs that a call starts may also invalidate data.
    await context.jobs.idle()
    const before = invalidated.length
    expect((await call()).status).toBe(200)
    await context.jobs.idle()
    expect([number, invalidated.length - before]).toEqual([number, 0])
  }
  expect(invalidated.length).toBeGreaterThan(3)
})

test('when a client is notified of an order, lists no longer show the book', async () => {
  const { app, context } = await otherApp()
  const branch = `Branch ${Math.random()}`
  const { seller, chatId } = await makeChat({ book: { branch } })
  const countListed = async () =>
    (await as().call(listBooks, { branch, limit: 20 }, { app })).body.length
  expect(await countListed()).toBe(1)
  const { emit } = context.live
  const countsAtEvents: Promise<unknown>[] = []
  context.live.emit = (accountIds, name, payload, exceptSocket) => {
    countsAtEvents.push(countListed().then((count) => `${name} ${count}`))
    emit(accountIds, name, payload, exceptSocket)
  }
  const order = {
    chatId,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  }
  expect((await as(seller).call(placeOrder, order, { app })).status).toBe(201)
  expect(await Promise.all(countsAtEvents)).toEqual(['receive_message 0', 'order_placed 0'])
})
