// The public view of wants: how many people want a title, but never which people.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  deleteBuyerAccount,
  deleteSellerAccount,
  exportAccount,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { listOwnBooks, updateBook } from '#contract/books/books.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { readTitle } from '#contract/books/titles.ts'
import { countWanted } from '#contract/wishlist/titles.ts'
import { listWanted, readWantedFilters } from '#contract/wishlist/wanted.ts'
import { removeWant } from '#contract/wishlist/wants.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { titleIdOf } from '#server/books/titles/listed-copies.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import {
  makeOldBook,
  makeWanting,
  newTitle,
  outdateWanted,
  want,
  wantsOf,
} from './testing-wants.ts'

test('an index finds the listings of a wanted title', async () => {
  const { db } = (await testApp()).context
  const transaction = await db.startTransaction().execute()
  await sql`set local enable_seqscan = off`.execute(transaction)
  // On a small table, reading another index can cost as little.
  await sql`update pg_index set indisvalid = indexrelid = 'books_work_listed'::regclass
    where indrelid = 'books'::regclass`.execute(transaction)
  const plan = await sql`explain select from books
    where work_id(search_text) = 'physics' and ${isOnMarketExcept()}`.execute(transaction)
  await transaction.rollback().execute()
  expect(JSON.stringify(plan.rows)).toContain('books_work_listed')
})

const countFor = async (account: TestAccount, title: object, condition?: 'poor' | 'good') =>
  (await as(account).call(countWanted, { ...title, condition })).body.people
const pageOf = async (title: { title: string; author: string }) =>
  (await as().call(readTitle, { id: titleIdOf(titleKey(title)) })).body
async function wanted(query: object = {}) {
  await outdateWanted()
  return (await as().call(listWanted, { limit: 100, ...query } as never)).body
}
const rowOf = async (title: { title: string }, query: object = {}) =>
  (await wanted(query)).find((row) => row.title === title.title)

test('a seller sees how many others could take a copy, before and while it is listed', async () => {
  const title = newTitle()
  const { buyer, seller } = await makePerson()
  await makeWanting(2, title, { worstCondition: 'good' })
  await makeWanting(1, title, { worstCondition: 'poor' })
  expect(await countFor(seller, title)).toBe(3)
  expect(await countFor(seller, title, 'poor')).toBe(1)
  const id = await makeBook(seller, { ...title, condition: 'good' })
  const own = async () =>
    (await as(seller).call(listOwnBooks, {})).body.find(({ _id }) => _id === id)?.wanted
  expect(await own()).toBe(3)
  // The seller's own want counts for other people, but for neither account of the seller.
  await want(buyer, title)
  expect([await own(), await countFor(buyer, title), await countFor(seller, title)]).toEqual([
    3, 3, 3,
  ])
  expect(await countFor(await makeAccount('seller'), title)).toBe(4)
  expect(await countFor(seller, { title: title.title })).toBe(0)
})

test('counts people, and combines the wants of a title’s ISBN and of its name', async () => {
  const title = newTitle()
  const isbn = '9780306406157'
  const buyer = await makeAccount('buyer')
  const { seller } = await makePerson()
  await want(buyer, { ...title, isbn })
  // The same person wants the same book under a different name.
  await want(buyer, { title: `${title.title} again`, author: 'A. B.' })
  await want(await makeAccount('buyer'), { title: 'By its ISBN', author: 'A. B.', isbn })
  expect(await countFor(seller, { isbn })).toBe(2)
  expect(await countFor(seller, { ...title, isbn: '0-306-40615-2' })).toBe(2)
  expect(await countFor(seller, title)).toBe(1)
})

test('the title page shows all viewers how many people want it, without delay', async () => {
  const title = newTitle()
  await makeBook(await makeAccount('seller'), title)
  expect((await pageOf(title)).wanted).toBe(0)
  const [buyer] = await makeWanting(2, title)
  expect((await pageOf(title)).wanted).toBe(2)
  const [{ _id: id = '' } = {}] = await wantsOf(buyer as TestAccount)
  await as(buyer).call(removeWant, { id })
  expect((await pageOf(title)).wanted).toBe(1)
})

test('blocks change no count, so that nobody can find out who wants something', async () => {
  const title = newTitle()
  const { buyer, seller } = await makePerson()
  await makeOldBook(seller, title)
  const [wanting] = await makeWanting(1, title)
  const counts = async () => [
    await countFor(seller, title),
    await countFor(buyer, title),
    (await as(seller).call(listOwnBooks, {})).body[0]?.wanted,
    (await as(seller).call(readTitle, { id: titleIdOf(titleKey(title)) })).body.wanted,
    (await rowOf(title))?.people,
  ]
  const before = await counts()
  expect(before).toEqual([1, 1, 1, 1, 1])
  await as(seller).call(blockPerson, { id: wanting?.id ?? '' })
  expect(await counts()).toEqual(before)
})

