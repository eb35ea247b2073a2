// Public titles use the words of the catalogue or of a listing, so nobody can publish their own
// words by wanting a title.
import { beforeAll, expect, test } from 'vitest'
import { deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { toggleSeller } from '#contract/admin/admin.ts'
import { deleteBook, updateBook } from '#contract/books/books.ts'
import { listWanted, readWantedFilters } from '#contract/wishlist/wanted.ts'
import { listWants, removeWant } from '#contract/wishlist/wants.ts'
import { as, changeBook, makeAccount, makeBook, type TestAccount } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import { makeOldBook, makeWanting, newTitle, outdateWanted, want } from './testing-wants.ts'

let admin: TestAccount
beforeAll(async () => {
  admin = await makeAccount('admin')
})

async function rowOf({ title }: { title: string }) {
  await outdateWanted()
  return (await as().call(listWanted, { limit: 100 })).body.find((row) => row.title === title)
}

/** Hides a book like an admin does. */
async function hide(id: string) {
  await changeBook(id, { hidden_at: new Date(), hidden_reason: 'Spam' })
  return { status: 200 }
}

test('another author is another work, even with a separator inside the title', async () => {
  const boy = { title: 'Boy: Tales of Childhood', author: 'Roald Dahl' }
  const own = { title: `${boy.title} ;; ${boy.author}`, author: 'Somebody else' }
  await makeOldBook(await makeAccount('seller'), own)
  await makeWanting(1, own)
  await makeWanting(2, boy)
  expect(await rowOf(boy)).toMatchObject({ ...boy, people: 2 })
})

test.each([
  ['renames it', (seller, id) => as(seller).call(updateBook, { id, ...newTitle() })],
  ['edits it', (seller, id) => as(seller).call(updateBook, { id, description: 'Like new.' })],
  ['deletes it', (seller, id) => as(seller).call(deleteBook, { id })],
  ['deletes their account', (seller) => as(seller).call(deleteSellerAccount, {})],
  [
    'is blocked',
    (seller) => as(admin).call(toggleSeller, { id: seller.id, status: 'blocked', reason: 'Spam' }),
  ],
  ['has it hidden by an admin', (_, id) => hide(id)],
] as [string, (seller: TestAccount, id: string) => Promise<{ status: number }>][])(
  'a title and its branch are no longer public when the seller %s',
  async (_, leave) => {
    const title = newTitle()
    const branch = `Branch ${title.title}`
    const seller = await makeAccount('seller')
    const id = await makeOldBook(seller, { ...title, branch })
    await makeWanting(2, title)
    expect(await rowOf(title)).toMatchObject({ people: 2, branch })
    expect((await leave(seller, id)).status).toBe(200)
    expect(await rowOf(title)).toBeUndefined()
    expect((await as().call(readWantedFilters, {})).body.branches).not.toContain(branch)
  },
)

test('a title stays public while another listing has it', async () => {
  const title = newTitle()
  const sellers = [await makeAccount('seller'), await makeAccount('seller')]
  const ids: string[] = []
  for (const seller of sellers) ids.push(await makeOldBook(seller, title))
  await makeWanting(1, title)
  const sellOut = async (id: string, available: number) => {
    await changeBook(id, { available })
  }
  await sellOut(ids[0] ?? '', 0)
  expect(await rowOf(title)).toMatchObject({ people: 1 })
  await sellOut(ids[1] ?? '', 0)
  expect(await rowOf(title)).toBeUndefined()
  await sellOut(ids[1] ?? '', 1)
  expect(await rowOf(title)).toMatchObject({ people: 1 })
  for (const id of ids) await sellOut(id, 1)
})

test('the only person who wants a title can’t make it public by listing it', async () => {
  const title = newTitle()
  const { buyer, seller } = await makePerson()
  const [other] = await makeWanting(1, title)
  await want(buyer, title)
  await makeOldBook(seller, title)
  expect(await rowOf(title)).toMatchObject({ people: 2 })
  const [only] = (await as(other).call(listWants, {})).body.wants
  await as(other).call(removeWant, { id: only?._id ?? '' })
  expect(await rowOf(title)).toBeUndefined()
})

const wantedBy = async (account: TestAccount) => (await as(account).call(listWants, {})).body.wants

test('an ISBN alone gets the words of a listing, and typed words stay', async () => {
  const isbn = '9780340013816'
  const [typed, listed] = [newTitle(), newTitle()]
  await makeBook(await makeAccount('seller'), { ...listed, isbn })
  const [named, short] = [await makeAccount('buyer'), await makeAccount('buyer')]
  await want(named, { ...typed, isbn })
  expect(await wantedBy(named)).toMatchObject([{ ...typed, isbn }])
  await want(short, { isbn })
  expect(await wantedBy(short)).toMatchObject([{ ...listed, isbn }])
})

test('people who want a title don’t choose its public ISBN', async () => {
  const title = { title: 'Wings of Fire', author: 'A. P. J. Abdul Kalam, Arun Tiwari' }
  const listed = newTitle()
  await makeOldBook(await makeAccount('seller'), { ...listed, isbn: '9780330258647' })
  for (let n = 0; n < 3; n++) {
    const buyer = await makeAccount('buyer')
    await want(buyer, { ...title, isbn: '9780345391803' })
    await want(buyer, listed)
  }
  expect((await rowOf(title))?.isbn).not.toBe('9780345391803')
  expect((await rowOf(listed))?.isbn).toBe('9780330258647')
})
