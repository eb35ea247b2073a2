import { expect, test } from 'vitest'
import { updateBook } from '#contract/books/books.ts'
import {
  acceptOffer,
  listOfferBooks,
  listOffers,
  makeOffer,
  withdrawOffer,
} from '#contract/orders/offers.ts'
import { setOrderStatus } from '#contract/orders/orders.ts'
import { as, changeRow, makeChat, type TestChat, testApp } from '#server/testing.ts'

const edit = async ({ seller, bookId }: TestChat, changes: object) => {
  const { status } = await as(seller).call(updateBook, { id: bookId, ...changes } as never)
  expect(status).toBe(200)
}
const offer = async (chat: TestChat, by: 'buyer' | 'seller', changes: object = {}) => {
  const { status, body } = await as(chat[by]).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    handOver: 'meet' as const,
    items: [{ bookId: chat.bookId, copies: 1 }],
    ...changes,
  })
  expect(status).toBe(201)
  return body
}
const accept = async (chat: TestChat, by: 'buyer' | 'seller', offerId: string) => {
  const { status, error } = await as(chat[by]).call(acceptOffer, { offerId })
  return status === 200 ? 'accepted' : error.code
}
const read = async (chat: TestChat, by: 'buyer' | 'seller') =>
  (await as(chat[by]).call(listOffers, { chatId: chat.chatId })).body.at(-1)
const countOrders = async ({ chatId }: TestChat) => {
  const { db } = (await testApp()).context
  return (await db.selectFrom('orders').select('id').where('chat_id', '=', chatId).execute()).length
}

test('a seller who edits the listing can’t accept the buyer’s offer until the buyer renews it', async () => {
  const chat = await makeChat({ book: { title: 'City of Djinns', condition: 'good' } })
  const first = await offer(chat, 'buyer')
  await edit(chat, { title: 'Another Book', condition: 'poor' })
  expect(await accept(chat, 'seller', first._id)).toBe('offered_book_changed')
  expect(await countOrders(chat)).toBe(0)
  const changes = [
    { fact: 'title', before: 'City of Djinns', now: 'Another Book' },
    { fact: 'condition', before: 'good', now: 'poor' },
  ]
  const open = await read(chat, 'seller')
  expect(open?.can).toEqual(['renew', 'counter', 'decline'])
  expect(open?.items[0]).toMatchObject({ book: { title: 'City of Djinns' }, changes })
  expect((await read(chat, 'buyer'))?.can).toEqual(['withdraw', 'renew'])

  const renewed = await offer(chat, 'buyer', { replaces: first._id })
  expect(renewed.items[0]).toMatchObject({
    book: { title: 'Another Book' },
    changedBefore: changes,
  })
  expect(renewed.items[0]).not.toHaveProperty('changes')
  expect(await accept(chat, 'seller', renewed._id)).toBe('accepted')
  expect(await countOrders(chat)).toBe(1)
})

test('a buyer who agrees to one change doesn’t agree to the next one', async () => {
  const chat = await makeChat()
  const first = await offer(chat, 'buyer')
  await edit(chat, { condition: 'average' })
  const seen = (await read(chat, 'buyer'))?.items[0]?.listingVersion
  await edit(chat, { condition: 'poor' })
  const items = [{ bookId: chat.bookId, copies: 1, listingVersion: seen }]
  const terms = {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    handOver: 'meet' as const,
  }
  const renew = () => as(chat.buyer).call(makeOffer, { ...terms, replaces: first._id, items })
  expect((await renew()).error.code).toBe('offered_book_changed')
  expect(await read(chat, 'buyer')).toMatchObject({ _id: first._id, status: 'open' })
  await edit(chat, { condition: 'average' })
  expect((await renew()).status).toBe(201)
})

test.each([
  ['condition', { condition: 'poor' }],
  ['price', { price: 300 }],
])('a first offer is refused if the %s changed after its book was read', async (_, changes) => {
  const chat = await makeChat()
  const { chatId, bookId } = chat
  const readBook = async () => (await as(chat.buyer).call(listOfferBooks, { chatId })).body[0]
  const seen = await readBook()
  await edit(chat, changes)
  const terms = { chatId, orderType: 'purchase', amount: 200, handOver: 'meet' as const }
  const send = (listingVersion?: string) =>
    as(chat.buyer).call(makeOffer, { ...terms, items: [{ bookId, copies: 1, listingVersion }] })
  expect((await send(seen?.listingVersion)).error.code).toBe('offered_book_changed')
  expect((await send((await readBook())?.listingVersion)).status).toBe(201)
})

