import { expect, test } from 'vitest'
import { deleteBuyerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import {
  listSavedSearches,
  maxSavedSearches,
  openSavedSearch,
  removeSavedSearch,
  type SavedSearch,
  saveSearch,
} from '#contract/wishlist/searches.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { notifyOfNewCopies } from './notices.ts'
import { age } from './testing-searches.ts'

const save = (buyer: TestAccount | undefined, search: string) =>
  as(buyer).call(saveSearch, { search })
const savedBy = async (buyer: TestAccount) => (await as(buyer).call(listSavedSearches, {})).body
const wordsOf = async (buyer: TestAccount) =>
  (await savedBy(buyer)).map(({ filters }) => filters.search)

test('a buyer saves searches, each once, and lists and removes them', async () => {
  const [buyer, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const { body: first } = await as(buyer).call(saveSearch, { search: 'physics', class: 12 })
  expect(first).toEqual({
    _id: expect.any(String),
    filters: { search: 'physics', class: '12' },
    savedAt: expect.any(String),
    newCopies: 0,
  })
  // Simulates a double click, or a click in each of two tabs.
  const again = await Promise.all(
    [1, 2].map(() => as(buyer).call(saveSearch, { search: ' Physics', class: '12' })),
  )
  expect(again.map(({ body }) => body)).toEqual([first, first])
  await save(buyer, 'maths')
  await save(buyer, 'godaan')
  const paged = await followPages<SavedSearch>('/saved/searches?limit=2', buyer)
  expect(paged.map(({ filters }) => filters.search)).toEqual(['godaan', 'maths', 'physics'])
  expect(await savedBy(other)).toEqual([])
  await as(other).call(removeSavedSearch, { id: first._id })
  expect(await wordsOf(buyer)).toHaveLength(3)
  for (let n = 0; n < 2; n++)
    expect((await as(buyer).call(removeSavedSearch, { id: first._id })).status).toBe(200)
  expect(await wordsOf(buyer)).toEqual(['godaan', 'maths'])
})

test('a search removed by mistake can be restored for ten minutes', async () => {
  const buyer = await makeAccount('buyer')
  const { body: first } = await save(buyer, 'physics')
  await save(buyer, 'maths')
  await as(buyer).call(removeSavedSearch, { id: first._id })
  expect((await save(buyer, 'physics')).body).toEqual(first)
  expect(await wordsOf(buyer)).toEqual(['maths', 'physics'])
  await as(buyer).call(removeSavedSearch, { id: first._id })
  const { app } = await otherApp({ now: () => new Date(Date.now() + 11 * 60_000) })
  const { body: later } = await as(buyer).call(saveSearch, { search: 'physics' }, { app })
  expect(later._id).not.toBe(first._id)
  expect(await wordsOf(buyer)).toEqual(['physics', 'maths'])
})

test('only buyers can save searches, and only with a filter', async () => {
  expect((await save(undefined, 'physics')).error.code).toBe('signed_out')
  for (const role of ['seller', 'admin'] as const) {
    const account = await makeAccount(role)
    expect((await save(account, 'physics')).error.code).toBe('wrong_role')
    expect((await as(account).call(listSavedSearches, {})).error.code).toBe('wrong_role')
    for (const endpoint of [openSavedSearch, removeSavedSearch])
      expect((await as(account).call(endpoint, { id: newId() })).error.code).toBe('wrong_role')
  }
  const buyer = await makeAccount('buyer')
  expect((await as(buyer).call(saveSearch, {})).error).toMatchObject({
    code: 'malformed',
    fields: { search: 'Search for something or choose a filter first.' },
  })
  expect((await as(buyer).call(removeSavedSearch, { id: 'not-an-id' })).status).toBe(400)
  const page = { cursor: Buffer.from('["x"]').toString('base64url') }
  expect((await as(buyer).call(listSavedSearches, page)).status).toBe(400)
})

test('at most 30 searches can be saved, and removing one makes room', async () => {
  const buyer = await makeAccount('buyer')
  for (let n = 1; n < maxSavedSearches; n++) await save(buyer, `part ${n}`)
  const statuses = await Promise.all([save(buyer, 'physics'), save(buyer, 'maths')])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(statuses.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'too_many_saved_searches',
    message: 'You can save 30 searches. Remove one first.',
  })
  const { body: known } = await save(buyer, 'part 1')
  await as(buyer).call(removeSavedSearch, { id: known._id })
  expect((await save(buyer, 'biology')).status).toBe(200)
  expect((await save(buyer, 'part 1')).error.code).toBe('too_many_saved_searches')
})

test('counts new copies until the owner opens the list', async () => {
  const [buyer, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const seller = await makeAccount('seller')
  const word = `z${newId().slice(-8)}`
  const { body: saved } = await save(buyer, word)
  for (let n = 0; n < 2; n++) await makeBook(seller, { title: `Vol ${n} ${word}` })
  await age()
  await notifyOfNewCopies((await testApp()).context)
  expect(await savedBy(buyer)).toMatchObject([{ newCopies: 2, foundAt: expect.any(String) }])
  await as(other).call(openSavedSearch, { id: saved._id })
  expect(await savedBy(buyer)).toMatchObject([{ newCopies: 2 }])
  await as(buyer).call(openSavedSearch, { id: saved._id })
  expect(await savedBy(buyer)).toMatchObject([{ newCopies: 0, foundAt: expect.any(String) }])
})

test('saved searches are exported, and deleted with the account', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  await as(buyer).call(saveSearch, { near: '18.51,73.82', within: 5 })
  const { body } = await as(buyer).call(exportAccount, {})
  expect(body.savedSearches).toEqual(await savedBy(buyer))
  expect(JSON.stringify(body)).not.toContain('73.82')
  expect((await as(seller).call(exportAccount, {})).body.savedSearches).toEqual([])
  const removal = as(buyer).call(deleteBuyerAccount, {})
  await Promise.all([removal, ...[1, 2, 3].map((n) => save(buyer, `part ${n}`))])
  expect((await removal).status).toBe(200)
  const { db } = (await testApp()).context
  const rows = db.selectFrom('saved_searches').selectAll().where('account_id', '=', buyer.id)
  expect(await rows.execute()).toEqual([])
})
