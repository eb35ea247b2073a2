// Tests which copies match which wants, on which rings, exchange offers and queues are based.

import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import { updateBook } from '#contract/books/books.ts'
import type { BooksTable } from '#db/tables.ts'
import { as, makeAccount, makeBook, makeOrder, type TestAccount, testApp } from '#server/testing.ts'
import { matchingCopies } from './match-wants.ts'
import { link, newTitle, want, wantsOf } from './testing-wants.ts'

const open = { open_to_exchange: true }

async function fitsOf(account: TestAccount): Promise<string[]> {
  const { context } = await testApp()
  const wants = await wantsOf(account)
  const ids = wants.map(({ _id }) => _id)
  const { rows } = await sql<{ book_id: string }>`
    select book_id from ${matchingCopies(sql`wants.id = any(${ids}::uuid[])`)} as fits
    order by book_id`.execute(context.db)
  // The list of wants must show the same count.
  expect(wants.reduce((sum, { copies }) => sum + copies, 0)).toBe(rows.length)
  return rows.map(({ book_id }) => book_id)
}

/** Creates a buyer who wants a title, and a seller in Kothrud, Pune, who lists copies of it. */
async function makeMarket(terms: Parameters<typeof want>[2] = {}, isbn?: string) {
  const title = newTitle()
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  await as(seller).call(updateSellerProfile, { pinCode: '411038' })
  expect((await want(buyer, { ...title, ...(isbn && { isbn }) }, terms)).status).toBe(200)
  const list = (columns: Partial<Insertable<BooksTable>> = {}) =>
    makeBook(seller, { ...title, ...open, ...columns })
  return { title, buyer, seller, list, fits: () => fitsOf(buyer) }
}

test('a copy fits by title and author in any spelling, with an ISBN or without', async () => {
  const { title, list, fits } = await makeMarket()
  const ids = [
    await list(),
    await list({ title: title.title.toUpperCase(), author: 'ASHA  B PATIL' }),
    await list({ isbn: '9780306406157' }),
  ]
  await list({ author: 'Somebody Else' })
  await list({ title: `${title.title}, Volume 2` })
  expect(await fits()).toEqual(ids)
})

test('a copy fits by its ISBN under any title, and counts once', async () => {
  const isbn = '9788120348851'
  const { list, fits } = await makeMarket({}, isbn)
  const ids = [
    await list({ title: 'Called otherwise', author: 'N. N.', isbn }),
    await list({ isbn }),
  ]
  await list({ title: 'Called otherwise', author: 'N. N.', isbn: '9780306406157' })
  expect(await fits()).toEqual(ids)
})

test('a copy must be in a good enough condition', async () => {
  const { list, fits } = await makeMarket({ worstCondition: 'average' })
  const ids: string[] = []
  for (const condition of ['new', 'good', 'average', 'poor'] as const)
    ids.push(await list({ condition }))
  expect(await fits()).toEqual(ids.slice(0, 3))
})

test('a copy must be near enough, if the distance is known', async () => {
  const { title, buyer, list, fits } = await makeMarket({ pinCode: '411004', withinKm: 10 })
  const near = await list()
  const far = await makeAccount('seller')
  await as(far).call(updateSellerProfile, { pinCode: '400001' })
  const farId = await makeBook(far, { ...title, ...open })
  const nowhereId = await makeBook(await makeAccount('seller'), { ...title, ...open })
  expect(await fits()).toEqual([near])
  const anybody = await makeAccount('buyer')
  await want(anybody, title)
  expect(await fitsOf(anybody)).toEqual([near, farId, nowhereId])
  expect(await fitsOf(buyer)).toEqual([near])
})

test('only copies that are open and for sale fit', async () => {
  const { title, seller, list, fits } = await makeMarket()
  await list({ open_to_exchange: false })
  await list({ deleted_at: new Date() })
  await list({ hidden_at: new Date(), hidden_reason: 'Not a book.' })
  await makeOrder({ seller, book: { ...title, ...open } })
  expect(await fits()).toEqual([])
  const id = await list()
  expect(await fits()).toEqual([id])
  await as(seller).call(updateBook, { id, openToExchange: false })
  expect(await fits()).toEqual([])
})

test('nobody gets their own copy, with either account', async () => {
  const { buyer, seller, list, fits } = await makeMarket()
  const id = await list()
  expect(await fits()).toEqual([id])
  await link(buyer, seller)
  // Moves the wants, which still belong to the person that the buyer was before.
  await want(buyer, (await makeMarket()).title)
  const { context } = await testApp()
  await context.db
    .updateTable('wants')
    .set({ person_id: sql`(select person_id from accounts where id = ${seller.id})` })
    .where('person_id', 'not in', context.db.selectFrom('accounts').select('person_id'))
    .execute()
  expect(await fits()).toEqual([])
})

test.each(['buyer', 'seller'] as const)('a block by the %s ends it for both', async (side) => {
  const { buyer, seller, list, fits } = await makeMarket()
  const id = await list()
  expect(await fits()).toEqual([id])
  const [from, to] = side === 'buyer' ? [buyer, seller] : [seller, buyer]
  await as(from).call(blockPerson, { id: to.id })
  expect(await fits()).toEqual([])
})

test('a person blocked by an admin neither gives nor gets copies', async () => {
  const admin = await makeAccount('admin')
  const { context } = await testApp()
  for (const side of ['buyer', 'seller'] as const) {
    const market = await makeMarket()
    const id = await market.list()
    const pairs = async () =>
      (
        await sql<{ book_id: string }>`
          select book_id from ${matchingCopies(sql`books.id = ${id}`)} as fits`.execute(context.db)
      ).rows.length
    expect(await pairs()).toBe(1)
    const toggle = side === 'buyer' ? toggleBuyer : toggleSeller
    await as(admin).call(toggle, { id: market[side].id, status: 'blocked' })
    expect(await pairs()).toBe(0)
  }
})
