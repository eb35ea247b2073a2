import { expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#contract/accounts/account-blocks.ts'
import { updateBook } from '#contract/books/books.ts'
import { readChat } from '#contract/chats.ts'
import { listExchangeableBooks } from '#contract/exchanges/exchange-offers.ts'
import { readExchange } from '#contract/exchanges/exchanges.ts'
import { listChatOrders } from '#contract/orders/deals.ts'
import { acceptOffer, declineOffer, listOffers, makeOffer } from '#contract/orders/offers.ts'
import { listBuyerOrders, listSellerOrders } from '#contract/orders/orders.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { availableOf } from '#server/books/testing-copies.ts'
import { as, makeAccount, makeBook, makeChat, type TestAccount, testApp } from '#server/testing.ts'
import { makePerson, makeSwap, offerSwap, swapOffer } from '#server/testing-exchanges.ts'

const allAvailable = (ids: string[]) => Promise.all(ids.map(availableOf))

test('an offered exchange shows both sides’ books, their prices and the cash difference', async () => {
  const swap = await makeSwap()
  const offer = await offerSwap(swap)
  expect(offer).toMatchObject({
    orderType: 'purchase',
    amount: 250,
    items: [{ book: { _id: swap.herBook }, value: 250, askingPrice: 250 }],
    exchange: {
      items: [{ book: { _id: swap.hisBook, price: 150 }, value: 150, available: 1 }],
      topUp: 100,
      topUpBy: 'buyer',
    },
    status: 'open',
    can: ['withdraw'],
  })
  const { body } = await as(swap.asha.seller).call(listOffers, { chatId: swap.chatId })
  expect(body[0]?.can).toEqual(['accept', 'counter', 'decline'])
  const { body: chat } = await as(swap.asha.seller).call(readChat, { id: swap.chatId })
  expect(chat.messages.at(-1)?.message).toMatch(
    /^Offer to swap: Book \w+ for Book \w+, and the buyer pays ₹100\.\nHanded over in person: College gate$/,
  )
  expect(chat.can).toContain('exchange')
})

test('an accepted exchange makes an order without payment for each book', async () => {
  const swap = await makeSwap()
  const offer = await offerSwap(swap)
  const { body: accepted } = await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id })
  expect(accepted).toMatchObject({
    status: 'accepted',
    orders: [expect.any(String), expect.any(String)],
  })
  const exchangeId = accepted.exchange?.exchangeId ?? ''
  expect(await allAvailable([swap.herBook, swap.hisBook])).toEqual([0, 0])
  const { body: exchange } = await as(swap.ravi.buyer).call(readExchange, { exchangeId })
  expect(exchange).toMatchObject({
    kind: 'direct',
    status: 'running',
    chat: { _id: swap.chatId, side: 'buyer' },
    legs: expect.arrayContaining([
      expect.objectContaining({ value: 250, as: 'buyer', isIn: false }),
      expect.objectContaining({ value: 150, as: 'seller' }),
    ]),
    payments: [{ amount: 100, from: exchange.me, can: ['say-paid'] }],
    can: ['cancel'],
  })
  const { body: bought } = await as(swap.ravi.buyer).call(listBuyerOrders, {
    userId: swap.ravi.buyer.id,
  })
  expect(bought).toMatchObject([
    {
      price: 250,
      exchange: { _id: exchangeId },
      orderType: 'purchase',
      agreed: true,
      handOver: 'meet',
      meeting: { place: 'College gate', code: expect.stringMatching(/^\d{4}$/) },
      seller: { _id: swap.asha.seller.id },
    },
  ])
  expect(bought[0]?.deal).toBeUndefined()
  expect(bought[0]?.payment).toBeUndefined()
  const { body: sold } = await as(swap.ravi.seller).call(listSellerOrders, {
    userId: swap.ravi.seller.id,
  })
  expect(sold).toMatchObject([{ price: 150, buyer: { _id: swap.asha.buyer.id } }])
  // The other book has its own chat, whose message isn't unread.
  const otherChat = sold[0]?.chat._id ?? ''
  expect(otherChat).not.toBe(swap.chatId)
  const { body: chat } = await as(swap.asha.buyer).call(readChat, { id: otherChat })
  expect(chat.messages).toHaveLength(1)
  expect(chat.messages[0]?.message).toMatch(/: the seller pays ₹100 on top\.$/)
  expect(chat.unreadMessages).toBe(0)
  const { body: own } = await as(swap.asha.seller).call(listChatOrders, { chatId: swap.chatId })
  expect(own.map(({ book }) => book._id)).toEqual([swap.herBook])
})

