import { expect, test } from 'vitest'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { listAllBooks } from '#contract/admin/admin.ts'
import { listOpenOrdersOf } from '#contract/admin/admin-orders.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { type Case, listCases } from '#contract/admin/cases.ts'
import {
  blockReported,
  type ComplaintSubject,
  complaintReasonLabels,
  dismissComplaint,
  fileComplaint,
  hideReportedListing,
  listOrderComplaints,
  readComplaint,
  readComplaintChat,
  unhideReportedListing,
  warnReported,
} from '#contract/admin/complaints.ts'
import { listBooks, listOwnBooks, readBook } from '#contract/books/books.ts'
import { listReviews } from '#contract/books/reviews.ts'
import { readChat, sendMessage, startChat } from '#contract/chats.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  placeOrder,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { reportProblem, solveProblem } from '#contract/orders/problems.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  makeChat,
  makeDelivered,
  makeOrder,
  otherApp,
  type TestAccount,
} from '#server/testing.ts'
import { connect, waitForEvent } from '#server/testing-live.ts'

const report = async (account: TestAccount, subject: ComplaintSubject, subjectId: string) =>
  (await as(account).call(fileComplaint, { subject, subjectId, reason: 'scam', text: 'Look!' }))
    .body._id
const textsFor = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body.map(({ text }) => text)
const auditOf = async (admin: TestAccount) =>
  (await as(admin).call(listAuditLog, {})).body
    .filter((entry) => entry.admin._id === admin.id)
    .map(({ what, target, reason }) => [what, target.kind, target.name, reason])
const dealtWith = (thing: string) =>
  `You reported ${thing}. We have looked into it. Thank you for telling us.`

test('the queue has open complaints, the oldest first; those dealt with come the latest first', async () => {
  const admin = await makeAccount('admin')
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller', { name: 'Ravi' })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three'])
    ids.push(await report(buyer, 'listing', await makeBook(seller, { title })))
  const idsOf = async (state: string) =>
    (await followPages<Case>(`/admin/cases?state=${state}&limit=2`, admin))
      .map(({ _id }) => _id)
      .filter((id) => ids.includes(id))
  expect(await idsOf('open')).toEqual(ids)
  const { body, headers } = await as(admin).call(listCases, {})
  expect(Number(headers['x-total-count'])).toBe(body.length)
  expect(body.find(({ _id }) => _id === ids[0])).toMatchObject({
    subject: 'listing',
    about: 'One',
    reason: 'scam',
    reporter: { name: buyer.name, role: 'buyer' },
    reported: { name: 'Ravi', role: 'seller' },
  })
  for (const id of ids.slice(0, 2)) await as(admin).call(dismissComplaint, { id, note: 'Fine.' })
  expect(await idsOf('open')).toEqual(ids.slice(2))
  expect(await idsOf('done')).toEqual([ids[1], ids[0]])
  expect(await auditOf(admin)).toEqual(
    Array(2).fill(['dismiss-complaint', 'complaint', complaintReasonLabels.scam, 'Fine.']),
  )
  expect(await textsFor(buyer)).toEqual([
    dealtWith("the listing 'Two'"),
    dealtWith("the listing 'One'"),
  ])
  expect(await textsFor(seller)).toEqual([])
})

