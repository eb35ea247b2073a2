import { expect, test } from 'vitest'
import { deleteBuyerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import { readBook } from '#contract/books/books.ts'
import { listChats, readChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { deleteAddress, listAddresses } from '#contract/orders/addresses.ts'
import { listChatOrders, receiveDeal, setDealStatus } from '#contract/orders/deals.ts'
import {
  acceptOffer,
  declineOffer,
  listOfferBooks,
  listOffers,
  makeOffer,
  withdrawOffer,
} from '#contract/orders/offers.ts'
import {
  cancelOrder,
  listBuyerOrders,
  listSellerOrders,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  otherApp,
  type TestChat,
  testApp,
} from '#server/testing.ts'
import { connect, emitEvent, waitForEvent } from '#server/testing-live.ts'
import { expireOffers } from './store.ts'

const hourMs = 3_600_000
const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const rentable = { is_rentable: true, rent_price: 1_000 }

const offerOf = ({ chatId, bookId }: TestChat) => ({
  chatId,
  orderType: 'purchase',
  amount: 200,
  items: [{ bookId, copies: 1 }],
  handOver: 'post' as const,
})
const byBuyer = async (chat: TestChat, changes: object = {}) =>
  (await as(chat.buyer).call(makeOffer, { ...offerOf(chat), ...contact, ...changes })).body
const bySeller = async (chat: TestChat, changes: object = {}) =>
  (await as(chat.seller).call(makeOffer, { ...offerOf(chat), ...changes })).body

test('an offer appears live in the chat and becomes an order when it is accepted', async () => {
  const chat = await makeChat()
  const seller = await connect(chat.seller)
  const told = [waitForEvent(seller, 'receive_message'), waitForEvent(seller, 'offer_changed')]
  const offer = await byBuyer(chat)
  expect(offer).toMatchObject({
    by: 'buyer',
    amount: 200,
    total: 200,
    askingTotal: 250,
    status: 'open',
    can: ['withdraw'],
    ...contact,
  })
  expect(Date.parse(offer.expiresAt) - Date.parse(offer.createdAt)).toBe(48 * hourMs)
  expect(await Promise.all(told)).toEqual([
    expect.objectContaining({ senderModel: 'Buyer', offerId: offer._id }),
    { chatId: chat.chatId, offerId: offer._id },
  ])
  const { body: inbox } = await as(chat.seller).call(listChats, {})
  expect(inbox[0]).toMatchObject({ unreadMessages: 1, lastMessage: { offerId: offer._id } })
  const { body: offers } = await as(chat.seller).call(listOffers, { chatId: chat.chatId })
  expect(offers).toEqual([
    { ...offer, can: ['accept', 'counter', 'decline'], items: expect.anything() },
  ])

  const buyer = await connect(chat.buyer)
  const placed = waitForEvent(buyer, 'order_placed')
  const { body: accepted } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  expect(accepted).toMatchObject({ status: 'accepted', can: [], orders: [expect.any(String)] })
  const [orderId = ''] = accepted.orders
  expect(await placed).toMatchObject({ chatId: chat.chatId, orderId })
  const { body: orders } = await as(chat.seller).call(listSellerOrders, {
    userId: chat.seller.id,
  })
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({
    _id: orderId,
    status: 'Pending',
    price: 200,
    askingPrice: 250,
    confirmedAt: expect.any(String),
    deal: { _id: offer._id, orders: 1, total: 200 },
    handOver: 'post',
    ...contact,
    history: [
      { what: 'created', by: 'Seller' },
      { what: 'confirmed', by: 'Buyer' },
    ],
  })
  expect(orders[0]?.proposedUntil).toBeUndefined()
  const { body: inChat } = await as(chat.buyer).call(listChatOrders, { chatId: chat.chatId })
  expect(inChat.map(({ _id }) => _id)).toEqual([orderId])
  const { body: read } = await as(chat.buyer).call(readChat, { id: chat.chatId })
  expect(read.messages.map(({ senderModel }) => senderModel)).toEqual(['Buyer', 'System'])
  expect(JSON.stringify(read.messages)).not.toContain(contact.deliveryAddress)
  expect(read.deals?.offers[0]).toMatchObject({ status: 'accepted', ...contact })
  expect((await as().call(readBook, { id: chat.bookId })).body).toMatchObject({
    availability: 'sold',
  })

  const again = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  expect(again.body.orders).toEqual([orderId])
})

test('ended offers can’t be accepted and keep no address', async () => {
  const { context } = await testApp()
  const chat = await makeChat()
  const first = await byBuyer(chat)
  const taken = await as(chat.seller).call(makeOffer, offerOf(chat))
  expect(taken.error.code).toBe('offer_open')
  const second = await bySeller(chat, { amount: 230, replaces: first._id })
  expect(second.by).toBe('seller')
  expect(second).not.toHaveProperty('deliveryAddress')
  const third = await byBuyer(chat, { amount: 210, replaces: second._id })
  await as(chat.seller).call(declineOffer, { offerId: third._id })
  const fourth = await byBuyer(chat)
  await as(chat.buyer).call(withdrawOffer, { offerId: fourth._id })
  const fifth = await byBuyer(chat)
  const ended = await expireOffers(context.db, new Date(Date.now() + 49 * hourMs))
  expect(ended.map(({ id }) => id)).toContain(fifth._id)
  const { body: offers } = await as(chat.seller).call(listOffers, { chatId: chat.chatId })
  expect(offers.map(({ status }) => status)).toEqual([
    'countered',
    'countered',
    'declined',
    'withdrawn',
    'expired',
  ])
  for (const offer of offers) {
    expect(offer).toMatchObject({ can: [], settledAt: expect.any(String) })
    expect(offer).not.toHaveProperty('deliveryAddress')
    const accepter = offer.by === 'buyer' ? chat.seller : chat.buyer
    const { error } = await as(accepter).call(acceptOffer, { offerId: offer._id, ...contact })
    expect(error.code).toBe('offer_settled')
  }
  const { body } = await as(chat.buyer).call(readChat, { id: chat.chatId })
  expect(body.messages.filter(({ senderModel }) => senderModel === 'System')).toHaveLength(1)
  expect((await byBuyer(chat)).status).toBe('open')
})

test('a seller’s offer asks the buyer for the address; it is kept if they wish, and can be deleted', async () => {
  const chat = await makeChat()
  const { _id: offerId } = await bySeller(chat, { ...contact })
  const missing = await as(chat.buyer).call(acceptOffer, { offerId })
  expect(missing.error.fields).toEqual({
    deliveryAddress: 'Delivery address is required.',
    phoneNumber: 'Phone number is required.',
  })
  const { body } = await as(chat.buyer).call(acceptOffer, {
    offerId,
    ...contact,
    keepAddress: true,
  })
  expect(body).toMatchObject({ status: 'accepted', ...contact })
  const other = await makeChat({ buyer: chat.buyer })
  await byBuyer(other, { keepAddress: true, deliveryAddress: '4 Hill Road, Satara' })
  const { body: addresses } = await as(chat.buyer).call(listAddresses, {})
  expect(addresses.map(({ deliveryAddress }) => deliveryAddress)).toEqual([
    '4 Hill Road, Satara',
    contact.deliveryAddress,
  ])
  const [{ _id: addressId } = { _id: '' }] = addresses
  const stranger = await makeAccount('buyer')
  expect((await as(stranger).call(deleteAddress, { addressId })).status).toBe(404)
  expect((await as(chat.buyer).call(deleteAddress, { addressId })).status).toBe(200)
  expect((await as(chat.buyer).call(listAddresses, {})).body).toHaveLength(1)
})

test('several books and copies of a seller are one deal, shipped and received together', async () => {
  const chat = await makeChat({ book: { copies: 3, available: 3 } })
  const terms = { ...rentable, rent_deposit: 20_000, late_fee: 500 }
  const second = await makeBook(chat.seller, { price: 10_000, ...terms })
  const foreign = await makeBook(await makeAccount('seller'))
  const { body: books } = await as(chat.buyer).call(listOfferBooks, { chatId: chat.chatId })
  expect(books.map(({ _id }) => _id)).toEqual([chat.bookId, second])
  expect(books[1]).toMatchObject({ rentPrice: 10, rentDeposit: 200, lateFee: 5 })
  const items = [
    { bookId: chat.bookId, copies: 3 },
    { bookId: second, copies: 1 },
  ]
  const wrong = await as(chat.buyer).call(makeOffer, {
    ...offerOf(chat),
    ...contact,
    items: [...items, { bookId: foreign, copies: 1 }],
  })
  expect(wrong.error.code).toBe('book_not_found')
  const tooMany = await as(chat.buyer).call(makeOffer, {
    ...offerOf(chat),
    ...contact,
    items: [{ bookId: second, copies: 2 }],
  })
  expect(tooMany.error).toMatchObject({
    code: 'book_gone',
    fields: { items: expect.stringMatching(/^Only 1 of “.*” is available\.$/) },
  })
  const offer = await byBuyer(chat, { amount: 799, items })
  expect(offer).toMatchObject({ askingTotal: 850, items: [{ copies: 3 }, { copies: 1 }] })
  const { body: deal } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  expect(deal.orders).toHaveLength(4)
  const { body: orders } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
  expect(orders.reduce((sum, { price }) => sum + price, 0)).toBe(799)
  expect(new Set(orders.map((order) => order.chat._id))).toEqual(new Set([chat.chatId]))
  expect(orders.every((order) => order.deal?.orders === 4)).toBe(true)

  const dealId = deal._id
  await as(chat.seller).call(setOrderStatus, { orderId: deal.orders[0] ?? '', status: 'Delivered' })
  const shipped = await as(chat.seller).call(setDealStatus, { dealId, status: 'Shipped' })
  expect(shipped.body).toHaveLength(3)
  const again = await as(chat.seller).call(setDealStatus, { dealId, status: 'Shipped' })
  expect(again.error.code).toBe('order_settled')
  expect((await as(await makeAccount('buyer')).call(receiveDeal, { dealId })).status).toBe(404)
  const received = await as(chat.buyer).call(receiveDeal, { dealId })
  expect(received.body.map(({ status, closed }) => [status, closed])).toEqual(
    Array.from({ length: 4 }, () => ['Delivered', true]),
  )
  const { body: read } = await as(chat.buyer).call(readChat, { id: chat.chatId })
  const lines = read.messages.map(({ message }) => message)
  expect(lines.filter((line) => line.includes('3 books are now Shipped'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('has received 4 books'))).toHaveLength(1)
})

test('an offer without a free copy can’t be accepted, but can be declined or countered', async () => {
  const chat = await makeChat()
  const rival = await makeChat({ seller: chat.seller, bookId: chat.bookId })
  const offer = await byBuyer(chat)
  const other = await byBuyer(rival)
  await as(chat.seller).call(acceptOffer, { offerId: other._id })
  const { error } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  expect(error).toMatchObject({
    code: 'book_gone',
    message: expect.stringMatching(/^No copy of “.*” is available any more\.$/),
  })
  const { body: offers } = await as(chat.seller).call(listOffers, { chatId: chat.chatId })
  expect(offers[0]).toMatchObject({ status: 'open', can: ['counter', 'decline'] })
  const { body: orders } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
  expect(orders).toEqual([])
})

test('a buyer who wants to rent a copy that is rented out sees why that isn’t possible yet', async () => {
  const chat = await makeChat({ book: { ...rentable, title: 'Rent book' } })
  const today = indianDate(new Date())
  const offer = await byBuyer(chat, { orderType: 'rent', amount: 8, days: 2, firstDay: today })
  await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  const next = await as(chat.buyer).call(makeOffer, {
    ...offerOf(chat),
    ...contact,
    orderType: 'rent',
    amount: 8,
    days: 2,
    firstDay: addDays(today, 3),
  })
  expect([next.status, next.error.code, next.error.message]).toEqual([
    409,
    'book_gone',
    '“Rent book” is rented out. The next rent can begin once the seller marks it returned.',
  ])
})

test('an open chat of somebody else is updated when the last copy is sold, and when it is free again', async () => {
  const chat = await makeChat()
  const other = await makeChat({ seller: chat.seller, bookId: chat.bookId })
  const device = await connect(other.buyer)
  expect(await emitEvent(device, 'join_chat', other.chatId)).toMatchObject({ ok: true })
  const hears = async (change: () => Promise<{ status: number }>) => {
    const told = waitForEvent(device, 'chats_changed')
    expect((await change()).status).toBeLessThan(300)
    return told
  }
  const terms = { chatId: chat.chatId, orderType: 'purchase', amount: 200 }
  const items = [{ bookId: chat.bookId, copies: 1 }]
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    ...terms,
    items,
    handOver: 'meet' as const,
  })
  expect(await hears(() => as(chat.seller).call(acceptOffer, { offerId: offer._id }))).toEqual({})
  const { body: orders } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
  const orderId = orders[0]?._id ?? ''
  expect(await hears(() => as(chat.buyer).call(cancelOrder, { orderId }))).toEqual({})
})

test('an open chat is updated when the last copy of an offered book is taken', async () => {
  const chat = await makeChat()
  const other = await makeChat({ seller: chat.seller })
  const terms = { orderType: 'purchase', amount: 400, handOver: 'meet' as const }
  const items = [other.bookId, chat.bookId].map((bookId) => ({ bookId, copies: 1 }))
  const { body: both } = await as(other.buyer).call(makeOffer, {
    ...terms,
    chatId: other.chatId,
    items,
  })
  const device = await connect(other.buyer)
  expect(await emitEvent(device, 'join_chat', other.chatId)).toMatchObject({ ok: true })
  const told = waitForEvent(device, 'chats_changed')
  const sold = { ...terms, chatId: chat.chatId, items: items.slice(1) }
  const { body: offer } = await as(chat.buyer).call(makeOffer, sold)
  expect((await as(chat.seller).call(acceptOffer, { offerId: offer._id })).status).toBe(200)
  expect(await told).toEqual({})
  const { body: offers } = await as(other.seller).call(listOffers, { chatId: other.chatId })
  expect(offers[0]).toMatchObject({ _id: both._id, can: ['counter', 'decline'] })
})

test('a buyer has at most 20 open offers', async () => {
  const buyer = await makeAccount('buyer')
  const { context } = await testApp()
  const chats: TestChat[] = []
  for (let count = 0; count < 21; count++) chats.push(await makeChat({ buyer }))
  for (const chat of chats.slice(0, 20)) await byBuyer(chat)
  const last = chats[20] as TestChat
  const refused = await as(buyer).call(makeOffer, { ...offerOf(last), ...contact })
  expect(refused.error.code).toBe('too_many_offers')
  const { app } = await otherApp({ config: { ...context.config, rateLimit: false } })
  const { status } = await as(buyer).call(makeOffer, { ...offerOf(last), ...contact }, { app })
  expect(status).toBe(201)
})

test.each([
  ['no amount', { amount: '' }, 'amount', 'Amount is required.'],
  ['words for an amount', { amount: 'cheap' }, 'amount', 'Amount must be a number.'],
  ['a negative amount', { amount: -5 }, 'amount', 'Amount must be at least ₹1.'],
  ['no days of a rent', { orderType: 'rent' }, 'days', 'The number of days is required.'],
  ['no books', { items: [] }, 'items', 'Choose at least one book.'],
  ['no hand-over', { handOver: 'fly' }, 'handOver', 'Choose how the book changes hands.'],
  ['a wrong phone', { phoneNumber: '123' }, 'phoneNumber', expect.stringContaining('10-digit')],
  [
    'a wrong day',
    { orderType: 'rent', days: 3, firstDay: '2026-02-30' },
    'firstDay',
    expect.anything(),
  ],
])('%s is refused beside its field', async (_, changes, field, message) => {
  const chat = await makeChat({ book: rentable })
  const { error, status } = await as(chat.buyer).call(makeOffer, {
    ...offerOf(chat),
    ...contact,
    ...changes,
  } as never)
  expect(status).toBe(400)
  expect(error.fields).toEqual({ [field]: message })
})

test('deleting the buyer’s account deletes the addresses from offers', async () => {
  const chat = await makeChat()
  const { _id: offerId } = await byBuyer(chat, { keepAddress: true })
  const { body: data } = await as(chat.buyer).call(exportAccount, {})
  expect(data).toMatchObject({ offers: [{ _id: offerId, ...contact }], addresses: [contact] })
  expect((await as(chat.buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  const { body: offers } = await as(chat.seller).call(listOffers, { chatId: chat.chatId })
  expect(offers[0]).toMatchObject({ status: 'withdrawn', can: [] })
  expect(JSON.stringify(offers)).not.toContain(contact.phoneNumber)
  const { context } = await testApp()
  const kept = await context.db
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', chat.buyer.id)
    .execute()
  expect(kept).toEqual([])
})
