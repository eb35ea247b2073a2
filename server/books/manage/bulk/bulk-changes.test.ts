import { expect, test } from 'vitest'
import { listBooks, listOwnBooks, readBook, updateBook } from '#contract/books/books.ts'
import { changeManyBooks, undoBookChanges } from '#contract/books/manage/bulk-changes.ts'
import { listChats, sendMessage, startChat } from '#contract/chats.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { listExchangeableBooks } from '#contract/exchanges/exchange-offers.ts'
import { acceptOffer, listOfferBooks, makeOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import { setBookHidden } from '#server/books/hidden-books.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import { deleteOldBookChanges } from './book-changes.ts'

type Input = EndpointInput<typeof changeManyBooks>
type Change = Input['change']

const change = (seller: TestAccount, ids: string[], change: Change) =>
  as(seller).call(changeManyBooks, { ids, change })
const undo = (seller: TestAccount, id: string) => as(seller).call(undoBookChanges, { id })

const percent = (by: number): Change => ({ kind: 'price', unit: 'percent', by })
const rupees = (by: number): Change => ({ kind: 'price', unit: 'rupees', by })

const ownBooks = async (seller: TestAccount) =>
  (await as(seller).call(listOwnBooks, { sort: 'listed' })).body
const prices = async (seller: TestAccount) => (await ownBooks(seller)).map(({ price }) => price)

async function publicIds(search: string): Promise<string[]> {
  return (await as().call(listBooks, { search })).body.map(({ _id }) => _id)
}

/** Makes used books with these prices in rupees; the original price is ₹500. */
async function makePriced(seller: TestAccount, ...amounts: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const amount of amounts)
    ids.push(await makeBook(seller, { price: amount * 100, publication_year: 2016 }))
  return ids
}

test('prices change by percent or rupees, rounded like predictions', async () => {
  const seller = await makeAccount('seller')
  const ids = await makePriced(seller, 100, 199, 250, 333)
  const { status, body } = await change(seller, ids, percent(10))
  expect([status, body.changed, body.message, body.can]).toEqual([
    201,
    4,
    '4 books changed.',
    ['undo'],
  ])
  expect(await prices(seller)).toEqual([110, 215, 275, 365])
  await change(seller, ids, percent(-50))
  expect(await prices(seller)).toEqual([55, 107, 137, 182])
  await change(seller, ids, rupees(60.5))
  expect(await prices(seller)).toEqual([115, 167, 197, 240])
  // ₹241.20 is rounded down to ₹240, but no price gets lower when prices are raised.
  const odd = await makeBook(seller, { price: 24_300 })
  await change(seller, [odd], percent(0.5))
  expect((await prices(seller)).at(-1)).toBe(243)
  await change(seller, [odd], { kind: 'deleted' })
  const [first] = await ownBooks(seller)
  expect(first).toMatchObject({ customPrice: 115, original_price: 500 })
  expect(first?.predictedPrice).toBeGreaterThan(0)
})

test('a new book’s list price changes with its price, unless it costs less', async () => {
  const seller = await makeAccount('seller')
  const isNew = { book_type: 'new', original_price: 40_000 } as const
  const equal = await makeBook(seller, { ...isNew, price: 40_000 })
  const cheaper = await makeBook(seller, { ...isNew, price: 30_000 })
  await change(seller, [equal, cheaper], percent(-10))
  const shown = (await ownBooks(seller)).map(({ original_price, price }) => [original_price, price])
  expect(shown).toEqual([
    [360, 360],
    [400, 270],
  ])
})

