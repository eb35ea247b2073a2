import { expect, test } from 'vitest'
import { readBook, updateBook } from '#contract/books/books.ts'
import { predictPrice, readPricing } from '#contract/books/pricing.ts'
import { indianDate } from '#contract/common/dates.ts'
import { confirmOrder, rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { eraseAccount, updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, makeAccount, makeBook, makeOrder, otherApp, testApp } from '#server/testing.ts'
import { marketFactor } from './assumptions.ts'
import { learnDailyFactors } from './store.ts'

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
])('%o is refused, with the sentence in `error` too', async (wrong, field) => {
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

test('the band contains the price, and the reasons name age, condition and what it is based on', async () => {
  const { body } = await as().call(predictPrice, question)
  expect(body.low).toBeLessThan(body.predicted_price)
  expect(body.high).toBeGreaterThan(body.predicted_price)
  expect(body.high).toBeLessThanOrEqual(500)
  const age = new Date().getFullYear() - 2015
  expect(body.reasons[0]).toMatch(
    new RegExp(
      `^An? ${age}-year-old edition in good condition usually goes for about \\d\\d\\s% of its original price\\.$`,
    ),
  )
  expect(body.reasons[3]).toMatch(/^A copy that looks new could fetch ₹\d+ more\.$/)
  expect(body.reasons[1]).toMatch(/^Based on [\d,]+ similar listings\.$/)
  expect(body.comparables).toEqual([])
  expect(
    (await as().call(predictPrice, { ...question, condition: 'poor' })).body.reasons,
  ).toContain('Shops rarely sell poor copies, so this is an estimate.')
})

/** Sells a copy for a price in rupees: ordered, confirmed and delivered. */
async function sell(
  title: string,
  price: number,
  {
    own = true,
    agreed,
    age = 30,
    confirmed = true,
    ...more
  }: {
    branch?: string
    condition?: 'new' | 'good'
    own?: boolean
    agreed?: number
    age?: number
    confirmed?: boolean
  } = {},
) {
  const [seller, buyer] = [await makeAccount('seller'), await makeAccount('buyer')]
  // New accounts don't count yet.
  for (const { id } of [seller, buyer])
    await updateAccount((await testApp()).context.db, id, {
      created_at: new Date(Date.now() - age * 86_400_000),
    })
  const bookId = await makeBook(seller, {
    title,
    original_price: 50_000,
    predicted_price: 25_000,
    price: price * 100,
    custom_price: own ? price * 100 : null,
    publication_year: 2015,
    ...more,
  })
  const made = await makeOrder({
    seller,
    buyer,
    bookId,
    ...(agreed !== undefined && { price: agreed }),
  })
  if (confirmed) await as(buyer).call(confirmOrder, { orderId: made.orderId })
  await as(seller).call(setOrderStatus, { orderId: made.orderId, status: 'Delivered' })
  return made
}

test('completed sales of the same title are shown, newest first and without names; other titles and open orders are not', async () => {
  const title = 'Optics 100% (2nd_ed)'
  await sell(title, 210)
  await sell(title.toUpperCase(), 250, { condition: 'new' })
  await sell('Optics 100x (2ndxed)', 99)
  const open = await makeOrder({ book: { title } })
  const soldIn = indianDate(new Date()).slice(0, 7)
  const { body } = await as().call(predictPrice, { ...question, title })
  expect(body.comparables).toEqual([
    { price: 250, originalPrice: 500, condition: 'new', soldIn },
    { price: 210, originalPrice: 500, condition: 'good', soldIn },
  ])
  expect(JSON.stringify(body)).not.toContain(open.seller.name)
})

test('sales that could be made up are not shown: of blocked or deleted people, of new accounts, twice of one seller, above the list price', async () => {
  const { context } = await testApp()
  const title = `Waves ${crypto.randomUUID().slice(0, 8)}`
  const prices = async () =>
    (await as().call(predictPrice, { ...question, title })).body.comparables.map(
      ({ price }) => price,
    )
  const blocked = await sell(title, 1)
  expect(await prices()).toEqual([1])
  await updateAccount(context.db, blocked.seller.id, { status: 'blocked' })
  const gone = await sell(title, 3)
  expect(await prices()).toEqual([3])
  await eraseAccount(context.db, gone.buyer.id, new Date())
  const fresh = await sell(title, 2)
  await updateAccount(context.db, fresh.buyer.id, { created_at: new Date() })
  const expensive = await sell(title, 400)
  await context.db
    .updateTable('orders')
    .set({ price: 60_000 })
    .where('id', '=', expensive.orderId)
    .execute()
  const honest = await sell(title, 240)
  const secondBook = await makeBook(honest.seller, {
    title,
    original_price: 50_000,
    price: 30_000,
    publication_year: 2015,
  })
  const second = await makeOrder({ seller: honest.seller, buyer: honest.buyer, bookId: secondBook })
  await as(honest.buyer).call(confirmOrder, { orderId: second.orderId })
  await as(honest.seller).call(setOrderStatus, { orderId: second.orderId, status: 'Delivered' })
  expect(await prices()).toEqual([300])
})

test('a sale that only its seller confirmed doesn’t count, until its buyer rates it', async () => {
  const title = `Alone ${crypto.randomUUID().slice(0, 8)}`
  const prices = async () =>
    (await as().call(predictPrice, { ...question, title })).body.comparables.map(
      ({ price }) => price,
    )
  const { buyer, orderId } = await sell(title, 200, { confirmed: false })
  expect(await prices()).toEqual([])
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 5 })
  expect(await prices()).toEqual([200])
})

