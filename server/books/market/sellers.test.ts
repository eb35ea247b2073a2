import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteSellerAccount, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { listBooks, readBook } from '#contract/books/books.ts'
import { readSeller } from '#contract/books/sellers.ts'
import { suggestSearches } from '#contract/books/suggestions.ts'
import { listTitleCopies, searchTitles } from '#contract/books/titles.ts'
import { listChats, readChat, sendMessage } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { listBuyerOrders } from '#contract/orders/orders.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import {
  as,
  changeRow,
  followPages,
  makeAccount,
  makeBook,
  makeChat,
  makeDelivered,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { findSeller } from './sellers.ts'

const pune = { pin_code: '411038', city: 'pune, maharashtra' }

const read = async (id: string, viewer?: TestAccount) => as(viewer).call(readSeller, { id })

test('a shop shows its name, place, hours, ratings and holiday, and nothing private', async () => {
  const seller = await makeAccount('seller', { shop: true, name: 'Vikram Shah' })
  await makeDelivered({ seller })
  await changeRow('accounts', seller.id, { rating_sum: 9, rating_count: 2 })
  const backOn = addDays(indianDate(new Date()), 3)
  await as(seller).call(updateSellerProfile, {
    shopName: 'किताब घर 📚',
    shopAddress: '7 Hidden Lane, Pune 411038',
    shopHours: 'Mon to Sat, 10 am to 8 pm',
    handOvers: ['meet'],
    holidayUntil: backOn,
  })
  const { status, body } = await read(seller.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: seller.id,
    name: 'किताब घर 📚',
    sellerType: 'shop owner',
    shopHours: 'Mon to Sat, 10 am to 8 pm',
    place: { area: 'Kothrud', city: 'Pune', state: 'Maharashtra' },
    handOvers: ['meet'],
    deals: 1,
    backOn,
    ratings: { average: 4.5, count: 2 },
  })
  await as(seller).call(updateSellerProfile, { shopName: 'Another name', shopHours: '' })
  const changed = (await read(seller.id)).body
  expect([changed.name, changed.shopHours]).toEqual(['Another name', undefined])
})

test('a student shows only the first name, and has no opening hours', async () => {
  const seller = await makeAccount('seller', { name: 'Asha Patil' })
  expect((await read(seller.id)).body).toEqual({
    _id: seller.id,
    name: 'Asha',
    sellerType: 'student',
    deals: 0,
    ratings: { count: 0 },
  })
  const { status, error } = await as(seller).call(updateSellerProfile, { shopHours: 'Always' })
  expect([status, error.fields]).toEqual([400, { shopHours: 'Only shops have opening hours.' }])
})

test('buyers, deleted and blocked sellers, and odd ids have no page', async () => {
  const [buyer, blocked, deleted] = [
    await makeAccount('buyer'),
    await makeAccount('seller'),
    await makeAccount('seller'),
  ]
  await changeRow('accounts', blocked.id, { status: 'blocked' })
  await as(deleted).call(deleteSellerAccount, {})
  const expected = [
    [buyer.id, 200],
    [blocked.id, 200],
    [deleted.id, 200],
    [crypto.randomUUID(), 200],
    ['किताब', 400],
    ['1e400', 400],
  ] as const
  for (const [id, listed] of expected) {
    const { status, error } = await read(id)
    expect([id, status, error.code]).toEqual([id, 404, 'seller_not_found'])
    const shelf = await as().call(listBooks, { seller: id })
    expect([id, shelf.status]).toEqual([id, listed])
    if (listed === 200) expect(shelf.body).toEqual([])
  }
})

test('a block hides the page and the shelf from both people, and from nobody else', async () => {
  const { buyer, seller } = await makeChat()
  const count = async (viewer?: TestAccount) =>
    (await as(viewer).call(listBooks, { seller: seller.id })).body.length
  expect([(await read(seller.id, buyer)).status, await count(buyer)]).toEqual([200, 1])
  await as(buyer).call(blockPerson, { id: seller.id })
  expect([(await read(seller.id, buyer)).status, await count(buyer)]).toEqual([404, 0])
  expect([(await read(seller.id)).status, await count()]).toEqual([200, 1])
})

