import { expect, test } from 'vitest'
import { listAllOrders } from '#contract/admin/admin.ts'
import {
  cancelAnyOrder,
  closeAnyOrder,
  readAdminOrder,
  reopenAnyOrder,
  settleProblem,
} from '#contract/admin/admin-orders.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import type { Case } from '#contract/admin/cases.ts'
import { readChat } from '#contract/chats.ts'
import { placeOrder, receiveOrder, setOrderStatus, shortOrderId } from '#contract/orders/orders.ts'
import { sayPaid } from '#contract/orders/payments.ts'
import { readOrderProblems, reportProblem, solveProblem } from '#contract/orders/problems.ts'
import { availableOf } from '#server/books/testing-copies.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  followPages,
  makeAccount,
  makeChat,
  makeDelivered,
  makeOrder,
  testApp,
} from '#server/testing.ts'
import { connect, waitForEvent } from '#server/testing-live.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'

const report = (made: Awaited<ReturnType<typeof makeDelivered>>) =>
  as(made.buyer).call(reportProblem, {
    orderId: made.orderId,
    reason: 'wrong-book',
    text: 'This is the third edition.',
    photos: [],
  } as never)

test('an order is found by the number on everybody’s screen, and by its whole id', async () => {
  const admin = await makeAccount('admin')
  const { orderId } = await makeOrder()
  await makeOrder()
  for (const search of [
    shortOrderId(orderId),
    shortOrderId(orderId).toLowerCase(),
    `#${shortOrderId(orderId)}`,
    orderId,
    ` ${orderId.toUpperCase()} `,
  ]) {
    const { body, headers } = await as(admin).call(listAllOrders, { search })
    expect([body.map(({ _id }) => _id), headers['x-total-count']]).toEqual([[orderId], '1'])
  }
  expect((await as(admin).call(listAllOrders, { search: newId() })).body).toEqual([])
})

test('the page has both people, the listing, the history and the problems', async () => {
  const admin = await makeAccount('admin')
  const made = await makeDelivered()
  await report(made)
  await as(made.buyer).call(sayPaid, { orderId: made.orderId, kind: 'all' })
  const { body } = await as(admin).call(readAdminOrder, { id: made.orderId })
  expect(body).toMatchObject({
    order: { _id: made.orderId, deliveryAddress: '12 Lake Road, Pune' },
    buyer: { name: made.buyer.name, email: made.buyer.email, status: 'active', hasLeft: false },
    seller: { name: made.seller.name, email: made.seller.email },
    listing: { isRemoved: false, copies: 1, available: 0 },
    ledger: {
      lines: [{ kind: 'price', due: 250, paid: 250, received: 0, unconfirmed: 250, can: [] }],
      all: { can: [] },
    },
    problems: [
      { reason: 'wrong-book', can: ['settle'], messages: [{ text: 'This is the third edition.' }] },
    ],
    can: [],
  })
  expect(body.ledger).not.toHaveProperty('upi')
  expect(body.order.history.map(({ what }) => what)).toEqual([
    'created',
    'confirmed',
    'status',
    'problem',
  ])
  for (const account of [made.buyer, made.seller, undefined])
    expect((await as(account).call(readAdminOrder, { id: made.orderId })).status).toBe(
      account ? 403 : 401,
    )
  expect((await as(admin).call(readAdminOrder, { id: newId() })).error.code).toBe('order_not_found')
})

test('a cancelled order stays cancelled for its seller, until an admin reopens it', async () => {
  const admin = await makeAccount('admin')
  const { buyer, seller, orderId, bookId, chatId } = await makeDelivered()
  const devices = await Promise.all([connect(buyer), connect(seller)])
  const events = devices.map((device) => waitForEvent(device, 'order_updated'))
  const reason = 'The copy is counterfeit.'
  const { body } = await as(admin).call(cancelAnyOrder, { id: orderId, reason })
  expect(body).toMatchObject({ order: { status: 'Cancelled', closed: true }, can: ['reopen'] })
  expect(body.order.history.at(-1)).toMatchObject({ by: 'Admin', status: 'Cancelled', reason })
  const text = expect.stringContaining(`An admin cancelled it. Reason: ${reason}`)
  for (const event of await Promise.all(events)) expect(event).toMatchObject({ message: text })
  const { body: chat } = await as(buyer).call(readChat, { id: chatId })
  expect(chat.messages.at(-1)).toMatchObject({ senderModel: 'System', message: text })
  expect(await availableOf(bookId)).toBe(1)
  const refused = await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })
  expect([refused.error.code, refused.error.message]).toEqual([
    'order_closed',
    'This order is closed. Only an admin can change it now.',
  ])

  const back = await as(admin).call(reopenAnyOrder, { id: orderId, reason: 'It is genuine.' })
  expect(back.body).toMatchObject({
    order: { status: 'Delivered', closed: false, confirmedAt: expect.any(String) },
    can: ['cancel', 'close'],
  })
  expect(await availableOf(bookId)).toBe(0)
  expect((await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })).status).toBe(200)
  const entries = (await as(admin).call(listAuditLog, {})).body.slice(0, 2)
  expect(entries).toMatchObject([
    { what: 'reopen-order', target: { kind: 'order', _id: orderId }, reason: 'It is genuine.' },
    { what: 'cancel-order', target: { kind: 'order', _id: orderId }, reason },
  ])
})

