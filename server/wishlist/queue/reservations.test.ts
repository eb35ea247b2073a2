import { expect, test } from 'vitest'
import { deleteBuyerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import {
  deleteBook,
  listBooks,
  listOwnBooks,
  readBook,
  readOwnBook,
  updateBook,
} from '#contract/books/books.ts'
import { readChat, startChat } from '#contract/chats.ts'
import { listExchangeableBooks } from '#contract/exchanges/exchange-offers.ts'
import {
  acceptOffer,
  declineOffer,
  listOfferBooks,
  listOffers,
  makeOffer,
} from '#contract/orders/offers.ts'
import { cancelOrder, placeOrder } from '#contract/orders/orders.ts'
import { declineReservation, removeWant, updateWant } from '#contract/wishlist/wants.ts'
import { insertChat } from '#server/chats/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import { newTitle, want, wantsOf } from '#server/wishlist/wants/testing-wants.ts'
import { reserveCopies } from './queue.ts'
import {
  expectNoViolations,
  inHours,
  isReservedFor,
  listForQueue,
  makeQueue,
  outcomesOf,
  passOnAfter,
  personOf,
  proposeRing,
  reservationsOf,
  reservedOf,
} from './testing-queue.ts'

const textsOf = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body.map(({ text }) => text)
const offerFor = (chatId: string, bookId: string) => ({
  chatId,
  orderType: 'purchase' as const,
  items: [{ bookId, copies: 1 }],
  amount: 200,
  handOver: 'meet' as const,
})

async function chatAbout(buyer: TestAccount, bookId: string): Promise<string> {
  const { body } = await as(buyer).call(startChat, { bookId })
  return body.chat._id
}

test('only the person who has waited longest can get the copy for two hours', async () => {
  const { title, seller, bookId, first, second } = await makeQueue(2)
  const [reserved] = await reservedOf(first)
  expect(reserved).toMatchObject({ book: { _id: bookId, ...title }, hasOpenOffer: false })
  const left = new Date(reserved?.until ?? 0).getTime() - Date.now()
  expect(left / 60_000).toBeGreaterThan(118)
  expect(left / 60_000).toBeLessThanOrEqual(120)
  expect(await textsOf(first)).toEqual([
    expect.stringMatching(/^“Wanted \w+”, which you want, is reserved for you until /),
  ])
  expect(await reservedOf(second)).toEqual([])
  expect(await textsOf(second)).toEqual([])

  expect((await as().call(listBooks, { search: title.title })).body).toEqual([])
  const { body: seen } = await as(second).call(readBook, { id: bookId })
  expect(seen).toMatchObject({ availability: 'sold', reservedUntil: reserved?.until, can: [] })
  expect(seen.reservedForYouUntil).toBeUndefined()
  expect((await as(second).call(startChat, { bookId })).error.code).toBe('book_gone')
  const { body: own } = await as(seller).call(listOwnBooks, {})
  expect(own).toMatchObject([
    { reservedUntil: reserved?.until, isReservedForWant: true, openToExchange: true },
  ])

  const { body: page } = await as(first).call(readBook, { id: bookId })
  expect(page).toMatchObject({
    reservedForYouUntil: reserved?.until,
    openToExchange: true,
    can: ['chat', 'offer'],
  })
  await expectNoViolations()
})

test('after two hours the next person has it, each once, and in the end it is free', async () => {
  const { title, bookId, first, second } = await makeQueue(2)
  await passOnAfter(1.9)
  expect(await isReservedFor(first, bookId)).toBe(true)
  await passOnAfter(2.1)
  expect(await outcomesOf(bookId)).toEqual(['lapsed', null])
  expect(await reservedOf(first)).toEqual([])
  expect(await textsOf(first)).toContainEqual(
    expect.stringMatching(/^Your reservation of “Wanted \w+” is over\./),
  )
  expect(await isReservedFor(second, bookId)).toBe(true)
  await expectNoViolations()
  await passOnAfter(4.2)
  expect(await outcomesOf(bookId)).toEqual(['lapsed', 'lapsed'])
  await reserveCopies((await testApp()).context, [bookId])
  expect(await outcomesOf(bookId)).toEqual(['lapsed', 'lapsed'])
  const { body } = await as().call(listBooks, { search: title.title })
  expect(body).toMatchObject([{ _id: bookId, available: 1 }])
  await expectNoViolations()
})

test('a seller may choose two days instead', async () => {
  const { seller, bookId, first } = await makeQueue(1, { reservation_hours: 48 })
  await passOnAfter(47)
  expect(await isReservedFor(first, bookId)).toBe(true)
  await passOnAfter(49)
  expect(await reservedOf(first)).toEqual([])
  const asked = await as(seller).call(updateBook, { id: bookId, reservationHours: 3 } as never)
  expect(asked.error.fields).toEqual({
    reservationHours: 'A copy is kept for 2 or for 48 hours.',
  })
  await as(seller).call(updateBook, { id: bookId, reservationHours: 2 })
  await as(seller).call(updateBook, { id: bookId, price: 100 })
  const { body } = await as(seller).call(listOwnBooks, {})
  expect(body[0]?.reservationHours).toBe(2)
})

test('‘No, thanks’ passes the copy to the next person at once', async () => {
  const { bookId, first, second } = await makeQueue(2)
  const [reserved] = await reservedOf(first)
  const id = reserved?._id ?? ''
  expect((await as(second).call(declineReservation, { id })).error.code).toBe(
    'reservation_not_found',
  )
  expect((await as(first).call(declineReservation, { id })).status).toBe(200)
  expect((await as(first).call(declineReservation, { id })).status).toBe(200)
  expect(await isReservedFor(second, bookId)).toBe(true)
  const [next] = await reservedOf(second)
  await passOnAfter(2.1)
  expect((await as(second).call(declineReservation, { id: next?._id ?? '' })).error.code).toBe(
    'reservation_not_found',
  )
  await expectNoViolations()
})

test('the person for whom a copy is reserved gets it by an offer, order or exchange', async () => {
  const bought = await makeQueue(2)
  const chatId = await chatAbout(bought.first, bought.bookId)
  const { body: chat } = await as(bought.first).call(readChat, { id: chatId })
  expect(chat).toMatchObject({ book: { available: 1, availability: 'available' } })
  expect(chat.can).toEqual(['send', 'offer', 'exchange'])
  const { body: listed } = await as(bought.first).call(listOfferBooks, { chatId })
  expect(listed).toMatchObject([{ _id: bought.bookId, available: 1 }])
  const offer = await as(bought.first).call(makeOffer, offerFor(chatId, bought.bookId))
  expect(offer.status).toBe(201)
  const { body: offers } = await as(bought.seller).call(listOffers, { chatId })
  expect(offers[0]?.can).toContain('accept')
  const accepted = await as(bought.seller).call(acceptOffer, { offerId: offer.body._id })
  expect(accepted.body).toMatchObject({ status: 'accepted', orders: [expect.any(String)] })
  expect(await outcomesOf(bought.bookId)).toEqual(['taken'])

  const ordered = await makeQueue(2)
  const orderChat = await chatAbout(ordered.first, ordered.bookId)
  const order = await as(ordered.seller).call(placeOrder, {
    chatId: orderChat,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  })
  expect(order.status).toBe(201)
  expect(await outcomesOf(ordered.bookId)).toEqual(['taken'])
  // The copy isn't reserved for the next person while it is sold, only after the order is
  // cancelled.
  await as(ordered.first).call(cancelOrder, { orderId: order.body._id })
  await reserveCopies((await testApp()).context, [ordered.bookId])
  expect(await isReservedFor(ordered.second, ordered.bookId)).toBe(true)

  const title = newTitle()
  const ravi = await makePerson()
  // The seller account wants the title, and the buyer account of the same person gets it.
  await want(ravi.seller, title)
  const seller = await makeAccount('seller')
  const bookId = await listForQueue(seller, title)
  const hisBook = await makeBook(ravi.seller, { price: 15_000 })
  const swapChat = await chatAbout(ravi.buyer, bookId)
  const { body: theirs } = await as(ravi.buyer).call(listExchangeableBooks, {
    chatId: swapChat,
    side: 'seller',
  })
  expect(theirs.map(({ _id }) => _id)).toEqual([bookId])
  const { amount: _, ...terms } = offerFor(swapChat, bookId)
  const swap = await as(ravi.buyer).call(makeOffer, {
    ...terms,
    exchange: { items: [{ bookId: hisBook }], topUp: 0 },
  } as never)
  expect(swap.status).toBe(201)
  await as(seller).call(acceptOffer, { offerId: swap.body._id })
  expect(await outcomesOf(bookId)).toEqual(['taken'])
  await expectNoViolations()
})

test('while an offer is open the copy stays reserved, at most two days longer', async () => {
  const { seller, bookId, first, second } = await makeQueue(2)
  const chatId = await chatAbout(first, bookId)
  const { body: offer } = await as(first).call(makeOffer, offerFor(chatId, bookId))
  const [reserved] = await reservedOf(first)
  expect(reserved).toMatchObject({ hasOpenOffer: true, until: offer.expiresAt })
  await passOnAfter(40)
  expect(await isReservedFor(first, bookId)).toBe(true)
  await as(seller).call(declineOffer, { offerId: offer._id })
  await passOnAfter(1)
  expect(await isReservedFor(first, bookId)).toBe(true)
  await passOnAfter(3)
  expect(await isReservedFor(second, bookId)).toBe(true)
  await chatAbout(second, bookId)
  const later = await inHours(100)
  const { db } = later
  await as(second).call(makeOffer, offerFor(await chatAbout(second, bookId), bookId))
  // Renewing an offer again and again doesn't extend the reservation further.
  await db
    .updateTable('offers')
    .set({ expires_at: later.now() })
    .where('status', '=', 'open')
    .execute()
  await passOnAfter(60)
  expect(await outcomesOf(bookId)).toEqual(['lapsed', 'lapsed'])
})

test('a listing that gets another title is no longer reserved once it is saved', async () => {
  const { title, seller, bookId, first } = await makeQueue(1)
  expect(await isReservedFor(first, bookId)).toBe(true)
  const other = newTitle()
  expect((await as(seller).call(updateBook, { id: bookId, ...other })).status).toBe(200)
  expect(await outcomesOf(bookId)).toEqual(['closed'])
  const { body: own } = await as(seller).call(readOwnBook, { id: bookId })
  expect(own).toMatchObject({ available: 1, isReservedForWant: false })
  expect(await textsOf(first)).toEqual([
    `“${title.title}” is no longer reserved for you: its seller no longer swaps it, or it no longer fits what you want. You keep your place.`,
  ])
  const again = await listForQueue(seller, title)
  expect(await isReservedFor(first, again)).toBe(true)
  await expectNoViolations()
})

test('a listing whose price or description changes stays reserved', async () => {
  const { seller, bookId, first } = await makeQueue(1)
  await as(seller).call(updateBook, { id: bookId, description: 'A few notes in pencil.' })
  expect(await isReservedFor(first, bookId)).toBe(true)
})

test('a person whose reserved copy was closed gets it again when it is opened', async () => {
  const { seller, bookId, first, second } = await makeQueue(2)
  await as(seller).call(updateBook, { id: bookId, openToExchange: false })
  expect(await textsOf(first)).toContainEqual(
    expect.stringMatching(/is no longer reserved for you: its seller/),
  )
  await as(seller).call(updateBook, { id: bookId, openToExchange: true })
  await reserveCopies((await testApp()).context, [bookId])
  expect(await isReservedFor(first, bookId)).toBe(true)
  expect(await reservedOf(second)).toEqual([])
  await as(seller).call(deleteBook, { id: bookId })
  expect(await reservedOf(first)).toEqual([])
  await expectNoViolations()
})

test('a reservation ends with the want, and when it no longer fits', async () => {
  for (const [outcome, end] of [
    ['unwanted', (account: TestAccount, id: string) => as(account).call(removeWant, { id })],
    [
      'closed',
      (account: TestAccount, id: string) =>
        as(account).call(updateWant, { id, worstCondition: 'new' }),
    ],
  ] as const) {
    const { bookId, first, second } = await makeQueue(2)
    const [own] = await wantsOf(first)
    await end(first, own?._id ?? '')
    await (await testApp()).context.jobs.idle()
    expect(await outcomesOf(bookId)).toEqual([outcome, null])
    expect(await isReservedFor(second, bookId)).toBe(true)
  }
  await expectNoViolations()
})

test('a reservation ends when an admin blocks an account of the person', async () => {
  const admin = await makeAccount('admin')
  const blocked = await makeQueue(2)
  await as(admin).call(toggleBuyer, { id: blocked.first.id, status: 'blocked' })
  await passOnAfter(0)
  expect(await outcomesOf(blocked.bookId)).toEqual(['unwanted', null])
  expect(await isReservedFor(blocked.second, blocked.bookId)).toBe(true)
  await expectNoViolations()
})

test('a want has one reserved copy at a time, and after declining it gets others', async () => {
  const { title, bookId, first, second } = await makeQueue(2)
  const other = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(first, bookId)).toBe(true)
  expect(await isReservedFor(second, other)).toBe(true)
  const third = await listForQueue(await makeAccount('seller'), title)
  expect(await outcomesOf(third)).toEqual([])
  const [reserved] = await reservedOf(first)
  await as(first).call(declineReservation, { id: reserved?._id ?? '' })
  // Declining adds the want to the arrivals, which are handled by the job that looks for rings.
  const { context } = await testApp()
  const arrivals = await context.db.selectFrom('exchange_arrivals').select('want_id').execute()
  expect(arrivals.map(({ want_id }) => want_id)).toContain((await wantsOf(first))[0]?._id)
  await reserveCopies(context, [third])
  expect(await isReservedFor(first, third)).toBe(true)
})

