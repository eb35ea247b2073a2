import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { deleteBook, listBooks } from '#contract/books/books.ts'
import { findRelatedSearches } from '#contract/books/suggestions.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { as, makeAccount, makeBook } from '#server/testing.ts'

const relatedTo = async (search: string, filters: object = {}, viewer = as()) =>
  (await viewer.call(findRelatedSearches, { search, ...filters })).body.searches
const totalOf = async (search: string, filters: object = {}) =>
  Number((await as().call(searchTitles, { search, ...filters })).headers['x-total-count'])

test('suggests the nearest word for a misspelled one, with the number of titles', async () => {
  const seller = await makeAccount('seller')
  const letters = uniqueLetters()
  const spelt = (middle: string) => `${letters.slice(0, 4)}${middle}${letters.slice(4)}`
  const word = spelt('xz')
  await makeBook(seller, { title: `Waves of ${word}`, author: 'A' })
  await makeBook(seller, { title: `Waves of ${word}`, author: 'A' })
  await makeBook(seller, { title: `More of ${word}`, author: 'B' })
  const wrong = `${spelt('zx')} 17`
  expect((await as().call(listBooks, { search: wrong })).body).toEqual([])
  expect(await relatedTo(wrong)).toEqual([{ search: word, isCorrected: true, total: 2 }])
  expect(await totalOf(word)).toBe(2)
})

test('leaves out words that no book has, or one of those that no book has together', async () => {
  const seller = await makeAccount('seller')
  const [one, other, gone, lost] = Array.from({ length: 4 }, uniqueLetters) as [string, ...string[]]
  await makeBook(seller, { title: `Waves of ${one}` })
  await makeBook(seller, { title: `Tides of ${other}` })
  expect(await relatedTo(`${one} ${gone} ${lost}`)).toEqual([{ search: one, total: 1 }])
  expect(await relatedTo(`class 12 ${one}`)).toEqual([{ search: one, total: 1 }])
  expect(await relatedTo(`${gone}`)).toEqual([])
  expect(await relatedTo('')).toEqual([])
})

test('suggestions find books under the chosen filters, for the viewer who asks', async () => {
  const [seller, buyer] = [await makeAccount('seller'), await makeAccount('buyer')]
  const [word, gone] = [uniqueLetters(), uniqueLetters()]
  await makeBook(seller, { title: `Waves of ${word}`, condition: 'poor', branch: word })
  const search = `${word} ${gone} ${gone}x`
  expect(await relatedTo(search, { condition: 'poor', branch: word })).toHaveLength(1)
  expect(await relatedTo(search, { condition: 'good' })).toEqual([])
  expect(await relatedTo(search, { city: 'Pune' })).toEqual([])
  await as(buyer).call(blockPerson, { id: seller.id })
  expect(await relatedTo(search, {}, as(buyer))).toEqual([])
})

test('doesn’t suggest books that are no longer on the market', async () => {
  const seller = await makeAccount('seller')
  const [word, gone] = [uniqueLetters(), uniqueLetters()]
  const id = await makeBook(seller, { title: `Waves of ${word}` })
  expect(await relatedTo(`${word} ${gone}`)).toHaveLength(1)
  await as(seller).call(deleteBook, { id })
  expect(await relatedTo(`${word} ${gone}`)).toEqual([])
})

test('a suggested search finds books with all of its words', async () => {
  const seller = await makeAccount('seller')
  await as(seller).call(updateSellerProfile, { pinCode: '411038' })
  const [one, other, gone] = [uniqueLetters(), uniqueLetters(), uniqueLetters()]
  await makeBook(seller, { title: `Waves of ${one}` })
  await makeBook(seller, { title: `Tides of ${one}` })
  await makeBook(seller, { title: `Sands of ${other}` })
  const search = `${one} ${other} ${gone}`
  expect(await totalOf(`${one} ${other}`)).toBe(2)
  const found = { search: one, total: 2 }
  const both = [{ search: other, total: 1 }, found]
  expect(await relatedTo(search)).toEqual(both)
  expect(await relatedTo(search, { near: '411038', within: 5 })).toEqual(both)
  // Two typed words with the same meaning become one.
  expect(await relatedTo(`${one} ${one.slice(0, -1)} ${gone}`)).toEqual([
    { ...found, isCorrected: true },
  ])
})

test('suggests words in the spelling of books', async () => {
  const seller = await makeAccount('seller')
  const [word, kind] = [uniqueLetters(), uniqueLetters()]
  await makeBook(seller, { title: `${kind}s of ${word} waves` })
  const corrected = { search: `${word} ${kind}s`, isCorrected: true, total: 1 }
  expect(await relatedTo(`${word} ${kind} 17`)).toEqual([corrected])
})

test('doesn’t suggest words and numbers that mean nothing alone', async () => {
  const seller = await makeAccount('seller')
  const [word, gone] = [uniqueLetters(), uniqueLetters()]
  await makeBook(seller, { title: `Under 100 only ${word}` })
  expect(await relatedTo(`under 100 only ${gone}`)).toEqual([])
  expect(await relatedTo(`only under ${gone} 100`)).toEqual([])
  // The same applies to words that were corrected.
  expect(await relatedTo('undre zzzz')).toEqual([])
})

test('a typed price becomes a filter', async () => {
  const seller = await makeAccount('seller')
  const word = uniqueLetters()
  await makeBook(seller, { title: `Waves of ${word}`, price: 90_00 })
  await makeBook(seller, { title: `Tides of ${word}`, price: 150_00 })
  expect(await relatedTo(`${word} under 100`)).toEqual([{ search: word, maxPrice: 100, total: 1 }])
  expect(await totalOf(word, { maxPrice: 100 })).toBe(1)
  expect(await relatedTo(`${word} rs 80 tak`)).toEqual([{ search: word, total: 2 }])
  const [any] = await relatedTo('used books under 100')
  expect(any).toMatchObject({ search: '', maxPrice: 100 })
})