test('a book counts for its asking price, not its prediction; both orders show the cash difference', async () => {
  const swap = await makeSwap({ theirs: 15_500, mine: 16_200 })
  const { db } = (await testApp()).context
  await db
    .updateTable('books')
    .set({ predicted_price: 19_100 })
    .where('id', 'in', [swap.herBook, swap.hisBook])
    .execute()
  const list = async (side: 'buyer' | 'seller') =>
    (await as(swap.ravi.buyer).call(listExchangeableBooks, { chatId: swap.chatId, side })).body
  expect([(await list('seller'))[0]?.value, (await list('buyer'))[0]?.value]).toEqual([155, 162])
  const offer = await offerSwap(swap, {
    exchange: { items: [{ bookId: swap.hisBook }], topUp: 7, topUpBy: 'seller' },
  })
  expect(offer).toMatchObject({ amount: 155, exchange: { topUp: 7, items: [{ value: 162 }] } })
  await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id })
  const orders = [
    ...(await as(swap.ravi.buyer).call(listBuyerOrders, { userId: swap.ravi.buyer.id })).body,
    ...(await as(swap.ravi.seller).call(listSellerOrders, { userId: swap.ravi.seller.id })).body,
    ...(await as(swap.asha.buyer).call(listBuyerOrders, { userId: swap.asha.buyer.id })).body,
    ...(await as(swap.asha.seller).call(listSellerOrders, { userId: swap.asha.seller.id })).body,
  ]
  expect(orders.map(({ price, exchange }) => [price, exchange?.pays])).toEqual([
    [155, -7],
    [162, -7],
    [162, 7],
    [155, 7],
  ])
})

test('accepting an exchange opens a buyer account for a seller who has none', async () => {
  const seller = await makeAccount('seller')
  const ravi = await makePerson()
  const swap = await makeSwap({ ravi, asha: { seller, buyer: seller } })
  const offer = await offerSwap(swap)
  const { status } = await as(seller).call(acceptOffer, { offerId: offer._id })
  expect(status).toBe(200)
  const { db } = (await testApp()).context
  const accounts = await db
    .selectFrom('accounts')
    .innerJoin('accounts as self', 'self.person_id', 'accounts.person_id')
    .select(['accounts.id', 'accounts.role', 'accounts.name'])
    .where('self.id', '=', seller.id)
    .where('accounts.role', '=', 'buyer')
    .execute()
  expect(accounts).toMatchObject([{ name: seller.name }])
  const notices = await db
    .selectFrom('notifications')
    .select('text')
    .where('account_id', '=', accounts[0]?.id ?? '')
    .execute()
  expect(notices[0]?.text).toMatch(/^A buyer account was opened for you/)
})

test('an exchange isn’t accepted once one of its books has been edited, but for its price', async () => {
  const swap = await makeSwap()
  const offer = await offerSwap(swap)
  const edit = (changes: object) =>
    as(swap.ravi.seller).call(updateBook, { id: swap.hisBook, ...changes } as never)
  const accept = () => as(swap.asha.seller).call(acceptOffer, { offerId: offer._id })
  await edit({ description: 'Half of the pages are missing.' })
  const refused = await accept()
  expect([refused.status, refused.error.code]).toEqual([409, 'offered_book_changed'])
  expect(await allAvailable([swap.herBook, swap.hisBook])).toEqual([1, 1])
  const { body } = await as(swap.asha.seller).call(listOffers, { chatId: swap.chatId })
  expect(body[0]).toMatchObject({ status: 'open', can: ['counter', 'decline'] })
  expect(body[0]?.exchange?.items[0]?.hasChanged).toBe(true)
  await edit({ description: '' })
  expect((await accept()).status).toBe(200)
})

test('a seller sees what a buyer changed on the buyer’s book before offering it again', async () => {
  const swap = await makeSwap()
  const first = await offerSwap(swap)
  await as(swap.ravi.seller).call(updateBook, { id: swap.hisBook, condition: 'poor' })
  await offerSwap(swap, { replaces: first._id })
  const { body } = await as(swap.asha.seller).call(listOffers, { chatId: swap.chatId })
  expect(body.at(-1)?.exchange?.items[0]?.changedBefore).toMatchObject([{ now: 'poor' }])
})

