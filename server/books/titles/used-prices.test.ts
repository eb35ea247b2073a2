import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import { updateBook } from '#contract/books/books.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { readTitle } from '#contract/books/titles.ts'
import { confirmOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { as, makeAccount, makeOrder, testApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { author, grown, newIsbn, newTitle, offer, sell } from '#server/testing-titles.ts'
import { titleIdOf } from './listed-copies.ts'

async function usedPricesOf(
  { title, isbn }: { title: string; isbn?: string },
  viewer?: { token: string },
) {
  await settleChanges((await testApp()).context)
  const id = titleIdOf(titleKey({ title, author, isbn }))
  const { status, body } = await as(viewer).call(readTitle, { id })
  expect(status).toBe(200)
  return body.usedPrices
}

test('a title shows the same used price by condition as the prediction', async () => {
  const title = newTitle()
  await sell(title, 330)
  await sell(title, 340)
  await offer(title, 320)
  const used = await usedPricesOf({ title })
  expect(used).toMatchObject({
    publication_year: 2016,
    original_price: 500,
    known: { sold: 2, soldPrices: [340, 330], prices: 3 },
  })
  // Leaves out current listings, which the page shows separately.
  expect(used?.known).not.toHaveProperty('offered')
  expect(used?.conditions.map(({ condition }) => condition)).toEqual([
    'new',
    'good',
    'average',
    'poor',
  ])
  const prices = used?.conditions.map(({ predicted_price }) => predicted_price) ?? []
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  for (const { condition, ...band } of used?.conditions ?? []) {
    const asked = { condition, publication_year: 2016, original_price: 500 }
    const question = { ...asked, title, author }
    expect((await as().call(predictPrice, question)).body).toMatchObject(band)
    expect(band.low).toBeLessThanOrEqual(band.predicted_price)
    expect(band.predicted_price).toBeLessThanOrEqual(band.high)
    expect(band.high).toBeLessThanOrEqual(500)
  }
})

test('prices are for the most offered edition, with the median list price', async () => {
  const isbn = newIsbn()
  const title = newTitle()
  const [year, older] = [{ publication_year: 2018 }, { publication_year: 1999 }]
  await offer(title, 100, { isbn, ...year, original_price: 40_000 })
  await offer(title, 100, { isbn, ...year, original_price: 45_000 })
  await offer(title, 100, { isbn, ...year, original_price: 9_900_000 })
  // Five copies from one seller count once.
  const shop = await grown('seller')
  for (let n = 0; n < 5; n++)
    await offer(title, 60, { isbn, ...older, original_price: 10_000 }, shop)
  expect(await usedPricesOf({ title, isbn })).toMatchObject({
    publication_year: 2018,
    original_price: 450,
  })
})

test('shows no prices if all copies are new, have no year, or are sold', async () => {
  const [onlyNew, noYear, sold] = [newTitle(), newTitle(), newTitle()]
  await offer(onlyNew, 300, { book_type: 'new', predicted_price: null, custom_price: null })
  await offer(noYear, 300, { publication_year: null })
  await sell(sold, 300)
  for (const title of [onlyNew, noYear, sold]) expect(await usedPricesOf({ title })).toBeUndefined()
})

test('sales, new prices, and blocks of a buyer or seller change the prices at once', async () => {
  const title = newTitle()
  const admin = await makeAccount('admin')
  const seller = await grown('seller')
  const { id: bookId } = await offer(title, 450, {}, seller)
  const other = await offer(title, 240)
  const goodPrice = async () => {
    const used = await usedPricesOf({ title })
    return [used?.known.sold, used?.conditions[1]?.predicted_price ?? 0] as const
  }
  const [, asked] = await goodPrice()
  await as(other.seller).call(updateBook, { id: other.id, price: 430 })
  const [, repriced] = await goodPrice()
  expect(repriced).toBeGreaterThan(asked)
  const buyer = await grown('buyer')
  const { orderId } = await makeOrder({ seller, buyer, bookId })
  await as(buyer).call(confirmOrder, { orderId })
  expect((await goodPrice())[0]).toBe(0)
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const [count, price] = await goodPrice()
  expect(count).toBe(1)
  expect(price).toBeGreaterThan(repriced)
  for (const [toggle, person] of [
    [toggleBuyer, buyer],
    [toggleSeller, seller],
  ] as const) {
    await as(admin).call(toggle, { id: person.id, status: 'blocked' })
    expect((await goodPrice())[0]).toBe(0)
    await as(admin).call(toggle, { id: person.id, status: 'active' })
    expect(await goodPrice()).toEqual([1, price])
  }
})

test('prices don’t depend on the viewer, except that blocks affect the edition', async () => {
  const title = newTitle()
  const { seller } = await sell(title, 450)
  const { seller: offering } = await offer(title, 440)
  await offer(title, 100, { publication_year: 2010 })
  const everybodys = await usedPricesOf({ title })
  expect(everybodys?.known.sold).toBe(1)
  expect(await usedPricesOf({ title }, seller)).toEqual(everybodys)
  const buyer = await makeAccount('buyer')
  await as(buyer).call(blockPerson, { id: offering.id })
  expect((await usedPricesOf({ title }, buyer))?.publication_year).toBe(2010)
  expect(await usedPricesOf({ title })).toEqual(everybodys)
})
