// Agreed exchanges, in which both people can use either of their accounts.
import { expect, test } from 'vitest'
import { deleteBuyerAccount, deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { toggleSeller } from '#contract/admin/admin.ts'
import {
  cancelAnyOrder,
  readAdminOrder,
  reopenAnyOrder,
  settleExchangeCase,
} from '#contract/admin/admin-orders.ts'
import { listCases } from '#contract/admin/cases.ts'
import { readChat } from '#contract/chats.ts'
import {
  cancelExchange,
  type Exchange,
  enterExchangeCode,
  listExchanges,
  readExchange,
  receiveExchanged,
  sayExchangePaid,
  sayExchangeReceived,
  sendExchanged,
  takeBackExchangePaid,
} from '#contract/exchanges/exchanges.ts'
import { chooseMeetingTime, listMeetings, proposeMeeting } from '#contract/orders/meetings.ts'
import { acceptOffer } from '#contract/orders/offers.ts'
import {
  cancelOrder,
  listBuyerOrders,
  rateOrder,
  receiveOrder,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { readLedger, sayPaid } from '#contract/orders/payments.ts'
import { proposeSolution, reportProblem } from '#contract/orders/problems.ts'
import { readSalesReport, readSellerStats } from '#contract/orders/reports.ts'
import { selectTrustedSales } from '#server/pricing/market-factor.ts'
import { as, makeAccount, makeBook, otherApp, type TestAccount, testApp } from '#server/testing.ts'
import { makeSwap, offerSwap, type Swap } from '#server/testing-exchanges.ts'
import { updateCases } from './cases.ts'

const dayMs = 86_400_000

type Agreed = Swap & { exchangeId: string; hers: string; his: string }
/** `hers` is the order of Asha's book, `his` that of Ravi's book. */
async function agree(changes: object = {}, mine: object = {}): Promise<Agreed> {
  const swap = await makeSwap()
  const offer = await offerSwap(swap, changes)
  const { body } = await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id, ...mine })
  const exchangeId = body.exchange?.exchangeId ?? ''
  const { body: exchange } = await as(swap.ravi.buyer).call(readExchange, { exchangeId })
  const orderOf = (bookId: string) =>
    exchange.legs.find(({ book }) => book._id === bookId)?.orderId ?? ''
  return { ...swap, exchangeId, hers: orderOf(swap.herBook), his: orderOf(swap.hisBook) }
}
const post = {
  handOver: 'post',
  deliveryAddress: '12 Lake Road, Pune',
  phoneNumber: '+919876543210',
}
const address = { deliveryAddress: '3 Hill Street, Nashik', phoneNumber: '+919123456789' }

const view = async (account: TestAccount, exchangeId: string) =>
  (await as(account).call(readExchange, { exchangeId })).body
const legOf = (exchange: Exchange, orderId: string) =>
  exchange.legs.find((leg) => leg.orderId === orderId)
const codeOf = async (account: TestAccount, exchangeId: string, orderId: string) =>
  legOf(await view(account, exchangeId), orderId)?.order?.meeting?.code ?? ''
const statuses = (exchange: Exchange) => exchange.legs.map(({ status }) => status)
const availableOf = async (id: string) => {
  const { db } = (await testApp()).context
  return (
    await db.selectFrom('books').select('available').where('id', '=', id).executeTakeFirstOrThrow()
  ).available
}