test('a copy in a proposed ring isn’t reserved, but other copies are', async () => {
  const title = newTitle()
  const buyers = [await makeAccount('buyer'), await makeAccount('buyer')]
  for (const buyer of buyers) await want(buyer, title)
  const giver = await makePerson()
  const receiver = await makePerson()
  const bookId = await makeBook(giver.seller, { ...title, open_to_exchange: true, copies: 2 })
  const back = await makeBook(receiver.seller)
  const { context } = await testApp()
  const id = await proposeRing([
    { person: giver, bookId },
    { person: receiver, bookId: back },
  ])
  await reserveCopies(context, [bookId])
  expect(await outcomesOf(bookId)).toEqual([null])
  await context.db
    .updateTable('exchanges')
    .set({ ended_at: new Date(), ended_because: 'lapsed' })
    .where('id', '=', id)
    .execute()
  await reserveCopies(context, [bookId])
  expect(await outcomesOf(bookId)).toEqual([null, null])
})

test('a copy that can’t be reserved doesn’t block others', async () => {
  const [broken, sound] = [newTitle(), newTitle()]
  const buyer = await makeAccount('buyer')
  for (const title of [broken, sound]) await want(buyer, title)
  const seller = await makeAccount('seller')
  const ids: string[] = []
  for (const title of [broken, sound])
    ids.push(await makeBook(seller, { ...title, open_to_exchange: true }))
  const [brokenId = '', soundId = ''] = ids
  const { context } = await testApp()
  await context.db.deleteFrom('copies').where('book_id', '=', brokenId).execute()
  const logged: unknown[] = []
  const log = { ...context.log, error: (fields: unknown) => logged.push(fields) }
  await reserveCopies({ ...context, log: log as never }, ids)
  expect(logged).toMatchObject([{ book: brokenId }])
  expect(await isReservedFor(buyer, soundId)).toBe(true)
  await context.db
    .insertInto('copies')
    .values({ id: newId(), book_id: brokenId, number: 1 })
    .execute()
})