test('no seller crowds out the others’ sales, nor is an old sale renewed by its status', async () => {
  const { context } = await testApp()
  const title = `Tides ${crypto.randomUUID().slice(0, 8)}`
  const honest = await sell(title, 240)
  await context.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 500 * 86_400_000) })
    .where('id', 'in', [honest.seller.id, honest.buyer.id])
    .execute()
  const orderedAt = new Date(Date.now() - 300 * 86_400_000)
  await context.db
    .updateTable('orders')
    .set({ created_at: orderedAt })
    .where('id', '=', honest.orderId)
    .execute()
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
  expect((await as().call(predictPrice, { ...question, title })).body.comparables).toMatchObject([
    { price: 400, soldIn: indianDate(new Date()).slice(0, 7) },
    { price: 240, soldIn: indianDate(orderedAt).slice(0, 7) },
  ])
})

test('accepting today’s prediction while changing a book sets no own price, whatever was predicted before', async () => {
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

test('a day of sales moves a branch’s factor once; the price, the book’s band and the admin’s page follow', async () => {
  const { context } = await testApp()
  const branch = `Branch ${crypto.randomUUID().slice(0, 8)}`
  for (let n = 0; n < 45; n++) await sell(`Cheap ${n}`, 150, { branch })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await context.db.deleteFrom('market_factors').execute()
  // The second time on one day changes nothing.
  for (const day of [1, 1, ...Array.from({ length: 9 }, (_, n) => n + 2)])
    await learnDailyFactors(context.db, inDays(day))
  const later = await otherApp({ now: () => inDays(10) })
  const admin = { ...(await makeAccount('admin')), token: newToken() }
  // A session of today will have expired by then.
  await insertSession(context.db, {
    tokenHash: hashToken(admin.token),
    accountId: admin.id,
    userAgent: 'test',
    now: inDays(10),
  })
  const { body: report } = await as(admin).call(readPricing, {}, { app: later.app })
  expect(report.assumed).toBe(marketFactor)
  expect(report.factors[0]).not.toHaveProperty('branch')
  const learned = report.factors.find((row) => row.branch === branch)
  expect(learned).toMatchObject({ sales: 45, sellers: 45 })
  expect(learned?.path).toHaveLength(10)
  expect(learned?.factor).toBeLessThan(marketFactor)
  expect(report.sales[0]).toMatchObject({ predicted: 250, actual: 150, taken: false })
  // Factors of days to come don't count yet.
  expect((await as(await makeAccount('admin')).call(readPricing, {})).body.factors).toEqual([])
  expect(report.months.at(-1)?.medianError).toBeGreaterThan(0)
  const { app } = later
  const predict = async (branch?: string) =>
    (await as().call(predictPrice, { ...question, ...(branch && { branch }) }, { app })).body
  expect((await predict(branch)).predicted_price).toBeLessThan(
    (await predict('Nowhere')).predicted_price,
  )
  expect((await predict(branch)).reasons[2]).toMatch(
    /^\d+ sales on Dobara \(45 in Branch \w+\) have lowered this price by about \d+\s%\.$/,
  )
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, {
    branch,
    predicted_price: 25_000,
    original_price: 50_000,
    publication_year: 2015,
  })
  const { priceBand } = (await as().call(readBook, { id }, { app })).body
  expect(priceBand?.low).toBeLessThan(250)
  expect(priceBand?.high).toBeGreaterThan(250)
  expect((await as().call(readBook, { id: await makeBook(seller) })).body).not.toHaveProperty(
    'priceBand',
  )
})

test('factors are learned from sales at a chosen price between two active people who were known for a week', async () => {
  const { context } = await testApp()
  const branch = `Branch ${crypto.randomUUID().slice(0, 8)}`
  for (let n = 0; n < 4; n++) await sell(`Honest ${n}`, 150, { branch })
  await sell('Honest 4', 250, { branch, own: false, agreed: 200 })
  const taken = `Taken ${branch}`
  await sell(taken, 250, { branch, own: false })
  const gone = await sell('Gone', 1, { branch })
  await eraseAccount(context.db, gone.seller.id, new Date())
  const samePerson = await sell('One person', 1, { branch })
  await updateAccount(context.db, samePerson.buyer.id, {
    email: samePerson.seller.email.toUpperCase(),
  })
  const fresh = await sell('Fresh', 1, { branch })
  await updateAccount(context.db, fresh.seller.id, { created_at: new Date() })
  const blocked = await sell('Blocked', 1, { branch })
  await updateAccount(context.db, blocked.buyer.id, { status: 'blocked' })
  // Of old factors, those of the first day of a month are kept.
  const old = ['2020-03-01', '2020-03-02'].map((day) => ({
    branch,
    day,
    factor: 0.8,
    sales: 9,
    sellers: 9,
  }))
  await context.db.deleteFrom('market_factors').execute()
  await context.db.insertInto('market_factors').values(old).execute()
  await learnDailyFactors(context.db, new Date())
  const rows = await context.db
    .selectFrom('market_factors')
    .selectAll()
    .where('branch', '=', branch)
    .orderBy('day')
    .execute()
  expect(rows.map(({ day, sales, sellers }) => [day, sales, sellers])).toEqual([
    ['2020-03-01', 9, 9],
    [indianDate(new Date()), 5, 5],
  ])
  const { body } = await as(await makeAccount('admin')).call(readPricing, {})
  expect(
    body.sales.filter((row) => row.branch === branch).map(({ title, taken }) => [title, taken]),
  ).toEqual([[taken, true], ...[4, 3, 2, 1, 0].map((n) => [`Honest ${n}`, false])])
  const { sales = 0, taken: takenCount = 0 } = body.months.at(-1) ?? {}
  expect([sales > takenCount, takenCount >= 1]).toEqual([true, true])
})

test('the same sales move a factor more where the accounts were older', async () => {
  const { context } = await testApp()
  const [youngBranch, oldBranch] = [`Young ${newId()}`, `Grown ${newId()}`]
  for (let n = 0; n < 6; n++) {
    await sell('Cheap', 60, { branch: youngBranch, age: 8 })
    const { seller } = await sell('Cheap', 60, { branch: oldBranch, age: 900 })
    // The younger account decides.
    if (n === 0)
      await updateAccount(context.db, seller.id, {
        created_at: new Date(Date.now() - 400 * 86_400_000),
      })
  }
  await context.db.deleteFrom('market_factors').execute()
  for (const day of [0, 1, 2, 3])
    await learnDailyFactors(context.db, new Date(Date.now() + day * 86_400_000))
  const last = await context.db
    .selectFrom('market_factors')
    .select(['branch', 'factor'])
    .orderBy('day', 'desc')
    .execute()
  const moved = (branch: string) =>
    Math.log((last.find((row) => row.branch === branch)?.factor ?? Number.NaN) / marketFactor)
  expect(moved(oldBranch)).toBeLessThan(moved(youngBranch) - 0.005)
})

test('a month in which every price was taken as predicted has no error', async () => {
  const { db } = (await testApp()).context
  await db.updateTable('orders').set({ is_custom_price: false }).execute()
  const { months } = (await as(await makeAccount('admin')).call(readPricing, {})).body
  expect(months.at(-1)?.taken).toBe(months.at(-1)?.sales)
  for (const month of months) expect(month).not.toHaveProperty('medianError')
})

test('only admins read the price report', async () => {
  expect((await as().call(readPricing, {})).status).toBe(401)
  for (const role of ['buyer', 'seller'] as const)
    expect((await as(await makeAccount(role)).call(readPricing, {})).status).toBe(403)
})

test('each wrong field is named in one line, in `error` and `message`', async () => {
  const { app } = await testApp()
  const { error, message } = (
    await app.inject({ method: 'POST', url: '/api/predict-price', payload: {} })
  ).json()
  expect(error).toBe(message)
  expect(error).toBe(
    'Choose a condition: new, good, average or poor. Publication year is required. Original price is required.',
  )
})

test.each([[{ publication_year: 1920 }], [{ original_price: 20_000 }]])(
  'beyond the data (%o) no listings are claimed',
  async (details) => {
    const { body } = await as().call(predictPrice, { ...question, ...details })
    expect(body.reasons).toContain('There are hardly any similar listings, so this is an estimate.')
    expect(body.reasons.join()).not.toMatch(/Based on [\d,]+ similar/)
  },
)
