import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { byteOrderMark, fromCell } from '#contract/common/csv.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { acceptOffer } from '#contract/orders/offers.ts'
import {
  confirmOrder,
  receiveOrder,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { sayReceived } from '#contract/orders/payments.ts'
import { exportOrders } from '#contract/orders/reports.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeDelivered,
  makeOrder,
  type TestAccount,
} from '#server/testing.ts'
import { makeSwap, offerSwap } from '#server/testing-exchanges.ts'

const read = async (seller: TestAccount, period: EndpointInput<typeof exportOrders>) => {
  const { body } = await as(seller).call(exportOrders, period)
  expect(body.csv.startsWith(byteOrderMark)).toBe(true)
  return parse(body.csv, { bom: true, columns: true }) as Record<string, string>[]
}

async function orderedOn(seller: TestAccount, time: string, title = 'A Book') {
  const made = await makeOrder({ seller, book: { title } })
  await changeRow('orders', made.orderId, { created_at: new Date(time) })
  return made
}

test('a row has what happened, in Indian dates, and texts as they are', async () => {
  const seller = await makeAccount('seller')
  const buyer = await makeAccount('buyer', { name: 'आशा, "Asha"' })
  const titles = ['गोदान, भाग १', 'A "quoted" title', 'Two\r\nlines', '=HYPERLINK("x")', 'क्या? 📚']
  for (const title of titles) {
    const { orderId } = await makeOrder({ seller, buyer, book: { title, branch: 'हिन्दी' } })
    await changeRow('orders', orderId, { created_at: new Date('2025-12-31T18:45:00Z') })
  }
  const { orderId } = await makeOrder({ seller, days: 3 })
  await as(buyer).call(confirmOrder, { orderId })
  await changeRow('orders', orderId, {
    created_at: new Date('2026-01-31T18:29:00Z'),
    confirmed_at: new Date('2026-01-31T18:29:00Z'),
    hand_over: 'post',
  })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(seller).call(sayReceived, { orderId, kind: 'price' })
  const inHand = await makeDelivered({ seller })
  await changeRow('orders', inHand.orderId, { created_at: new Date('2026-01-31T18:28:00Z') })
  await as(inHand.buyer).call(receiveOrder, { orderId: inHand.orderId })
  const rows = await read(seller, { month: '2026-01' })
  expect(rows.map(({ Title = '' }) => fromCell(Title))).toEqual([
    ...titles,
    expect.any(String),
    expect.any(String),
  ])
  expect(rows[0]).toEqual({
    'Ordered on': '2026-01-01',
    'Delivered on': '',
    Order: expect.stringMatching(/^#[0-9A-F]{6}$/),
    Buyer: 'आशा, "Asha"',
    Title: 'गोदान, भाग १',
    Branch: 'हिन्दी',
    Type: 'Purchase',
    Status: 'Pending',
    'Amount (₹)': '250',
    'Refund (₹)': '0',
    'Received (₹)': '0',
    'Received on': '',
    Method: '',
    'Hand-over': '',
  })
  expect(rows.at(-2)).toMatchObject({ 'Received (₹)': '250', Method: 'Assumed on delivery' })
  expect(rows.at(-1)).toMatchObject({
    'Ordered on': '2026-01-31',
    Order: `#${shortOrderId(orderId)}`,
    Type: 'Rent',
    'Amount (₹)': '30',
    'Received (₹)': '30',
    'Received on': rows.at(-1)?.['Delivered on'],
    Method: 'Marked as received',
    'Hand-over': 'By post',
  })
})

test('a month and a financial year have only their own orders', async () => {
  const seller = await makeAccount('seller')
  for (const [time, title] of [
    ['2026-03-31T18:29:59Z', 'In March'],
    ['2026-03-31T18:30:00Z', 'In April'],
    ['2027-03-31T18:29:59Z', 'A year later'],
    ['2027-03-31T18:30:00Z', 'In the next year'],
  ] as const)
    await orderedOn(seller, time, title)
  const titles = async (period: EndpointInput<typeof exportOrders>) =>
    (await read(seller, period)).map(({ Title }) => Title)
  expect(await titles({ financialYear: '2025-26' })).toEqual(['In March'])
  expect(await titles({ financialYear: '2026-27' })).toEqual(['In April', 'A year later'])
  expect(await titles({ month: '2026-04' })).toEqual(['In April'])
  expect(await titles({ month: '2027-04' })).toEqual(['In the next year'])
  const other = await makeAccount('seller')
  expect(await read(other, { financialYear: '2026-27' })).toEqual([])
})

test('cancelled orders and swaps have no amounts', async () => {
  const { asha, ...swap } = await makeSwap()
  const offer = await offerSwap({ asha, ...swap })
  await as(asha.seller).call(acceptOffer, { offerId: offer._id })
  const { orderId } = await makeOrder({ seller: asha.seller })
  await as(asha.seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7)
  const rows = await read(asha.seller, { month })
  expect(rows).toMatchObject([
    { Type: 'Swap', 'Amount (₹)': '', 'Received (₹)': '', Method: '', 'Hand-over': 'In person' },
    { Status: 'Cancelled', 'Amount (₹)': '', 'Refund (₹)': '', 'Received (₹)': '' },
  ])
})

test.each([
  [{}, { month: 'Choose a month or a financial year.' }],
  [
    { month: '2026-01', financialYear: '2026-27' },
    { month: 'Choose a month or a financial year.' },
  ],
  [{ month: '2026-13' }, { month: 'The month is a year and a month, such as 2026-11.' }],
  [
    { financialYear: '2026-28' },
    { financialYear: 'The financial year is two years, such as 2026-27.' },
  ],
  [{ month: '2026-11', cursor: 'नहीं' }, { cursor: 'The cursor is not valid.' }],
])('%o is refused', async (input, fields) => {
  const { status, error } = await as(await makeAccount('seller')).call(exportOrders, input)
  expect([status, error.fields]).toEqual([400, fields])
})
