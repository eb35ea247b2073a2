import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  deleteBuyerAccount,
  deleteSellerAccount,
  exportAccount,
} from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { listAllOrders } from '#contract/admin/admin.ts'
import { readAdminOrder } from '#contract/admin/admin-orders.ts'
import { listChats, readChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { listChatOrders } from '#contract/orders/deals.ts'
import {
  chooseMeetingTime,
  enterHandOverCode,
  listMeetings,
  type Meeting,
  proposeMeeting,
} from '#contract/orders/meetings.ts'
import { acceptOffer, listOffers, makeOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  receiveOrder,
  setOrderStatus,
  setShipment,
} from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, makeChat, makeOrder, testApp } from '#server/testing.ts'
import { connect, waitForEvent } from '#server/testing-live.ts'

const later = (days: number) => `${addDays(indianDate(new Date()), days)}T17:00`

/** Creates an offer for two books, which the seller accepts. */
async function makeMeeting(handOver: 'meet' | 'post' = 'meet') {
  const chat = await makeChat()
  const items = [chat.bookId, await makeBook(chat.seller)].map((bookId) => ({ bookId, copies: 1 }))
  const terms = { chatId: chat.chatId, orderType: 'purchase', amount: 400, items, handOver }
  const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  const place = handOver === 'meet' ? { meetingPoint: 'College gate' } : contact
  const { body: offer } = await as(chat.buyer).call(makeOffer, { ...terms, ...place })
  const { body } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  const [orderId = ''] = body.orders
  const { body: meetings } = await as(chat.buyer).call(listMeetings, { chatId: chat.chatId })
  const meetingId = meetings[0]?._id ?? ''
  return { ...chat, orderIds: body.orders, orderId, meetingId, code: meetings[0]?.code ?? '' }
}
type Made = Awaited<ReturnType<typeof makeMeeting>>

const ordersOf = async ({ buyer }: Pick<Made, 'buyer'>) =>
  (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
const wrongFor = (code: string, count = 1) =>
  Array.from({ length: count }, (_, index) =>
    String((Number(code) + index + 1) % 10_000).padStart(4, '0'),
  )
const enter = ({ seller, meetingId }: Made, code: string, key = newId()) =>
  as(seller).call(enterHandOverCode, { meetingId, code }, { headers: { 'idempotency-key': key } })

test.each(['buyer', 'seller'] as const)(
  'when the %s deletes the account, nobody can read any more where the two have met',
  async (side) => {
    const made = await makeMeeting()
    const { buyer, seller, chatId, orderId, meetingId } = made
    const times = [later(2)]
    const { body } = await as(made[side]).call(proposeMeeting, { orderId, place: 'Flat 9', times })
    const other = side === 'buyer' ? seller : buyer
    const proposal = { proposalId: body.proposal?._id ?? '', time: body.proposal?.times[0] ?? '' }
    await as(other).call(chooseMeetingTime, { meetingId, ...proposal })
    for (const id of made.orderIds) {
      await as(seller).call(setOrderStatus, { orderId: id, status: 'Delivered' })
      await as(buyer).call(receiveOrder, { orderId: id })
    }
    const admin = await makeAccount('admin')
    const read = async () =>
      JSON.stringify([
        (await as(other).call(readChat, { id: chatId })).body,
        (await as(other).call(listMeetings, { chatId })).body,
        (await as(other).call(listOffers, { chatId })).body,
        (await as(other).call(listChatOrders, { chatId })).body,
        (await as(admin).call(readAdminOrder, { id: orderId })).body,
      ])
    expect(await read()).toContain('Flat 9')
    const leave = side === 'buyer' ? deleteBuyerAccount : deleteSellerAccount
    expect((await as(made[side]).call(leave, {})).status).toBe(200)
    expect(await read()).not.toContain('Flat 9')
    // The place that the buyer proposed stays if the seller's account is deleted.
    if (side === 'buyer') expect(await read()).not.toContain('College gate')
    const { messages } = (await as(other).call(readChat, { id: chatId })).body
    expect(messages.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Meeting for orders [^:]*\.$/),
    )
  },
)

