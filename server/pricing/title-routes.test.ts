import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { readTitle } from '#contract/books/titles.ts'
import { indianDate } from '#contract/common/dates.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, changeRow, type TestAccount, testApp } from '#server/testing.ts'
import { author, grown, newTitle, offer, sell } from '#server/testing-titles.ts'

const question = { condition: 'good', publication_year: 2016, original_price: 500 } as const

const predict = async (more: { title?: string; author?: string } = {}, account?: TestAccount) =>
  (await as(account).call(predictPrice, { ...question, ...more })).body

test('without title and author or an ISBN the price is the plain one', async () => {
  const title = newTitle()
  await sell(title, 450)
  const plain = await predict()
  for (const more of [{}, { title }, { author }])
    expect(await predict(more)).toMatchObject({ predicted_price: plain.predicted_price })
  expect(plain).not.toHaveProperty('known')
  expect(await predict({ title: newTitle(), author })).toMatchObject({
    predicted_price: plain.predicted_price,
    low: plain.low,
    high: plain.high,
    known: { sold: 0, soldPrices: [], offered: 0, prices: 0 },
  })
})

test('a long title of letters outside the basic plane has a price', async () => {
  const title = `a${'𐌰'.repeat(150)}`
  expect((await as().call(predictPrice, { ...question, title, author })).status).toBe(200)
})

test('other people’s sales and offers move the price and narrow the band', async () => {
  const title = newTitle()
  const plain = await predict()
  await sell(title, 330)
  const once = await predict({ title, author })
  expect(once.predicted_price).toBeGreaterThan(plain.predicted_price)
  const second = await sell(title, 340, { condition: 'new' })
  await offer(title, 310)
  await offer(title, 350, { copies: 2, custom_price: null, predicted_price: 35_000 })
  const { known, ...twice } = await predict({ title: title.toUpperCase(), author: 'r k narayan' })
  expect(twice.predicted_price).toBeGreaterThan(once.predicted_price)
  expect(twice.high - twice.low).toBeLessThan(plain.high - plain.low)
  expect(twice.reasons.join(' ')).toMatch(
    /3 prices of this title on Dobara raise it by about \d+%\./,
  )
  expect(known).toMatchObject({
    sold: 2,
    soldPrices: [340, 330],
    offered: 3,
    lowestOffer: 310,
    // The sale at the predicted price isn't one of these prices.
    prices: 3,
  })
  expect(JSON.stringify(known)).not.toContain(second.seller.name)
  const page = (await as().call(readTitle, { id: known?.title ?? '' })).body
  expect(page).toMatchObject({ title, copies: 3, lowestPrice: 310 })
})

test('listed sales are the known sales of the title by other people', async () => {
  const title = newTitle()
  const me = await grown('seller')
  await sell(title, 450, {}, me)
  await sell(title, 400, { author: 'Another Author' })
  await sell(title, 330, { condition: 'new' })
  const { known, comparables } = await predict({ title, author }, me)
  expect(known).toMatchObject({ sold: 1, soldPrices: [330] })
  expect(comparables).toEqual([
    {
      price: 330,
      originalPrice: 500,
      condition: 'new',
      soldIn: indianDate(new Date()).slice(0, 7),
    },
  ])
})

test('a person’s own copies don’t affect the price of their next one', async () => {
  const title = newTitle()
  const { context } = await testApp()
  const seller = await grown('seller')
  const other = await grown('buyer')
  const me = await context.db
    .selectFrom('accounts')
    .select('person_id')
    .where('id', '=', seller.id)
    .executeTakeFirstOrThrow()
  await updateAccount(context.db, other.id, me)
  await sell(title, 450, {}, seller)
  await offer(title, 450, {}, seller)
  const plain = await predict()
  // A sale by the person's other account doesn't count either.
  await sell(title, 450, {}, undefined, other)
  for (const account of [seller, other])
    expect(await predict({ title, author }, account)).toMatchObject({
      predicted_price: plain.predicted_price,
      known: { sold: 0, offered: 0, prices: 0 },
    })
  const seen = await predict({ title, author })
  expect(seen.predicted_price).toBeGreaterThan(plain.predicted_price)
  // Sales, purchases and listings of one person count as one price.
  expect(seen.known).toMatchObject({ sold: 2, offered: 1, prices: 1 })
})

