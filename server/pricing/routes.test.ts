import { expect, test } from 'vitest'
import { readBook, updateBook } from '#contract/books/books.ts'
import { predictPrice, readPricing } from '#contract/books/pricing.ts'
import { indianDate } from '#contract/common/dates.ts'
import { rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { eraseAccount, updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeDelivered,
  makeOrder,
  otherApp,
  testApp,
} from '#server/testing.ts'
import { author, grown, newTitle, offer, sell } from '#server/testing-titles.ts'
import { marketFactor } from './assumptions.ts'
import { learnDailyFactor } from './market-factor.ts'

const question = {
  condition: 'good' as const,
  publication_year: 2015,
  original_price: 500,
  pages: 300,
}

test('everyone gets the same price, from numbers or from form texts', async () => {
  const { status, body } = await as().call(predictPrice, question)
  expect(status).toBe(200)
  expect(body.predicted_price).toBeGreaterThan(200)
  expect(body.predicted_price).toBeLessThan(305)
  for (const role of ['buyer', 'seller', 'admin'] as const)
    expect((await as(await makeAccount(role)).call(predictPrice, question)).body).toEqual(body)
  const texts = {
    condition: 'good' as const,
    publication_year: '2015',
    original_price: '500.00',
    pages: '300',
  }
  expect((await as().call(predictPrice, texts)).body).toEqual(body)
})

test.each([
  [{ condition: undefined }, 'condition'],
  [{ condition: 'fair' }, 'condition'],
  [{ publication_year: 1899 }, 'publication_year'],
  [{ publication_year: new Date().getFullYear() + 2 }, 'publication_year'],
  [{ publication_year: '2015.5' }, 'publication_year'],
  [{ original_price: 0 }, 'original_price'],
  [{ original_price: 100_001 }, 'original_price'],
  [{ original_price: 10.005 }, 'original_price'],
  [{ original_price: '1e3' }, 'original_price'],
  [{ original_price: { $gt: 0 } }, 'original_price'],
  [{ pages: 0 }, 'pages'],
  [{ pages: 5001 }, 'pages'],
  [{ pages: 'many' }, 'pages'],
])('rejects %o, with the sentence in `error` too', async (wrong, field) => {
  const { app } = await testApp()
  const response = await app.inject({
    method: 'POST',
    url: '/api/predict-price',
    payload: { ...question, ...wrong },
  })
  const body = response.json()
  expect([response.statusCode, Object.keys(body.fields)]).toEqual([400, [field]])
  expect(body.error).toBe(body.message)
})

test('the band contains the price, and the reasons explain it', async () => {
  const { body } = await as().call(predictPrice, question)
  expect(body.low).toBeLessThan(body.predicted_price)
  expect(body.high).toBeGreaterThan(body.predicted_price)
  expect(body.high).toBeLessThanOrEqual(500)
  expect(body.reasons[0]).toMatch(/^Used copies of this age and condition sell for about \d\d%/)
  expect(body.comparables).toEqual([])
})

const comparables = async (title: string) =>
  (await as().call(predictPrice, { ...question, title, author })).body.comparables

test('a sale that only its seller confirmed doesn’t count until its buyer rates it', async () => {
  const title = newTitle()
  const { seller, id: bookId } = await offer(title, 200)
  const made = await makeOrder({ seller, buyer: await grown('buyer'), bookId })
  const { buyer, orderId } = made
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(await comparables(title)).toEqual([])
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 5 })
  expect(await comparables(title)).toMatchObject([{ price: 200 }])
})

test('no seller displaces other sellers’ sales, and no status renews an old sale', async () => {
  const { context } = await testApp()
  const title = newTitle()
  const honest = await sell(title, 240)
  const orderedAt = new Date(Date.now() - 300 * 86_400_000)
  await changeRow('orders', honest.orderId, { created_at: orderedAt })
  for (const status of ['Shipped', 'Delivered'] as const)
    await as(honest.seller).call(setOrderStatus, { orderId: honest.orderId, status })
  const frequent = await sell(title, 400)
  const rows = Array.from({ length: 120 }, () => ({ id: newId(), created_at: new Date() }))
  const copy = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', frequent.orderId)
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('orders')
    .values(rows.map((row) => ({ ...copy, ...row })))
    .execute()
  expect(await comparables(title)).toMatchObject([
    { price: 400, soldIn: indianDate(new Date()).slice(0, 7) },
    { price: 240, soldIn: indianDate(orderedAt).slice(0, 7) },
  ])
})

test('accepting today’s prediction in an edit sets no custom price', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  const stored = {
    original_price: 50_000,
    predicted_price: 24_000,
    price: 24_000,
    custom_price: null,
    publication_year: 2015,
    pages: 300,
  }
  const id = await makeBook(seller, stored)
  const { predicted_price: price } = (await as().call(predictPrice, question)).body
  expect(price).not.toBe(240)
  const { book } = (await as(seller).call(updateBook, { id, price })).body
  expect(book).toMatchObject({ price, predictedPrice: price })
  expect(book).not.toHaveProperty('customPrice')
  const { orderId } = await makeOrder({ seller, bookId: id })
  const order = await context.db
    .selectFrom('orders')
    .select('is_custom_price')
    .where('id', '=', orderId)
    .executeTakeFirst()
  expect(order?.is_custom_price).toBe(false)
})