test('a seller asks again, and the buyer sees what changed and accepts', async () => {
  const chat = await makeChat({ book: { condition: 'good' } })
  const first = await offer(chat, 'buyer')
  await edit(chat, { condition: 'average' })
  const asked = await offer(chat, 'seller', { replaces: first._id })
  const seen = await read(chat, 'buyer')
  expect(seen?.can).toEqual(['accept', 'counter', 'decline'])
  expect(seen?.items[0]?.changedBefore).toEqual([
    { fact: 'condition', before: 'good', now: 'average' },
  ])
  const again = await offer(chat, 'seller', { replaces: asked._id })
  expect((await read(chat, 'buyer'))?.items[0]?.changedBefore).toHaveLength(1)
  expect(await accept(chat, 'buyer', again._id)).toBe('accepted')
})

test('a buyer sees what changed since the seller’s first offer, also after it was withdrawn', async () => {
  const chat = await makeChat({ book: { condition: 'good' } })
  const { _id: offerId } = await offer(chat, 'seller')
  await edit(chat, { condition: 'poor' })
  await as(chat.seller).call(withdrawOffer, { offerId })
  await offer(chat, 'seller')
  expect((await read(chat, 'buyer'))?.items[0]?.changedBefore).toEqual([
    { fact: 'condition', before: 'good', now: 'poor' },
  ])
})

test('a buyer can’t accept a seller’s offer for a listing that was edited since', async () => {
  const chat = await makeChat()
  const made = await offer(chat, 'seller')
  await edit(chat, { author: 'Somebody Else' })
  expect(await accept(chat, 'buyer', made._id)).toBe('offered_book_changed')
  expect((await read(chat, 'buyer'))?.can).toEqual(['renew', 'counter', 'decline'])
})

test('a rent offer has to be renewed after a change of the edition', async () => {
  const chat = await makeChat({ book: { is_rentable: true, rent_price: 1_000 } })
  const made = await offer(chat, 'buyer', { orderType: 'rent', amount: 10, days: 5 })
  await edit(chat, { publication_year: 1999 })
  expect(await accept(chat, 'seller', made._id)).toBe('offered_book_changed')
  const changed = (await read(chat, 'buyer'))?.items[0]?.changes
  expect(changed?.map((change) => change.fact)).toEqual(['edition'])
})

test('a replaced photo or ISBN counts as a change of the listing', async () => {
  const chat = await makeChat()
  const made = await offer(chat, 'buyer')
  const { db } = (await testApp()).context
  await changeRow('books', chat.bookId, { isbn: '9780553380163' })
  await db.deleteFrom('book_photos').where('book_id', '=', chat.bookId).execute()
  const hash = 'f'.repeat(64)
  await db
    .insertInto('photos')
    .values({ hash, width: 10, height: 10 } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('book_photos')
    .values({ book_id: chat.bookId, hash, position: 0 } as never)
    .execute()
  expect(await accept(chat, 'seller', made._id)).toBe('offered_book_changed')
  expect((await read(chat, 'seller'))?.items[0]?.changes).toEqual([
    { fact: 'isbn', now: '9780553380163' },
    { fact: 'photos' },
  ])
})

test('a new price or description doesn’t block an offer, and no edit blocks extending a rent', async () => {
  const chat = await makeChat({ book: { copies: 1, is_rentable: true, rent_price: 1_000 } })
  const made = await offer(chat, 'buyer', { orderType: 'rent', amount: 10, days: 5 })
  await edit(chat, { description: 'Ask me for the solutions, too.', rentPrice: 12 })
  expect(await accept(chat, 'seller', made._id)).toBe('accepted')
  const orderId = (await read(chat, 'buyer'))?.orders[0] ?? ''
  await as(chat.seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const terms = { orderType: 'rent', amount: 10, days: 3, extendsOrderId: orderId }
  const longer = await offer(chat, 'buyer', terms)
  await edit(chat, { condition: 'poor' })
  expect(await accept(chat, 'seller', longer._id)).toBe('accepted')
})
