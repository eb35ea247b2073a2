// A seller can't find out who wants a title, neither by chatting nor by changing their address.
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { listOwnBooks, updateBook } from '#contract/books/books.ts'
import { listChats, sendMessage, startChat } from '#contract/chats.ts'
import { listExchangeableBooks } from '#contract/exchanges/exchange-offers.ts'
import { acceptOffer, listOfferBooks, listOffers, makeOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import { as, makeAccount, makeBook, makeChat, type TestAccount, testApp } from '#server/testing.ts'
import { newTitle, want } from '#server/wants/testing-wants.ts'
import { reserveCopies } from './queue.ts'
import {
  expectNoViolations,
  isReservedFor,
  listForQueue,
  makeQueue,
  outcomesOf,
  passOnAfter,
  reservedOf,
} from './testing-queue.ts'

const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const order = (seller: TestAccount, chatId: string) =>
  as(seller).call(placeOrder, { chatId, orderType: 'purchase', ...delivery })
const offerFor = (chatId: string, bookId: string) => ({
  chatId,
  orderType: 'purchase' as const,
  items: [{ bookId, copies: 1 }],
  amount: 200,
  handOver: 'meet' as const,
})

/** All that a seller reads of a chat and of what they can give in it, but for who it is with. */
async function seenBySeller(seller: TestAccount, chatId: string) {
  const { body: chats } = await as(seller).call(listChats, {})
  const chat = chats.find(({ _id }) => _id === chatId)
  return {
    book: chat?.book,
    can: chat?.can,
    books: (await as(seller).call(listOfferBooks, { chatId })).body,
    exchangeable: (await as(seller).call(listExchangeableBooks, { chatId, side: 'seller' })).body,
    offers: (await as(seller).call(listOffers, { chatId })).body.map(({ items, can }) => ({
      items,
      can,
    })),
    order: (await order(seller, chatId)).error.code,
    offer: (await as(seller).call(makeOffer, offerFor(chatId, chat?.book._id ?? ''))).error.code,
  }
}

/**
 * A reserved copy, and chats about it that its seller had before with who has it and with another.
 */
async function makeChats() {
  const title = newTitle()
  const [first, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, title)
  const ids = { seller, bookId }
  const { chatId } = await makeChat({ ...ids, buyer: first })
  const { chatId: otherChatId } = await makeChat({ ...ids, buyer: other })
  // Sellers see a chat from its first message on.
  await as(first).call(sendMessage, { chatId, message: 'Is it free?' })
  await as(other).call(sendMessage, { chatId: otherChatId, message: 'Is it free?' })
  return { title, first, other, seller, bookId, chatId, otherChatId }
}

async function openAndReserve({
  seller,
  bookId,
  ...market
}: Awaited<ReturnType<typeof makeChats>>) {
  await want(market.first, market.title)
  await as(seller).call(updateBook, { id: bookId, openToExchange: true })
  await reserveCopies((await testApp()).context, [bookId])
  expect(await isReservedFor(market.first, bookId)).toBe(true)
}

test('chats don’t tell a seller for whom a copy is reserved, until they come forward', async () => {
  const market = await makeChats()
  const { first, seller, bookId, chatId, otherChatId } = market
  await openAndReserve(market)
  const seen = await seenBySeller(seller, chatId)
  expect(seen).toEqual(await seenBySeller(seller, otherChatId))
  expect(seen).toMatchObject({ book: { available: 0 }, books: [], exchangeable: [] })
  expect(seen).toMatchObject({ order: 'book_gone', offer: 'book_gone' })

  // They themselves can have it all the time.
  const { body: own } = await as(first).call(listChats, {})
  expect(own).toMatchObject([{ book: { available: 1 } }])

  await as(first).call(sendMessage, { chatId, message: 'I would like it.' })
  const { body: chats } = await as(seller).call(listChats, {})
  const available = (id: string) => chats.find(({ _id }) => _id === id)?.book.available
  expect([available(chatId), available(otherChatId)]).toEqual([1, 0])
  expect((await as(seller).call(listOfferBooks, { chatId })).body).toMatchObject([{ _id: bookId }])
  expect((await order(seller, otherChatId)).error.code).toBe('book_gone')
  expect((await order(seller, chatId)).status).toBe(201)
  expect(await outcomesOf(bookId)).toEqual(['taken'])
  await expectNoViolations()
})

test('nor do chats about other books, nor offers that the seller made before', async () => {
  const market = await makeChats()
  const { first, seller, bookId, chatId, otherChatId, title } = market
  for (const id of [chatId, otherChatId]) await as(seller).call(makeOffer, offerFor(id, bookId))
  await openAndReserve(market)
  expect(await seenBySeller(seller, chatId)).toEqual(await seenBySeller(seller, otherChatId))
  const { body: own } = await as(seller).call(listOwnBooks, {})
  const left = new Date(own[0]?.reservedUntil ?? 0).getTime() - Date.now()
  expect(left / 3_600_000).toBeLessThanOrEqual(2)

  const oldBook = await makeBook(seller)
  const { chatId: oldChatId } = await makeChat({ seller, bookId: oldBook, buyer: first })
  await as(first).call(sendMessage, { chatId: oldChatId, message: 'Is this one still there?' })
  const titlesIn = async () =>
    (await as(seller).call(listOfferBooks, { chatId: oldChatId })).body.map((book) => book.title)
  expect(await titlesIn()).not.toContain(title.title)
  // An offer for the copy comes forward in any chat, and its seller can accept it.
  const { body: offer } = await as(first).call(makeOffer, offerFor(oldChatId, bookId))
  expect(await titlesIn()).toContain(title.title)
  expect((await as(seller).call(acceptOffer, { offerId: offer._id })).status).toBe(200)
  expect(await outcomesOf(bookId)).toEqual(['taken'])
})

test('who has a copy reserved and opens its chat has come forward', async () => {
  const { seller, bookId, first } = await makeQueue(1)
  const { body } = await as(first).call(startChat, { bookId })
  expect((await order(seller, body.chat._id)).status).toBe(201)
})

test.each(['the seller', 'who waits'])(
  'a block by %s gives the copy that was reserved to the next person',
  async (by) => {
    const { title, seller, bookId, first, second } = await makeQueue(2)
    if (by === 'the seller') await as(seller).call(blockPerson, { id: first.id })
    else await as(first).call(blockPerson, { id: seller.id })
    await passOnAfter(0)
    expect(await outcomesOf(bookId)).toEqual(['unwanted', null])
    expect(await reservedOf(first)).toEqual([])
    expect(await isReservedFor(second, bookId)).toBe(true)
    expect((await as(second).call(startChat, { bookId })).status).toBe(200)
    const other = await listForQueue(await makeAccount('seller'), title)
    expect(await isReservedFor(first, other)).toBe(true)
    await expectNoViolations()
  },
)

test('a copy that is listed after a block is for the next person, or for everybody', async () => {
  const title = newTitle()
  const [first, second] = [await makeAccount('buyer'), await makeAccount('buyer')]
  for (const buyer of [first, second]) await want(buyer, title)
  const seller = await makeAccount('seller')
  await as(seller).call(blockPerson, { id: first.id })
  const bookIds = [await listForQueue(seller, title), await listForQueue(seller, title)]
  expect(await isReservedFor(second, bookIds[0] ?? '')).toBe(true)
  const { body: own } = await as(seller).call(listOwnBooks, {})
  expect(own.find(({ _id }) => _id === bookIds[1])?.available).toBe(1)
  expect((await as(first).call(listNotifications, {})).body).toEqual([])
  await expectNoViolations()
})

test('a seller moves a few times a month, and no more', async () => {
  const seller = await makeAccount('seller')
  const answers: number[] = []
  for (const pinCode of ['411004', '411001', '411057', '412207', '110001', '411038', '411030'])
    answers.push((await as(seller).call(updateSellerProfile, { pinCode })).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429])
  // Everything else can still be saved.
  expect((await as(seller).call(updateSellerProfile, { name: 'Ravi' })).status).toBe(200)
})