test('each side enters the other’s code by either account; the exchange is complete when all is received', async () => {
  const { exchangeId, asha, ravi, hers, his } = await agree()
  // Both of Ravi's accounts see the code of Asha's book. A person who enters a code doesn't see it.
  const hisCode = await codeOf(ravi.seller, exchangeId, hers)
  expect(hisCode).toBe(await codeOf(ravi.buyer, exchangeId, hers))
  expect(await codeOf(asha.seller, exchangeId, hers)).toBe('')
  const wrong = hisCode === '0000' ? '1111' : '0000'
  const leg = { exchangeId, orderId: hers }
  const failed = await as(asha.buyer).call(enterExchangeCode, { ...leg, code: wrong })
  expect(failed.error.code).toBe('wrong_code')
  // A member can't enter the code of the book that they receive.
  expect((await as(ravi.buyer).call(enterExchangeCode, { ...leg, code: hisCode })).error.code).toBe(
    'exchange_not_found',
  )
  // Asha uses her buyer account, although the order belongs to her seller account.
  const done = await as(asha.buyer).call(enterExchangeCode, { ...leg, code: hisCode })
  expect(legOf(done.body, hers)).toMatchObject({ status: 'Delivered', isIn: false })
  expect(done.body.can).toEqual([])
  const herCode = await codeOf(asha.seller, exchangeId, his)
  await as(ravi.buyer).call(enterExchangeCode, { exchangeId, orderId: his, code: herCode })
  await as(ravi.seller).call(receiveExchanged, leg)
  const open = await view(asha.seller, exchangeId)
  expect(open.status).toBe('running')
  const end = await as(asha.seller).call(receiveExchanged, { exchangeId, orderId: his })
  expect(end.body.status).toBe('completed')
  const { body: list } = await as(ravi.seller).call(listExchanges, {})
  expect(list).toMatchObject([{ _id: exchangeId, status: 'completed' }])
})

test('a week of silence after the hand-over completes it, too', async () => {
  const { exchangeId, asha, ravi, hers, his } = await agree()
  await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' })
  await as(ravi.seller).call(setOrderStatus, { orderId: his, status: 'Delivered' })
  expect((await view(asha.buyer, exchangeId)).status).toBe('running')
  const { app } = await otherApp({ now: () => new Date(Date.now() + 7 * dayMs + 1000) })
  const later = await as(asha.buyer).call(readExchange, { exchangeId }, { app })
  expect(later.body.status).toBe('completed')
})

test('each side enters the courier, and the other sees it', async () => {
  const { exchangeId, asha, ravi, hers } = await agree(post, address)
  const leg = { exchangeId, orderId: hers }
  const sent = await as(asha.buyer).call(sendExchanged, {
    ...leg,
    courier: 'India Post',
    trackingNumber: 'EM123',
  })
  expect(legOf(sent.body, hers)).toMatchObject({
    status: 'Shipped',
    order: { shipment: { courier: 'India Post', trackingNumber: 'EM123' } },
  })
  expect((await as(ravi.buyer).call(sendExchanged, leg)).error.code).toBe('exchange_not_found')
  const begun = (await as(asha.seller).call(cancelExchange, { exchangeId })).error
  expect([begun.code, begun.message]).toEqual([
    'exchange_begun',
    expect.stringContaining('was sent or handed over'),
  ])
  // A tracking number needs a courier, and a courier can't be removed.
  for (const fields of [{ trackingNumber: 'EM124' }, {}]) {
    const refused = await as(asha.seller).call(sendExchanged, { ...leg, ...fields })
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['courier']])
  }
  const corrected = await as(asha.seller).call(sendExchanged, { ...leg, courier: 'DTDC' })
  expect(legOf(corrected.body, hers)?.order?.shipment).not.toHaveProperty('trackingNumber')
  const received = await as(ravi.seller).call(receiveExchanged, leg)
  expect(legOf(received.body, hers)).toMatchObject({ status: 'Delivered', isIn: true })
})

