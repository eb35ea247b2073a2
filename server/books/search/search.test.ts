import { expect, test } from 'vitest'
import { type Book, listBooks, listOwnBooks } from '#contract/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, followPages, makeBook, makePerson } from '#server/testing.ts'

/** A word that no other test uses. */
const ownWord = () => `w${newId().replaceAll('-', '').slice(-12)}`
const titles = (books: Book[]) => books.map(({ title }) => title)
const follow = (ask: Record<string, string | number>) =>
  followPages<Book>(
    `/books/buyer/books?${new URLSearchParams(Object.entries(ask).map(([name, value]) => [name, String(value)]))}`,
  )

test('a search ignores case, accents and the order of words, and matches inside words', async () => {
  const word = ownWord()
  const seller = await makePerson('seller')
  await makeBook(seller, { title: `Les Misérables ${word}`, author: 'Victor Hugo' })
  await makeBook(seller, {
    title: `Concepts ${word}`,
    author: 'H. C. Verma',
    isbn: '9780306406157',
  })
  await makeBook(seller, { title: `${word} गोदान`, author: 'मुंशी प्रेमचंद' })
  await makeBook(seller, { title: `${word} كتاب 📚`, author: 'x' })
  const found = async (search: string) => titles((await as().call(listBooks, { search })).body)
  for (const search of ['MISERABLES', 'misérables', 'hugo les', 'iserabl'])
    expect(await found(`${search} ${word}`), search).toEqual([`Les Misérables ${word}`])
  for (const search of ['hc verma', 'h.c. verma', 'verma h c', 'H C Verma'])
    expect(await found(`${word} ${search}`), search).toEqual([`Concepts ${word}`])
  for (const search of ['978-0-306-40615-7', '0306406152', '0-306-40615-2'])
    expect(await found(search), search).toEqual([`Concepts ${word}`])
  expect(await found(`गोदान ${word}`)).toEqual([`${word} गोदान`])
  expect(await found(`📚 ${word}`)).toEqual([`${word} كتاب 📚`])
  expect(await found(`كتاب ${word}`)).toEqual([`${word} كتاب 📚`])
})

test('what LIKE and SQL know as signs is searched as it stands', async () => {
  const word = ownWord()
  const seller = await makePerson('seller')
  await makeBook(seller, { title: `50% off_ ${word}` })
  await makeBook(seller, { title: `500 offer ${word}` })
  await makeBook(seller, { title: `back\\slash 'quoted' ${word}` })
  const found = async (search: string) => titles((await as().call(listBooks, { search })).body)
  expect(await found(`50% ${word}`)).toEqual([`50% off_ ${word}`])
  expect(await found(`f_ ${word}`)).toEqual([`50% off_ ${word}`])
  expect(await found(`back\\slash ${word}`)).toEqual([`back\\slash 'quoted' ${word}`])
  expect(await found(`'quoted' ${word}`)).toEqual([`back\\slash 'quoted' ${word}`])
  expect(await found(`%${word}%`)).toEqual([])
  for (const search of [
    "'; drop table books; --",
    '\u0000',
    '\\',
    '%',
    '_',
    '🦉'.repeat(60),
    '\ud800',
    ' '.repeat(500),
    'x'.repeat(5000),
  ])
    expect((await as().call(listBooks, { search, limit: 1 })).status, search).toBe(200)
})

test('a misspelt word still finds, after the books that are written so', async () => {
  const seller = await makePerson('seller')
  const mark = ownWord().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  const near = await makeBook(seller, { title: `Microbiology ${mark}` })
  const exact = await makeBook(seller, { title: `Mikrobiology ${mark}` })
  const newer = await makeBook(seller, { title: `Microbiology for All ${mark}` })
  const ids = async (search: string, more = {}) =>
    (await follow({ search, ...more })).map(({ _id }) => _id)
  const found = await ids(`mikrobiology ${mark}`)
  expect(found[0]).toBe(exact)
  expect(new Set(found)).toEqual(new Set([exact, near, newer]))
  expect(await ids(`mikrobiology ${mark}`, { limit: 1 })).toEqual(found)
  expect(new Set(await ids(`microbiologie ${mark}`))).toEqual(new Set([near, newer]))
  expect(await ids(`geography ${mark}`)).toEqual([])
})

test('where many books hold the words, only those are listed', async () => {
  const mark = ownWord().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  const seller = await makePerson('seller')
  for (let n = 0; n < 24; n++) await makeBook(seller, { title: `Chemistry ${n} ${mark}` })
  await makeBook(seller, { title: `Chemystry ${mark}` })
  const { body, headers } = await as().call(listBooks, { search: `chemistry ${mark}`, limit: 5 })
  expect([body.length, headers['x-total-count']]).toEqual([5, '24'])
  expect(await follow({ search: `chemistry ${mark}`, limit: 7 })).toHaveLength(24)
  expect(await follow({ search: `chemistry ${mark}`, limit: 7, sort: 'price' })).toHaveLength(24)
})

test('the digits of an ISBN are no words: only a whole ISBN finds by it', async () => {
  const seller = await makePerson('seller')
  // Without digits, in which the 12 below could be found.
  const author = ownWord().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  const book = await makeBook(seller, { title: 'Concepts', author, isbn: '9789812345670' })
  await makeBook(seller, { title: 'Class 12', author })
  const found = async (search: string) => titles((await as().call(listBooks, { search })).body)
  expect(await found(`12 ${author}`)).toEqual(['Class 12'])
  for (const part of ['9789812345', '23456', '978981234567'])
    expect(await found(`${part} ${author}`), part).toEqual([])
  const { body } = await as(seller).call(listOwnBooks, { search: '978 981 234567 0' })
  expect(body.map(({ _id }) => _id)).toEqual([book])
  expect((await follow({ search: '9789812345670', limit: 1 })).map(({ _id }) => _id)).toEqual([
    book,
  ])
})
