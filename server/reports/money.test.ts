import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indianDate } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { cancelExchange, sayExchangeReceived } from '#contract/exchanges/exchanges.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  type OrderStatus,
  receiveOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { type PaymentKind, sayPaid, sayReceived, takeBackPaid } from '#contract/orders/payments.ts'
import { proposeSolution, reportProblem, solveProblem } from '#contract/orders/problems.ts'
import { readOrderSummary, readSellerStats, type SellerMoney } from '#contract/orders/reports.ts'
import { amountsOf, isAsked, refundOf } from '#server/orders/payments/due.ts'
import { findLedgerOrders } from '#server/orders/payments/ledger-orders.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makeSwap, offerSwap } from '#server/testing-exchanges.ts'
import { rounds } from '#server/testing-rounds.ts'
import { findMoney } from './money.ts'

type Made = { buyer: TestAccount; seller: TestAccount; orderId: string }

const confirm = ({ buyer, orderId }: Made) => as(buyer).call(confirmOrder, { orderId })
const to =
  (status: OrderStatus) =>
  ({ seller, orderId }: Made) =>
    as(seller).call(setOrderStatus, { orderId, status })
const receive = ({ buyer, orderId }: Made) => as(buyer).call(receiveOrder, { orderId })
const paid = ({ buyer, orderId }: Made) => as(buyer).call(sayPaid, { orderId, kind: 'price' })
const takenBack = ({ buyer, orderId }: Made) =>
  as(buyer).call(takeBackPaid, { orderId, kind: 'price' })
const got = ({ seller, orderId }: Made) => as(seller).call(sayReceived, { orderId, kind: 'price' })
const complain = ({ buyer, orderId }: Made) =>
  as(buyer).call(reportProblem, { orderId, reason: 'damaged', text: 'A page is missing.' })
const refund =
  (amount: number) =>
  async ({ buyer, seller, orderId }: Made) => {
    await as(seller).call(proposeSolution, { orderId, proposal: 'refund', refund: amount })
    const proposal = { outcome: 'refund', proposal: 'refund', refund: amount } as const
    return as(buyer).call(solveProblem, { orderId, ...proposal })
  }
const gaveBack = ({ seller, orderId }: Made) =>
  as(seller).call(sayPaid, { orderId, kind: 'price_back' })
const gotBack = ({ buyer, orderId }: Made) =>
  as(buyer).call(sayReceived, { orderId, kind: 'price_back' })

const linesOf = ({ received, agreed, waiting }: SellerMoney) => ({ received, agreed, waiting })
const none = { amount: 0, orders: 0 }

async function moneyOf(seller: TestAccount): Promise<SellerMoney> {
  const { body } = await as(seller).call(readSellerStats, { details: true })
  const { totalRevenue, totalSales, money } = body
  if (!money) throw new Error('there are no details')
  const { received, agreed, waiting, refunds = 0 } = money
  expect(money.total).toBe(totalRevenue)
  expect(received.amount + agreed.amount + waiting.amount + refunds).toBe(totalRevenue)
  expect(received.orders + agreed.orders + waiting.orders).toBe(totalSales)
  return money
}

const shipped = to('Shipped')
const delivered = to('Delivered')
const cancelled = to('Cancelled')