test.each(['the exchange', 'one order as buyer', 'one order as seller', 'an order by an admin'])(
  'before the first hand-over, cancelling %s cancels all, frees the copies and notifies everybody once',
  async (what) => {
    const { exchangeId, asha, ravi, hers, his, herBook, hisBook, chatId } = await agree()
    await as(asha.seller).call(readChat, { id: chatId })
    const before = await view(asha.seller, exchangeId)
    const other = before.legs.find(({ orderId }) => orderId === his)?.order?.chat._id ?? ''
    const unread = async () => [
      (await as(asha.seller).call(readChat, { id: chatId })).body.unreadMessages,
      (await as(asha.buyer).call(readChat, { id: other })).body.unreadMessages,
    ]
    const [first, second] = await unread()
    if (what === 'the exchange')
      expect((await as(ravi.buyer).call(cancelExchange, { exchangeId })).body.status).toBe(
        'cancelled',
      )
    if (what === 'one order as buyer') await as(ravi.buyer).call(cancelOrder, { orderId: hers })
    if (what === 'one order as seller')
      await as(ravi.seller).call(setOrderStatus, { orderId: his, status: 'Cancelled' })
    if (what === 'an order by an admin')
      await as(await makeAccount('admin')).call(cancelAnyOrder, { id: hers, reason: 'A scam' })
    const after = await view(asha.seller, exchangeId)
    expect([after.status, statuses(after)]).toEqual(['cancelled', ['Cancelled', 'Cancelled']])
    const byAdmin = what === 'an order by an admin'
    expect(after.cancelled?.by).toBe(byAdmin ? undefined : (await view(ravi.buyer, exchangeId)).me)
    // Each chat names the person who cancelled by that person's role in the chat.
    const lastWords = async (id: string, account: TestAccount) =>
      (await as(account).call(readChat, { id })).body.messages.at(-1)?.message
    if (what === 'the exchange') {
      expect(await lastWords(chatId, asha.seller)).toMatch(/The buyer has cancelled the whole swap/)
      expect(await lastWords(other, asha.buyer)).toMatch(/The seller has cancelled the whole swap/)
    }
    expect([await availableOf(herBook), await availableOf(hisBook)]).toEqual([1, 1])
    // Only one of Asha's accounts is notified.
    const [a = 0, b = 0] = await unread()
    expect(a - (first ?? 0) + b - (second ?? 0)).toBe(1)
    const revived = await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Pending' })
    expect(revived.error.code).toBe('order_closed')
    expect((await as(ravi.seller).call(undoOrderStatus, { orderId: his })).error.code).toBe(
      'order_closed',
    )
    const admin = await makeAccount('admin')
    const { body } = await as(admin).call(readAdminOrder, { id: hers })
    expect(body).toMatchObject({ can: [], exchange: { _id: exchangeId, can: [] } })
    expect((await as(admin).call(reopenAnyOrder, { id: hers, reason: 'No' })).error.code).toBe(
      'order_settled',
    )
    const again = await as(ravi.seller).call(cancelExchange, { exchangeId })
    expect([again.status, again.body.status]).toEqual([200, 'cancelled'])
  },
)

test('a book cancelled after the first hand-over opens a case for the admins and notifies all members', async () => {
  const { exchangeId, asha, ravi, hers, his, hisBook } = await agree()
  // An order names the book of the exchange that was already sent, which prevents cancelling the
  // whole exchange.
  const begun = async () => legOf(await view(ravi.buyer, exchangeId), his)?.order?.exchange?.begun
  expect(await begun()).toBeUndefined()
  await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' })
  const given = legOf(await view(ravi.buyer, exchangeId), hers)
  expect(await begun()).toEqual({ title: given?.book.title, status: 'Delivered' })
  await as(ravi.seller).call(setOrderStatus, { orderId: his, status: 'Cancelled' })
  const after = await view(asha.buyer, exchangeId)
  expect([after.status, statuses(after).sort()]).toEqual(['running', ['Cancelled', 'Delivered']])
  expect(await availableOf(hisBook)).toBe(1)
  await updateCases((await testApp()).context)
  await updateCases((await testApp()).context)
  expect((await view(ravi.buyer, exchangeId)).case).toMatchObject({
    reason: 'cancelled',
    orderId: his,
  })
  const admin = await makeAccount('admin')
  const { body: cases } = await as(admin).call(listCases, {})
  const found = cases.filter(({ orderId }) => orderId === his)
  expect(found).toMatchObject([
    {
      subject: 'exchange',
      reason: 'cancelled',
      reported: { _id: ravi.seller.id },
      reporter: { _id: asha.buyer.id },
    },
  ])
  const { body: chat } = await as(asha.buyer).call(readChat, {
    id: legOf(after, his)?.order?.chat._id ?? '',
  })
  expect(chat.messages.at(-1)?.message).toMatch(
    /was cancelled after another book had been handed over/,
  )
  const settled = await as(admin).call(settleExchangeCase, {
    id: hers,
    reason: 'Ravi gives it on Friday.',
  })
  expect(settled.body.exchange).toMatchObject({
    case: { note: 'Ravi gives it on Friday.' },
    can: [],
  })
  expect((await as(admin).call(settleExchangeCase, { id: hers, reason: 'Twice' })).error.code).toBe(
    'complaint_closed',
  )
  const back = await as(admin).call(reopenAnyOrder, { id: his, reason: 'Agreed' })
  expect(back.body.order.status).toBe('Pending')
  expect(await availableOf(hisBook)).toBe(0)
})