test('sellers don’t learn what a buyer sells until the buyer offers an exchange; then they counter', async () => {
  const swap = await makeSwap()
  const side = 'buyer' as const
  const list = () => as(swap.asha.seller).call(listExchangeableBooks, { chatId: swap.chatId, side })
  expect((await list()).body).toEqual([])
  const first = await as(swap.asha.seller).call(makeOffer, swapOffer(swap) as never)
  expect([first.status, first.error.code]).toEqual([409, 'buyer_offers_first'])
  const offer = await offerSwap(swap)
  expect((await list()).body).toMatchObject([{ _id: swap.hisBook, value: 150 }])
  const { exchange, ...terms } = swapOffer(swap)
  const counter = await as(swap.asha.seller).call(makeOffer, {
    ...terms,
    exchange: { ...exchange, topUp: 60, topUpBy: 'buyer' },
    replaces: offer._id,
  })
  expect(counter.body).toMatchObject({
    by: 'seller',
    amount: 250,
    exchange: { topUp: 60, items: [{ value: 150 }] },
  })
  const accepted = await as(swap.ravi.buyer).call(acceptOffer, { offerId: counter.body._id })
  expect(accepted.body.status).toBe('accepted')
  const { body: agreed } = await as(swap.ravi.buyer).call(readExchange, {
    exchangeId: accepted.body.exchange?.exchangeId ?? '',
  })
  expect(agreed.legs.map(({ value }) => value).sort()).toEqual([150, 250])
  expect(agreed.payments).toMatchObject([{ amount: 60 }])
})

test('an offer for an edited listing is refused on both sides', async () => {
  const swap = await makeSwap()
  const versionOf = async (side: 'buyer' | 'seller') =>
    (await as(swap.ravi.buyer).call(listExchangeableBooks, { chatId: swap.chatId, side })).body[0]
      ?.listingVersion
  const offer = swapOffer(swap)
  const make = async (hers?: string, his?: string) => {
    const items = [{ bookId: swap.herBook, copies: 1, listingVersion: hers }]
    const given = [{ bookId: swap.hisBook, listingVersion: his }]
    const input = { ...offer, items, exchange: { ...offer.exchange, items: given } }
    return as(swap.ravi.buyer).call(makeOffer, input as never)
  }
  const [hers, his] = [await versionOf('seller'), await versionOf('buyer')]
  await as(swap.asha.seller).call(updateBook, { id: swap.herBook, price: 260 } as never)
  expect((await make(hers, his)).error.code).toBe('offered_book_changed')
  expect((await make(await versionOf('seller'), 'other')).error.code).toBe('offered_book_changed')
  expect((await make(await versionOf('seller'), his)).status).toBe(201)
})

test('both give an address for the post, which only they can read and which is deleted without an exchange', async () => {
  const swap = await makeSwap()
  const his = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  const missing = await as(swap.ravi.buyer).call(makeOffer, {
    ...swapOffer(swap),
    handOver: 'post',
  } as never)
  expect(missing.error.fields?.deliveryAddress).toBe('Delivery address is required.')
  const declined = await offerSwap(swap, { handOver: 'post', ...his })
  await as(swap.asha.seller).call(declineOffer, { offerId: declined._id })
  const offer = await offerSwap(swap, { handOver: 'post', ...his })
  const refused = await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id })
  expect(refused.error.fields?.deliveryAddress).toBe('Delivery address is required.')
  const hers = { deliveryAddress: '3 Hill Street, Nashik', phoneNumber: '+919123456789' }
  const { body } = await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id, ...hers })
  expect(body).toMatchObject({ ...his, exchange: hers })
  const { body: exchange } = await as(swap.ravi.seller).call(readExchange, {
    exchangeId: body.exchange?.exchangeId ?? '',
  })
  expect(exchange.legs.map(({ as, order }) => [as, order?.deliveryAddress]).sort()).toEqual([
    ['buyer', his.deliveryAddress],
    ['seller', hers.deliveryAddress],
  ])
  const { db } = (await testApp()).context
  const ended = await db
    .selectFrom('offers')
    .select(['delivery_address', 'seller_delivery_address'])
    .where('id', '=', declined._id)
    .executeTakeFirstOrThrow()
  expect(ended).toEqual({ delivery_address: null, seller_delivery_address: null })
})

