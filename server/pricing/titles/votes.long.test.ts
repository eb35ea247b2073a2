// Who has a say in a title's price, and what people are told of it.
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { indianDate } from '#contract/common/dates.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, testApp } from '#server/testing.ts'
import { author, grown, newIsbn, newTitle, offer, sell } from '#server/testing-titles.ts'

const question = { condition: 'good', publication_year: 2016, original_price: 500 } as const

const predict = async (more: { title?: string; author?: string; isbn?: string } = {}) =>
  (await as().call(predictPrice, { ...question, ...more })).body

/** So many more rows of that order or listing, newer by a minute each. */
async function multiply(table: 'orders' | 'books', id: string, count: number): Promise<void> {
  const { db } = (await testApp()).context
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { rating: _, ...columns } = { ...row, rating: null }
  const newer = (n: number) => new Date(row.created_at.getTime() + n * 60_000)
  const rows = Array.from({ length: count }, (_, n) => ({
    ...columns,
    id: newId(),
    created_at: newer(n + 1),
  }))
  for (let from = 0; from < count; from += 200)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 200) as never)
      .execute()
}

test('who buys from everybody silences nobody, and one nonsense sale of theirs hardly moves the title', async () => {
  const title = newTitle()
  const sellers = await Promise.all(Array.from({ length: 5 }, () => grown('seller')))
  for (const seller of sellers) for (let n = 0; n < 2; n++) await sell(title, 330, {}, seller)
  const honest = await predict({ title, author })
  expect(honest.known).toMatchObject({ sold: 10, prices: 10 })
  const buyer = await grown('buyer')
  for (const seller of sellers) await sell(title, 330, {}, seller, buyer)
  const bought = await predict({ title, author })
  expect(bought.known).toMatchObject({ sold: 15, prices: 15 })
  expect(honest.predicted_price - bought.predicted_price).toBeLessThanOrEqual(5)
  await sell(title, 1, {}, undefined, buyer)
  const pushed = await predict({ title, author })
  expect(pushed.known).toMatchObject({ sold: 16, soldPrices: [1, 330, 330, 330, 330] })
  expect(bought.predicted_price - pushed.predicted_price).toBeLessThanOrEqual(5)
})

test('a seller’s many sales and listings push out nobody’s', async () => {
  const title = newTitle()
  for (let n = 0; n < 3; n++) await sell(title, 330)
  for (let n = 0; n < 2; n++) await offer(title, 330)
  const honest = await predict({ title, author })
  const [sold, offered] = [await sell(title, 30), await offer(title, 30)]
  const once = await predict({ title, author })
  await multiply('orders', sold.orderId, 250)
  await multiply('books', offered.id, 1100)
  const { known, ...often } = await predict({ title, author })
  expect(known).toMatchObject({ sold: 254, prices: 3 + 10 + 2 + 1 })
  expect(known?.soldPrices).toEqual([30, 330, 330, 330])
  expect(Math.abs(often.predicted_price - once.predicted_price)).toBeLessThanOrEqual(5)
  expect(honest.predicted_price - often.predicted_price).toBeLessThanOrEqual(50)
})

test('what teaches nothing takes nobody’s place: a newer sale at the predicted price, or of a copy without a year', async () => {
  const title = newTitle()
  const seller = await grown('seller')
  await sell(title, 330, {}, seller)
  const before = await predict({ title, author })
  expect(before.known).toMatchObject({ prices: 1 })
  await sell(title, 235, { custom_price: null }, seller)
  await sell(title, 235, { custom_price: 23_500 }, seller)
  await sell(title, 300, { publication_year: null }, seller)
  await sell(title, 20, { original_price: 3000 }, seller)
  const after = await predict({ title, author })
  expect(after.known).toMatchObject({ sold: 5, prices: 1 })
  expect(after.predicted_price).toBe(before.predicted_price)
  const offering = await grown('seller')
  const other = newTitle()
  await offer(other, 330, {}, offering)
  const asked = await predict({ title: other, author })
  await offer(other, 20, { original_price: 3000 }, offering)
  await offer(other, 330, { publication_year: null }, offering)
  expect(await predict({ title: other, author })).toMatchObject({
    predicted_price: asked.predicted_price,
    known: { offered: 3, prices: 1 },
  })
})

