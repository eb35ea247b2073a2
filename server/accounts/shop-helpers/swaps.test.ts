// Swaps belong to the owner as a person, so helpers see them only as far as the shop's work needs.
import { expect, test } from 'vitest'
import { listNotifications, markNotificationsRead } from '#contract/accounts/notifications.ts'
import { listOwnBooks, readOwnBook } from '#contract/books/books.ts'
import { readChat, readUnreadCounts } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { listExchanges, readExchange } from '#contract/exchanges/exchanges.ts'
import { readOrder } from '#contract/orders/deals.ts'
import {
  chooseMeetingTime,
  enterHandOverCode,
  listMeetings,
  proposeMeeting,
} from '#contract/orders/meetings.ts'
import { acceptOffer } from '#contract/orders/offers.ts'
import {
  explainOrderStatus,
  listSellerOrders,
  setOrderStatus,
  setShipment,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { shipParcels, undoShipped } from '#contract/orders/parcels.ts'
import { readSellerStats } from '#contract/orders/reports.ts'
import { makeRing } from '#server/exchanges/rings/testing-rings.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { as, testApp } from '#server/testing.ts'
import { makeOtherAccount, makeSwap, offerSwap } from '#server/testing-exchanges.ts'
import { makeHelper, makeShop } from './testing-shop-helpers.ts'

const times = [`${addDays(indianDate(new Date()), 2)}T17:00`]
const post = {
  handOver: 'post',
  deliveryAddress: '12 Lake Road, Pune',
  phoneNumber: '+919876543210',
}
const address = { deliveryAddress: '3 Hill Street, Nashik', phoneNumber: '+919123456789' }

/** `orderId` is the order of the shop's book. */
async function agree(changes: object = {}, mine: object = {}) {
  const shop = await makeShop()
  const ownBuyer = await makeOtherAccount(shop, 'buyer')
  const swap = await makeSwap({ asha: { seller: shop, buyer: ownBuyer } })
  const offer = await offerSwap(swap, changes)
  const { body } = await as(shop).call(acceptOffer, { offerId: offer._id, ...mine })
  const exchangeId = body.exchange?.exchangeId ?? ''
  const { legs } = (await as(shop).call(readExchange, { exchangeId })).body
  const orderId = legs.find(({ book }) => book._id === swap.herBook)?.orderId ?? ''
  return { ...swap, shop, ownBuyer, exchangeId, orderId, helper: await makeHelper(shop) }
}

test('a helper can’t change an order of a swap, nor its meeting', async () => {
  const { shop, helper, ravi, chatId, orderId, exchangeId } = await agree()
  await as(ravi.buyer).call(proposeMeeting, { orderId, place: 'College gate', times })
  const { body } = await as(helper).call(listMeetings, { chatId })
  const meetingId = body[0]?._id ?? ''
  const [time, proposalId] = [body[0]?.proposal?.times[0] ?? '', body[0]?.proposal?._id ?? '']
  const refused = await Promise.all([
    as(helper).call(setOrderStatus, { orderId, status: 'Cancelled' }),
    as(helper).call(setOrderStatus, { orderId, status: 'Delivered' }),
    as(helper).call(undoOrderStatus, { orderId }),
    as(helper).call(explainOrderStatus, { orderId, reason: 'A mistake' }),
    as(helper).call(shipParcels, { parcels: [{ orderId }] }),
    as(helper).call(undoShipped, { orderIds: [orderId] }),
    as(helper).call(proposeMeeting, { orderId, place: 'Station', times }),
    as(helper).call(chooseMeetingTime, { meetingId, proposalId, time }),
    as(helper).call(enterHandOverCode, { meetingId, code: '0000' }),
  ])
  expect([...new Set(refused.map(({ error }) => error.code))]).toEqual(['owner_only'])
  const { legs } = (await as(shop).call(readExchange, { exchangeId })).body
  expect(legs.map(({ status }) => status)).toEqual(['Pending', 'Pending'])
  const chosen = { meetingId, proposalId, time }
  expect((await as(shop).call(chooseMeetingTime, chosen)).status).toBe(200)
})

test('a helper can’t change how a book of a swap was sent', async () => {
  const { shop, helper, orderId } = await agree(post, address)
  await as(shop).call(setOrderStatus, { orderId, status: 'Shipped' })
  const sent = { orderId, courier: 'India Post' }
  expect((await as(helper).call(setShipment, sent)).error.code).toBe('owner_only')
  expect((await as(shop).call(setShipment, sent)).status).toBe(200)
})

test('to a helper, orders and meetings of a swap offer nothing, to the owner they do', async () => {
  const { shop, helper, ravi, chatId, orderId } = await agree()
  await as(ravi.buyer).call(proposeMeeting, { orderId, place: 'College gate', times })
  const seen = async (account: { token: string }) => {
    const [chat, list, one, meetings] = await Promise.all([
      as(account).call(readChat, { id: chatId }),
      as(account).call(listSellerOrders, { userId: shop.id }),
      as(account).call(readOrder, { orderId }),
      as(account).call(listMeetings, { chatId }),
    ])
    const views = [chat.body.deals?.orders[0], list.body[0], one.body[0], meetings.body[0]]
    return views.map((view) => view?.can.length === 0)
  }
  expect(await seen(helper)).toEqual([true, true, true, true])
  expect(await seen(shop)).toEqual([false, false, false, false])
  expect((await as(helper).call(listExchanges, {})).error.code).toBe('owner_only')
})

test('a helper sees no proposed swap, nor the notices about swaps, and doesn’t mark these as read', async () => {
  const shop = await makeShop()
  const ownBuyer = await makeOtherAccount(shop, 'buyer')
  const { exchangeId } = await makeRing({ first: { seller: shop, buyer: ownBuyer } })
  const { db, now } = (await testApp()).context
  const text = 'A swap was proposed.'
  const exchange = { id: exchangeId, part: 'state' }
  await insertNotifications(db, [shop.id], { kind: 'exchange', text, exchange, now: now() })
  await insertNotifications(db, [shop.id], { kind: 'account', text: 'Welcome.', now: now() })
  const helper = await makeHelper(shop)
  const seen = async (account: { token: string }) => {
    const [notices, counts, stats, books, one] = await Promise.all([
      as(account).call(listNotifications, {}),
      as(account).call(readUnreadCounts, {}),
      as(account).call(readSellerStats, {}),
      as(account).call(listOwnBooks, {}),
      as(account).call(readOwnBook, { id: bookId }),
    ])
    const rings = [stats.body.ring?._id, books.body[0]?.ring?._id, one.body.ring?._id]
    const { notices: unread, newestMs } = counts.body
    return { kinds: notices.body.map(({ kind }) => kind), unread, isNew: !!newestMs, rings }
  }
  const [{ _id: bookId } = { _id: '' }] = (await as(shop).call(listOwnBooks, {})).body
  const bySelf = { kinds: ['account', 'exchange'], unread: 2, isNew: true }
  expect(await seen(shop)).toEqual({ ...bySelf, rings: Array(3).fill(exchangeId) })
  expect(await seen(helper)).toEqual({
    kinds: ['account'],
    unread: 1,
    isNew: false,
    rings: Array(3).fill(undefined),
  })
  const refused = await as(helper).call(markNotificationsRead, { exchangeId })
  expect(refused.error.code).toBe('owner_only')
  expect((await as(helper).call(markNotificationsRead, {})).status).toBe(200)
  expect((await as(shop).call(readUnreadCounts, {})).body.notices).toBe(1)
  expect((await as(ownBuyer).call(readUnreadCounts, {})).body.notices).toBeGreaterThan(0)
})