test('all or none: an error names the books that can’t cost that', async () => {
  const seller = await makeAccount('seller')
  const old = await makeBook(seller, { price: 50_000, publication_year: 1990 })
  const [fine = '', above = '', low = ''] = await makePriced(seller, 100, 490, 1)
  const raised = await change(seller, [old, fine, above, low], percent(5))
  expect([raised.status, raised.error.code]).toEqual([409, 'books_refused'])
  expect(raised.error.fields).toEqual({
    [above]: "An old book's price can be at most its original price.",
  })
  expect(raised.error.message).toMatch(/^“Book \w+”: An old book/)
  const lowered = await change(seller, [fine, above, low], rupees(-150))
  expect(lowered.error.fields).toEqual({
    [fine]: 'It would cost less than ₹1.',
    [low]: 'It would cost less than ₹1.',
  })
  expect(await prices(seller)).toEqual([500, 100, 490, 1])
  const others = { found: {}, except: [above, await makeBook(await makeAccount('seller'))] }
  const callRest = (expected: number) =>
    as(seller).call(changeManyBooks, { ...others, expected, change: percent(5) })
  expect((await callRest(3)).error.code).toBe('other_books_found')
  const rest = await callRest(4)
  // ₹1.05 is rounded down, so that book stays the same.
  expect(rest.body.changed).toBe(2)
  expect(await prices(seller)).toEqual([525, 105, 490, 1])
})

test('books are found by the filters of the list', async () => {
  const seller = await makeAccount('seller')
  await makeBook(await makeAccount('seller'), { branch: 'Law' })
  await makeBook(seller, { branch: 'Law', shelf_code: 'Rack 3', available: 0 })
  await makeBook(seller, { branch: 'Law' })
  await makeBook(seller)
  const found = { branch: 'Law', search: 'rack 3' }
  const toMedical = { kind: 'branch', branch: 'medical' } as const
  for (const expected of [0, 2]) {
    const { status, error } = await as(seller).call(changeManyBooks, {
      found,
      expected,
      change: toMedical,
    })
    expect([status, error.code]).toEqual([409, 'other_books_found'])
  }
  await as(seller).call(changeManyBooks, { found, expected: 1, change: toMedical })
  expect((await ownBooks(seller)).map(({ branch }) => branch)).toEqual([
    'Medical',
    'Law',
    'Fiction',
  ])
  await as(seller).call(changeManyBooks, {
    found: {},
    expected: 3,
    change: { kind: 'shelfCode', shelfCode: 'रैक 7' },
  })
  expect((await ownBooks(seller)).map(({ shelfCode }) => shelfCode)).toEqual(Array(3).fill('रैक 7'))
  await as(seller).call(changeManyBooks, { found: {}, expected: 3, change: { kind: 'shelfCode' } })
  expect((await ownBooks(seller)).map(({ shelfCode }) => shelfCode)).toEqual(
    Array(3).fill(undefined),
  )
})

test('books that are gone are named, so that the others can be changed', async () => {
  const seller = await makeAccount('seller')
  const other = await makeBook(await makeAccount('seller'))
  const gone = await makeBook(seller, { deleted_at: new Date() })
  const ids = await makePriced(seller, 100)
  const missing = 'This book no longer exists.'
  const { status, error } = await change(seller, [...ids, other, gone, gone], percent(-10))
  expect([status, error.code]).toEqual([409, 'books_refused'])
  expect(error.fields).toEqual({ [other]: missing, [gone]: missing })
  expect(error.message).toMatch(/^2 books no longer exist\. Some of/)
  expect(await prices(seller)).toEqual([100])
  const foreign = await change(seller, [other], percent(-10))
  expect([foreign.status, foreign.error.code]).toEqual([404, 'book_not_found'])
})

test('an error names only the books with its reason', async () => {
  const seller = await makeAccount('seller')
  const dear = { book_type: 'new', price: 9_999_000, original_price: 9_999_000 } as const
  const ids = await makePriced(seller, 490, 495)
  for (const title of ['One', 'Two', 'Three', 'Four'])
    ids.push(await makeBook(seller, { ...dear, title }))
  const { error } = await change(seller, ids, rupees(50))
  expect(error.message).toBe(
    '“One”, “Two”, “Three” and 1 more: It would cost more than ₹1,00,000. And 2 more for other reasons. Some of these books can’t be changed that way, so none was.',
  )
  expect(Object.keys(error.fields ?? {})).toHaveLength(6)
})