test('a buyer with a new account who buys a copy doesn’t silence what its seller asks', async () => {
  const title = newTitle()
  const seller = await grown('seller')
  await offer(title, 330, {}, seller)
  expect((await predict({ title, author })).known).toMatchObject({ prices: 1 })
  await sell(title, 330, {}, seller, await grown('buyer', 8))
  expect((await predict({ title, author })).known).toMatchObject({ prices: 2 })
  await sell(title, 330, {}, seller)
  expect((await predict({ title, author })).known).toMatchObject({ sold: 2, prices: 2 })
})

test('every copy that was sold is told, and the sales to compare with are of the same title and author', async () => {
  const title = newTitle()
  const seller = await grown('seller')
  for (const rupees of [300, 310, 320, 330, 340]) await sell(title, rupees, {}, seller)
  await sell(title, 90, { author: 'Somebody Else' })
  await sell(title, 95, { publication_year: 1990 })
  const { known, comparables } = await predict({ title, author })
  expect(known).toMatchObject({ sold: 5, soldPrices: [340], prices: 5 })
  const soldIn = indianDate(new Date()).slice(0, 7)
  expect(comparables).toEqual([{ price: 340, originalPrice: 500, condition: 'good', soldIn }])
  // With the title alone, all authors and years are compared.
  expect((await predict({ title })).comparables.map(({ price }) => price)).toEqual([95, 90, 340])
})

test('a rented copy and an order under way are no sale of the title', async () => {
  const title = newTitle()
  const { db } = (await testApp()).context
  const { orderId } = await sell(title, 330)
  await db.updateTable('orders').set({ status: 'Shipped' }).where('id', '=', orderId).execute()
  expect((await predict({ title, author })).known).toMatchObject({ sold: 0, prices: 0 })
})

test('many sellers whose prices teach nothing take nobody’s place', async () => {
  const title = newTitle()
  const taken = { custom_price: null, price: 23_500 }
  const sellers = await Promise.all(Array.from({ length: 55 }, () => grown('seller')))
  for (const seller of sellers) {
    await offer(title, 235, taken, seller)
    await sell(title, 235, taken, seller)
  }
  for (let n = 0; n < 5; n++) {
    await offer(title, 400)
    await sell(title, 400)
  }
  const { known, predicted_price } = await predict({ title, author })
  expect(known).toMatchObject({ sold: 60, prices: 10 })
  expect(predicted_price).toBeGreaterThan((await predict()).predicted_price)
})

test('newer listings that are gone don’t hide a seller’s copy with an ISBN', async () => {
  const title = newTitle()
  const { seller } = await offer(title, 400, { isbn: newIsbn() })
  const { context } = await testApp()
  for (let n = 0; n < 12; n++) {
    const { id } = await offer(title, 300, { isbn: newIsbn() }, seller)
    await context.db
      .updateTable('books')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
  }
  expect((await predict({ title, author })).known).toMatchObject({
    offered: 1,
    lowestOffer: 400,
    prices: 1,
  })
})

test('what somebody asks isn’t told to people with whom there is a block, on either side', async () => {
  const title = newTitle()
  const [blocked, blocking, buyer] = [
    await grown('seller'),
    await grown('seller'),
    await grown('buyer'),
  ]
  await offer(title, 101, {}, blocked)
  await offer(title, 102, {}, blocking)
  await offer(title, 400)
  const known = async () =>
    (await as(buyer).call(predictPrice, { ...question, title, author })).body.known
  expect(await known()).toMatchObject({ offered: 3, lowestOffer: 101, prices: 3 })
  await as(buyer).call(blockPerson, { id: blocked.id })
  expect(await known()).toMatchObject({ offered: 2, lowestOffer: 102, prices: 2 })
  await as(blocking).call(blockPerson, { id: buyer.id })
  expect(await known()).toMatchObject({ offered: 1, lowestOffer: 400, prices: 1 })
  expect((await predict({ title, author })).known).toMatchObject({ offered: 3 })
})