test('a cancelled order is reopened only while a copy is free', async () => {
  const admin = await makeAccount('admin')
  const { seller, orderId, bookId } = await makeOrder()
  await as(admin).call(cancelAnyOrder, { id: orderId, reason: 'No answer' })
  const other = await makeChat({ seller, bookId })
  await as(seller).call(placeOrder, {
    chatId: other.chatId,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  })
  const refused = await as(admin).call(reopenAnyOrder, { id: orderId, reason: 'A slip' })
  expect([refused.status, refused.error.code]).toEqual([409, 'book_gone'])
  const { body } = await as(admin).call(readAdminOrder, { id: orderId })
  expect(body.order.status).toBe('Cancelled')
})

test('a closed order is reopened, and received again closes it', async () => {
  const admin = await makeAccount('admin')
  const { buyer, seller, orderId } = await makeDelivered()
  const closed = await as(admin).call(closeAnyOrder, { id: orderId, reason: 'Both agree.' })
  expect(closed.body).toMatchObject({ order: { closed: true }, can: ['cancel', 'reopen'] })
  expect((await as(buyer).call(receiveOrder, { orderId })).error.code).toBe('order_settled')
  const again = await as(admin).call(closeAnyOrder, { id: orderId, reason: 'Twice' })
  expect([again.status, again.error.code]).toEqual([409, 'order_settled'])
  const opened = await as(admin).call(reopenAnyOrder, { id: orderId, reason: 'They do not.' })
  expect(opened.body.order.closed).toBe(false)
  const received = await as(buyer).call(receiveOrder, { orderId })
  expect(received.body.closed).toBe(true)
  expect((await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })).error.code).toBe(
    'order_closed',
  )
  for (const reason of ['', '   '])
    expect(
      (await as(admin).call(reopenAnyOrder, { id: orderId, reason })).error.fields?.reason,
    ).toBe('Reason is required.')
})

test('of two admins who act at once, one does', async () => {
  const admins = [await makeAccount('admin'), await makeAccount('admin')]
  const { orderId } = await makeOrder()
  const results = await Promise.all(
    admins.map((admin) => as(admin).call(cancelAnyOrder, { id: orderId, reason: 'A scam' })),
  )
  // On PostgreSQL, the lock of the chat decides who is first; on PGlite, the single connection
  // does.
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('open problems are listed, the oldest first; an admin settles one, and both are notified', async () => {
  const admin = await makeAccount('admin')
  const [first, second, solved] = [
    await makeDelivered(),
    await makeDelivered(),
    await makeDelivered(),
  ]
  for (const made of [first, second, solved]) await report(made)
  const { orderId, buyer, seller, chatId } = first
  await as(solved.buyer).call(solveProblem, { orderId: solved.orderId, outcome: 'withdrawn' })
  const own = [first.orderId, second.orderId, solved.orderId]
  const listed = async () =>
    (await followPages<Case>('/admin/cases?limit=1', admin))
      .map(({ orderId = '' }) => orderId)
      .filter((id) => own.includes(id))
  expect(await listed()).toEqual([first.orderId, second.orderId])

  const blocked = await as(admin).call(cancelAnyOrder, { id: orderId, reason: 'Now' })
  expect([blocked.status, blocked.error.code]).toEqual([409, 'problem_open'])
  const input = { id: orderId, outcome: 'dismissed', reason: 'The photos show it.' } as const
  const { body } = await as(admin).call(settleProblem, input)
  expect(body.problems[0]).toMatchObject({
    solved: { outcome: 'dismissed', by: 'Admin', reason: 'The photos show it.' },
    can: [],
  })
  expect((await as(admin).call(settleProblem, input)).error.code).toBe('problem_solved')
  expect(await listed()).toEqual([second.orderId])
  for (const account of [buyer, seller]) {
    const { body: chat } = await as(account).call(readChat, { id: chatId })
    expect(chat.messages.at(-1)?.message).toMatch(
      /^An admin dismissed the problem .*\. Reason: The/,
    )
    const { body: seen } = await as(account).call(readOrderProblems, { orderId })
    expect(seen.problems[0]?.solved?.reason).toBe('The photos show it.')
  }
  const [entry] = (await as(admin).call(listAuditLog, {})).body
  expect(entry).toMatchObject({ what: 'settle-problem', reason: 'The photos show it.' })
})

test('all rules hold after all that', async () => {
  const { db } = (await testApp()).context
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})