test('reservations are exported with the wants, and freed when the person leaves', async () => {
  const { bookId, first, second } = await makeQueue(2)
  const { body } = await as(first).call(exportAccount, {})
  expect(body).toMatchObject({ wants: [{ reserved: { book: { _id: bookId } } }] })
  expect((await as(first).call(deleteBuyerAccount, {})).status).toBe(200)
  const { context } = await testApp()
  await reserveCopies(context, [bookId])
  expect((await reservationsOf(bookId)).map(({ person_id }) => person_id)).toEqual([
    await personOf(second),
  ])
  await expectNoViolations()
})

test('nobody else can order a copy that is reserved for somebody', async () => {
  const { title, seller, bookId } = await makeQueue(1)
  const other = await makeAccount('buyer')
  const { db, now } = (await testApp()).context
  const chatId = await insertChat(db, {
    bookId,
    buyerId: other.id,
    sellerId: seller.id,
    now: now(),
  })
  const order = await as(seller).call(placeOrder, {
    chatId,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  })
  expect(order.error.code).toBe('book_gone')
  const offer = await as(other).call(makeOffer, offerFor(chatId, bookId))
  expect(offer.error.message).toBe(`No copy of “${title.title}” is available any more.`)
  expect((await as(other).call(listOfferBooks, { chatId })).body).toEqual([])
})