test('one side proposes and the other chooses; a new proposal replaces the old one', async () => {
  const made = await makeMeeting()
  const { buyer, seller, chatId, orderId, meetingId } = made
  const device = await connect(buyer)
  const told = [waitForEvent(device, 'receive_message'), waitForEvent(device, 'meeting_changed')]
  const times = [later(3), later(2)]
  const input = { orderId, place: 'College gate', times }
  const key = { headers: { 'idempotency-key': newId() } }
  const { body: proposed, status } = await as(seller).call(proposeMeeting, input, key)
  expect(status).toBe(201)
  const again = await as(seller).call(proposeMeeting, input, key)
  expect(again.body.proposal).toEqual(proposed.proposal)
  expect(proposed).toMatchObject({ _id: meetingId, place: 'College gate', status: 'open' })
  expect(proposed.can).toEqual(['propose', 'enter-code'])
  expect(proposed.proposal?.times).toEqual([...(proposed.proposal?.times ?? [])].sort())
  expect(await Promise.all(told)).toEqual([
    expect.objectContaining({ senderModel: 'Seller', meetingId }),
    { chatId, meetingId },
  ])
  const proposalId = proposed.proposal?._id ?? ''
  const [time = '', other = ''] = proposed.proposal?.times ?? []
  const listed = (await ordersOf(made)).map(({ meeting }) => meeting?.proposed)
  const readable = { by: 'seller', times: proposed.proposal?.times }
  expect(listed).toEqual([readable, readable])
  const choice = { meetingId, proposalId, time }
  expect((await as(seller).call(chooseMeetingTime, choice)).error.code).toBe('not_yours')
  const odd = { ...choice, time: '2026-11-28T10:00:00.000Z' }
  expect((await as(buyer).call(chooseMeetingTime, odd)).status).toBe(400)
  const { body: chosen } = await as(buyer).call(chooseMeetingTime, choice)
  expect(chosen).toMatchObject({ place: 'College gate', startsAt: time, can: ['propose'] })
  expect(chosen.proposal).toBeUndefined()
  expect((await as(buyer).call(chooseMeetingTime, choice)).status).toBe(200)
  const late = await as(buyer).call(chooseMeetingTime, { ...choice, time: other })
  expect(late.error.code).toBe('meeting_changed')
  const { body: chat } = await as(seller).call(readChat, { id: chatId })
  const lines = chat.messages.filter((message) => message.meetingId === meetingId)
  expect(lines.map(({ senderModel }) => senderModel)).toEqual(['System', 'Seller', 'System'])
  expect(lines[2]?.message).toMatch(/^Meeting for orders .*: \w+ \d+ \w+, 5 pm, College gate\.$/)
  const meeting = { _id: meetingId, place: 'College gate', startsAt: time }
  expect((await ordersOf(made)).map(({ meeting }) => meeting)).toEqual([
    expect.objectContaining(meeting),
    expect.objectContaining(meeting),
  ])

  const next = { orderId, place: 'Library', times: [later(5)] }
  const { body: changed } = await as(buyer).call(proposeMeeting, next)
  expect(changed).toMatchObject({ startsAt: time, proposal: { by: 'buyer', place: 'Library' } })
  expect((await as(buyer).call(chooseMeetingTime, choice)).error.code).toBe('meeting_changed')
})

test('an invalid proposal is refused with the field’s error', async () => {
  const made = await makeMeeting()
  const propose = (account: { token: string }, changes: object) => {
    const input = { orderId: made.orderId, place: 'Gate', times: [later(2)], ...changes }
    return as(account).call(proposeMeeting, input)
  }
  expect((await propose(made.buyer, { times: [later(15)] })).error.fields).toEqual({
    'times.0': 'Choose a time in the next 14 days.',
  })
  expect((await propose(made.buyer, { place: ' ' })).error.fields).toEqual({
    place: 'Meeting point is required.',
  })
  for (const time of ['soon', '2026-11-31T10:00', '2026-11-28T25:00', '2026-11-28T10:00Z'])
    expect((await propose(made.buyer, { times: [time] })).error.fields).toEqual({
      'times.0': 'Choose a day and a time.',
    })
  const four = [1, 2, 3, 4].map(later)
  expect((await propose(made.buyer, { times: four })).status).toBe(400)
  await as(made.buyer).call(blockPerson, { id: made.seller.id })
  expect((await propose(made.seller, {})).error.code).toBe('chat_read_only')
  const { body: meetings } = await as(made.seller).call(listMeetings, { chatId: made.chatId })
  expect(meetings).toMatchObject([{ status: 'open', can: ['enter-code'] }])
  const posted = await makeMeeting('post')
  expect((await propose(posted.buyer, { orderId: posted.orderId })).error.code).toBe(
    'order_settled',
  )
})

