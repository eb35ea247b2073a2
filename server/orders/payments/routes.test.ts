import { expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#contract/accounts/account-blocks.ts'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { cancelAnyOrder } from '#contract/admin/admin-orders.ts'
import { readChat, sendMessage, startChat } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { acceptOffer, listOfferBooks, listOffers, makeOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  listBuyerOrders,
  rateOrder,
  receiveOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { readLedger, sayPaid, sayReceived, takeBackPaid } from '#contract/orders/payments.ts'
import { proposeSolution, reportProblem, solveProblem } from '#contract/orders/problems.ts'
import { remindOfRents } from '#server/orders/jobs/remind-rents.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeDelivered,
  makeOrder,
  otherApp,
  type TestAccount,
  type TestChat,
} from '#server/testing.ts'

const dayMs = 86_400_000
const rentable = { is_rentable: true, rent_price: 1_000, rent_deposit: 20_000, late_fee: 500 }
const inDays = (days: number) => otherApp({ now: () => new Date(Date.now() + days * dayMs) })

async function agreedRent(
  chat: TestChat,
  days: number,
  at?: Awaited<ReturnType<typeof inDays>>,
): Promise<string> {
  const terms = { orderType: 'rent', amount: 10, days, handOver: 'meet' as const }
  const items = [{ bookId: chat.bookId, copies: 1 }]
  const { body: offer } = await as(chat.buyer).call(
    makeOffer,
    { ...terms, chatId: chat.chatId, items },
    at,
  )
  expect(offer).toMatchObject({ deposit: 200, lateFee: 5, lossPrice: 250 })
  const { body: books } = await as(chat.buyer).call(listOfferBooks, { chatId: chat.chatId })
  for (const book of [books[0], offer.items[0]?.book])
    expect(book).toMatchObject({ rentPrice: 10, rentDeposit: 200, lateFee: 5 })
  const { body } = await as(chat.seller).call(acceptOffer, { offerId: offer._id }, at)
  return body.orders[0] ?? ''
}

test('a UPI ID is shown to the buyer of an agreed order only, with the amount', async () => {
  const seller = await makeAccount('seller', { name: 'Ravi Kumar' })
  const saved = await as(seller).call(updateSellerProfile, { upiId: 'ravi.k@okaxis' })
  expect(saved.body).toMatchObject({ upiId: 'ravi.k@okaxis' })
  const wrong = await as(seller).call(updateSellerProfile, { upiId: 'ravi' })
  expect(wrong.error.fields).toEqual({ upiId: 'Enter a UPI ID such as name@bank.' })
  const { buyer, orderId, chatId } = await makeOrder({ seller })
  const proposal = await as(buyer).call(readLedger, { orderId })
  expect(proposal.body).toEqual({
    lines: [],
    all: { toPay: 0, unconfirmed: 0, toReceive: 0, can: [] },
  })
  await as(buyer).call(confirmOrder, { orderId })
  const { body: ledger } = await as(buyer).call(readLedger, { orderId })
  expect(ledger.lines).toEqual([
    {
      kind: 'price',
      payer: 'buyer',
      due: 250,
      paid: 0,
      received: 0,
      toPay: 250,
      unconfirmed: 0,
      toReceive: 250,
      can: ['say-paid'],
    },
  ])
  expect(ledger.payWhen).toBe('with-the-book')
  expect(ledger.upi).toMatchObject({ id: 'ravi.k@okaxis', name: 'Ravi Kumar', amount: 250 })
  expect(ledger.upi?.link).toMatch(
    /^upi:\/\/pay\?pa=ravi.k@okaxis&pn=Ravi%20Kumar&am=250\.00&cu=INR&tn=Dobara%20[0-9A-F]{6}$/,
  )
  const own = await as(seller).call(readLedger, { orderId })
  expect(own.body).not.toHaveProperty('upi')
  expect(own.body).not.toHaveProperty('lacksUpi')
  expect(own.body.lines[0]?.can).toEqual(['say-received'])
  for (const stranger of [await makeAccount('buyer'), await makeAccount('seller')])
    for (const endpoint of [readLedger, sayPaid, takeBackPaid, sayReceived])
      expect((await as(stranger).call(endpoint, { orderId, kind: 'price' })).status).toBe(404)

  const wrongSide = await as(seller).call(sayPaid, { orderId, kind: 'price' })
  expect(wrongSide.error.code).toBe('not_yours')
  const nothing = await as(buyer).call(sayPaid, { orderId, kind: 'deposit' })
  expect(nothing.error.code).toBe('nothing_due')
  await as(buyer).call(sayPaid, { orderId, kind: 'price' })
  await as(buyer).call(sayPaid, { orderId, kind: 'price' })
  const { body: paid } = await as(seller).call(sayReceived, { orderId, kind: 'price' })
  expect(paid.lines[0]).toMatchObject({ due: 250, paid: 250, received: 250, can: [] })
  const { body: chat } = await as(buyer).call(readChat, { id: chatId })
  const lines = chat.messages.map(({ message }) => message)
  expect(lines.filter((line) => line.includes('₹250 was paid'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('has received ₹250'))).toHaveLength(1)
  expect((await as(buyer).call(readLedger, { orderId })).body).not.toHaveProperty('upi')
})

test('only the seller reads that their UPI ID is missing, while something is to be paid', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const lacksUpi = async (account: TestAccount) =>
    (await as(account).call(readLedger, { orderId })).body.lacksUpi
  expect(await lacksUpi(seller)).toBeUndefined()
  await as(buyer).call(confirmOrder, { orderId })
  expect([await lacksUpi(seller), await lacksUpi(buyer)]).toEqual([true, undefined])
  await as(seller).call(sayReceived, { orderId, kind: 'price' })
  expect(await lacksUpi(seller)).toBeUndefined()
})

test('repeatedly announcing and taking back a payment is limited for that person only', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++)
    statuses.push(
      (await as(buyer).call(n % 2 === 0 ? sayPaid : takeBackPaid, { orderId, kind: 'all' })).status,
    )
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  const shipped = await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  expect(shipped.status).toBe(200)
})