test('a block can close all open complaints about a person', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller', { name: 'Spammer' })
  const [asha, kiran] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const listings = [
    await makeBook(seller, { title: 'One' }),
    await makeBook(seller, { title: 'Two' }),
  ] as const
  const first = await report(asha, 'listing', listings[0])
  const second = await report(asha, 'listing', listings[1])
  const third = await report(kiran, 'listing', listings[1])
  const elsewhere = await report(kiran, 'listing', await makeBook(await makeAccount('seller')))
  await as(admin).call(dismissComplaint, { id: second })
  const read = async (id: string) => (await as(admin).call(readComplaint, { id })).body
  expect((await read(first)).reported).toMatchObject({
    complaintsAgainst: 2,
    openComplaintsAgainst: 1,
  })
  const note = 'Sends advertising to everybody.'
  await as(admin).call(blockReported, { id: first, note, closeAll: true })
  expect((await read(third)).outcome).toBe('blocked')
  expect((await read(third)).note).toBe(note)
  expect((await read(second)).outcome).toBe('dismissed')
  expect((await read(elsewhere)).outcome).toBeUndefined()
  expect(await textsFor(kiran)).toEqual([dealtWith("the listing 'Two'")])
  const again = await as(admin).call(dismissComplaint, { id: third })
  expect(again.error.code).toBe('complaint_closed')
})

test('dismissing, warning and hiding deal with one complaint only', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller')
  const titles = ['One', 'Two', 'Three', 'Four'] as const
  const ids: string[] = []
  for (const title of titles)
    ids.push(await report(await makeAccount('buyer'), 'listing', await makeBook(seller, { title })))
  const [dismissed = '', warned = '', hidden = '', open = ''] = ids
  const all = { note: 'A reason.', closeAll: true }
  for (const [endpoint, id] of [
    [dismissComplaint, dismissed],
    [warnReported, warned],
    [hideReportedListing, hidden],
  ] as const) {
    const refused = await as(admin).call(endpoint, { id, ...all } as never)
    expect(refused.error.fields).toEqual({ closeAll: 'Unknown field: closeAll.' })
    expect((await as(admin).call(endpoint, { id, note: all.note })).status).toBe(200)
  }
  const { body } = await as(admin).call(readComplaint, { id: open })
  expect([body.outcome, body.reported.openComplaintsAgainst]).toEqual([undefined, 0])
  expect(await auditOf(admin)).toHaveLength(3)
})

test('the queue has order problems too, sorted by time', async () => {
  const admin = await makeAccount('admin')
  const { buyer, seller, orderId } = await makeDelivered({ book: { title: 'Fluid Mechanics' } })
  const first = await report(buyer, 'person', seller.id)
  const { body: reported } = await as(buyer).call(reportProblem, {
    orderId,
    reason: 'wrong-book',
    text: 'This is the third edition.',
    photos: [],
  } as never)
  const problem = reported.problems[0]?._id ?? ''
  const last = await report(buyer, 'order', orderId)
  const own = [first, problem, last]
  const listed = async (state: string) =>
    (await followPages<Case>(`/admin/cases?state=${state}&limit=1`, admin)).filter(({ _id }) =>
      own.includes(_id),
    )
  const open = await listed('open')
  expect(open.map(({ _id }) => _id)).toEqual(own)
  expect(open[1]).toMatchObject({
    subject: 'problem',
    orderId,
    about: `${shortOrderId(orderId)} (Fluid Mechanics)`,
    reason: 'wrong-book',
    reporter: { _id: buyer.id, role: 'buyer' },
    reported: { _id: seller.id, role: 'seller' },
  })
  await as(admin).call(dismissComplaint, { id: last })
  await as(buyer).call(solveProblem, { orderId, outcome: 'withdrawn' })
  expect((await listed('open')).map(({ _id }) => _id)).toEqual([first])
  expect(await listed('done')).toMatchObject([
    { _id: problem, outcome: 'withdrawn', closedAt: expect.any(String) },
    { _id: last, outcome: 'dismissed' },
  ])
})

test('the page of an order lists the complaints about it and its chat, the latest first', async () => {
  const admin = await makeAccount('admin')
  const { buyer, seller, chatId, bookId, orderId } = await makeOrder()
  const other = await makeOrder({ buyer, seller })
  const { body: words } = await as(seller).call(sendMessage, { chatId, message: 'Pay first.' })
  const message = await report(buyer, 'message', words._id)
  const order = await report(buyer, 'order', orderId)
  await report(buyer, 'order', other.orderId)
  await report(buyer, 'listing', bookId)
  const listed = async (id: string, account = admin) =>
    await as(account).call(listOrderComplaints, { id })
  expect((await listed(orderId)).body.map(({ _id }) => _id)).toEqual([order, message])
  expect((await listed(newId())).body).toEqual([])
})