test('a person who was blocked by an admin or has left doesn’t count', async () => {
  const title = newTitle()
  const [one, two] = await makeWanting(3, title)
  const { seller } = await makePerson()
  const admin = await makeAccount('admin')
  await as(admin).call(toggleBuyer, { id: one?.id ?? '', status: 'blocked' })
  await as(two).call(deleteBuyerAccount, {})
  expect(await countFor(seller, title)).toBe(1)
  expect(await rowOf(title)).toBeUndefined()
  await as(admin).call(toggleBuyer, { id: one?.id ?? '', status: 'active' })
  expect(await countFor(seller, title)).toBe(2)
})

test('a title is never public if only the people who want it have named it', async () => {
  const title = newTitle()
  await makeWanting(5, title)
  const known = newTitle()
  await makeOldBook(await makeAccount('seller'), { ...known, branch: 'Law' })
  await makeWanting(1, known)
  expect(await rowOf(title)).toBeUndefined()
  expect(await rowOf(known)).toMatchObject({ ...known, branch: 'Law', people: 1, can: ['report'] })
  expect((await rowOf(known))?.titlePage).toBe(titleIdOf(titleKey(known)))
})

test('a title in the catalogue is public at once and can’t be reported', async () => {
  const title = { title: 'Wings of Fire', author: 'A. P. J. Abdul Kalam, Arun Tiwari' }
  await makeWanting(1, title)
  expect(await rowOf(title)).toMatchObject({ can: [] })
})

test('a new or just renamed listing makes no title public', async () => {
  const title = newTitle()
  await makeBook(await makeAccount('seller'), title)
  await makeWanting(1, title)
  const seller = await makeAccount('seller')
  const id = await makeOldBook(seller, newTitle())
  const renamed = newTitle()
  await as(seller).call(updateBook, { id, ...renamed })
  await makeWanting(3, renamed)
  expect(await rowOf(title)).toBeUndefined()
  expect(await rowOf(renamed)).toBeUndefined()
})

test('a city is shown from three people on, and other places and people are not', async () => {
  const title = newTitle()
  await makeOldBook(await makeAccount('seller'), title)
  const people = await makeWanting(2, title, { pinCode: '411038' })
  people.push(...(await makeWanting(2, title, { pinCode: '400001' })))
  expect(await rowOf(title)).toMatchObject({ people: 4, cities: [] })
  expect(await rowOf(title, { city: 'Pune' })).toBeUndefined()
  // These people are in another part of the same city.
  people.push(...(await makeWanting(1, title, { pinCode: '411004' })))
  const row = await rowOf(title)
  expect(row).toMatchObject({ people: 5, cities: [{ city: 'Pune, Maharashtra', people: 3 }] })
  expect(await rowOf(title, { city: 'Pune' })).toMatchObject({ people: 3 })
  const text = JSON.stringify(row)
  for (const secret of [...people.flatMap(({ id, name }) => [id, name]), '411038', 'Mumbai'])
    expect(text).not.toContain(secret)
  const { cities } = (await as().call(readWantedFilters, {})).body
  expect(cities).toContain('Pune, Maharashtra')
})

test('lists wanted titles by branch and class, the most wanted first, on pages', async () => {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  const titles = ['one', 'two', 'three'].map((name) => ({
    title: `${name} ${word} for Class 11`,
    author: 'A. B.',
  }))
  for (const [at, title] of titles.entries()) {
    await makeOldBook(seller, { ...title, branch: `Branch ${word}` })
    await makeWanting(at + 1, title)
  }
  const branch = `Branch ${word}`
  const namesOf = (rows: { title: string }[]) => rows.map(({ title }) => title.split(' ')[0])
  expect(namesOf(await wanted({ branch }))).toEqual(['three', 'two', 'one'])
  expect(namesOf(await wanted({ branch, class: 11 }))).toEqual(['three', 'two', 'one'])
  expect(await wanted({ branch, class: 12 })).toEqual([])
  const paged = await followPages<{ title: string }>(
    `/wanted?branch=${encodeURIComponent(branch)}&limit=1`,
  )
  expect(namesOf(paged)).toEqual(['three', 'two', 'one'])
  const filters = (await as().call(readWantedFilters, {})).body
  expect(filters.branches).toContain(branch)
  expect(filters.classes).toContain('11')
  const wrong = await as().call(listWanted, { class: '13' })
  expect(wrong.status).toBe(400)
})

test('wants are exported, and deleted with the last account of their person', async () => {
  const { buyer, seller } = await makePerson()
  const title = newTitle()
  await want(seller, title, { pinCode: '411038', withinKm: 25, mostOnTop: 80 })
  for (const account of [buyer, seller])
    expect((await as(account).call(exportAccount, {})).body.wants).toMatchObject([
      { ...title, worstCondition: 'average', mostOnTop: 80, withinKm: 25, pinCode: '411038' },
    ])
  const stranger = await makeAccount('seller')
  expect((await as(stranger).call(exportAccount, {})).body.wants).toEqual([])
  await as(seller).call(updateSellerProfile, { pinCode: '400001' })
  expect((await as(seller).call(deleteSellerAccount, {})).status).toBe(200)
  expect(await wantsOf(buyer)).toMatchObject([title])
  expect(await countFor(stranger, title)).toBe(1)
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  expect(await countFor(stranger, title)).toBe(0)
})
