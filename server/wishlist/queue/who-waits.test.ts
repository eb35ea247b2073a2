// Tests who waits for a copy, and which events reserve a copy for them.
import { expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { releaseSellerListings, toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import { updateBook } from '#contract/books/books.ts'
import { sendMessage } from '#contract/chats.ts'
import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import {
  cancelOrder,
  confirmOrder,
  placeOrder,
  rateOrder,
  receiveOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { countWanted } from '#contract/wishlist/titles.ts'
import { wantAnother } from '#contract/wishlist/wants.ts'
import { processArrivals } from '#server/exchanges/rings/find-rings.ts'
import {
  as,
  changeBook,
  makeAccount,
  makeBook,
  makeChat,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makePerson, makeSwap } from '#server/testing-exchanges.ts'
import { newTitle, want, wantsOf } from '#server/wishlist/wants/testing-wants.ts'
import {
  expectNoViolations,
  isReservedFor,
  listForQueue,
  makeQueue,
  outcomesOf,
  passOnAfter,
  proposeRing,
  reservedOf,
} from './testing-queue.ts'

const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

/** Runs the job that handles arrivals. */
const look = async () => processArrivals((await testApp()).context)

type Bought = { buyer: TestAccount; bookId: string; seller: TestAccount; days?: number }

/** Places an order for a book for a person who has written to its seller. Returns the order. */
async function buy({ buyer, seller, bookId, days }: Bought): Promise<string> {
  const { db } = (await testApp()).context
  const chat = db.selectFrom('chats').select('id').where('book_id', '=', bookId)
  const known = await chat.where('buyer_id', '=', buyer.id).executeTakeFirst()
  const chatId = known?.id ?? (await makeChat({ buyer, seller, bookId })).chatId
  await as(buyer).call(sendMessage, { chatId, message: 'I take it.' })
  const { status, body } = await as(seller).call(placeOrder, {
    chatId,
    ...(days === undefined ? { orderType: 'purchase' } : { orderType: 'rent', rentDays: days }),
    ...delivery,
  })
  expect(status).toBe(201)
  expect((await as(buyer).call(confirmOrder, { orderId: body._id })).status).toBe(200)
  return body._id
}

const stateOf = async (account: TestAccount) => {
  const [own] = await wantsOf(account)
  return own?.order?.state
}

const othersWanting = async (title: { title: string; author: string }) =>
  (await as(await makeAccount('seller')).call(countWanted, title)).body.people

test.each(['buyer', 'seller'] as const)(
  'a person with one account blocked by an admin, a %s, waits for nothing until it is unblocked',
  async (role) => {
    const admin = await makeAccount('admin')
    const toggle = role === 'buyer' ? toggleBuyer : toggleSeller
    const title = newTitle()
    const [first, second] = [await makePerson(), await makePerson()]
    for (const { buyer } of [first, second]) await want(buyer, title)
    await as(admin).call(toggle, { id: first[role].id, status: 'blocked' })
    expect(await othersWanting(title)).toBe(1)
    const bookId = await listForQueue(await makeAccount('seller'), title)
    expect(await isReservedFor(second.buyer, bookId)).toBe(true)
    await as(admin).call(toggle, { id: first[role].id, status: 'active' })
    const other = await listForQueue(await makeAccount('seller'), title)
    expect(await outcomesOf(other)).toEqual([null])
    expect(await othersWanting(title)).toBe(2)
  },
)

test.each([
  ['its title', { title: 'Something else' }, (title: object) => title],
  ['its condition', { condition: 'poor' as const }, () => ({ condition: 'good' as const })],
])('a copy is reserved once its seller has corrected %s', async (_, before, after) => {
  const title = newTitle()
  const waiting = await makeAccount('buyer')
  await want(waiting, title, { worstCondition: 'good' })
  const seller = await makeAccount('seller')
  const bookId = await listForQueue(seller, { ...title, condition: 'good', ...before })
  await look()
  expect(await reservedOf(waiting)).toEqual([])
  expect((await as(seller).call(updateBook, { id: bookId, ...after(title) })).status).toBe(200)
  await look()
  expect(await isReservedFor(waiting, bookId)).toBe(true)
})

test('a copy is reserved once its seller moves near or changes hand-overs', async () => {
  const { db } = (await testApp()).context
  const title = newTitle()
  const waiting = await makeAccount('buyer')
  await want(waiting, title, { withinKm: 10, pinCode: '411038' })
  const seller = await makeAccount('seller')
  const bookId = await listForQueue(seller, title)
  await look()
  expect(await reservedOf(waiting)).toEqual([])
  await as(seller).call(updateSellerProfile, { pinCode: '411004' })
  await look()
  expect(await isReservedFor(waiting, bookId)).toBe(true)

  const other = await makeBook(seller, { open_to_exchange: true })
  await look()
  await as(seller).call(updateSellerProfile, { handOvers: ['meet'] })
  const arrivals = await db.selectFrom('exchange_arrivals').select('book_id').execute()
  expect(arrivals).toContainEqual({ book_id: other })
})

test('an unblocked seller’s copy is reserved again once it is released', async () => {
  const admin = await makeAccount('admin')
  const { seller, bookId, first } = await makeQueue(2)
  await as(admin).call(toggleSeller, { id: seller.id, status: 'blocked' })
  await passOnAfter(0)
  await look()
  expect(await outcomesOf(bookId)).toEqual(['closed'])
  await as(admin).call(toggleSeller, { id: seller.id, status: 'active' })
  await look()
  expect(await isReservedFor(first, bookId)).toBe(false)
  await as(admin).call(releaseSellerListings, { id: seller.id })
  await look()
  expect(await isReservedFor(first, bookId)).toBe(true)
  await expectNoViolations()
})

test('a seller’s temporary mistake, such as a wrong condition, skips nobody', async () => {
  const title = newTitle()
  const [first, second] = [await makeAccount('buyer'), await makeAccount('buyer')]
  await want(first, title, { worstCondition: 'good' })
  await want(second, title, { worstCondition: 'poor' })
  const seller = await makeAccount('seller')
  const bookId = await listForQueue(seller, { ...title, condition: 'good' })
  await as(seller).call(updateBook, { id: bookId, condition: 'poor' })
  await look()
  expect(await isReservedFor(second, bookId)).toBe(true)
  await as(seller).call(updateBook, { id: bookId, condition: 'good' })
  await passOnAfter(2.1)
  expect(await isReservedFor(first, bookId)).toBe(true)
  await passOnAfter(4.2)
  expect(await outcomesOf(bookId)).toEqual(['closed', 'lapsed', 'lapsed'])
})

test('nobody is skipped if a seller cancels, but a buyer who cancels is', async () => {
  const { seller, bookId, first, second } = await makeQueue(2)
  const orderId = await buy({ buyer: first, seller, bookId })
  expect(await stateOf(first)).toBe('coming')
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  await look()
  expect(await isReservedFor(first, bookId)).toBe(true)
  const again = await buy({ buyer: first, seller, bookId })
  expect((await as(first).call(cancelOrder, { orderId: again })).status).toBe(200)
  await look()
  expect(await isReservedFor(second, bookId)).toBe(true)
  expect(await outcomesOf(bookId)).toEqual(['taken', 'taken', null])
  await expectNoViolations()
})

test('a buyer of the title waits for no other copy until they renew the want', async () => {
  const title = newTitle()
  const [first, second] = [await makeAccount('buyer'), await makeAccount('buyer')]
  await want(first, title)
  const seller = await makeAccount('seller')
  const bought = await makeBook(seller, title)
  const orderId = await buy({ buyer: first, seller, bookId: bought })
  expect(await othersWanting(title)).toBe(0)
  await want(second, title)
  const bookId = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(second, bookId)).toBe(true)
  expect(await stateOf(first)).toBe('coming')

  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(await stateOf(first)).toBe('received')
  const other = await listForQueue(await makeAccount('seller'), title)
  expect(await outcomesOf(other)).toEqual([])
  const [own] = await wantsOf(first)
  expect((await as(second).call(wantAnother, { id: own?._id ?? '' })).status).toBe(404)
  expect((await as(first).call(wantAnother, { id: own?._id ?? '' })).status).toBe(200)
  expect(await stateOf(first)).toBeUndefined()
  const third = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(first, third)).toBe(true)
  expect(await othersWanting(title)).toBe(2)
  await expectNoViolations()
})

test('a reserved copy is passed on once its person has bought another', async () => {
  const { title, bookId, first, second } = await makeQueue(2)
  const seller = await makeAccount('seller')
  await buy({ buyer: first, seller, bookId: await makeBook(seller, title) })
  await passOnAfter(0)
  expect(await outcomesOf(bookId)).toEqual(['unwanted', null])
  expect(await isReservedFor(second, bookId)).toBe(true)
})

test('an order that only a seller made removes nobody from another seller’s queue', async () => {
  const { title, bookId, first } = await makeQueue(2)
  const seller = await makeAccount('seller')
  const { chatId } = await makeChat({ buyer: first, seller, bookId: await makeBook(seller, title) })
  const orderType = 'purchase' as const
  const { body } = await as(seller).call(placeOrder, { chatId, orderType, ...delivery })
  expect(await stateOf(first)).toBeUndefined()
  await as(seller).call(setOrderStatus, { orderId: body._id, status: 'Delivered' })
  await passOnAfter(0)
  expect(await isReservedFor(first, bookId)).toBe(true)
  expect(await stateOf(first)).toBeUndefined()
  await as(first).call(receiveOrder, { orderId: body._id })
  expect(await stateOf(first)).toBe('received')
  await expectNoViolations()
})

test('a rating counts as receiving the order', async () => {
  const { title, first } = await makeQueue(1)
  const seller = await makeAccount('seller')
  const { chatId } = await makeChat({ buyer: first, seller, bookId: await makeBook(seller, title) })
  const orderType = 'purchase' as const
  const { body } = await as(seller).call(placeOrder, { chatId, orderType, ...delivery })
  await as(seller).call(setOrderStatus, { orderId: body._id, status: 'Delivered' })
  expect(await stateOf(first)).toBeUndefined()
  const stars = { orderId: body._id, book: 5, seller: 5 }
  const rated = await as(first).call(rateOrder, stars)
  expect(rated.status).toBe(201)
  expect(await stateOf(first)).toBe('received')
  await expectNoViolations()
})

test('a person with an unanswered order for a reserved copy waits for no other', async () => {
  const { title, seller, bookId, first, second } = await makeQueue(2)
  const { chatId } = await makeChat({ buyer: first, seller, bookId })
  await as(first).call(sendMessage, { chatId, message: 'I take it.' })
  await as(seller).call(placeOrder, { chatId, orderType: 'purchase', ...delivery })
  const other = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(second, other)).toBe(true)
  expect(await reservedOf(first)).toEqual([])
})