test('a book that is cancelled after another one was sent isn’t said to follow a hand-over', async () => {
  const { exchangeId, asha, ravi, hers, his } = await agree(post, address)
  await as(asha.seller).call(sendExchanged, { exchangeId, orderId: hers })
  await as(ravi.seller).call(setOrderStatus, { orderId: his, status: 'Cancelled' })
  await updateCases((await testApp()).context)
  const id = legOf(await view(asha.buyer, exchangeId), his)?.order?.chat._id ?? ''
  const { body: chat } = await as(asha.buyer).call(readChat, { id })
  expect(chat.messages.at(-1)?.message).toMatch(/was cancelled after another book had been sent/)
})

test('the rupees of a cancelled book are open until an admin decides, also if another is late then', async () => {
  const swap = await makeSwap()
  const second = await makeBook(swap.ravi.seller, { price: 15_000 })
  const items = [{ bookId: swap.hisBook }, { bookId: second }]
  const offer = await offerSwap(swap, { exchange: { items, topUp: 100, topUpBy: 'buyer' } })
  const { body } = await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id })
  const exchangeId = body.exchange?.exchangeId ?? ''
  const { legs } = await view(swap.ravi.buyer, exchangeId)
  const of = (bookId: string) => legs.find(({ book }) => book._id === bookId)
  const set = (account: TestAccount, bookId: string, status: 'Delivered' | 'Cancelled') =>
    as(account).call(setOrderStatus, { orderId: of(bookId)?.orderId ?? '', status })
  const contested = async () =>
    (await view(swap.ravi.buyer, exchangeId)).payments.map(({ contestedBy }) => contestedBy)
  await set(swap.asha.seller, swap.herBook, 'Delivered')
  expect(await contested()).toEqual([undefined])
  await set(swap.ravi.seller, swap.hisBook, 'Cancelled')
  await updateCases((await testApp()).context)
  expect(await contested()).toEqual([of(swap.hisBook)?.number])
  const settled = { id: of(swap.hisBook)?.orderId ?? '', reason: 'Nothing is owed.' }
  await as(await makeAccount('admin')).call(settleExchangeCase, settled)
  expect(await contested()).toEqual([undefined])
  const { context } = await otherApp({ now: () => new Date(Date.now() + 7.1 * dayMs) })
  await updateCases(context)
  expect((await view(swap.ravi.buyer, exchangeId)).case).toMatchObject({ reason: 'missing' })
  expect(await contested()).toEqual([undefined])
})