test('a change is undone once, unless a book has changed since', async () => {
  const seller = await makeAccount('seller')
  const ids = await makePriced(seller, 100, 200)
  const { _id } = (await change(seller, ids, percent(-10))).body
  expect(await prices(seller)).toEqual([90, 180])
  expect((await undo(await makeAccount('seller'), _id)).error.code).toBe('change_not_found')
  expect((await undo(seller, _id)).status).toBe(200)
  expect(await prices(seller)).toEqual([100, 200])
  const second = (await change(seller, ids, percent(-10))).body
  expect((await undo(seller, _id)).status).toBe(200)
  expect(await prices(seller)).toEqual([90, 180])
  await as(seller).call(updateBook, { id: ids[1] ?? '', price: 150 })
  const refused = await undo(seller, second._id)
  expect([refused.status, refused.error.code]).toEqual([409, 'books_changed'])
  expect(refused.error.fields).toEqual({ [ids[1] ?? '']: 'It was edited since.' })
  expect(refused.error.message).toMatch(/^“Book \w+”: It was edited since\. /)
  expect(await prices(seller)).toEqual([90, 150])
  const { db } = (await testApp()).context
  await deleteOldBookChanges(db, new Date(Date.now() + 25 * 3_600_000))
  expect((await undo(seller, second._id)).error.code).toBe('change_not_found')
})

test('the last 20 changes can be undone', async () => {
  const seller = await makeAccount('seller')
  const other = await makeAccount('seller')
  const ids = await makePriced(seller, 100)
  const foreign = await change(other, await makePriced(other, 100), rupees(1))
  const changes: string[] = []
  for (let n = 0; n < 21; n++) changes.push((await change(seller, ids, rupees(1))).body._id)
  const [first = '', last = ''] = [changes[0], changes.at(-1)]
  expect((await undo(seller, first)).error.code).toBe('change_not_found')
  expect((await undo(seller, changes[1] ?? '')).error.code).toBe('books_changed')
  expect((await undo(seller, last)).status).toBe(200)
  expect((await undo(other, foreign.body._id)).status).toBe(200)
})

test('one change of a seller runs and twenty wait, more are refused', async () => {
  const seller = await makeAccount('seller')
  const ids = await makePriced(seller, 100)
  const changes = await Promise.all(
    Array.from({ length: 24 }, () => change(seller, ids, rupees(1))),
  )
  const refused = changes.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(await prices(seller)).toEqual([100 + changes.length - refused.length])
})

test('the same key changes prices once, also from two tabs at the same time', async () => {
  const seller = await makeAccount('seller')
  const ids = await makePriced(seller, 100)
  const headers = { 'idempotency-key': newId() }
  const call = () => as(seller).call(changeManyBooks, { ids, change: percent(10) }, { headers })
  const [one, two] = await Promise.all([call(), call()])
  expect(two.body).toEqual(one.body)
  expect((await call()).body).toEqual(one.body)
  expect(await prices(seller)).toEqual([110])
})