test('a renter waits again after returning the title', async () => {
  const title = newTitle()
  const first = await makeAccount('buyer')
  await want(first, title)
  const seller = await makeAccount('seller')
  const rented = await makeBook(seller, { ...title, is_rentable: true, rent_price: 1000 })
  const rent = await buy({ buyer: first, seller, bookId: rented, days: 3 })
  await as(seller).call(setOrderStatus, { orderId: rent, status: 'Delivered' })
  expect(await stateOf(first)).toBe('rented')
  expect(await outcomesOf(await listForQueue(await makeAccount('seller'), title))).toEqual([])
  await as(seller).call(returnOrder, { orderId: rent })
  expect(await stateOf(first)).toBeUndefined()
  const bookId = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(first, bookId)).toBe(true)

  const bought = await makeBook(seller, title)
  const orderId = await buy({ buyer: first, seller, bookId: bought })
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect(await stateOf(first)).toBeUndefined()
  await expectNoViolations()
})

test('an agreed exchange fulfills a want until it is cancelled', async () => {
  const title = newTitle()
  const swap = await makeSwap()
  const { db } = (await testApp()).context
  await as(swap.asha.seller).call(updateBook, { id: swap.herBook, ...title })
  await want(swap.ravi.buyer, title)
  await db.deleteFrom('exchange_arrivals').execute()
  const offer = await as(swap.ravi.buyer).call(makeOffer, {
    chatId: swap.chatId,
    orderType: 'purchase',
    items: [{ bookId: swap.herBook, copies: 1 }],
    exchange: { items: [{ bookId: swap.hisBook }], topUp: 0 },
    handOver: 'meet',
    phoneNumber: delivery.phoneNumber,
  } as never)
  expect(offer.status).toBe(201)
  const accepted = await as(swap.asha.seller).call(acceptOffer, {
    offerId: offer.body._id,
    phoneNumber: delivery.phoneNumber,
  } as never)
  expect(accepted.status).toBe(200)
  const [own] = await wantsOf(swap.ravi.seller)
  expect(own?.order).toMatchObject({ state: 'coming', exchangeId: expect.any(String) })
  const bookId = await listForQueue(await makeAccount('seller'), title)
  expect(await outcomesOf(bookId)).toEqual([])
  const exchangeId = own?.order?.exchangeId ?? ''
  expect((await as(swap.ravi.buyer).call(cancelExchange, { exchangeId })).status).toBe(200)
  expect(await stateOf(swap.ravi.buyer)).toBeUndefined()
  await expectNoViolations()
})