type Steps = ((made: Made) => Promise<{ status: number }>)[]
const purchases: [string, Steps, 'received' | 'agreed' | 'waiting' | undefined][] = [
  ['proposed', [], 'waiting'],
  ['sent before anybody agreed', [shipped], 'waiting'],
  ['delivered without the buyer', [delivered], 'received'],
  ['agreed', [confirm], 'agreed'],
  ['agreed and sent', [confirm, shipped], 'agreed'],
  ['agreed and delivered', [confirm, delivered], 'agreed'],
  ['received', [confirm, delivered, receive], 'received'],
  ['received without agreeing first', [shipped, receive], 'received'],
  ['said to be paid', [confirm, paid], 'agreed'],
  ['received, and said to be paid', [confirm, paid, delivered, receive], 'agreed'],
  ['received, and the report taken back', [confirm, paid, takenBack, delivered, receive], 'agreed'],
  ['paid', [confirm, paid, got], 'received'],
  ['paid, without a word of the buyer', [confirm, got], 'received'],
  ['with a problem', [delivered, complain], 'waiting'],
  ['agreed, with a problem', [confirm, delivered, complain], 'agreed'],
  ['paid, with a problem', [confirm, got, delivered, complain], 'received'],
  ['cancelled', [cancelled], undefined],
  ['paid and cancelled', [confirm, got, cancelled], undefined],
  ['cancelled and resumed', [confirm, cancelled, to('Pending')], 'waiting'],
]
test.each(purchases)('a purchase that is %s', async (_, steps, expected) => {
  for (const days of [undefined, 25]) {
    const made = await makeOrder({ ...(days && { days }) })
    for (const step of steps) expect((await step(made)).status).toBeLessThan(300)
    const line = { amount: 250, orders: 1 }
    const lines = { received: none, agreed: none, waiting: none }
    const money = await moneyOf(made.seller)
    expect(linesOf(money)).toEqual({ ...lines, ...(expected && { [expected]: line }) })
    expect([money.refunds, money.deposits, money.swaps]).toEqual([undefined, undefined, undefined])
  }
})

/** Returns the rupees that the seller has for an order, by the rules of its payments. */
async function ledgerOf({ orderId }: Made) {
  const { db } = (await testApp()).context
  const [order] = await findLedgerOrders(db, { orderIds: [orderId], dealIds: [] })
  if (!order) throw new Error('there is no order')
  const amounts = amountsOf(order, indianDate(new Date()))
  const netOf = (kind: 'price' | 'deposit' | 'late_fee') =>
    amounts[kind].received - amounts[`${kind}_back`].received
  const net = order.price - refundOf(order)
  const { status, isAgreed, hasOpenProblem, reported } = order
  const isToPay = hasOpenProblem || reported.price || (isAgreed && isAsked(order, 'price'))
  const received = status === 'Delivered' && !isToPay ? net : Math.min(netOf('price'), net)
  return {
    received: status === 'Cancelled' ? 0 : toRupees(received),
    deposits: toRupees(netOf('deposit')),
    lateFees: toRupees(netOf('late_fee')),
  }
}

const report = fc.record({
  paid: fc.constantFrom(0, 10_000, 25_000, 40_000),
  received: fc.constantFrom(0, 10_000, 25_000, 40_000),
})
const ofPrice = { price: report, price_back: report }
const ofRent = { deposit: report, deposit_back: report, late_fee: report, late_fee_back: report }
type Reports = Partial<Record<PaymentKind, { paid: number; received: number }>>

async function setReports({ orderId: order_id }: Made, reports: Reports): Promise<void> {
  const { db } = (await testApp()).context
  const now = new Date()
  await db.deleteFrom('payments').where('order_id', '=', order_id).execute()
  for (const [kind, { paid, received }] of Object.entries(reports)) {
    const times = { paid_at: paid > 0 ? now : null, received_at: received > 0 ? now : null }
    await db
      .insertInto('payments')
      .values({ order_id, kind: kind as PaymentKind, paid, received, ...times })
      .execute()
  }
}

const refunded: Steps = [confirm, got, delivered, complain, refund(100)]
test.each<[string, Steps]>([
  ...purchases.map(([state, steps]): [string, Steps] => [state, steps]),
  ['partly refunded', refunded],
])('the sums of an order that is %s are those of its payments', async (_, steps) => {
  const { db } = (await testApp()).context
  for (const days of [undefined, 25]) {
    const made = await makeOrder({ ...(days && { days }) })
    const check = async () => {
      const { received, deposits = 0, lateFees = 0 } = await findMoney(db, made.seller.id)
      expect({ received: received.amount, deposits, lateFees }).toEqual(await ledgerOf(made))
    }
    for (const step of steps) await step(made)
    await check()
    const kinds = { ...ofPrice, ...(days && ofRent) }
    const property = fc.asyncProperty(fc.record(kinds, { requiredKeys: [] }), async (reports) => {
      await setReports(made, reports)
      await check()
    })
    await fc.assert(property, { numRuns: rounds(12, 100) })
  }
})

