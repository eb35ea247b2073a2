import { expect, test } from 'vitest'
import {
  exportAccount,
  readSellerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { backOnText } from '#contract/accounts/holiday.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { listBooks, readBook } from '#contract/books/books.ts'
import { listChats, sendMessage, startChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { acceptOffer, listOffers, makeOffer } from '#contract/orders/offers.ts'
import { placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { processArrivals } from '#server/exchanges/rings/find-rings.ts'
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
import { passReservationsOn } from '#server/wishlist/queue/queue.ts'
import {
  isReservedFor,
  listForQueue,
  makeQueue,
  outcomesOf,
  reservationsOf,
} from '#server/wishlist/queue/testing-queue.ts'
import { followSeller } from '#server/wishlist/wants/store.ts'
import { newTitle, want } from '#server/wishlist/wants/testing-wants.ts'
import { endPassedHolidays } from './routes.ts'

const inDays = (days: number) => addDays(indianDate(new Date()), days)
const leave = (seller: TestAccount, holidayUntil: string) =>
  as(seller).call(updateSellerProfile, { holidayUntil })

const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const offerOf = ({ chatId, bookId }: { chatId: string; bookId: string }) => ({
  ...contact,
  chatId,
  orderType: 'purchase' as const,
  amount: 200,
  items: [{ bookId, copies: 1 }],
  handOver: 'post' as const,
})

test('a holiday lasts from tomorrow to at most sixty days', async () => {
  const seller = await makeAccount('seller')
  for (const date of [inDays(0), inDays(61), '2020-01-01', 'soon', '५ दिसंबर', '9999-12-31']) {
    const { status, error } = await leave(seller, date)
    expect([date, status, Object.keys(error.fields ?? {})]).toEqual([date, 400, ['holidayUntil']])
  }
  for (const date of [inDays(1), inDays(60)]) {
    const { body } = await leave(seller, date)
    expect(body.holidayUntil).toBe(date)
  }
  await as(seller).call(updateSellerProfile, { name: 'Asha Patil' })
  const exported = (await as(seller).call(exportAccount, {})).body.profile
  expect(exported.holidayUntil).toBe(inDays(60))
  expect((await leave(seller, '')).body).not.toHaveProperty('holidayUntil')
})

test('buyers read when the seller is back, write, and agree on nothing new', async () => {
  const chat = await makeChat()
  const { seller, buyer, chatId, bookId } = chat
  const offered = await makeChat({ seller })
  const offer = (await as(offered.buyer).call(makeOffer, offerOf(offered))).body
  const until = inDays(5)
  await leave(seller, until)
  const text = backOnText(until)

  const detail = (await as(buyer).call(readBook, { id: bookId })).body
  expect([detail.seller.backOn, detail.can]).toEqual([until, ['chat']])
  expect((await as().call(readBook, { id: bookId })).body.seller.backOn).toBe(until)
  expect((await as().call(listBooks, {})).body.map(({ _id }) => _id)).toContain(bookId)
  const { status } = await as(buyer).call(sendMessage, { chatId, message: 'When are you back?' })
  expect(status).toBe(201)
  const other = await makeBook(seller)
  expect((await as(buyer).call(startChat, { bookId: other })).status).toBe(200)
  for (const side of [buyer, seller]) {
    const [first] = (await as(side).call(listChats, {})).body.filter(({ _id }) => _id === chatId)
    expect([first?.seller.backOn, first?.can]).toEqual([until, ['send']])
    expect(first?.orderRefusal).toBe(side === seller ? 'seller_away' : undefined)
  }

  const refusals = [
    await as(buyer).call(makeOffer, offerOf(chat)),
    await as(seller).call(makeOffer, offerOf(chat)),
    await as(seller).call(placeOrder, { ...contact, chatId, orderType: 'purchase' }),
    await as(seller).call(acceptOffer, { offerId: offer._id }),
  ]
  for (const { status, error } of refusals) {
    expect([status, error.code]).toEqual([409, 'seller_away'])
    expect(error.message).toContain(text)
  }
  const [shown] = (await as(seller).call(listOffers, { chatId: offered.chatId })).body
  expect(shown?.can).not.toContain('accept')

  // It ends by itself.
  await changeRow('accounts', seller.id, { holiday_until: inDays(0) })
  expect((await as(seller).call(readSellerProfile, {})).body).not.toHaveProperty('holidayUntil')
  expect((await as(seller).call(acceptOffer, { offerId: offer._id })).status).toBe(200)
  expect((await as(buyer).call(makeOffer, offerOf(chat))).status).toBe(201)
})

test('orders that are agreed go on during a holiday', async () => {
  const { seller, orderId } = await makeOrder()
  await leave(seller, inDays(3))
  const shipped = await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  expect(shipped.status).toBe(200)
})

test('nothing is reserved during a holiday, and what is free is reserved after it', async () => {
  const [seller, buyer, title] = [
    await makeAccount('seller'),
    await makeAccount('buyer'),
    newTitle(),
  ]
  await want(buyer, title)
  await leave(seller, inDays(3))
  const bookId = await listForQueue(seller, title)
  expect(await reservationsOf(bookId)).toEqual([])
  const { context } = await testApp()
  await processArrivals(context)
  await changeRow('accounts', seller.id, { holiday_until: inDays(0) })
  await endPassedHolidays(context, followSeller)
  await processArrivals(context)
  expect(await isReservedFor(buyer, bookId)).toBe(true)
})

test('a reservation ends with a holiday, and is made again after it', async () => {
  const { seller, bookId, first } = await makeQueue(2)
  const until = inDays(3)
  await leave(seller, until)
  const { context } = await testApp()
  await passReservationsOn(context)
  expect(await outcomesOf(bookId)).toEqual(['closed'])
  const texts = (await as(first).call(listNotifications, {})).body.map(({ text }) => text)
  expect(texts).toContainEqual(
    expect.stringMatching(`because its seller is on holiday. ${backOnText(until)}. You keep your`),
  )
  await leave(seller, '')
  await processArrivals(context)
  expect(await isReservedFor(first, bookId)).toBe(true)
})