test.each([
  [{ items: [], topUp: 0 }, 'exchange.items', 'Choose at least one book.'],
  [{ topUp: 1.5, topUpBy: 'buyer' }, 'exchange.topUp', 'The amount on top must be a whole number.'],
  [{ topUp: 10, topUpBy: undefined }, 'exchange.topUpBy', 'Say who pays the rupees on top.'],
  [
    { topUp: 500, topUpBy: 'buyer' },
    'exchange.topUp',
    'For these books the buyer can pay at most ₹250 on top.',
  ],
])('an exchange is refused: %j', async (changes, field, message) => {
  const swap = await makeSwap()
  const offer = swapOffer(swap)
  const input = { ...offer, exchange: { ...offer.exchange, ...changes } }
  const { error } = await as(swap.ravi.buyer).call(makeOffer, input as never)
  expect(error.fields?.[field]).toBe(message)
  const rent = { ...offer, orderType: 'rent', days: 3, amount: 5 }
  const { error: rented } = await as(swap.ravi.buyer).call(makeOffer, rent as never)
  expect(rented.fields?.orderType).toBe('Only books that change hands for good can be swapped.')
})

test('an exchange with another person’s books or across a block is refused', async () => {
  const swap = await makeSwap()
  const stranger = await makeBook(await makeAccount('seller'))
  const offer = swapOffer(swap)
  const foreign = { ...offer, exchange: { ...offer.exchange, items: [{ bookId: stranger }] } }
  expect((await as(swap.ravi.buyer).call(makeOffer, foreign as never)).error.code).toBe(
    'book_not_found',
  )
  const without = await makeChat()
  const none = { ...offer, chatId: without.chatId, items: [{ bookId: without.bookId, copies: 1 }] }
  expect((await as(without.buyer).call(makeOffer, none as never)).error.code).toBe('book_not_found')
  const made = await offerSwap(swap)
  // Ravi blocks Asha with his other account.
  await as(swap.ravi.seller).call(blockPerson, { id: swap.asha.seller.id })
  expect((await as(swap.asha.seller).call(acceptOffer, { offerId: made._id })).error.code).toBe(
    'chat_read_only',
  )
})

test('the other side can be asked only for books open to exchange or already offered', async () => {
  const swap = await makeSwap()
  const { db } = (await testApp()).context
  const setOpen = (isOpen: boolean) =>
    db
      .updateTable('books')
      .set({ open_to_exchange: isOpen })
      .where('id', '=', swap.herBook)
      .execute()
  await setOpen(false)
  const refused = await as(swap.ravi.buyer).call(makeOffer, swapOffer(swap) as never)
  expect(refused.error.code).toBe('not_exchangeable')
  await setOpen(true)
  const offer = await offerSwap(swap)
  // Asha may ask for Ravi's book, although it isn't open to exchange, because Ravi has offered it.
  const [hers, his] = [await makeBook(swap.asha.seller), await makeBook(swap.ravi.seller)]
  const counter = { ...swapOffer(swap), replaces: offer._id, items: [{ bookId: hers, copies: 1 }] }
  const other = { ...counter, exchange: { items: [{ bookId: his }], topUp: 0 } }
  const unasked = await as(swap.asha.seller).call(makeOffer, other as never)
  expect(unasked.error.code).toBe('not_exchangeable')
  expect((await as(swap.asha.seller).call(makeOffer, counter as never)).status).toBe(201)
})

test('a blocked person’s books can’t be chosen for an exchange', async () => {
  const swap = await makeSwap()
  await offerSwap(swap)
  await makeBook(swap.asha.seller, { title: 'New since', open_to_exchange: true })
  const { asha, ravi, chatId } = swap
  const shown = async (account: TestAccount, side: 'buyer' | 'seller') =>
    (await as(account).call(listExchangeableBooks, { chatId, side, search: '' })).body.length
  const all = async () => [await shown(ravi.buyer, 'seller'), await shown(asha.seller, 'buyer')]
  expect(await all()).toEqual([2, 1])
  for (const [blocker, blocked] of [
    [asha.seller, ravi.buyer],
    [ravi.seller, asha.buyer],
  ] as const) {
    await as(blocker).call(blockPerson, { id: blocked.id })
    expect(await all()).toEqual([0, 0])
    // People's own books are still shown to them.
    expect(await shown(asha.seller, 'seller')).toBe(2)
    await as(blocker).call(unblockPerson, { id: blocked.id })
  }
  const { db } = (await testApp()).context
  await updateAccount(db, asha.seller.id, { status: 'blocked' })
  expect(await shown(ravi.buyer, 'seller')).toBe(0)
})