test('a warning is shown and mailed to the warned person, but not to the reporter', async () => {
  const sent: Mail[] = []
  const { app } = await otherApp({ mail: async (mail) => void sent.push(mail) })
  const admin = await makeAccount('admin')
  const { buyer, seller, chatId } = await makeChat()
  const { body } = await as(seller).call(sendMessage, { chatId, message: 'Pay first.' })
  const id = await report(buyer, 'message', body._id)
  const note = 'Never ask for money in advance.'
  const outcome = await as(admin).call(warnReported, { id, note }, { app })
  expect([outcome.status, outcome.body]).toMatchObject([
    200,
    { outcome: 'warned', note, closedBy: admin.name, can: ['read-chat'] },
  ])
  expect(await textsFor(seller)).toContain(`A warning from Dobara: ${note}`)
  expect((await textsFor(buyer))[0]).toBe(dealtWith(`a message from ${seller.name}`))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ to: seller.email, text: expect.stringContaining(note) })
  expect(await auditOf(admin)).toEqual([['warn', 'seller', seller.name, note]])
})

test('a hidden listing is there only for its seller, who reads why, until it is shown again', async () => {
  const admin = await makeAccount('admin')
  const { buyer, seller, bookId, chatId } = await makeChat({
    book: { title: 'Godaan Pirated', price: 30_000, description: 'Clear print.' },
  })
  const id = await report(buyer, 'listing', bookId)
  const note = 'This is a photocopy.'
  expect((await as(admin).call(readComplaint, { id })).body.listing).toMatchObject({
    title: 'Godaan Pirated',
    price: 300,
    description: 'Clear print.',
  })
  const received = waitForEvent(await connect(seller), 'notice')
  expect((await as(admin).call(hideReportedListing, { id, note })).body).toMatchObject({
    outcome: 'listing-hidden',
    listing: { state: 'hidden', hiddenReason: note },
    can: ['unhide-listing'],
  })
  const told = `An admin hid 'Godaan Pirated' from the market. Reason: ${note}`
  expect(await received).toEqual({ message: told })
  const delivery = { deliveryAddress: '12 Lake Road', phoneNumber: '+919876543210' }
  const newcomer = await makeAccount('buyer')
  const seen = async () => [
    ...(await Promise.all(
      [undefined, buyer, admin].map(
        async (account) => (await as(account).call(readBook, { id: bookId })).status,
      ),
    )),
    (await as().call(listReviews, { id: bookId })).status,
    (await as(newcomer).call(startChat, { bookId })).status,
    (await as().call(listBooks, { search: 'Godaan Pirated' })).body.length,
  ]
  expect(await seen()).toEqual([404, 404, 404, 404, 404, 0])
  const order = await as(seller).call(placeOrder, { chatId, orderType: 'purchase', ...delivery })
  expect([order.status, order.error.code]).toEqual([409, 'book_gone'])
  expect((await as(buyer).call(readChat, { id: chatId })).body.book.availability).toBe('removed')
  expect((await as(seller).call(readBook, { id: bookId })).body.hiddenReason).toBe(note)
  expect((await as(seller).call(listOwnBooks, {})).body[0]).toMatchObject({
    hiddenReason: note,
    can: ['edit', 'delete', 'hide', 'sell'],
  })
  const inList = (await as(admin).call(listAllBooks, { search: 'Godaan Pirated' })).body[0]
  expect(inList?.hiddenReason).toBe(note)
  expect(await textsFor(seller)).toEqual([told])

  expect((await as(admin).call(unhideReportedListing, { id })).body.listing?.state).toBe('listed')
  expect(await seen()).toEqual([200, 200, 200, 200, 200, 1])
  expect((await as(seller).call(readBook, { id: bookId })).body.hiddenReason).toBeUndefined()
  expect((await textsFor(seller))[0]).toBe("An admin put 'Godaan Pirated' back on the market.")
  expect((await auditOf(admin)).map(([what]) => what)).toEqual(['unhide-book', 'hide-book'])
})

