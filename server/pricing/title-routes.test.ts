import { expect, test } from 'vitest'
import { addBook, updateBook } from '#contract/books/books.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { readTitle } from '#contract/books/titles.ts'
import { indianDate } from '#contract/common/dates.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { as, makePhotos, type TestAccount, testApp } from '#server/testing.ts'
import { author, grown, newTitle, offer, sell } from '#server/testing-titles.ts'
import { learnDailyLevels } from './learned-store.ts'
import { assumedVariances } from './title.ts'

const question = { condition: 'good', publication_year: 2016, original_price: 500 } as const

const predict = async (
  more: { title?: string; author?: string; isbn?: string; publication_year?: number } = {},
  account?: TestAccount,
) => (await as(account).call(predictPrice, { ...question, ...more })).body

test('without title and author, or an ISBN, nothing is known and the price is the plain one', async () => {
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

test('what others sold and ask for a title moves its price, narrows its band, and is told without names', async () => {
  const title = newTitle()
  const plain = await predict()
  await sell(title, 330)
  const once = await predict({ title, author })
  expect(once.predicted_price).toBeGreaterThan(plain.predicted_price)
  const second = await sell(title, 340, { condition: 'new' })
  await offer(title, 310)
  const { id } = await offer(title, 350, { copies: 2, custom_price: null, predicted_price: 35_000 })
  const { known, ...twice } = await predict({ title: title.toUpperCase(), author: 'r k narayan' })
  expect(twice.predicted_price).toBeGreaterThan(once.predicted_price)
  expect(twice.high - twice.low).toBeLessThan(plain.high - plain.low)
  expect(twice.reasons.join(' ')).toMatch(/This title goes for about \d+\s% more than other books/)
  expect(known).toMatchObject({
    sold: 2,
    soldPrices: [340, 330],
    offered: 3,
    lowestOffer: 310,
    // The one that took the prediction teaches nothing.
    prices: 3,
  })
  expect(JSON.stringify(known)).not.toContain(second.seller.name)
  const page = (await as().call(readTitle, { id: known?.title ?? '' })).body
  expect(page).toMatchObject({ title, copies: 3, lowestPrice: 310 })
  expect(id).toBeTruthy()
})

test('one’s own copies, by either account, don’t price one’s next', async () => {
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
  for (const account of [seller, other])
    expect(await predict({ title, author }, account)).toMatchObject({
      predicted_price: plain.predicted_price,
      known: { sold: 0, offered: 0, prices: 0 },
    })
  const seen = await predict({ title, author })
  expect(seen.predicted_price).toBeGreaterThan(plain.predicted_price)
  // Sold and offered by one person, it is one voice.
  expect(seen.known).toMatchObject({ sold: 1, offered: 1, prices: 1 })
})

test('sales between accounts of one human, of blocked people, of new accounts and at the predicted price teach nothing', async () => {
  const title = newTitle()
  const { db } = (await testApp()).context
  const samePhone = await sell(title, 450)
  for (const { id } of [samePhone.seller, samePhone.buyer])
    await updateAccount(db, id, { phone: '9876501234' })
  const blocked = await sell(title, 450)
  await updateAccount(db, blocked.buyer.id, { status: 'blocked' })
  await sell(title, 450, { custom_price: null, predicted_price: 45_000 })
  const young = await grown('seller', 2)
  await offer(title, 450, {}, young)
  const blockedSeller = await offer(title, 450)
  await updateAccount(db, blockedSeller.seller.id, { status: 'blocked' })
  const hidden = await offer(title, 450)
  await db
    .updateTable('books')
    .set({ hidden_at: new Date(), hidden_reason: 'No.' })
    .where('id', '=', hidden.id)
    .execute()
  const plain = await predict()
  expect(await predict({ title, author })).toMatchObject({
    predicted_price: plain.predicted_price,
    // People still read of the sale at the predicted price, and of the new seller's copy.
    known: { sold: 1, offered: 1, lowestOffer: 450, prices: 0 },
  })
})

test('copies are of one title by their ISBN, or by title and author where one has none; editions of other years or ISBNs are others', async () => {
  const title = newTitle()
  const isbn = `978${String(Date.now()).slice(-9)}0`
  const otherIsbn = `978${String(Date.now()).slice(-9)}1`
  await offer(`Else ${title}`, 301, { isbn, publication_year: 1999 })
  await offer(title, 302)
  await offer(`${title}!`, 303, { publication_year: 2017 })
  await offer(title, 304, { publication_year: 2010 })
  await offer(title, 305, { isbn: otherIsbn })
  await offer(title, 306, { isbn: otherIsbn, publication_year: 2008 })
  const lowest = async (more: Parameters<typeof predict>[0]) => {
    const { known } = await predict(more)
    return [known?.offered, known?.lowestOffer, known?.prices]
  }
  expect(await lowest({ isbn })).toEqual([1, 301, 1])
  expect(await lowest({ isbn, title, author })).toEqual([3, 301, 3])
  expect(await lowest({ isbn: otherIsbn, title, author })).toEqual([4, 302, 4])
  expect(await lowest({ title, author })).toEqual([3, 302, 3])
  expect(await lowest({ title, author, publication_year: 2010 })).toEqual([1, 304, 1])
  expect(await lowest({ title, author, publication_year: 2009 })).toEqual([2, 304, 2])
  expect(await lowest({ title, author: 'Somebody Else' })).toEqual([0, undefined, 0])
  expect((await as().call(predictPrice, { ...question, isbn: '12' })).status).toBe(400)
})

test('a copy without an ISBN finds those that have one, whatever the script, accents and punctuation', async () => {
  const mark = crypto.randomUUID().slice(0, 8)
  const isbn = `979${String(Date.now()).slice(-9)}2`
  for (const [given, asked] of [
    [`गोदान: ${mark}`, `गोदान ${mark}`],
    [`Études, ${mark} (Vol. 1)`, `etudes ${mark} vol 1`],
    [`C++ & C# – ${mark}`, `c++ c# ${mark}`],
  ] as const) {
    await offer(given, 310, { isbn: `${isbn.slice(0, -1)}${asked.length % 10}` })
    expect((await predict({ title: asked, author })).known).toMatchObject({ offered: 1, prices: 1 })
    expect((await predict({ title: `${asked} 2`, author })).known).toMatchObject({ offered: 0 })
  }
})

test('nonsense beside honest prices hardly moves a title, and a seller of many copies is one voice', async () => {
  const title = newTitle()
  for (const rupees of [230, 240, 236]) await sell(title, rupees)
  const before = await predict({ title, author })
  const pusher = await grown('seller')
  for (let n = 0; n < 8; n++) await offer(title, 1, {}, pusher)
  const after = await predict({ title, author })
  expect(after.known).toMatchObject({ offered: 8, prices: 4 })
  expect(before.predicted_price - after.predicted_price).toBeLessThanOrEqual(15)
})

test('a listing is saved with the prediction that its form was shown, and predicted anew under another title', async () => {
  const title = newTitle()
  await sell(title, 400)
  await sell(title, 410)
  const seller = await grown('seller')
  const shown = await predict({ title, author }, seller)
  expect(shown.predicted_price).toBeGreaterThan((await predict()).predicted_price)
  const { body } = await as(seller).call(addBook, {
    ...question,
    title,
    author,
    bookType: 'old',
    branch: 'Fiction',
    acceptPredictedPrice: 'yes',
    images: await makePhotos(2),
  })
  expect(body.book).toMatchObject({
    price: shown.predicted_price,
    predictedPrice: shown.predicted_price,
  })
  const elsewhere = newTitle()
  const change = { id: body.book._id, title: elsewhere, price: 300 }
  const { book } = (await as(seller).call(updateBook, change)).body
  expect(book.predictedPrice).toBe(
    (await predict({ title: elsewhere, author }, seller)).predicted_price,
  )
})

test('once a day the market learns what poor copies cost and how titles differ', async () => {
  const { db } = (await testApp()).context
  await db.deleteFrom('market_learning').execute()
  const poor = { condition: 'poor' } as const
  const before = (await as().call(predictPrice, { ...question, ...poor })).body
  for (let n = 0; n < 12; n++) await sell(newTitle(), 60, poor)
  for (const day of [0, 0, 1, 2, 3])
    await learnDailyLevels(db, new Date(Date.now() + day * 86_400_000))
  const rows = await db.selectFrom('market_learning').selectAll().orderBy('day').execute()
  expect(rows.map(({ day }) => day)).toHaveLength(4)
  expect(rows[0]?.day).toBe(indianDate(new Date()))
  expect(rows.map(({ poor_factor }) => poor_factor)).toEqual(
    rows.map(({ poor_factor }) => poor_factor).toSorted((a, b) => b - a),
  )
  expect(rows.at(-1)?.poor_factor).toBeLessThan(0.96)
  expect(rows.at(-1)?.poor_sales).toBeGreaterThanOrEqual(12)
  for (const { sale_variance, asking_variance, between_titles } of rows) {
    expect(sale_variance).toBeLessThan(8 * assumedVariances.sale)
    expect([asking_variance > 0, between_titles > 0]).toEqual([true, true])
  }
  expect(before.predicted_price).toBeGreaterThan(150)
})