test('sold at the counter: one free copy less each time, down to none', async () => {
  const seller = await makeAccount('seller', { shop: true })
  const { bookId } = await makeOrder({ seller, book: { copies: 4, title: 'Counter sale' } })
  const sell = () => change(seller, [bookId], { kind: 'sold' })
  const sold = await Promise.all(Array.from({ length: 5 }, sell))
  expect(sold.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
  expect((await as().call(readBook, { id: bookId })).body).toMatchObject({
    copies: 1,
    available: 0,
    availability: 'sold',
  })
  expect(await publicIds('Counter sale')).not.toContain(bookId)
})

test('the last copy can be sold at the counter and restocked', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Restocked' })
  expect((await ownBooks(seller))[0]?.can).toEqual(['edit', 'delete', 'hide', 'sell'])
  const { body } = await change(seller, [id], { kind: 'sold' })
  expect(body.available).toBe(0)
  expect((await ownBooks(seller))[0]).toMatchObject({
    copies: 0,
    available: 0,
    can: ['edit', 'delete', 'hide', 'restock'],
  })
  expect((await as().call(readBook, { id })).body).toMatchObject({
    copies: 0,
    availability: 'sold',
  })
  expect((await as(await makeAccount('buyer')).call(startChat, { bookId: id })).error.code).toBe(
    'book_gone',
  )
  await undo(seller, body._id)
  expect(await publicIds('Restocked')).toContain(id)
  expect((await as(seller).call(updateBook, { id, copies: 0 })).body.book.copies).toBe(0)
  await change(seller, [id], { kind: 'stock', to: 3 })
  expect((await ownBooks(seller))[0]).toMatchObject({ copies: 3, available: 3 })
})

test('stock counts free copies, so copies that orders hold stay', async () => {
  const seller = await makeAccount('seller')
  const { bookId } = await makeOrder({ seller, book: { copies: 2 } })
  const { body } = await change(seller, [bookId], { kind: 'stock', to: 5 })
  expect((await ownBooks(seller))[0]).toMatchObject({ copies: 6, available: 5 })
  const { chatId } = await makeChat({ seller, bookId })
  for (let n = 0; n < 5; n++)
    await as(seller).call(placeOrder, {
      chatId,
      orderType: 'purchase',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
    })
  const refused = await undo(seller, body._id)
  expect(refused.error.code).toBe('books_changed')
  expect(refused.error.message).toContain('Some copies are sold, rented or reserved')
  // Sold copies don't count, so that the seller can restock.
  const student = await makeBook(seller, { book_type: 'new' })
  await makeOrder({ seller, bookId: student })
  expect((await change(seller, [student], { kind: 'stock', to: 1 })).status).toBe(201)
  expect((await ownBooks(seller)).at(-1)).toMatchObject({ copies: 2, available: 1 })
  expect((await change(seller, [student], { kind: 'stock', to: 2 })).error.fields).toEqual({
    [student]: 'Only shop owners can list several copies of a new book.',
  })
})

test('a hidden book leaves the market, and its open chats go on', async () => {
  const seller = await makeAccount('seller')
  const { buyer, bookId, chatId } = await makeChat({ seller, book: { title: 'Put aside' } })
  await as(buyer).call(sendMessage, { chatId, message: 'I’ll take it.' })
  const { body } = await change(seller, [bookId], { kind: 'hidden', isHidden: true })
  expect(await publicIds('Put aside')).not.toContain(bookId)
  const stranger = await makeAccount('buyer')
  expect((await as(stranger).call(readBook, { id: bookId })).error.code).toBe('book_not_found')
  expect((await as(stranger).call(startChat, { bookId })).error.code).toBe('book_not_found')
  expect((await as(buyer).call(readBook, { id: bookId })).body.title).toBe('Put aside')
  expect((await ownBooks(seller))[0]).toMatchObject({
    isHidden: true,
    can: expect.arrayContaining(['show']),
  })
  const offer = {
    chatId,
    orderType: 'purchase',
    amount: 200,
    items: [{ bookId, copies: 1 }],
    handOver: 'meet' as const,
    phoneNumber: '+919876543210',
  }
  expect((await as(buyer).call(makeOffer, offer)).status).toBe(201)
  const other = await makeChat({ buyer, seller })
  const elsewhere = { ...offer, chatId: other.chatId }
  expect((await as(stranger).call(makeOffer, elsewhere)).status).toBe(404)
  await undo(seller, body._id)
  expect(await publicIds('Put aside')).toContain(bookId)
})