test('a person who may get the title in a proposed ring has no other copy reserved', async () => {
  const title = newTitle()
  const [giver, receiver] = [await makePerson(), await makePerson()]
  const other = await makeAccount('buyer')
  for (const account of [receiver.buyer, other]) await want(account, title)
  await proposeRing([
    { person: giver, bookId: await makeBook(giver.seller, title) },
    { person: receiver, bookId: await makeBook(receiver.seller) },
  ])
  const bookId = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(other, bookId)).toBe(true)
})

test('reopening a listing repeatedly asks the first person at most twice a day', async () => {
  const { seller, bookId, first } = await makeQueue(1)
  for (let n = 0; n < 6; n++)
    for (const openToExchange of [false, true]) {
      expect((await as(seller).call(updateBook, { id: bookId, openToExchange })).status).toBe(200)
      await look()
    }
  expect(await outcomesOf(bookId)).toEqual(['closed', 'closed'])
  // A notification about a book replaces the previous one if that is unread.
  const { body } = await as(first).call(listNotifications, {})
  expect(body.map(({ text }) => text)).toEqual([
    expect.stringMatching(/is no longer reserved for you: its seller/),
  ])
})

test('a copy is reserved once it gets the ISBN that somebody wants', async () => {
  const isbn = '9780306406157'
  const waiting = await makeAccount('buyer')
  await want(waiting, { ...newTitle(), isbn })
  const bookId = await listForQueue(await makeAccount('seller'), newTitle())
  await look()
  await changeBook(bookId, { isbn })
  await look()
  expect(await isReservedFor(waiting, bookId)).toBe(true)
})
