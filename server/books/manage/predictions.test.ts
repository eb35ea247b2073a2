import { expect, test } from 'vitest'
import { listOwnBooks } from '#contract/books/books.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { maxPredictedBooks } from '#contract/common/limits.ts'
import { as, makeBook, type TestAccount } from '#server/testing.ts'
import {
  author,
  grown,
  newIsbn,
  newTitle,
  offer,
  sell,
  type TitleColumns,
} from '#server/testing-titles.ts'

const ownBooks = async (seller: TestAccount) =>
  (await as(seller).call(listOwnBooks, { limit: 20 })).body

test('each used book gets the same prediction as one requested alone', async () => {
  const seller = await grown('seller')
  const [dear, cheap, unknown] = [newTitle(), newTitle(), newTitle()]
  const isbn = newIsbn()
  await sell(dear, 450)
  await offer(dear, 440, { isbn })
  await sell(cheap, 90)
  await offer(cheap, 95, { publication_year: 1990 })
  const own: [string, TitleColumns][] = [
    [dear, { isbn }],
    [dear, {}],
    [cheap, { condition: 'poor', publication_year: 2017 }],
    [cheap, { publication_year: 1990, branch: 'Law' }],
    [unknown, {}],
  ]
  for (const [title, more] of own) await offer(title, 200, more, seller)
  const books = (await ownBooks(seller)).toReversed()
  for (const [index, [title, { isbn }]] of own.entries()) {
    const book = books[index]
    if (!book) throw new Error('Each book is in the list.')
    expect(book).toMatchObject({ title, predictedPrice: 235 })
    const { condition, publication_year = 0, original_price } = book
    const asked = { condition, publication_year, original_price, title, author }
    const { body } = await as(seller).call(predictPrice, { ...asked, isbn: isbn ?? undefined })
    const { predicted_price, low, high } = body
    expect(book.prediction).toEqual({ predicted_price, low, high })
  }
  const [first, , , , plain] = books
  expect(first?.prediction?.predicted_price).toBeGreaterThan(
    plain?.prediction?.predicted_price ?? 0,
  )
})

test('a prediction uses other people’s sales and offers, not the seller’s own', async () => {
  const seller = await grown('seller')
  const title = newTitle()
  await offer(title, 200, {}, seller)
  const predicted = async () => (await ownBooks(seller))[0]?.prediction?.predicted_price ?? 0
  const before = await predicted()
  await sell(title, 450, {}, seller)
  await offer(title, 450, {}, seller)
  expect(await predicted()).toBe(before)
  await sell(title, 450)
  expect(await predicted()).toBeGreaterThan(before)
  const [one, other] = await ownBooks(seller)
  expect(one?.prediction).toEqual(other?.prediction)
})

test('new books, books without a year, and long lists get no predictions', async () => {
  const seller = await grown('seller')
  await makeBook(seller, { book_type: 'new', publication_year: 2020 })
  await makeBook(seller, { publication_year: null })
  for (const book of await ownBooks(seller)) expect(book).not.toHaveProperty('prediction')
  for (let n = 0; n < maxPredictedBooks - 1; n++) await offer(newTitle(), 200, {}, seller)
  const all = (await as(seller).call(listOwnBooks, {})).body
  expect(all).toHaveLength(maxPredictedBooks + 1)
  for (const book of all) expect(book).not.toHaveProperty('prediction')
  const page = (await as(seller).call(listOwnBooks, { limit: maxPredictedBooks - 1 })).body
  for (const book of page) expect(book).toHaveProperty('prediction')
})