test('books, chats and orders say whether their reader can open the seller’s page', async () => {
  const { buyer, seller, bookId, chatId } = await makeOrder()
  const shown = async () => [
    (await as(buyer).call(readBook, { id: bookId })).body.seller?.hasPage,
    (await as(buyer).call(readChat, { id: chatId })).body.seller.hasPage,
    (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body[0]?.seller.hasPage,
  ]
  expect(await shown()).toEqual([true, true, true])
  await as(buyer).call(blockPerson, { id: seller.id })
  expect(await shown()).toEqual([undefined, undefined, undefined])
  await as(buyer).call(unblockPerson, { id: seller.id })
  expect(await shown()).toEqual([true, true, true])
  await changeRow('accounts', seller.id, { status: 'blocked' })
  expect((await shown()).slice(1)).toEqual([undefined, undefined])
})

test('the shelf has all books of the seller on the market, in pages, and the market’s search', async () => {
  const [seller, other] = [await makeAccount('seller'), await makeAccount('seller')]
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await makeBook(seller))
  const title = `Zorbicular Waves ${seller.id.slice(-4)}`
  const found = await makeBook(seller, { title, isbn: '9788121925242' })
  await makeBook(other, { title, isbn: '9788121925242' })
  await makeBook(seller, { available: 0 })
  await makeBook(seller, { hidden_by_seller: true })
  await makeBook(seller, { deleted_at: new Date() })
  const path = `/books/buyer/books?seller=${seller.id}&limit=2`
  const shelf = await followPages<{ _id: string }>(path)
  expect(shelf.map(({ _id }) => _id)).toEqual([found, ...ids])
  for (const search of ['zorbicular', 'zorbiculer waves', '978-81-219-2524-2']) {
    const { body, headers } = await as().call(listBooks, { seller: seller.id, search, limit: 20 })
    expect([search, body.map(({ _id }) => _id)]).toEqual([search, [found]])
    expect(headers['x-total-count']).toBe('1')
  }
  const none = await as().call(listBooks, { seller: seller.id, search: 'qxzwfj', limit: 20 })
  expect(none.body).toEqual([])
})

/** A chat in which the seller first answers after some hours, or not at all. */
async function answerAfter(seller: TestAccount, hours: number | undefined): Promise<void> {
  const { chatId, buyer } = await makeChat({ seller })
  await as(buyer).call(sendMessage, { chatId, message: 'Is it still there?' })
  if (hours === undefined) return
  for (const message of ['Yes.', 'It is.']) await as(seller).call(sendMessage, { chatId, message })
  await sql`update messages set created_at = created_at + ${hours} * interval '1 hour'
    where chat_id = ${chatId} and sender_model = 'Seller'`.execute((await testApp()).context.db)
}

test('the answer time is the median of first answers, and missing after few chats', async () => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const answers = async () => (await findSeller(db, seller.id, [])).answerHours
  for (const hours of [1, 1.9, 3.5, 90]) await answerAfter(seller, hours)
  // Nobody has answered here, and only the seller wrote there.
  await answerAfter(seller, undefined)
  expect(await answers()).toBeUndefined()
  await answerAfter(seller, 0.1)
  expect(await answers()).toBe(2)
  await answerAfter(seller, 50)
  expect(await answers()).toBe(3)
})

test('the shop’s name stands with the seller’s in books, copies, chats and orders', async () => {
  const seller = await makeAccount('seller', { shop: true })
  const { buyer, bookId, chatId } = await makeOrder({ seller })
  const title = `Shared waves ${seller.id}`
  await makeBook(seller, { title })
  const { body: found } = await as().call(searchTitles, { search: title })
  const id = found[0]?._id ?? ''
  const shown = [
    (await as(buyer).call(readBook, { id: bookId })).body.seller,
    found[0]?.book.seller,
    (await as().call(listTitleCopies, { id })).body[0]?.seller,
    (await as(buyer).call(listChats, {})).body[0]?.seller,
    (await as(buyer).call(readChat, { id: chatId })).body.seller,
    (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body[0]?.seller,
  ]
  expect(shown.map((one) => [one?.name, one?.shopName])).toEqual(
    Array(shown.length).fill([seller.name, 'A shop']),
  )
})

test('shops are suggested by the beginnings of the words of their names', async () => {
  const word = uniqueLetters()
  const [shop, empty, blocked] = [
    await makeAccount('seller', { shop: true }),
    await makeAccount('seller', { shop: true }),
    await makeAccount('seller', { shop: true }),
  ]
  for (const { id } of [shop, empty, blocked])
    await changeRow('accounts', id, { shop_name: `Books of ${word} किताब-घर 100%`, ...pune })
  await changeRow('accounts', blocked.id, { status: 'blocked' })
  await makeBook(shop)
  await makeBook(blocked)
  const find = async (typed: string) => {
    const { body } = await as().call(suggestSearches, { typed })
    return body.suggestions.filter(({ kind }) => kind === 'shop')
  }
  const text = `Books from Books of ${word} किताब-घर 100%`
  const begun = word.slice(0, -2)
  for (const typed of [begun, `books ${begun.toUpperCase()}`, `किताब ${begun}`, `${word} 100%`])
    expect([typed, await find(typed)]).toEqual([
      typed,
      [{ kind: 'shop', text, seller: shop.id, city: 'Pune' }],
    ])
  for (const typed of ['books', word.slice(1), `${word} qxzwfj`, `${word} %_\\`, begun.slice(0, 2)])
    expect([typed, await find(typed)]).toEqual([typed, []])
})
