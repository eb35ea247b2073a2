import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  deleteSellerAccount,
  exportAccount,
  readBuyerProfile,
  readSellerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { listBooks, listShelves, readBook } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { listOfferBooks } from '#contract/orders/offers.ts'
import { as, makeAccount, makeBook, makeChat, testApp } from '#server/testing.ts'

test('a seller sets, changes and clears how books are handed over', async () => {
  const seller = await makeAccount('seller')
  const update = async (input: object) => {
    const { body } = await as(seller).call(updateSellerProfile, input)
    expect((await as(seller).call(readSellerProfile, {})).body.handOvers).toEqual(body.handOvers)
    return body.handOvers
  }
  expect(await update({ name: 'Ravi' })).toBeUndefined()
  expect(await update({ handOvers: ['post', 'meet', 'post'] })).toEqual(['meet', 'post'])
  expect(await update({ name: 'Ravi Kumar' })).toEqual(['meet', 'post'])
  // Forms send the list as JSON text.
  expect(await update({ handOvers: '["post"]' })).toEqual(['post'])
  expect(await update({ handOvers: 'meet' })).toEqual(['meet'])
  expect(await update({ handOvers: '[]' })).toBeUndefined()
  expect(await update({ handOvers: ['meet'] })).toEqual(['meet'])
  expect(await update({ handOvers: '' })).toBeUndefined()
})

test.each([[['courier']], ['[meet'], [7]])('%o is rejected as hand-overs', async (handOvers) => {
  const seller = await makeAccount('seller')
  const input = { name: 'Somebody', handOvers }
  const { status, error } = await as(seller).call(updateSellerProfile, input as never)
  expect(status).toBe(400)
  expect(Object.values(error.fields ?? {})).toEqual([
    "Books are handed over in person ('meet'), by post ('post'), or both.",
  ])
  expect((await as(seller).call(readSellerProfile, {})).body.name).toBe(seller.name)
})

test('a buyer can’t set how books are handed over', async () => {
  const buyer = await makeAccount('buyer')
  expect((await as(buyer).call(readBuyerProfile, {})).body).not.toHaveProperty('handOvers')
  const { db } = (await testApp()).context
  const said = sql`update accounts set hand_overs = '{meet}' where id = ${buyer.id}`
  await expect(said.execute(db)).rejects.toThrow('accounts_hand_overs')
})

test('all responses with a seller’s books show a change at once', async () => {
  const seller = await makeAccount('seller')
  const title = `Handed over ${seller.id}`
  const id = await makeBook(seller, { title })
  const shown = async () => {
    const { body: detail } = await as().call(readBook, { id })
    const { body: list } = await as().call(listBooks, { search: title, limit: 20 })
    const { body: titles } = await as().call(searchTitles, { search: title })
    return [detail, list[0], titles[0]?.book].map((book) => book?.handOvers)
  }
  expect(await shown()).toEqual([undefined, undefined, undefined])
  await as(seller).call(updateSellerProfile, { handOvers: ['meet', 'post'] })
  expect(await shown()).toEqual(Array(3).fill(['meet', 'post']))
  const later = await makeBook(seller)
  expect((await as().call(readBook, { id: later })).body.handOvers).toEqual(['meet', 'post'])
  // Cards don't show hand-overs.
  const { body: shelves } = await as().call(listShelves, { search: title })
  const onShelf = shelves.branches.flatMap(({ books }) => books)
  expect(onShelf.map(({ _id }) => _id)).toEqual([id])
  expect(onShelf[0]).not.toHaveProperty('handOvers')
  await as(seller).call(updateSellerProfile, { handOvers: '' })
  expect(await shown()).toEqual([undefined, undefined, undefined])
})

test('an offer shows how the seller hands over books', async () => {
  const { chatId, buyer, seller } = await makeChat()
  const read = async () => (await as(buyer).call(listOfferBooks, { chatId })).body[0]?.handOvers
  expect(await read()).toBeUndefined()
  await as(seller).call(updateSellerProfile, { handOvers: ['post'] })
  expect(await read()).toEqual(['post'])
})

test('hand-overs are exported, and erased with the account', async () => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const id = await makeBook(seller)
  await as(seller).call(updateSellerProfile, { handOvers: ['meet'] })
  const { body } = await as(seller).call(exportAccount, {})
  expect([body.profile.handOvers, body.books[0]?.handOvers]).toEqual([['meet'], ['meet']])
  expect((await as(seller).call(deleteSellerAccount, {})).status).toBe(200)
  const { rows } = await sql`select hand_overs from accounts where id = ${seller.id}
    union all select hand_overs from books where id = ${id}`.execute(db)
  expect(rows).toEqual([{ hand_overs: null }, { hand_overs: null }])
})
