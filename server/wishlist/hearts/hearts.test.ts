import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteBuyerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import { deleteBook, updateBook } from '#contract/books/books.ts'
import {
  listSavedBooks,
  readSavedIds,
  type SavedBook,
  saveBook,
  unsaveBook,
} from '#contract/wishlist/hearts.ts'
import { titleIdOf } from '#server/books/titles/listed-copies.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  makeDelivered,
  makeOrder,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { maxSavedBooks } from '#server/wishlist/limits.ts'

const db = async () => (await testApp()).context.db
const save = (buyer: TestAccount | undefined, id: string) => as(buyer).call(saveBook, { id })
const unsave = (buyer: TestAccount, id: string) => as(buyer).call(unsaveBook, { id })
const savedBy = async (buyer: TestAccount) => (await as(buyer).call(listSavedBooks, {})).body
const idsOf = async (buyer: TestAccount) => (await as(buyer).call(readSavedIds, {})).body.ids

test('a buyer saves books, each once, lists the last saved first, and removes them', async () => {
  const [buyer, other, seller] = [
    await makeAccount('buyer'),
    await makeAccount('buyer'),
    await makeAccount('seller'),
  ]
  const books = [await makeBook(seller), await makeBook(seller), await makeBook(seller)]
  for (const id of books) expect((await save(buyer, id)).status).toBe(200)
  // Simulates a double click, or a click in each of two tabs.
  await Promise.all([save(buyer, books[0] ?? ''), save(buyer, books[0] ?? '')])
  expect(await idsOf(buyer)).toEqual(books.toReversed())
  expect((await savedBy(buyer)).map(({ _id }) => _id)).toEqual(books.toReversed())
  const paged = await followPages<SavedBook>('/saved?limit=2', buyer)
  expect(paged.map(({ _id }) => _id)).toEqual(books.toReversed())
  expect(await idsOf(other)).toEqual([])
  for (let n = 0; n < 2; n++) expect((await unsave(buyer, books[1] ?? '')).status).toBe(200)
  expect(await idsOf(buyer)).toEqual([books[2], books[0]])
})

test('a book removed by mistake can be restored for ten minutes', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const [first, second] = [await makeBook(seller), await makeBook(seller)]
  await save(buyer, first)
  await save(buyer, second)
  await unsave(buyer, first)
  await as(seller).call(updateBook, { id: first, price: 200 })
  await save(buyer, first)
  expect(await savedBy(buyer)).toMatchObject([
    { _id: second },
    { _id: first, price: 200, savedPrice: 250 },
  ])
  await unsave(buyer, first)
  const { app } = await otherApp({ now: () => new Date(Date.now() + 11 * 60_000) })
  await as(buyer).call(saveBook, { id: first }, { app })
  expect(await savedBy(buyer)).toMatchObject([{ _id: first, savedPrice: 200 }, { _id: second }])
})

test('the list shows the state of each book, and whether there are other copies', async () => {
  const buyer = await makeAccount('buyer')
  const title = `Concepts ${newId()}`
  const [seller, other] = [await makeAccount('seller'), await makeAccount('seller')]
  const deleted = await makeBook(seller, { title, price: 30_000 })
  const hidden = await makeBook(seller)
  await makeBook(other, { title, price: 10_000, copies: 2 })
  await save(buyer, deleted)
  await save(buyer, hidden)
  const sold = await makeDelivered()
  const rented = await makeOrder({ days: 3 })
  const free = await makeBook(seller, { price: 12_345 })
  for (const id of [sold.bookId, rented.bookId, free]) await save(buyer, id)
  await as(seller).call(deleteBook, { id: deleted })
  const hiding = { hidden_at: new Date(), hidden_reason: 'A scam.' }
  await (await db()).updateTable('books').set(hiding).where('id', '=', hidden).execute()
  const books = await savedBy(buyer)
  expect(books.map(({ _id, availability }) => [_id, availability])).toEqual([
    [free, 'available'],
    [rented.bookId, 'rented'],
    [sold.bookId, 'sold'],
    [hidden, 'removed'],
    [deleted, 'removed'],
  ])
  expect(books[0]).toMatchObject({ price: 123.45, savedPrice: 123.45, condition: 'good' })
  expect(books[1]?.reservedUntil).toBeDefined()
  const { title_key } = await (await db())
    .selectFrom('books')
    .select('title_key')
    .where('id', '=', deleted)
    .executeTakeFirstOrThrow()
  expect(books[4]).toMatchObject({
    title,
    otherCopies: { title: titleIdOf(title_key), copies: 2, lowestPrice: 100 },
  })
  expect(books.slice(0, 4).map(({ otherCopies }) => otherCopies)).toEqual(Array(4).fill(undefined))
})