test('a day of sales moves the market’s factor once, and price and admin page follow', async () => {
  const { context } = await testApp()
  const predicted = { predicted_price: 25_000 }
  for (let n = 0; n < 12; n++) await sell(`Cheap ${n}`, 150, predicted)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await context.db.deleteFrom('market_factors').execute()
  const before = (await as().call(predictPrice, { ...question, original_price: 90_000 })).body
  // Learning a second time on the same day changes nothing.
  for (const day of [1, 1, 2, 3]) await learnDailyFactor(context.db, inDays(day))
  const rows = await context.db.selectFrom('market_factors').selectAll().orderBy('day').execute()
  expect(rows).toHaveLength(3)
  expect(rows[0]?.factor).toBeLessThan(marketFactor)
  expect(rows[0]?.sales).toBeGreaterThanOrEqual(12)
  const later = await otherApp({ now: () => inDays(3) })
  const admin = { ...(await makeAccount('admin')), token: newToken() }
  // A session that begins today would have expired by that day.
  await insertSession(context.db, {
    tokenHash: hashToken(admin.token),
    accountId: admin.id,
    userAgent: 'test',
    now: inDays(3),
  })
  const { body: report } = await as(admin).call(readPricing, {}, { app: later.app })
  expect(report.level).toEqual({
    assumed: marketFactor,
    factor: rows[2]?.factor,
    sales: rows[2]?.sales,
  })
  expect(report.sales[0]).toMatchObject({ predicted: 250, actual: 150, taken: false })
  expect(report.medianError).toBeGreaterThan(0)
  // The factors of later days don't count yet.
  const today = (await as(await makeAccount('admin')).call(readPricing, {})).body
  expect(today.level).toEqual({ assumed: marketFactor, factor: marketFactor, sales: 0 })
  const ask = { ...question, original_price: 90_000 }
  const after = (await as().call(predictPrice, ask, { app: later.app })).body
  expect(after.predicted_price).toBeLessThan(before.predicted_price)
})

test('a used book’s page shows the band of its prediction', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, {
    predicted_price: 25_000,
    original_price: 50_000,
    publication_year: 2015,
  })
  const { priceBand } = (await as().call(readBook, { id })).body
  expect(priceBand?.low).toBeLessThan(250)
  expect(priceBand?.high).toBeGreaterThan(250)
  expect((await as().call(readBook, { id: await makeBook(seller) })).body).not.toHaveProperty(
    'priceBand',
  )
})

test('factors are learned from chosen prices between two trusted accounts', async () => {
  const { context } = await testApp()
  const branch = `Branch ${crypto.randomUUID().slice(0, 8)}`
  const countSales = async () => {
    await context.db.deleteFrom('market_factors').execute()
    await learnDailyFactor(context.db, new Date())
    const row = await context.db.selectFrom('market_factors').selectAll().executeTakeFirstOrThrow()
    return row.sales
  }
  const before = await countSales()
  const more = { branch, predicted_price: 25_000 }
  for (let n = 0; n < 4; n++) await sell(`Honest ${n}`, 150, more)
  const asked = await offer('Honest 4', 250, { ...more, custom_price: null })
  await makeDelivered({ ...asked, buyer: await grown('buyer'), bookId: asked.id, price: 200 })
  const taken = `Taken ${branch}`
  await sell(taken, 250, { ...more, custom_price: null })
  const gone = await sell('Gone', 1, more)
  await eraseAccount(context.db, { accountId: gone.seller.id, side: 'seller' }, new Date())
  const samePerson = await sell('One person', 1, more)
  await updateAccount(context.db, samePerson.buyer.id, {
    email: samePerson.seller.email.toUpperCase(),
  })
  const fresh = await sell('Fresh', 1, more)
  await updateAccount(context.db, fresh.seller.id, { created_at: new Date() })
  const blocked = await sell('Blocked', 1, more)
  await updateAccount(context.db, blocked.buyer.id, { status: 'blocked' })
  expect((await countSales()) - before).toBe(5)
  const { body } = await as(await makeAccount('admin')).call(readPricing, {})
  expect(
    body.sales.filter((row) => row.branch === branch).map(({ title, taken }) => [title, taken]),
  ).toEqual([[taken, true], ...[4, 3, 2, 1, 0].map((n) => [`Honest ${n}`, false])])
})

test('shows no error if every price was an accepted prediction', async () => {
  const { db } = (await testApp()).context
  await db.updateTable('orders').set({ is_custom_price: false }).execute()
  const { body } = await as(await makeAccount('admin')).call(readPricing, {})
  expect(body.sales.length).toBeGreaterThan(0)
  expect(body).not.toHaveProperty('medianError')
})

test('`error` and `message` name each invalid field in one line', async () => {
  const { app } = await testApp()
  const { error, message } = (
    await app.inject({ method: 'POST', url: '/api/predict-price', payload: {} })
  ).json()
  expect(error).toBe(message)
  expect(error).toBe(
    'Choose a condition: new, good, average or poor. Publication year is required. Original price is required.',
  )
})