test('suspicious sales and those at the predicted price don’t affect the prediction', async () => {
  const title = newTitle()
  const { db } = (await testApp()).context
  const samePhone = await sell(title, 450)
  for (const { id } of [samePhone.seller, samePhone.buyer])
    await updateAccount(db, id, { phone: '+919876501234' })
  const blocked = await sell(title, 450)
  await updateAccount(db, blocked.buyer.id, { status: 'blocked' })
  await sell(title, 450, { custom_price: null, predicted_price: 45_000 })
  const young = await grown('seller', 2)
  await offer(title, 450, {}, young)
  const blockedSeller = await offer(title, 450)
  await updateAccount(db, blockedSeller.seller.id, { status: 'blocked' })
  const hidden = await offer(title, 450)
  await changeRow('books', hidden.id, { hidden_at: new Date(), hidden_reason: 'No.' })
  const plain = await predict()
  expect(await predict({ title, author })).toMatchObject({
    predicted_price: plain.predicted_price,
    // The sale at the predicted price and the new seller's copy are shown, but not used.
    known: { sold: 1, offered: 1, lowestOffer: 450, prices: 0 },
  })
})

test('a buyer from many sellers cancels no price, and an absurd one hardly counts', async () => {
  const title = newTitle()
  const sellers = await Promise.all(Array.from({ length: 5 }, () => grown('seller')))
  for (const seller of sellers) for (let n = 0; n < 2; n++) await sell(title, 330, {}, seller)
  const honest = await predict({ title, author })
  expect(honest.known).toMatchObject({ sold: 10, prices: 5 })
  const buyer = await grown('buyer')
  for (const seller of sellers) await sell(title, 330, {}, seller, buyer)
  await sell(title, 1, {}, undefined, buyer)
  const pushed = await predict({ title, author })
  expect(pushed.known).toMatchObject({ sold: 16, soldPrices: [1, 330, 330, 330, 330], prices: 6 })
  expect(honest.predicted_price - pushed.predicted_price).toBeLessThanOrEqual(20)
})

test('a rented copy and an open order are not sales of the title', async () => {
  const title = newTitle()
  const { orderId } = await sell(title, 330)
  await changeRow('orders', orderId, { status: 'Shipped' })
  expect((await predict({ title, author })).known).toMatchObject({ sold: 0, prices: 0 })
})

test('a seller of hundreds of copies counts once, and reads are limited', async () => {
  const title = newTitle()
  const { db } = (await testApp()).context
  const { id } = await offer(title, 30)
  const book = await db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rating: _, is_hidden: __, ...columns } = { ...book, rating: null }
  const copies = Array.from({ length: 250 }, () => ({ ...columns, id: newId() }))
  await db
    .insertInto('books')
    .values(copies as never)
    .execute()
  expect((await predict({ title, author })).known).toMatchObject({ offered: 200, prices: 1 })
})

test('an asking price isn’t shown across a block, in either direction', async () => {
  const title = newTitle()
  const [blocked, blocking, buyer] = [
    await grown('seller'),
    await grown('seller'),
    await grown('buyer'),
  ]
  await offer(title, 101, {}, blocked)
  await offer(title, 102, {}, blocking)
  await offer(title, 400)
  const known = async () => (await predict({ title, author }, buyer)).known
  expect(await known()).toMatchObject({ offered: 3, lowestOffer: 101, prices: 3 })
  await as(buyer).call(blockPerson, { id: blocked.id })
  expect(await known()).toMatchObject({ offered: 2, lowestOffer: 102, prices: 2 })
  await as(blocking).call(blockPerson, { id: buyer.id })
  expect(await known()).toMatchObject({ offered: 1, lowestOffer: 400, prices: 1 })
  expect((await predict({ title, author })).known).toMatchObject({ offered: 3 })
})