test('a book that is missing after a week opens a case until it arrives', async () => {
  const { exchangeId, asha, ravi, hers, his } = await agree()
  await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' })
  const at = (days: number) => otherApp({ now: () => new Date(Date.now() + days * dayMs) })
  await updateCases((await at(6.9)).context)
  expect((await view(asha.buyer, exchangeId)).case).toBeUndefined()
  const late = (await at(7.1)).context
  await updateCases(late)
  expect((await view(asha.buyer, exchangeId)).case).toMatchObject({
    reason: 'missing',
    orderId: his,
  })
  // The accounts in the open chat are notified in the chat, the others by the bell.
  const bellTexts = async (account: TestAccount) =>
    (await as(account).call(listNotifications, {})).body
      .filter(({ link }) => link.includes(exchangeId))
      .map(({ text }) => text)
  const text = /hasn’t come, a week after the first book was handed over/
  const chatId = legOf(await view(asha.buyer, exchangeId), his)?.order?.chat._id ?? ''
  const { body: chat } = await as(asha.buyer).call(readChat, { id: chatId })
  expect(chat.messages.at(-1)?.message).toMatch(text)
  for (const other of [asha.seller, ravi.buyer])
    expect(await bellTexts(other)).toEqual([expect.stringMatching(text)])
  expect([await bellTexts(asha.buyer), await bellTexts(ravi.seller)]).toEqual([[], []])
  await as(ravi.seller).call(setOrderStatus, { orderId: his, status: 'Delivered' })
  await updateCases(late)
  expect((await view(asha.buyer, exchangeId)).case?.closedAt).toEqual(expect.any(String))
  const { body: done } = await as(await makeAccount('admin')).call(listCases, { state: 'done' })
  expect(done.find(({ orderId }) => orderId === his)).toMatchObject({ outcome: 'arrived' })
})

test('the shown case is that of the book that is still missing', async () => {
  const swap = await makeSwap()
  const second = await makeBook(swap.ravi.seller, { price: 15_000 })
  const exchange = { items: [{ bookId: swap.hisBook }, { bookId: second }], topUp: 0 }
  const { _id: offerId } = await offerSwap(swap, { exchange })
  const { body } = await as(swap.asha.seller).call(acceptOffer, { offerId })
  const exchangeId = body.exchange?.exchangeId ?? ''
  const { legs } = await view(swap.asha.seller, exchangeId)
  const orderOf = (bookId: string) => legs.find(({ book }) => book._id === bookId)?.orderId ?? ''
  const deliver = (account: TestAccount, bookId: string) =>
    as(account).call(setOrderStatus, { orderId: orderOf(bookId), status: 'Delivered' })
  await deliver(swap.asha.seller, swap.herBook)
  const { context } = await otherApp({ now: () => new Date(Date.now() + 7.1 * dayMs) })
  await updateCases(context)
  const { openCases } = await view(swap.asha.seller, exchangeId)
  expect(openCases?.map(({ orderId }) => orderId).sort()).toEqual(
    [orderOf(second), orderOf(swap.hisBook)].sort(),
  )
  // The test doesn't know which book's case is shown first.
  const shown = async () => (await view(swap.asha.seller, exchangeId)).case
  const later = (await shown())?.orderId === orderOf(second) ? second : swap.hisBook
  const other = later === second ? swap.hisBook : second
  await deliver(swap.ravi.seller, later)
  await updateCases(context)
  expect(await shown()).toMatchObject({ orderId: orderOf(other) })
  expect(await shown()).not.toHaveProperty('closedAt')
})

test('the cash difference has its own row: said, taken back, received', async () => {
  const { exchangeId, asha, ravi, hers, chatId } = await agree()
  const payment = { exchangeId, number: 1 }
  expect((await as(asha.buyer).call(sayExchangePaid, payment)).error.code).toBe('not_yours')
  const said = await as(ravi.seller).call(sayExchangePaid, payment)
  expect(said.body.payments).toMatchObject([
    { amount: 100, paidAt: expect.any(String), can: ['take-back'] },
  ])
  await as(ravi.buyer).call(takeBackExchangePaid, payment)
  expect((await view(ravi.buyer, exchangeId)).payments[0]).not.toHaveProperty('paidAt')
  await as(ravi.buyer).call(sayExchangePaid, payment)
  const received = await as(asha.buyer).call(sayExchangeReceived, payment)
  expect(received.body.payments[0]?.can).toEqual([])
  expect((await as(ravi.buyer).call(takeBackExchangePaid, payment)).error.code).toBe(
    'order_settled',
  )
  const { body: chat } = await as(ravi.buyer).call(readChat, { id: chatId })
  expect(chat.messages.slice(-3).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The buyer no longer says that ₹100 was paid \(swap \w{6}\)\.$/),
    expect.stringMatching(/^The buyer says that ₹100 was paid/),
    expect.stringMatching(/^The seller has received ₹100/),
  ])
  // Nothing is due for the orders themselves.
  const ledger = await as(ravi.buyer).call(readLedger, { orderId: hers })
  expect(ledger.body).toMatchObject({ lines: [], all: { toPay: 0, can: [] } })
  expect((await as(ravi.buyer).call(sayPaid, { orderId: hers, kind: 'price' })).error.code).toBe(
    'nothing_due',
  )
})

