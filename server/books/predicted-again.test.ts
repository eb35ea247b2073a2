// A listing's price is predicted again only if the details it depends on change.
import { expect, test } from 'vitest'
import { addBook, updateBook } from '#contract/books/books.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { as, makeBook, makePhotos, type TestAccount } from '#server/testing.ts'
import { author, grown, newTitle, offer, sell } from '#server/testing-titles.ts'

const question = { condition: 'good', publication_year: 2016, original_price: 500 } as const

const predict = async (more: object, account: TestAccount) =>
  (await as(account).call(predictPrice, { ...question, author, ...more })).body.predicted_price

const change = async (seller: TestAccount, id: string, more: object) => {
  const { status, body } = await as(seller).call(updateBook, { id, ...more })
  expect(status).toBe(200)
  return body.book
}

test('a listing is saved with the prediction that its form showed', async () => {
  const title = newTitle()
  await sell(title, 400)
  await sell(title, 410)
  const seller = await grown('seller')
  const shown = await predict({ title }, seller)
  expect(shown).toBeGreaterThan(await predict({}, seller))
  const form = { ...question, title, author, bookType: 'old', branch: 'Fiction' } as const
  const images = await makePhotos(2)
  const accepted = { ...form, acceptPredictedPrice: 'yes', images } as const
  expect((await as(seller).call(addBook, accepted)).body.book).toMatchObject({
    price: shown,
    predictedPrice: shown,
  })
  // The year of a date counts like a year in the form.
  const dated = { ...accepted, publication_year: undefined, publicationDate: '2009-02-03' }
  expect((await as(seller).call(addBook, dated)).body.book).toMatchObject({
    publication_year: 2009,
    predictedPrice: await predict({ title, publication_year: 2009 }, seller),
  })
})

test('a changed title, author, year or date causes a new prediction', async () => {
  const [title, unknown] = [newTitle(), newTitle()]
  for (const rupees of [440, 450]) await sell(title, rupees)
  for (const rupees of [440, 450]) await sell(title, rupees, { publication_year: 2010 })
  const seller = await grown('seller')
  const { id } = await offer(title, 355, { custom_price: null, predicted_price: 35_500 }, seller)
  const known = await predict({ title, publication_year: 2010 }, seller)
  const plain = await predict({ title: unknown }, seller)
  expect(known).toBeGreaterThan(plain)
  expect(await change(seller, id, { publicationDate: '2010-03-04' })).toMatchObject({
    price: 355,
    publication_year: 2010,
    predictedPrice: known,
  })
  expect(await change(seller, id, { publicationDate: '2016-03-04' })).toMatchObject({
    publication_year: 2016,
    predictedPrice: await predict({ title }, seller),
  })
  // The price stays. It isn't a custom price, because the seller didn't change it.
  const renamed = await change(seller, id, { title: unknown })
  expect(renamed).toMatchObject({ price: 355, predictedPrice: plain })
  expect(renamed).not.toHaveProperty('customPrice')
  const back = await change(seller, id, { title })
  expect(back.predictedPrice).toBe(await predict({ title }, seller))
  expect(await change(seller, id, { author: 'Nobody Else' })).toMatchObject({
    predictedPrice: plain,
  })
  expect(await change(seller, id, { publication_year: '' })).not.toHaveProperty('predictedPrice')
})

test('a new description causes no prediction, and a new book has none', async () => {
  const title = newTitle()
  const seller = await grown('seller')
  const { id } = await offer(title, 355, { custom_price: null, predicted_price: 35_500 }, seller)
  await sell(title, 90)
  expect(await change(seller, id, { description: 'Hardly read.', title })).toMatchObject({
    predictedPrice: 355,
  })
  const fresh = await makeBook(seller, { title, author, book_type: 'new', original_price: 50_000 })
  expect(await change(seller, fresh, { title: newTitle(), price: 300 })).not.toHaveProperty(
    'predictedPrice',
  )
})