test('an order that its seller made can have a meeting, and gets its code with the agreed time', async () => {
  const { buyer, seller, orderId, ...rest } = await makeOrder()
  const input = { orderId, place: 'College gate', times: [later(1)] }
  expect((await as(seller).call(proposeMeeting, input)).error.code).toBe('order_settled')
  await as(buyer).call(confirmOrder, { orderId })
  const { body: meeting } = await as(seller).call(proposeMeeting, input)
  expect((await ordersOf({ buyer }))[0]?.meeting?.code).toBeUndefined()
  const choice = { proposalId: meeting.proposal?._id ?? '', time: meeting.proposal?.times[0] ?? '' }
  await as(buyer).call(chooseMeetingTime, { meetingId: meeting._id, ...choice })
  const [order] = await ordersOf({ buyer })
  expect(order).toMatchObject({ handOver: 'meet', meeting: { code: expect.any(String) } })
  const made = { ...rest, buyer, seller, orderId, meetingId: meeting._id }
  const code = order?.meeting?.code ?? ''
  const { body } = await enter({ ...made, code, orderIds: [orderId] }, code)
  expect(body).toMatchObject([{ _id: orderId, status: 'Delivered' }])
})

test('the buyer’s code makes all orders of the deal Delivered; typed again, it changes nothing', async () => {
  const made = await makeMeeting()
  const { buyer, seller, orderIds, code, chatId } = made
  expect(code).toMatch(/^\d{4}$/)
  await as(seller).call(setOrderStatus, { orderId: made.orderId, status: 'Shipped' })
  const device = await connect(buyer)
  const told = waitForEvent(device, 'order_updated')
  const { body: delivered } = await enter(made, code)
  expect(delivered.map(({ _id, status }) => [_id, status])).toEqual(
    orderIds.map((id) => [id, 'Delivered']),
  )
  expect(delivered[0]?.history.at(-1)).toMatchObject({ what: 'handed_over', by: 'Seller' })
  expect(await told).toMatchObject({
    message: expect.stringMatching(/2 books were handed over with the buyer’s code/),
  })
  const { body: before } = await as(seller).call(readChat, { id: chatId })
  expect((await enter(made, code)).body.map(({ status }) => status)).toEqual([
    'Delivered',
    'Delivered',
  ])
  for (const wrong of wrongFor(code, 6))
    expect((await enter(made, wrong)).error.code).toBe('order_settled')
  const { body: after } = await as(seller).call(readChat, { id: chatId })
  expect(after.messages).toEqual(before.messages)
  expect((await ordersOf(made))[0]?.meeting?.code).toBeUndefined()
  const { body: meetings } = await as(seller).call(listMeetings, { chatId })
  const handedOverAt = delivered[0]?.history.at(-1)?.at
  expect(meetings[0]).toMatchObject({ status: 'handed-over', handedOverAt, can: [] })
})

test('a code counts in the digits of any script', async () => {
  const made = await makeMeeting()
  const devanagari = made.code.replace(/\d/g, (digit) =>
    String.fromCodePoint(0x966 + Number(digit)),
  )
  expect((await enter(made, ` ${devanagari} `)).status).toBe(200)
})

test('only the seller of a waiting order can enter its code', async () => {
  const made = await makeMeeting()
  const { code, seller, orderIds } = made
  for (const typed of ['12345', 'abcd', ''])
    expect((await enter(made, typed)).error.fields).toEqual({
      code: 'Enter the 4 digits of the code.',
    })
  for (const orderId of orderIds)
    await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  // After a meeting is over, the response doesn't reveal whether a code is right.
  expect((await enter(made, code)).error.code).toBe('order_settled')
  expect((await enter(made, wrongFor(code)[0] ?? '')).error.code).toBe('order_settled')
})

// PGlite runs transactions one after the other; on PostgreSQL they run concurrently.
test('five of many simultaneous codes are counted; then the code ends and both are notified once', async () => {
  const made = await makeMeeting()
  const { chatId, code, orderId, seller, buyer } = made
  const tried = await Promise.all(wrongFor(code, 8).map((wrong) => enter(made, wrong)))
  const messages = tried.map(({ error }) => error.message)
  for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is'])
    expect(messages.filter((text) => text === `This code is wrong. ${left} left.`)).toHaveLength(1)
  expect(tried.filter(({ error }) => error.code === 'code_ended')).toHaveLength(4)
  expect((await enter(made, code)).error.code).toBe('code_ended')
  for (const account of [seller, buyer]) {
    const { body: chat } = await as(account).call(readChat, { id: chatId })
    const lines = chat.messages.filter(({ message }) => /typed wrong five times/.test(message))
    expect(lines.map(({ senderModel }) => senderModel)).toEqual(['System'])
  }
  const [order] = await ordersOf(made)
  expect(order?.meeting).toMatchObject({ codeEnded: true })
  expect(order?.meeting?.code).toBeUndefined()
  const { body: set } = await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(set).toMatchObject({ status: 'Delivered' })
})