test('a cancelled exchange’s cash difference is refunded', async () => {
  const { exchangeId, asha, ravi, hers } = await agree()
  const payment = { exchangeId, number: 1 }
  await as(ravi.buyer).call(sayExchangePaid, payment)
  expect((await as(asha.seller).call(sayExchangePaid, { ...payment, back: true })).error.code).toBe(
    'nothing_due',
  )
  const { body } = await as(asha.buyer).call(cancelExchange, { exchangeId })
  expect(body.payments).toMatchObject([
    { back: false, can: [] },
    { back: true, from: body.me, can: ['say-paid'] },
  ])
  await as(asha.seller).call(sayExchangePaid, { ...payment, back: true })
  const back = await as(ravi.seller).call(sayExchangeReceived, { ...payment, back: true })
  expect(back.body.payments[1]).toMatchObject({ receivedAt: expect.any(String), can: [] })
  const { body: read } = await as(await makeAccount('admin')).call(readAdminOrder, { id: hers })
  const at = expect.any(String)
  expect(read.exchange?.payments).toEqual([
    {
      from: ravi.seller.name,
      to: asha.seller.name,
      amount: 100,
      paidAt: at,
      backPaidAt: at,
      backReceivedAt: at,
    },
  ])
})

test('exchanged books count neither as revenue nor for prices, and can be rated', async () => {
  const { asha, ravi, hers } = await agree()
  await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' })
  await as(ravi.buyer).call(receiveOrder, { orderId: hers })
  const { body: stats } = await as(asha.seller).call(readSellerStats, {})
  expect(stats).toMatchObject({ totalSales: 0, totalRevenue: 0, booksSold: 0 })
  const { body: report } = await as(asha.seller).call(readSalesReport, { range: 'daily' })
  expect(report.salesData.every((sum) => sum === 0)).toBe(true)
  const { db } = (await testApp()).context
  const old = new Date(Date.now() - 400 * dayMs)
  await db.updateTable('accounts').set({ created_at: old }).execute()
  await db
    .updateTable('orders')
    .set({ condition: 'good', publication_year: 2020 })
    .where('id', '=', hers)
    .execute()
  const sales = await selectTrustedSales(db, old).select('orders.id').execute()
  expect(sales.map(({ id }) => id)).not.toContain(hers)
  expect((await as(ravi.buyer).call(rateOrder, { orderId: hers, book: 5, seller: 5 })).status).toBe(
    201,
  )
})

test('a problem with an exchanged book is solved with a return or another copy, not with money', async () => {
  const { exchangeId, asha, ravi, hers } = await agree()
  await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' })
  const report = { orderId: hers, reason: 'damaged', text: 'Wet', photos: [] }
  const { body } = await as(ravi.buyer).call(reportProblem, report as never)
  expect(body.problems[0]?.maxRefund).toBe(0)
  const refund = await as(asha.seller).call(proposeSolution, {
    orderId: hers,
    proposal: 'refund',
    refund: 10,
  })
  expect(refund.error.fields?.refund).toBe('Nothing was paid for a book that was swapped.')
  expect(
    (await as(asha.seller).call(proposeSolution, { orderId: hers, proposal: 'returned' })).status,
  ).toBe(200)
  expect(legOf(await view(ravi.buyer, exchangeId), hers)?.isIn).toBe(false)
})