test('a block’s reason is shown in the chats of open orders, which go on', async () => {
  const admin = await makeAccount('admin')
  const first = await makeOrder({ book: { title: 'Godaan' } })
  const second = await makeOrder({ seller: first.seller, buyer: first.buyer })
  const { buyer, seller, orderId, chatId } = first
  const id = await report(buyer, 'order', orderId)
  const openOrders = (await as(admin).call(listOpenOrdersOf, { id: seller.id })).body
  expect(openOrders).toMatchObject([
    { _id: orderId, title: 'Godaan', status: 'Pending', otherSide: buyer.name },
    { _id: second.orderId },
  ])
  const device = await connect(seller)
  const ended = waitForEvent(device, 'session_ended')
  const told = waitForEvent(await connect(buyer), 'receive_message')
  const note = 'Took money and sent nothing.'
  const { body } = await as(admin).call(blockReported, { id, note })
  expect(body).toMatchObject({
    outcome: 'blocked',
    reported: { status: 'blocked' },
    order: { _id: orderId, history: [{ what: 'created' }] },
  })
  expect(await ended).toEqual({
    message: `Your account has been blocked. Please contact support. Reason: ${note}`,
  })
  expect(await told).toMatchObject({
    senderModel: 'System',
    message: expect.stringContaining('the seller’s account was blocked by Dobara.'),
  })
  const chat = (await as(buyer).call(readChat, { id: chatId })).body
  expect(chat.messages.at(-1)?.message).toMatch(
    /You can still finish or cancel this order by yourself\./,
  )
  expect((await as(buyer).call(confirmOrder, { orderId })).error?.code).toBe('order_settled')
  expect((await as(buyer).call(cancelOrder, { orderId })).body.status).toBe('Cancelled')
  const orders = (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
  expect(orders.map(({ can }) => can)).toEqual([['cancel', 'receive'], []])
  expect(await auditOf(admin)).toEqual([['block', 'seller', seller.name, note]])
})

test('admins read a chat only from a complaint about it, and each access is logged', async () => {
  const admin = await makeAccount('admin')
  const { buyer, seller, chatId, bookId } = await makeChat()
  await as(seller).call(sendMessage, { chatId, message: 'Pay first.' })
  const person = await report(buyer, 'person', seller.id)
  const listing = await report(buyer, 'listing', bookId)
  const { body } = await as(admin).call(readComplaintChat, { id: person })
  expect(body).toMatchObject({ messages: [{ message: 'Pay first.' }], hasMore: false })
  await as(admin).call(readComplaintChat, { id: person, before: 1 })
  const refused = await as(admin).call(readComplaintChat, { id: listing })
  expect([refused.status, refused.error.code]).toEqual([404, 'chat_not_found'])
  expect((await as(admin).call(readComplaint, { id: listing })).body.can).not.toContain('read-chat')
  const reading = ['read-chat', 'complaint', complaintReasonLabels.scam, undefined]
  expect(await auditOf(admin)).toEqual([reading, reading])
})

test('the second of two admins who answer a complaint at once gets an error', async () => {
  const [admin, other] = [await makeAccount('admin'), await makeAccount('admin')]
  const { buyer, seller } = await makeChat()
  const id = await report(buyer, 'person', seller.id)
  const responses = await Promise.all([
    as(admin).call(dismissComplaint, { id }),
    as(other).call(blockReported, { id, note: 'A scammer.' }),
  ])
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, error }) => [status, error.code])).toEqual([
    [409, 'complaint_closed'],
  ])
  expect((await textsFor(buyer)).length).toBe(1)
})