test('a deal is paid as a whole', async () => {
  const chat = await makeChat({ book: { copies: 2, available: 2 } })
  const items = [
    { bookId: chat.bookId, copies: 2 },
    { bookId: await makeBook(chat.seller), copies: 1 },
  ]
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 700,
    items,
    handOver: 'meet',
  })
  const { body: deal } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  const [orderId = '', second = ''] = deal.orders
  const { body } = await as(chat.buyer).call(sayPaid, { orderId, kind: 'price' })
  expect(body.lines).toMatchObject([{ kind: 'price', due: 700, paid: 700 }])
  await as(chat.seller).call(setOrderStatus, { orderId: second, status: 'Cancelled' })
  const { body: after } = await as(chat.buyer).call(readLedger, { orderId })
  expect(after.lines[0]?.paid).toBe(700)
  expect(after.lines[0]?.due).toBeLessThan(700)
  const amount = 700 - (after.lines[0]?.due ?? 0)
  expect(after.lines[1]).toMatchObject({ due: amount, cancelled: { books: 1, amount } })
})

test('a rent has a deposit, a late fee for each day, and the deposit back', async () => {
  const chat = await makeChat({ book: rentable })
  const orderId = await agreedRent(chat, 3)
  const before = await as(chat.buyer).call(readLedger, { orderId })
  expect(before.body.lines.map(({ kind, due }) => [kind, due])).toEqual([
    ['price', 30],
    ['deposit', 200],
  ])
  await as(chat.buyer).call(sayPaid, { orderId, kind: 'all', amount: 230 })
  await as(chat.seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(chat.buyer).call(receiveOrder, { orderId })
  const { app } = await inDays(5)
  const { body: late } = await as(chat.buyer).call(readLedger, { orderId }, { app })
  expect(late.lines.at(-1)).toMatchObject({ kind: 'late_fee', payer: 'buyer', due: 10 })
  expect(late.payWhen).toBe('now')
  await as(chat.seller).call(returnOrder, { orderId }, { app })
  const { body: returned } = await as(chat.seller).call(readLedger, { orderId }, { app })
  expect(returned.lines.at(-1)).toMatchObject({
    kind: 'deposit_back',
    payer: 'seller',
    due: 200,
    can: ['say-paid'],
  })
  const { app: later } = await inDays(9)
  const { body: end } = await as(chat.seller).call(readLedger, { orderId }, { app: later })
  expect(end.lines.find(({ kind }) => kind === 'late_fee')?.due).toBe(10)
})

test('one press reports all that is due as paid, can be undone until it is confirmed, and the order shows it', async () => {
  const chat = await makeChat({ book: rentable })
  const orderId = await agreedRent(chat, 3)
  const kind = 'all' as const
  const payment = async () => {
    const { body } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
    return body.find(({ _id }) => _id === orderId)?.payment
  }
  expect(await payment()).toEqual({ state: 'to-pay', amount: 230 })
  const { body: said } = await as(chat.buyer).call(sayPaid, { orderId, kind })
  expect(said.all).toEqual({ toPay: 0, unconfirmed: 230, toReceive: 0, can: ['take-back'] })
  expect(await payment()).toEqual({ state: 'said-paid', amount: 230 })
  const taken = () => as(chat.buyer).call(takeBackPaid, { orderId, kind, amount: 230 })
  const { body: back } = await taken()
  expect(back.all).toEqual({ toPay: 230, unconfirmed: 0, toReceive: 0, can: ['say-paid'] })
  // Pressing the button a second time changes nothing.
  expect((await taken()).status).toBe(200)
  expect((await as(chat.seller).call(takeBackPaid, { orderId, kind: 'price' })).error.code).toBe(
    'not_yours',
  )

  await as(chat.buyer).call(sayPaid, { orderId, kind: 'price' })
  const { body: open } = await as(chat.seller).call(readLedger, { orderId })
  expect(open.lines[0]?.takenBackAt).toBeDefined()
  expect(open.all).toMatchObject({ toReceive: 30, can: ['say-received'] })
  await as(chat.seller).call(sayReceived, { orderId, kind, amount: 30 })
  const { body: received } = await as(chat.seller).call(sayReceived, {
    orderId,
    kind,
    amount: 200,
    unconfirmed: 0,
  })
  expect(received.all).toMatchObject({ toReceive: 0, can: [] })
  expect(await payment()).toEqual({ state: 'received', amount: 230 })
  const confirmed = await as(chat.buyer).call(takeBackPaid, { orderId, kind: 'price' })
  expect(confirmed.body.lines[0]).toMatchObject({ paid: 30, received: 30, can: [] })
  const { body: messages } = await as(chat.buyer).call(readChat, { id: chat.chatId })
  const lines = messages.messages.map(({ message }) => message).filter((line) => /says/.test(line))
  expect(lines.map((line) => line.replace(/ \(order.*/, ''))).toEqual([
    'The buyer says that ₹230 was paid, ₹200 of it as a deposit',
    'The buyer no longer says that ₹230 was paid, ₹200 of it as a deposit',
    'The buyer says that ₹30 was paid',
  ])
})

test('people are reminded the day before a rent ends and on the day, once, and not after its return', async () => {
  const chat = await makeChat({ book: rentable })
  const orderId = await agreedRent(chat, 3)
  await as(chat.seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const reminders = async () => {
    const { body } = await as(chat.buyer).call(readChat, { id: chat.chatId })
    return body.messages.filter(({ message }) => message.startsWith('The rent of')).length
  }
  const remind = async (days: number) => remindOfRents((await inDays(days)).context)
  await remind(1)
  expect(await reminders()).toBe(0)
  await remind(2)
  await remind(2)
  expect(await reminders()).toBe(1)
  await remind(3)
  expect(await reminders()).toBe(2)
  await as(chat.seller).call(returnOrder, { orderId })
  await remind(3)
  expect(await reminders()).toBe(2)
})

test('an offer extends a rent unless another buyer waits for the copy', async () => {
  const chat = await makeChat({ book: rentable })
  const orderId = await agreedRent(chat, 3)
  const more = {
    chatId: chat.chatId,
    extendsOrderId: orderId,
    orderType: 'rent',
    amount: 8,
    days: 10,
    items: [{ bookId: chat.bookId, copies: 1 }],
    handOver: 'meet' as const,
  }
  expect((await as(chat.buyer).call(makeOffer, more)).error.code).toBe('order_settled')
  await as(chat.seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(chat.buyer).call(sayPaid, { orderId, kind: 'price' })
  const { body: offer } = await as(chat.buyer).call(makeOffer, more)
  expect(offer).toMatchObject({ extendsOrderId: orderId, total: 80, askingTotal: 100 })
  const { body: accepted } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  expect(accepted).toMatchObject({ status: 'accepted', orders: [] })
  const { body: orders } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
  expect(orders).toHaveLength(1)
  const today = indianDate(new Date())
  expect(orders[0]).toMatchObject({
    price: 110,
    extensionPrice: 80,
    askingPrice: 30,
    rentDays: 13,
    rentEndDate: addDays(today, 13),
    history: expect.arrayContaining([expect.objectContaining({ what: 'extended' })]),
  })
  // The buyer's earlier report isn't changed, and the seller confirms it separately.
  const { body: ledger } = await as(chat.seller).call(readLedger, { orderId })
  const before = { due: 110, paid: 30, received: 0, toPay: 80, unconfirmed: 30, toReceive: 30 }
  expect(ledger.lines[0]).toMatchObject({ ...before, can: ['say-received'] })
  const { body: sure } = await as(chat.seller).call(sayReceived, { orderId, kind: 'price' })
  expect(sure.lines[0]).toMatchObject({ received: 30, unconfirmed: 0, toReceive: 80 })
  // Only people who could get the copy count as waiting for it.
  const { buyer: other } = await makeChat({ seller: chat.seller, bookId: chat.bookId })
  const { body: words } = await as(other).call(startChat, { bookId: chat.bookId })
  await as(other).call(sendMessage, { chatId: words.chat._id, message: 'Is it back soon?' })
  await as(chat.seller).call(sendMessage, { chatId: words.chat._id, message: 'On Monday.' })
  const makeLate = () => as(chat.buyer).call(makeOffer, { ...more, days: 1 })
  expect((await makeLate()).error.code).toBe('copy_wanted')
  const extension = async () => {
    const { body } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
    return [body[0]?.can.includes('extend'), body[0]?.wanted]
  }
  expect(await extension()).toEqual([false, true])
  // A block between buyer and seller prevents an extension, even if nobody else waits.
  await as(chat.seller).call(blockPerson, { id: chat.buyer.id })
  expect(await extension()).toEqual([false, undefined])
  await as(chat.seller).call(unblockPerson, { id: chat.buyer.id })
  await as(chat.seller).call(blockPerson, { id: other.id })
  expect(await extension()).toEqual([true, undefined])
  const tooLong = await as(chat.buyer).call(makeOffer, { ...more, days: 360 })
  expect(tooLong.error.fields).toEqual({ days: expect.stringContaining('at most 365 days') })

  const { body: late } = await makeLate()
  const actions = async () =>
    (await as(chat.seller).call(listOffers, { chatId: chat.chatId })).body.at(-1)?.can
  expect(await actions()).toEqual(['accept', 'decline'])
  await as(chat.seller).call(returnOrder, { orderId })
  expect(await actions()).toEqual(['decline'])
  const refused = await as(chat.seller).call(acceptOffer, { offerId: late._id })
  expect(refused.error.code).toBe('order_settled')
})

test('a refund lowers the price, and what was paid above it is given back', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(sayPaid, { orderId, kind: 'price' })
  const text = 'Pages 20 to 40 are missing.'
  await as(buyer).call(reportProblem, { orderId, reason: 'damaged', text })
  await as(seller).call(proposeSolution, { orderId, proposal: 'refund', refund: 100 })
  await as(buyer).call(solveProblem, { orderId, outcome: 'refund', refund: 100 })
  const ordersOf = async () =>
    (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body.map((order) => [
      order.price,
      order.refund,
      order.payment,
    ])
  expect(await ordersOf()).toEqual([[250, 100, { state: 'said-paid', amount: 250 }]])
  const { body: owed } = await as(seller).call(sayReceived, { orderId, kind: 'price' })
  expect(owed.lines).toMatchObject([
    { kind: 'price', due: 150, refund: 100, received: 250 },
    { kind: 'price_back', payer: 'seller', due: 100, toPay: 100, can: ['say-paid'] },
  ])
  expect(await ordersOf()).toEqual([[250, 100, { state: 'to-give-back', amount: 100 }]])
  await as(seller).call(sayPaid, { orderId, kind: 'all', amount: 100 })
  const { body: back } = await as(buyer).call(sayReceived, { orderId, kind: 'all', amount: 100 })
  expect(back.lines).toMatchObject([
    { kind: 'price', due: 150, paid: 150, received: 150, can: [] },
    { kind: 'price_back', due: 100, paid: 100, received: 100, can: [] },
  ])
  const { body: chat } = await as(buyer).call(readChat, { id: chatId })
  const lines = chat.messages.map(({ message }) => message)
  expect(lines.at(-2)).toMatch(/^The seller says that ₹100 of the price was given back \(order /)
  expect(lines.at(-1)).toMatch(/^The buyer has got back ₹100 of the price \(order /)
})

test('a press on an outdated screen doesn’t confirm a report that was undone', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  const price = { orderId, kind: 'price' as const, amount: 250 }
  await as(buyer).call(sayPaid, price)
  await as(buyer).call(takeBackPaid, price)
  // The amount is the same, but the report was undone.
  for (const seen of [{ unconfirmed: 250 }, {}]) {
    const { status, error } = await as(seller).call(sayReceived, { ...price, ...seen })
    expect([status, error.code]).toEqual([409, 'amount_changed'])
  }
  // The seller may have the money although the buyer has undone the report.
  const { body } = await as(seller).call(sayReceived, { ...price, unconfirmed: 0 })
  expect(body.lines).toMatchObject([{ kind: 'price', received: 250, toPay: 0 }])
})

/** Creates a rental of three days that is two days late, with a late fee of ₹10 so far. */
async function lateRent() {
  const chat = await makeChat({ book: rentable })
  // The rental begins in the past, because an admin's session wouldn't last until the rental is
  // late.
  const past = await inDays(-5)
  const orderId = await agreedRent(chat, 3, past)
  await as(chat.seller).call(setOrderStatus, { orderId, status: 'Delivered' }, past)
  return { ...chat, orderId }
}

test('a late fee that was paid is owed back once the rent is extended past the late days', async () => {
  const { buyer, seller, orderId, chatId, bookId } = await lateRent()
  const fee = { orderId, kind: 'late_fee' as const, amount: 10 }
  await as(buyer).call(sayPaid, fee)
  await as(seller).call(sayReceived, fee)
  const { body: offer } = await as(buyer).call(makeOffer, {
    chatId,
    extendsOrderId: orderId,
    orderType: 'rent',
    amount: 10,
    days: 1,
    items: [{ bookId, copies: 1 }],
    handOver: 'meet',
  })
  await as(seller).call(acceptOffer, { offerId: offer._id })
  const feeLines = async () =>
    (await as(buyer).call(readLedger, { orderId })).body.lines
      .filter(({ kind }) => kind.startsWith('late_fee'))
      .map(({ kind, due, paid, received, toPay }) => [kind, due, paid, received, toPay])
  expect(await feeLines()).toEqual([
    ['late_fee', 5, 10, 10, 0],
    ['late_fee_back', 5, 0, 0, 5],
  ])
  const back = { orderId, kind: 'late_fee_back' as const, amount: 5 }
  await as(seller).call(sayPaid, back)
  await as(buyer).call(sayReceived, back)
  expect(await feeLines()).toEqual([
    ['late_fee', 5, 5, 5, 0],
    ['late_fee_back', 5, 5, 5, 0],
  ])
})

test('one press gives back the price, the deposit and the late fee', async () => {
  const { buyer, seller, orderId, chatId } = await lateRent()
  const all = { orderId, kind: 'all' as const, amount: 240 }
  await as(buyer).call(sayPaid, all)
  await as(seller).call(sayReceived, all)
  const reason = 'Both have asked for it.'
  await as(await makeAccount('admin')).call(cancelAnyOrder, { id: orderId, reason })
  const { body } = await as(seller).call(sayPaid, all)
  expect(body.lines.slice(3).map(({ kind, paid }) => [kind, paid])).toEqual([
    ['deposit_back', 200],
    ['price_back', 30],
    ['late_fee_back', 10],
  ])
  await as(seller).call(takeBackPaid, all)
  await as(buyer).call(sayReceived, { ...all, unconfirmed: 0 })
  const parts = '₹240, ₹200 of it the deposit and ₹10 of it the late fee,'
  const { messages } = (await as(buyer).call(readChat, { id: chatId })).body
  expect(messages.slice(-3).map(({ message }) => message.replace(/ \(order.*/, ''))).toEqual([
    `The seller says that ${parts} was given back`,
    `The seller no longer says that ${parts} was given back`,
    `The buyer has got back ${parts}`,
  ])
})

test('a buyer isn’t asked to pay after receiving or rating an order, nor while a problem is open', async () => {
  const stateOf = async ({ buyer }: { buyer: TestAccount }) =>
    (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body[0]?.payment?.state
  const [received, rated, disputed] = [
    await makeDelivered(),
    await makeDelivered(),
    await makeDelivered(),
  ]
  expect(await stateOf(received)).toBe('to-pay')
  await as(received.buyer).call(receiveOrder, { orderId: received.orderId })
  await as(rated.buyer).call(rateOrder, { orderId: rated.orderId, book: 5, seller: 5 })
  await as(disputed.buyer).call(reportProblem, {
    orderId: disputed.orderId,
    reason: 'damaged',
    text: 'Torn.',
  })
  for (const order of [received, rated, disputed]) {
    expect(await stateOf(order)).toBeUndefined()
    const { body } = await as(order.buyer).call(readLedger, { orderId: order.orderId })
    expect(body.payWhen).toBeUndefined()
  }
  // Payments after that can still be reported.
  const said = { orderId: received.orderId, kind: 'all' } as const
  expect((await as(received.seller).call(sayReceived, said)).status).toBe(200)
  expect(await stateOf(received)).toBe('received')
})