test('only buyers can save, and only books that they can see', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const bookId = await makeBook(seller)
  expect((await save(undefined, bookId)).error.code).toBe('signed_out')
  for (const role of ['seller', 'admin'] as const) {
    const account = await makeAccount(role)
    expect((await save(account, bookId)).error.code).toBe('wrong_role')
    expect((await as(account).call(readSavedIds, {})).error.code).toBe('wrong_role')
    expect((await as(account).call(listSavedBooks, {})).error.code).toBe('wrong_role')
  }
  expect((await save(buyer, newId())).error.code).toBe('book_not_found')
  expect((await save(buyer, 'not-an-id')).status).toBe(400)
  expect((await unsave(buyer, newId())).status).toBe(200)
  const deleted = await makeBook(seller, { deleted_at: new Date() })
  expect((await save(buyer, deleted)).error.code).toBe('book_not_found')
  const page = { cursor: Buffer.from('["x","y"]').toString('base64url') }
  expect((await as(buyer).call(listSavedBooks, page)).status).toBe(400)
})

test('nobody can save books across a block, and saved ones aren’t on offer', async () => {
  for (const byBuyer of [true, false]) {
    const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
    const [saved, other] = [await makeBook(seller), await makeBook(seller)]
    await save(buyer, saved)
    await as(byBuyer ? buyer : seller).call(blockPerson, { id: (byBuyer ? seller : buyer).id })
    expect((await save(buyer, other)).error.code).toBe('book_not_found')
    expect(await savedBy(buyer)).toMatchObject([{ _id: saved, availability: 'removed' }])
  }
})

test('at most 500 books can be saved, and removing one makes room', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const [first, one, another] = [
    await makeBook(seller),
    await makeBook(seller),
    await makeBook(seller),
  ]
  await save(buyer, first)
  await sql`with more as (
      insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
        condition, copies, available, title_key, search_text)
      select gen_random_uuid(), seller_id, title, author, book_type, branch, original_price, price,
        condition, 1, 0, title_key, search_text
      from books, generate_series(1, ${maxSavedBooks - 2}) where books.id = ${first} returning id)
    insert into saved_books (account_id, book_id, price, notified_price, is_gone, created_at)
    select ${buyer.id}, id, 100, 100, true, now() from more`.execute(await db())
  const statuses = await Promise.all([save(buyer, one), save(buyer, another)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
  const rejected = statuses.find(({ status }) => status === 409)
  expect(rejected?.error).toMatchObject({
    code: 'too_many_saved',
    message: 'You can save 500 books. Remove some first.',
  })
  expect((await save(buyer, first)).status).toBe(200)
  await unsave(buyer, first)
  for (const id of [one, another]) expect((await save(buyer, id)).status).toBe(200)
  expect((await save(buyer, first)).error.code).toBe('too_many_saved')
})

test('saved books are exported, and deleted with the account', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const bookId = await makeBook(seller, { title: 'Godaan' })
  await save(buyer, bookId)
  const { body } = await as(buyer).call(exportAccount, {})
  expect(body.savedBooks).toEqual([
    {
      _id: bookId,
      title: 'Godaan',
      author: 'An Author',
      savedPrice: 250,
      savedAt: expect.any(String),
    },
  ])
  expect((await as(seller).call(exportAccount, {})).body.savedBooks).toEqual([])
  const removal = as(buyer).call(deleteBuyerAccount, {})
  await Promise.all([removal, ...[1, 2, 3].map(() => save(buyer, bookId))])
  expect((await removal).status).toBe(200)
  const rows = (await db()).selectFrom('saved_books').where('account_id', '=', buyer.id)
  expect(await rows.selectAll().execute()).toEqual([])
})