test.each([
  ['has been for sale for months', 100, 100],
  ['was listed an hour ago', 0, 0],
])('after a short break, a book that %s is as old as before', async (_, days, expected) => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { listed_at: new Date(Date.now() - days * 86_400_000) })
  const { body } = await change(seller, [id], { kind: 'hidden', isHidden: true })
  await undo(seller, body._id)
  const listedAt = (await ownBooks(seller))[0]?.listedAt ?? ''
  expect(Math.round((Date.now() - Date.parse(listedAt)) / 86_400_000)).toBe(expected)
})

test('a book in an open offer or an order of a chat stays there when it is hidden', async () => {
  const chat = await makeChat()
  const { seller, buyer, chatId, bookId } = chat
  const [second, third] = [await makeBook(seller), await makeBook(seller)]
  const offer = (...ids: string[]) => ({
    chatId,
    orderType: 'purchase',
    amount: 300,
    items: ids.map((bookId) => ({ bookId, copies: 1 })),
    handOver: 'meet' as const,
    phoneNumber: '+919876543210',
  })
  const { _id: replaces } = (await as(buyer).call(makeOffer, offer(bookId, second))).body
  await change(seller, [bookId, second, third], { kind: 'hidden', isHidden: true })
  const choices = (await as(buyer).call(listOfferBooks, { chatId })).body.map(({ _id }) => _id)
  expect(choices.sort()).toEqual([bookId, second].sort())
  expect((await as(buyer).call(readBook, { id: second })).status).toBe(200)
  expect((await as(buyer).call(readBook, { id: third })).status).toBe(404)
  const strange = await as(seller).call(makeOffer, { ...offer(bookId, third), replaces })
  expect(strange.error.code).toBe('book_not_found')
  const countered = await as(seller).call(makeOffer, { ...offer(bookId, second), replaces })
  expect(countered.status).toBe(201)
  const accepted = await as(buyer).call(acceptOffer, {
    offerId: countered.body._id,
    phoneNumber: '+919876543210',
  })
  expect(accepted.status).toBe(200)
  expect((await as(buyer).call(readBook, { id: second })).status).toBe(200)
})

test('a hidden book can still be swapped in the chats about it', async () => {
  const [asha, ravi] = [await makePerson(), await makePerson()]
  const bookId = await makeBook(asha.seller, { open_to_exchange: true })
  const { chatId } = await makeChat({ buyer: ravi.buyer, seller: asha.seller, bookId })
  const given = await makeBook(ravi.seller)
  await change(asha.seller, [bookId], { kind: 'hidden', isHidden: true })
  const [summary] = (await as(ravi.buyer).call(listChats, {})).body
  expect(summary?.can).toEqual(['send', 'offer', 'exchange'])
  const { body } = await as(ravi.buyer).call(listExchangeableBooks, { chatId, side: 'seller' })
  expect(body.map(({ _id }) => _id)).toEqual([bookId])
  const offer = await as(ravi.buyer).call(makeOffer, {
    chatId,
    orderType: 'purchase',
    items: [{ bookId, copies: 1 }],
    handOver: 'meet',
    phoneNumber: '+919876543210',
    exchange: { items: [{ bookId: given }], topUp: 0 },
  })
  expect(offer.status).toBe(201)
  // The buyer's own book was hidden while it is in the offer.
  await change(ravi.seller, [given], { kind: 'hidden', isHidden: true })
  const countered = await as(asha.seller).call(makeOffer, {
    chatId,
    orderType: 'purchase',
    items: [{ bookId, copies: 1 }],
    handOver: 'meet',
    phoneNumber: '+919876543210',
    exchange: { items: [{ bookId: given }], topUp: 10, topUpBy: 'buyer' },
    replaces: offer.body._id,
  })
  expect(countered.status).toBe(201)
})