test('the same try sent again counts once', async () => {
  const made = await makeMeeting()
  const [first = '', second = ''] = wrongFor(made.code, 2)
  const key = newId()
  const tries = await Promise.all([1, 2, 3].map(() => enter(made, first, key)))
  expect(new Set(tries.map(({ error }) => error.message))).toEqual(
    new Set(['This code is wrong. 4 tries are left.']),
  )
  // A different code with the same key counts as a new attempt.
  expect((await enter(made, second, key)).error.message).toBe(
    'This code is wrong. 3 tries are left.',
  )
  const right = await Promise.all([enter(made, made.code), enter(made, made.code)])
  expect(right.map(({ status }) => status)).toEqual([200, 200])
  const { body: chat } = await as(made.seller).call(readChat, { id: made.chatId })
  expect(chat.messages.filter(({ message }) => /handed over/.test(message))).toHaveLength(1)
})

test('the code is never sent to the seller or an admin', async () => {
  const made = await makeMeeting()
  const { buyer, seller, chatId, code, meetingId } = made
  const device = await connect(seller)
  await as(buyer).call(proposeMeeting, { orderId: made.orderId, place: 'Gate', times: [later(2)] })
  const admin = await makeAccount('admin')
  const read = async <E extends Endpoint>(account: { token: string }, endpoint: E, input: object) =>
    JSON.stringify((await as(account).call(endpoint, input as never)).body)
  const texts = [
    await read(seller, listSellerOrders, { userId: seller.id }),
    await read(seller, listChatOrders, { chatId }),
    await read(seller, listMeetings, { chatId }),
    await read(seller, listOffers, { chatId }),
    await read(seller, listChats, {}),
    await read(seller, readChat, { id: chatId }),
    await read(seller, listNotifications, {}),
    await read(seller, exportAccount, {}),
    await read(admin, listBuyerOrders, { userId: buyer.id }),
    await read(admin, listSellerOrders, { userId: seller.id }),
    await read(admin, listAllOrders, {}),
    JSON.stringify((await enter(made, wrongFor(code)[0] ?? '')).error),
    JSON.stringify(device.received),
  ]
  const names = /(buyer|seller|admin|Book) [0-9a-f]{4}/g
  for (const text of texts)
    expect(text.replace(names, '')).not.toMatch(new RegExp(`(?<![0-9a-f-])${code}(?![0-9a-f])`))
  const { body } = await as(buyer).call(exportAccount, {})
  expect(body.orders[0]?.meeting).toMatchObject({ _id: meetingId, code })
  expect(body.meetings).toEqual([expect.objectContaining<Partial<Meeting>>({ code })])
})

test('courier and tracking number are entered once for all books of a parcel', async () => {
  const made = await makeMeeting('post')
  const { seller, orderId, orderIds, chatId } = made
  const sent = { orderId, courier: 'India  Post', trackingNumber: 'EE 123-456 IN' }
  expect((await as(seller).call(setShipment, sent)).error.code).toBe('order_settled')
  for (const id of orderIds)
    await as(seller).call(setOrderStatus, { orderId: id, status: 'Shipped' })
  const bad = await as(seller).call(setShipment, { ...sent, trackingNumber: '<b>' })
  expect(bad.error.fields).toEqual({
    trackingNumber: 'A tracking number has only letters, digits and hyphens.',
  })
  const stranger = await makeAccount('seller')
  expect((await as(stranger).call(setShipment, sent)).error.code).toBe('order_not_found')
  const device = await connect(made.buyer)
  const told = waitForEvent(device, 'receive_message')
  await as(seller).call(setShipment, sent)
  await as(seller).call(setShipment, sent)
  const shipment = {
    courier: 'India Post',
    trackingNumber: 'EE123-456IN',
    trackingPage: expect.stringMatching(/^https:/),
  }
  expect((await ordersOf(made)).map((order) => order.shipment)).toEqual([shipment, shipment])
  expect(await told).toMatchObject({
    message: expect.stringMatching(
      /^Orders .* sent with India Post, tracking number EE123-456IN\.$/,
    ),
  })
  const { body: chat } = await as(seller).call(readChat, { id: chatId })
  expect(chat.messages.filter(({ message }) => /sent with/.test(message))).toHaveLength(1)
  await as(seller).call(setShipment, { orderId, courier: 'A cousin' })
  expect((await ordersOf(made))[0]?.shipment).toEqual({ courier: 'A cousin' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect((await as(seller).call(setShipment, sent)).error.code).toBe('order_settled')
})

test('codes have four digits and differ', async () => {
  const { db } = (await testApp()).context
  const { rows } = await sql<{ code: string }>`select code from meetings`.execute(db)
  expect(rows.length).toBeGreaterThan(5)
  expect(new Set(rows.map(({ code }) => code)).size).toBeGreaterThan(1)
})
