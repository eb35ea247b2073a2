// Tests the work of a shop's helpers: two helpers act at once, and their names are recorded.
import { expect, test } from 'vitest'
import { deleteSellerAccount, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { removeHelper, renameHelper } from '#contract/accounts/shop-helpers.ts'
import { listOwnBooks } from '#contract/books/books.ts'
import { changeManyBooks, undoBookChanges } from '#contract/books/manage/bulk-changes.ts'
import { listChats, type Message, readChat, sendMessage } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { proposeMeeting } from '#contract/orders/meetings.ts'
import { acceptOffer, declineOffer, listOffers, makeOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { shipParcels } from '#contract/orders/parcels.ts'
import { messagesPerMinute } from '#server/chats/rules.ts'
import { newId } from '#server/platform/database/ids.ts'
import { stopClock } from '#server/platform/limits/testing-limits.ts'
import { as, makeBook, makeChat, makeOrder, type TestAccount, testApp } from '#server/testing.ts'
import { makeOtherAccount, makeSwap, offerSwap, swapOffer } from '#server/testing-exchanges.ts'
import {
  connect,
  getConnectError,
  receivedTexts,
  sendText,
  waitForEvent,
  waitForText,
} from '#server/testing-live.ts'
import { rounds } from '#server/testing-rounds.ts'
import { makeHelper, makeShop } from './testing-shop-helpers.ts'

const twoHelpers = async () => {
  const shop = await makeShop()
  return {
    shop,
    ravi: await makeHelper(shop, { name: 'Ravi' }),
    asha: await makeHelper(shop, { name: 'आशा 📚' }),
  }
}
const historyOf = async (buyer: TestAccount, orderId: string) => {
  const { body } = await as(buyer).call(listBuyerOrders, { userId: buyer.id })
  const history = body.find(({ _id }) => _id === orderId)?.history ?? []
  return history.map(({ what, status, by, helper }) => [what, status, by, helper])
}

test('an owner with twenty connections leaves a helper’s to the helper', async () => {
  const shop = await makeShop()
  const helper = await makeHelper(shop)
  await Promise.all(Array.from({ length: 20 }, () => connect(shop)))
  expect(await getConnectError({ token: shop.token })).toBe('too_many_requests')
  expect((await connect(helper)).socket.connected).toBe(true)
})

test('two helpers who ship an order at once ship it once, and the history says who', async () => {
  for (let round = 0; round < rounds(3, 12); round++) {
    const { shop, ravi, asha } = await twoHelpers()
    const { buyer, orderId } = await makeOrder({ seller: shop })
    await as(buyer).call(confirmOrder, { orderId })
    const shipped = await Promise.all([
      as(ravi).call(setOrderStatus, { orderId, status: 'Shipped' }),
      as(asha).call(setOrderStatus, { orderId, status: 'Shipped' }),
    ])
    expect(shipped.map(({ status }) => status)).toEqual([200, 200])
    const steps = (await historyOf(buyer, orderId)).filter(([what]) => what === 'status')
    expect(steps).toHaveLength(1)
    expect(steps[0]?.slice(0, 3)).toEqual(['status', 'Shipped', 'Seller'])
    expect(['Ravi', 'आशा 📚']).toContain(steps[0]?.[3])
  }
})

test('two helpers who mark a parcel as shipped at once do it once, and the history says who', async () => {
  const { shop, ravi, asha } = await twoHelpers()
  const { buyer, orderId } = await makeOrder({ seller: shop })
  await as(buyer).call(confirmOrder, { orderId })
  const shipped = await Promise.all(
    [ravi, asha].map((helper) => as(helper).call(shipParcels, { parcels: [{ orderId }] })),
  )
  expect(shipped.map(({ status }) => status)).toEqual([200, 200])
  const steps = (await historyOf(buyer, orderId)).filter(([what]) => what === 'status')
  expect(steps).toHaveLength(1)
  expect([ravi.name, asha.name]).toContain(steps[0]?.[3])
})

test('of a cancellation and a shipment at once, the history has what happened, each with its helper', async () => {
  for (let round = 0; round < rounds(3, 12); round++) {
    const { shop, ravi, asha } = await twoHelpers()
    const { buyer, orderId } = await makeOrder({ seller: shop })
    const answers = await Promise.all([
      as(ravi).call(setOrderStatus, { orderId, status: 'Shipped' }),
      as(asha).call(setOrderStatus, { orderId, status: 'Cancelled' }),
    ])
    const steps = (await historyOf(buyer, orderId)).filter(([what]) => what === 'status')
    expect(steps).toHaveLength(answers.filter(({ status }) => status === 200).length)
    expect(steps.length).toBeGreaterThan(0)
    for (const [, status, , helper] of steps)
      expect(helper).toBe(status === 'Shipped' ? 'Ravi' : 'आशा 📚')
  }
})

const stockOf = async (shop: TestAccount) =>
  (await as(shop).call(listOwnBooks, {})).body.map(({ price, available }) => [price, available])

test('of two helpers who change the same prices at once, one changes what the other left', async () => {
  const { shop, ravi, asha } = await twoHelpers()
  const ids = [await makeBook(shop, { price: 10_000 }), await makeBook(shop, { price: 10_000 })]
  const raise = (helper: TestAccount, chosen: string[]) =>
    as(helper).call(changeManyBooks, {
      ids: chosen,
      change: { kind: 'price', unit: 'rupees', by: 10 },
    })
  const changed = await Promise.all([raise(ravi, ids), raise(asha, ids.toReversed())])
  expect(changed.map(({ status }) => status)).toEqual([201, 201])
  expect(await stockOf(shop)).toEqual([
    [120, 1],
    [120, 1],
  ])
})

test('of two helpers who undo a change of a third at once, both have it undone once', async () => {
  const { shop, ravi, asha } = await twoHelpers()
  const ids = [await makeBook(shop, { price: 10_000 })]
  const change = { kind: 'price', unit: 'rupees', by: 10 } as const
  const { _id: id } = (await as(shop).call(changeManyBooks, { ids, change })).body
  const undone = await Promise.all(
    [ravi, asha].map((helper) => as(helper).call(undoBookChanges, { id })),
  )
  expect(undone.map(({ status }) => status)).toEqual([200, 200])
  expect(await stockOf(shop)).toEqual([[100, 1]])
})

test('a change at the same time as the undo of the other helper’s change isn’t lost', async () => {
  for (let round = 0; round < rounds(3, 12); round++) {
    const { shop, ravi, asha } = await twoHelpers()
    const ids = [await makeBook(shop, { price: 10_000 })]
    const by = (helper: TestAccount, amount: number) =>
      as(helper).call(changeManyBooks, {
        ids,
        change: { kind: 'price', unit: 'rupees', by: amount },
      })
    const { _id: id } = (await by(ravi, 10)).body
    const [undone, changed] = await Promise.all([
      as(asha).call(undoBookChanges, { id }),
      by(ravi, 30),
    ])
    expect(changed.status).toBe(201)
    expect([undone.status, await stockOf(shop)]).toEqual(
      undone.status === 200 ? [200, [[130, 1]]] : [409, [[140, 1]]],
    )
  }
})

test('of two helpers who sell the last copy at the counter at once, one has sold it', async () => {
  for (let round = 0; round < rounds(3, 12); round++) {
    const { shop, ravi, asha } = await twoHelpers()
    const ids = [await makeBook(shop)]
    const sold = await Promise.all(
      [ravi, asha].map((helper) =>
        as(helper).call(changeManyBooks, { ids, change: { kind: 'sold' } }),
      ),
    )
    expect(sold.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await stockOf(shop)).map(([, available]) => available)).toEqual([0])
  }
})

test('a helper sees the shop’s books, orders and chats, creates an order, and the owner sees who', async () => {
  const { shop, ravi } = await twoHelpers()
  const { buyer, chatId, bookId } = await makeChat({ seller: shop })
  await as(buyer).call(sendMessage, { chatId, message: 'Is it there?' })
  expect((await as(ravi).call(listOwnBooks, {})).body.map(({ _id }) => _id)).toEqual([bookId])
  expect((await as(ravi).call(listChats, {})).body.map(({ _id }) => _id)).toEqual([chatId])
  const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  const order = { chatId, orderType: 'purchase', ...contact } as const
  const { status, body } = await as(ravi).call(placeOrder, order)
  expect([status, body.seller._id]).toEqual([201, shop.id])
  expect(await historyOf(buyer, body._id)).toEqual([['created', 'Pending', 'Seller', 'Ravi']])
  const [own] = (await as(shop).call(listSellerOrders, { userId: shop.id })).body
  expect(own?.history[0]).toMatchObject({ by: 'Seller', helper: 'Ravi' })
})

test('a message of a helper is the shop’s, with their name for both sides, also live', async () => {
  const { shop, ravi, asha } = await twoHelpers()
  const { buyer, chatId } = await makeChat({ seller: shop })
  const devices = { buyer: await connect(buyer), shop: await connect(shop) }
  const live = waitForEvent(devices.buyer, 'receive_message')
  const sent = await as(ravi).call(sendMessage, { chatId, message: 'Yes, it is.' })
  expect(sent.body).toMatchObject({ sender: shop.id, senderModel: 'Seller', helper: 'Ravi' })
  expect(await live).toEqual(sent.body)
  const ack = await sendText(await connect(asha), chatId, 'We are open.')
  expect(ack).toMatchObject({ ok: true, message: { helper: 'आशा 📚' } })
  await as(shop).call(sendMessage, { chatId, message: 'Until six.' })
  await waitForText(devices.shop, 'Until six.')
  expect(receivedTexts(devices.shop)).toEqual(['Yes, it is.', 'We are open.', 'Until six.'])
  for (const reader of [buyer, shop, ravi]) {
    const { messages, lastMessage } = (await as(reader).call(readChat, { id: chatId })).body
    expect(messages.map(({ helper }) => helper)).toEqual(['Ravi', 'आशा 📚', undefined])
    expect(lastMessage?.helper).toBeUndefined()
  }
})

test('a renamed helper writes under the new name, also by an open connection', async () => {
  const { shop, ravi } = await twoHelpers()
  const { chatId } = await makeChat({ seller: shop })
  const device = await connect(ravi)
  const write = () => sendText(device, chatId, 'Yes.')
  expect(await write()).toMatchObject({ message: { helper: 'Ravi' } })
  await as(ravi).call(renameHelper, { name: 'रवि' })
  expect(await write()).toMatchObject({ message: { helper: 'रवि' } })
})

test('the messages per minute of one helper leave those of the owner and of other helpers', async () => {
  stopClock()
  const { shop, ravi, asha } = await twoHelpers()
  const { chatId } = await makeChat({ seller: shop })
  const write = async (login: { token: string }) =>
    (await as(login).call(sendMessage, { chatId, message: newId() })).status
  for (let count = 0; count < messagesPerMinute; count++) expect(await write(ravi)).toBe(201)
  expect([await write(ravi), await write(asha), await write(shop)]).toEqual([429, 201, 201])
})

test('a message keeps the helper who wrote it, even if another one repeats it', async () => {
  const { shop, ravi, asha } = await twoHelpers()
  const { chatId } = await makeChat({ seller: shop })
  const message = { chatId, message: 'Yes.', clientId: newId() }
  const [first, second] = await Promise.all([
    as(ravi).call(sendMessage, message),
    as(asha).call(sendMessage, message),
  ])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(['Ravi', 'आशा 📚']).toContain(first.body.helper)
})

test('offers and meetings of a helper are messages with their name', async () => {
  const { shop, ravi } = await twoHelpers()
  const { buyer, orderId, chatId } = await makeOrder({ seller: shop })
  await as(buyer).call(confirmOrder, { orderId })
  const times = [`${addDays(indianDate(new Date()), 2)}T17:00`]
  await as(ravi).call(proposeMeeting, { orderId, place: 'College gate', times })
  const other = await makeChat({ seller: shop, buyer })
  const items = [{ bookId: other.bookId, copies: 1 }]
  const terms = { orderType: 'purchase', amount: 200, handOver: 'meet' } as const
  const offer = await as(ravi).call(makeOffer, { chatId: other.chatId, items, ...terms })
  expect(offer.status).toBe(201)
  for (const id of [chatId, other.chatId])
    expect((await as(buyer).call(readChat, { id })).body.messages).toContainEqual(
      expect.objectContaining({ senderModel: 'Seller', helper: 'Ravi' }) as Message,
    )
})

test('a helper can decline the offer of a swap, but neither accept it nor offer one', async () => {
  const shop = await makeShop()
  const swap = await makeSwap({
    asha: { seller: shop, buyer: await makeOtherAccount(shop, 'buyer') },
  })
  const offered = await offerSwap(swap, { handOver: 'meet' })
  const helper = await makeHelper(shop)
  const offerId = offered._id
  const { body } = await as(helper).call(listOffers, { chatId: offered.chatId })
  expect(body[0]?.can).toEqual(['decline'])
  expect((await as(helper).call(readChat, { id: offered.chatId })).body.can).not.toContain(
    'exchange',
  )
  const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  expect((await as(helper).call(acceptOffer, { offerId, ...contact })).error.code).toBe(
    'owner_only',
  )
  const counter = { ...swapOffer(swap), replaces: offerId }
  expect((await as(helper).call(makeOffer, counter)).error.code).toBe('owner_only')
  expect((await as(helper).call(declineOffer, { offerId })).status).toBe(200)
})

test('a request that runs while the helper is removed happens before, or not at all', async () => {
  for (let round = 0; round < rounds(4, 20); round++) {
    const { shop, ravi } = await twoHelpers()
    const { buyer, orderId } = await makeOrder({ seller: shop })
    const remove = () => as(shop).call(removeHelper, { id: ravi.helperId })
    const ship = () => as(ravi).call(setOrderStatus, { orderId, status: 'Shipped' })
    const [shipped, removed] = await Promise.all([ship(), remove()])
    expect(removed.status).toBe(200)
    expect([200, 401]).toContain(shipped.status)
    expect((await ship()).error.code).toBe('session_ended')
    const steps = (await historyOf(buyer, orderId)).filter(([what]) => what === 'status')
    expect(steps).toHaveLength(shipped.status === 200 ? 1 : 0)
  }
})

test('with the owner’s account, the helpers are deleted, and their names from chats and history', async () => {
  const { shop, ravi } = await twoHelpers()
  const { buyer, orderId, chatId } = await makeOrder({ seller: shop })
  await as(ravi).call(sendMessage, { chatId, message: 'We can’t send it.' })
  await as(ravi).call(setOrderStatus, { orderId, status: 'Cancelled' })
  await makeBook(shop)
  expect((await as(ravi).call(deleteSellerAccount, {})).error.code).toBe('owner_only')
  expect((await as(shop).call(deleteSellerAccount, {})).status).toBe(200)
  const { db } = (await testApp()).context
  const left = db.selectFrom('helpers').select('id').where('seller_id', '=', shop.id)
  expect(await left.execute()).toEqual([])
  expect((await as(ravi).call(updateSellerProfile, {})).error.code).toBe('session_ended')
  expect((await historyOf(buyer, orderId)).map(([, , , helper]) => helper)).toEqual([
    undefined,
    undefined,
  ])
  const { messages } = (await as(buyer).call(readChat, { id: chatId })).body
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.filter(({ helper }) => helper !== undefined)).toEqual([])
})