test('a seller can’t undo an admin’s hiding, nor an admin a seller’s', async () => {
  const { db, now } = (await testApp()).context
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Twice hidden' })
  const hideByAdmin = (reason?: string) =>
    transact(db, (db) => setBookHidden(db, id, reason, now()))
  await change(seller, [id], { kind: 'hidden', isHidden: true })
  await hideByAdmin('Counterfeit.')
  await change(seller, [id], { kind: 'hidden', isHidden: false })
  expect((await ownBooks(seller))[0]).toMatchObject({ hiddenReason: 'Counterfeit.' })
  expect(await publicIds('Twice hidden')).toEqual([])
  await change(seller, [id], { kind: 'hidden', isHidden: true })
  await hideByAdmin()
  expect(await publicIds('Twice hidden')).toEqual([])
  await change(seller, [id], { kind: 'hidden', isHidden: false })
  expect(await publicIds('Twice hidden')).toEqual([id])
})

test('books are deleted together, unless one has an open order', async () => {
  const seller = await makeAccount('seller')
  const { bookId } = await makeOrder({ seller })
  const free = await makeBook(seller, { title: 'Deleted together' })
  const refused = await change(seller, [free, bookId], { kind: 'deleted' })
  expect(refused.error.fields).toEqual({
    [bookId]: 'This book has open orders. Finish or cancel them first.',
  })
  expect(await publicIds('Deleted together')).toEqual([free])
  const { body } = await change(seller, [free], { kind: 'deleted' })
  expect([body.changed, body.can]).toEqual([1, []])
  expect(await publicIds('Deleted together')).toEqual([])
  expect((await undo(seller, body._id)).error.code).toBe('change_not_found')
})

test('odd changes are refused with a sentence', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller)
  const odd: [unknown, string][] = [
    [{ ids: [id] }, 'change'],
    [{ ids: [id], change: 'cheaper' }, 'change'],
    [{ ids: [id], change: { kind: '📚' } }, 'change.kind'],
    [{ change: percent(5) }, 'ids'],
    [{ ids: [id], found: {}, expected: 1, change: percent(5) }, 'ids'],
    [{ found: {}, change: percent(5) }, 'expected'],
    [{ found: {}, expected: '📚', change: percent(5) }, 'expected'],
    [{ found: {}, expected: 5001, change: percent(5) }, 'expected'],
    [{ ids: Array(1001).fill(id), change: percent(5) }, 'ids'],
    [{ ids: [id], change: percent(0) }, 'change.by'],
    [{ ids: [id], change: percent(-96) }, 'change.by'],
    [{ ids: [id], change: percent(1e300) }, 'change.by'],
    [{ ids: [id], change: { ...percent(5), by: 'दस' } }, 'change.by'],
    [{ ids: [id], change: rupees(100_001) }, 'change.by'],
    [{ ids: [id], change: rupees(0.001) }, 'change.by'],
    [{ ids: [id], change: { kind: 'stock', to: -1 } }, 'change.to'],
    [{ ids: [id], change: { kind: 'stock', to: 1000 } }, 'change.to'],
    [{ ids: [id], change: { kind: 'branch', branch: 'All Branches' } }, 'change.branch'],
    [{ ids: [id], change: { kind: 'shelfCode', shelfCode: 'x'.repeat(31) } }, 'change.shelfCode'],
    [{ ids: [id], change: { kind: 'hidden', isHidden: 'maybe' } }, 'change.isHidden'],
  ]
  for (const [input, field] of odd) {
    const { status, error } = await as(seller).call(changeManyBooks, input as Input)
    expect([input, status, Object.keys(error.fields ?? {})]).toEqual([input, 400, [field]])
    expect(error.message).not.toMatch(/^Invalid|^Expected/)
  }
  await changeRow('books', id, { price: 25_000 })
  const many = { found: {}, expected: 52, change: { kind: 'stock', to: 999 } } as const
  for (let n = 0; n < 51; n++) await makeBook(seller)
  expect((await as(seller).call(changeManyBooks, many)).error.message).toBe(
    'Add at most 50,000 copies at once.',
  )
})