test('refunds are taken off what was received', async () => {
  const made = await makeOrder()
  for (const step of [confirm, got, delivered, complain, refund(100)]) await step(made)
  const refunded = { total: 250, refunds: 100, received: { amount: 150, orders: 1 } }
  expect(await moneyOf(made.seller)).toMatchObject(refunded)
  await gaveBack(made)
  expect(await moneyOf(made.seller)).toMatchObject(refunded)
  await gotBack(made)
  expect(await moneyOf(made.seller)).toMatchObject(refunded)
  const unpaid = await makeOrder({ seller: made.seller })
  for (const step of [confirm, delivered, complain, refund(50)]) await step(unpaid)
  expect(await moneyOf(made.seller)).toMatchObject({
    refunds: 150,
    agreed: { amount: 200, orders: 1 },
  })
})

test('deposits, late fees and an extension of a rent', async () => {
  const chat = await makeChat({
    book: { is_rentable: true, rent_price: 1_000, rent_deposit: 20_000, late_fee: 500 },
  })
  const { buyer, seller, chatId, bookId } = chat
  const rent = { orderType: 'rent', amount: 10, days: 5, handOver: 'meet' as const }
  const agree = async (more: object) => {
    const items = [{ bookId, copies: 1 }]
    const { body: offer } = await as(buyer).call(makeOffer, { ...rent, ...more, chatId, items })
    return (await as(seller).call(acceptOffer, { offerId: offer._id })).body.orders[0] ?? ''
  }
  const orderId = await agree({})
  const made = { buyer, seller, orderId }
  expect(linesOf(await moneyOf(seller)).agreed).toEqual({ amount: 50, orders: 1 })
  await as(seller).call(sayReceived, { orderId, kind: 'all' })
  expect(await moneyOf(seller)).toMatchObject({
    total: 50,
    received: { amount: 50, orders: 1 },
    deposits: 200,
  })
  await delivered(made)
  await agree({ days: 3, extendsOrderId: orderId })
  expect(linesOf(await moneyOf(seller))).toEqual({
    received: { amount: 50, orders: 0 },
    agreed: { amount: 30, orders: 1 },
    waiting: none,
  })
  await changeRow('orders', orderId, { rent_start: '2026-01-01', rent_end: '2026-01-09' })
  await as(seller).call(returnOrder, { orderId })
  for (const kind of ['price', 'late_fee'] as const)
    expect((await as(seller).call(sayReceived, { orderId, kind })).status).toBe(200)
  await as(buyer).call(sayReceived, { orderId, kind: 'deposit_back' })
  const money = await moneyOf(seller)
  expect(money).toMatchObject({ received: { amount: 80, orders: 1 }, lateFees: 250 })
  expect(money).not.toHaveProperty('deposits')
})

test('rupees on top of a swap are in a line of their own', async () => {
  const swap = await makeSwap()
  const offer = await offerSwap(swap)
  const { asha, ravi } = swap
  const { body } = await as(asha.seller).call(acceptOffer, { offerId: offer._id })
  const exchangeId = body.exchange?.exchangeId ?? ''
  const empty = { total: 0, received: none, agreed: none, waiting: none }
  expect(await moneyOf(asha.seller)).toEqual({ ...empty, swaps: { received: 0, unpaid: 100 } })
  expect(await moneyOf(ravi.seller)).toEqual(empty)
  await as(asha.seller).call(sayExchangeReceived, { exchangeId, number: 1 })
  expect(await moneyOf(asha.seller)).toEqual({ ...empty, swaps: { received: 100, unpaid: 0 } })
  await as(asha.seller).call(cancelExchange, { exchangeId })
  expect(await moneyOf(asha.seller)).toEqual(empty)
})

test('a range has only its own orders, and only details have money', async () => {
  const { seller, orderId } = await makeOrder()
  await changeRow('orders', orderId, { created_at: new Date('2001-01-01') })
  await makeOrder({ seller })
  const read = (details?: boolean) => as(seller).call(readOrderSummary, { details })
  expect([(await moneyOf(seller)).total, (await read(true)).body.money?.total]).toEqual([500, 250])
  expect((await read()).body).toEqual({ completed: 0, pending: 1, cancelled: 0 })
  expect((await moneyOf(await makeAccount('seller'))).total).toBe(0)
})