test('a time agreed for one book applies to the pair’s other books', async () => {
  const { asha, ravi, chatId, hers, exchangeId, his } = await agree()
  const tomorrow = new Date(Date.now() + dayMs + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const times = [`${tomorrow}T17:00`]
  await as(ravi.buyer).call(proposeMeeting, { orderId: hers, place: 'Library', times })
  const { body: meetings } = await as(asha.seller).call(listMeetings, { chatId })
  const [meeting] = meetings
  const other = legOf(await view(asha.seller, exchangeId), his)?.book.title
  expect(meeting?.exchanged).toEqual([other])
  const { status } = await as(asha.seller).call(chooseMeetingTime, {
    meetingId: meeting?._id ?? '',
    proposalId: meeting?.proposal?._id ?? '',
    time: meeting?.proposal?.times[0] ?? '',
  })
  expect(status).toBe(200)
  const exchange = await view(ravi.buyer, exchangeId)
  for (const orderId of [hers, his])
    expect(legOf(exchange, orderId)?.order?.meeting).toMatchObject({
      place: 'Library',
      startsAt: meeting?.proposal?.times[0],
    })
})

test('only its people read an exchange, and a blocked account does nothing in it', async () => {
  const { exchangeId, asha, ravi, hers, his } = await agree()
  for (const stranger of [await makeAccount('buyer'), await makeAccount('seller')]) {
    expect((await as(stranger).call(readExchange, { exchangeId })).error.code).toBe(
      'exchange_not_found',
    )
    expect((await as(stranger).call(listExchanges, {})).body).toEqual([])
    expect((await as(stranger).call(cancelExchange, { exchangeId })).error.code).toBe(
      'exchange_not_found',
    )
    expect(
      (await as(stranger).call(receiveExchanged, { exchangeId, orderId: hers })).error.code,
    ).toBe('exchange_not_found')
    expect((await as(stranger).call(sayExchangePaid, { exchangeId, number: 1 })).error.code).toBe(
      'exchange_not_found',
    )
  }
  const admin = await makeAccount('admin')
  await as(admin).call(toggleSeller, { id: ravi.seller.id, status: 'blocked', reason: 'A scam' })
  const code = await codeOf(asha.buyer, exchangeId, his)
  const refused = await as(ravi.buyer).call(enterExchangeCode, { exchangeId, orderId: his, code })
  expect([refused.status, refused.error.code]).toEqual([409, 'order_settled'])
  // If the seller account is blocked, the buyer account can't confirm a payment either.
  await as(admin).call(toggleSeller, { id: asha.seller.id, status: 'blocked', reason: 'A scam' })
  const word = await as(asha.buyer).call(sayExchangeReceived, { exchangeId, number: 1 })
  expect([word.status, word.error.code]).toEqual([409, 'order_settled'])
})

test('an account with an open exchange can’t be deleted; deleting it later deletes the names', async () => {
  const { exchangeId, asha, ravi, hers, his } = await agree()
  await as(asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' })
  await as(ravi.buyer).call(receiveOrder, { orderId: hers })
  for (const [account, endpoint] of [
    [asha.seller, deleteSellerAccount],
    [asha.buyer, deleteBuyerAccount],
    [ravi.buyer, deleteBuyerAccount],
  ] as const)
    expect((await as(account).call(endpoint, {})).error.code).toBe('account_has_orders')
  await as(ravi.seller).call(setOrderStatus, { orderId: his, status: 'Delivered' })
  expect((await as(asha.seller).call(deleteSellerAccount, {})).status).toBe(200)
  expect((await as(asha.buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  const left = await view(ravi.seller, exchangeId)
  expect(left.members.find(({ number }) => number !== left.me)?.name).toBe('Unknown Buyer')
  const { body: orders } = await as(ravi.buyer).call(listBuyerOrders, { userId: ravi.buyer.id })
  expect(orders[0]?.deliveryAddress).toBe('In person, as agreed in the chat')
})
