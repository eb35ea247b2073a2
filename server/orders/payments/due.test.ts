import { expect, test } from 'vitest'
import { amountsOf, type PayableOrder, paymentState, totalOf } from './due.ts'

const today = '2026-11-28'
/** A rental for ₹40 with a deposit of ₹200, which is three days late. */
const rent: PayableOrder = {
  isAgreed: true,
  isCancelled: false,
  price: 4000,
  refund: null,
  deposit: 20_000,
  late_fee: 500,
  loss_price: 1200,
  rent_end: '2026-11-25',
  returned_on: null,
  isRentedOut: true,
  reported: {},
}
const purchase = { ...rent, deposit: null, late_fee: null, rent_end: null, isRentedOut: false }
const returned = { returned_on: '2026-11-26', isRentedOut: false }
const cancelled = { isAgreed: false, isCancelled: true, isRentedOut: false }
const depositPaid = { deposit: { paid: 20_000, received: 0 } }
const depositReceived = { deposit: { paid: 0, received: 20_000 } }
const depositTwice = { deposit: { paid: 40_000, received: 20_000 } }
const depositBack = { deposit_back: { paid: 20_000, received: 20_000 } }

test.each<[string, Partial<PayableOrder>, [number, number, number, number]]>([
  ['late: at most what the book costs', {}, [4000, 20_000, 1200, 0]],
  ['not agreed', { isAgreed: false }, [0, 0, 0, 0]],
  ['returned, nothing paid', returned, [4000, 0, 500, 0]],
  ['returned, deposit said', { ...returned, reported: depositPaid }, [4000, 20_000, 500, 20_000]],
  ['returned, received', { ...returned, reported: depositReceived }, [4000, 20_000, 500, 20_000]],
  [
    'returned, only given back',
    { ...returned, reported: { deposit_back: { paid: 20_000, received: 0 } } },
    [4000, 20_000, 500, 20_000],
  ],
  ['refund of a part', { refund: 1500 }, [2500, 20_000, 1200, 0]],
  ['refund of more than it costs', { refund: 5000 }, [0, 20_000, 1200, 0]],
  ['cancelled', cancelled, [0, 0, 0, 0]],
  ['cancelled, deposit paid', { ...cancelled, reported: depositPaid }, [0, 0, 0, 20_000]],
  [
    'running, said to be given back',
    { reported: { ...depositReceived, deposit_back: { paid: 20_000, received: 0 } } },
    [4000, 20_000, 1200, 0],
  ],
  [
    'running, given back',
    { reported: { ...depositReceived, ...depositBack } },
    [4000, 40_000, 1200, 0],
  ],
  [
    'returned, given back before',
    { ...returned, reported: { ...depositReceived, ...depositBack } },
    [4000, 20_000, 500, 20_000],
  ],
  [
    'returned, paid twice',
    { ...returned, reported: { ...depositTwice, ...depositBack } },
    [4000, 40_000, 500, 40_000],
  ],
])('what is due: %s', (_, change, [price, deposit, late_fee, deposit_back]) => {
  const amounts = amountsOf({ ...rent, ...change }, today)
  expect(Object.fromEntries(Object.entries(amounts).map(([kind, { due }]) => [kind, due]))).toEqual(
    { price, deposit, late_fee, deposit_back, price_back: 0, late_fee_back: 0 },
  )
})

const numbersIn = (text: string): number[] => text.split(' ').map(Number)
/** Reads reports such as '40 40 0 0': paid and received, then paid back and received back. */
const reportedOf = (kind: 'price' | 'late_fee', text: string) => {
  const [paid = 0, received = 0, backPaid = 0, backReceived = 0] = numbersIn(text)
  return {
    [kind]: { paid, received },
    [`${kind}_back`]: { paid: backPaid, received: backReceived },
  }
}
/** A price of ₹40 with a refund of ₹15, and a late fee of ₹5 for each day since 25 November. */
const bases = { price: { ...purchase, price: 40, refund: 15 }, late_fee: { ...rent, late_fee: 5 } }
const inTime = { rent_end: today }
const dayLate = { rent_end: '2026-11-27' }

/**
 * The reports, the expected payment, and the expected repayment. The last two columns each give:
 * due, paid, received, to be paid.
 */
test.each<['price' | 'late_fee', string, Partial<PayableOrder>, string, string, string]>([
  ['price', 'nothing paid', {}, '0 0 0 0', '25 0 0 25', '0 0 0 0'],
  ['price', 'what is due was paid', {}, '25 25 0 0', '25 25 25 0', '0 0 0 0'],
  ['price', 'more was paid', {}, '40 40 0 0', '25 40 40 0', '15 0 0 15'],
  ['price', 'more is said to be paid', {}, '40 0 0 0', '25 40 0 0', '15 0 0 15'],
  // A seller who says that money was given back must have received it.
  ['price', 'said to be back', {}, '40 0 15 0', '25 40 15 0', '15 15 0 0'],
  ['price', 'back', {}, '40 40 15 15', '25 25 25 0', '15 15 15 0'],
  ['price', 'back, and dearer since', { price: 50 }, '40 40 15 15', '35 25 25 10', '15 15 15 0'],
  ['price', 'cancelled', cancelled, '40 40 0 0', '0 40 40 0', '40 0 0 40'],
  ['price', 'cancelled after it was back', cancelled, '40 40 15 15', '0 40 40 0', '40 15 15 25'],
  ['price', 'reopened after all was back', {}, '40 40 40 40', '25 0 0 25', '40 40 40 0'],
  ['price', 'reopened and paid again', {}, '65 40 40 40', '25 25 0 0', '40 40 40 0'],
  ['late_fee', 'cancelled, nothing paid', cancelled, '0 0 0 0', '0 0 0 0', '0 0 0 0'],
  ['late_fee', 'cancelled, paid', cancelled, '10 10 0 0', '0 10 10 0', '10 0 0 10'],
  ['late_fee', 'cancelled, said to be paid', cancelled, '10 0 0 0', '0 10 0 0', '10 0 0 10'],
  ['late_fee', 'cancelled, given back', cancelled, '10 10 10 10', '0 10 10 0', '10 10 10 0'],
  ['late_fee', 'extended, nothing paid', inTime, '0 0 0 0', '0 0 0 0', '0 0 0 0'],
  ['late_fee', 'extended, paid', inTime, '10 10 0 0', '0 10 10 0', '10 0 0 10'],
  ['late_fee', 'extended by a part, paid', dayLate, '10 10 0 0', '5 10 10 0', '5 0 0 5'],
  ['late_fee', 'extended by a part, back', dayLate, '10 10 5 5', '5 5 5 0', '5 5 5 0'],
  ['late_fee', 'extended, back, late again', dayLate, '10 10 10 10', '5 0 0 5', '10 10 10 0'],
  // The late fee that still has to be given back covers the new one.
  ['late_fee', 'late again', { rent_end: '2026-11-26' }, '10 10 0 0', '10 10 10 0', '0 0 0 0'],
  [
    'late_fee',
    'returned, extended by a part before, paid',
    { ...dayLate, returned_on: today, isRentedOut: false },
    ...(['10 10 0 0', '5 10 10 0', '5 0 0 5'] as const),
  ],
])('%s: %s', (kind, _, change, reported, amount, back) => {
  const amounts = amountsOf(
    { ...bases[kind], reported: reportedOf(kind, reported), ...change },
    today,
  )
  const totals = [amounts[kind], amounts[`${kind}_back`]].map((row) => totalOf([row]))
  expect(totals.map(({ due, paid, received, toPay }) => [due, paid, received, toPay])).toEqual([
    numbersIn(amount),
    numbersIn(back),
  ])
})

const paidAll = { paid: 4000, received: 4000 }
const back: PayableOrder = { ...rent, ...returned, late_fee: null }
const givenBack: PayableOrder = {
  ...purchase,
  isAgreed: false,
  isCancelled: true,
  reported: { price: paidAll, price_back: paidAll },
}

test.each<[string, PayableOrder[], ReturnType<typeof paymentState>]>([
  ['nothing', [{ ...purchase, isAgreed: false }], undefined],
  ['all open', [purchase, purchase], { state: 'to-pay', amount: 8000 }],
  ['received or rated, no payment reported', [{ ...purchase, isReceived: true }], undefined],
  [
    'one of two received',
    [{ ...purchase, isReceived: true }, purchase],
    { state: 'to-pay', amount: 4000 },
  ],
  [
    'received, part reported as paid',
    [{ ...purchase, isReceived: true, reported: { price: { paid: 1000, received: 1000 } } }],
    { state: 'to-pay', amount: 3000 },
  ],
  ['an open problem', [{ ...purchase, hasOpenProblem: true }], undefined],
  [
    'one of two paid',
    [{ ...purchase, reported: { price: paidAll } }, purchase],
    { state: 'to-pay', amount: 4000 },
  ],
  [
    'said, not confirmed',
    [{ ...purchase, reported: { price: { paid: 4000, received: 1000 } } }],
    { state: 'said-paid', amount: 3000 },
  ],
  [
    'received',
    [{ ...purchase, reported: { price: paidAll } }],
    { state: 'received', amount: 4000 },
  ],
  [
    'deposit to give back',
    [{ ...back, reported: { price: paidAll, ...depositReceived } }],
    { state: 'to-give-back', amount: 20_000 },
  ],
  [
    'deposit said to be given back, which confirms that it was paid',
    [{ ...back, reported: { price: paidAll, ...depositPaid, deposit_back: depositPaid.deposit } }],
    { state: 'said-given-back', amount: 20_000 },
  ],
  ['cancelled and given back', [givenBack], { state: 'given-back', amount: 4000 }],
  [
    'one of two cancelled and given back',
    [givenBack, { ...purchase, reported: { price: paidAll } }],
    { state: 'received', amount: 4000 },
  ],
  [
    'a cancelled rent, its late fee to give back',
    [{ ...rent, ...cancelled, reported: reportedOf('late_fee', '1000 1000 0 0') }],
    { state: 'to-give-back', amount: 1000 },
  ],
  [
    'a cancelled rent, its late fee given back',
    [{ ...rent, ...cancelled, reported: reportedOf('late_fee', '1000 1000 1000 1000') }],
    { state: 'given-back', amount: 1000 },
  ],
])('the state of payments: %s', (_, orders, state) => {
  expect(paymentState(orders, 'buyer', today)).toEqual(state)
})

test('a seller reads first what the buyer says was paid', () => {
  const orders = [{ ...purchase, reported: { price: { paid: 1000, received: 0 } } }]
  expect(paymentState(orders, 'buyer', today)).toEqual({ state: 'to-pay', amount: 3000 })
  expect(paymentState(orders, 'seller', today)).toEqual({ state: 'said-paid', amount: 1000 })
})

test.each<[string, Partial<PayableOrder>, number[], number[]]>([
  ['not paid again', {}, [20_000, 0, 0], [0, 0, 0]],
  ['paid again', { reported: { ...depositTwice, ...depositBack } }, [20_000, 20_000, 0], [0, 0, 0]],
  ['not paid again, returned', returned, [20_000, 0, 20_000], [20_000, 20_000, 20_000]],
  [
    'paid again, returned',
    { ...returned, reported: { ...depositTwice, ...depositBack } },
    [20_000, 20_000, 0],
    [20_000, 0, 0],
  ],
])('a deposit that was given back before isn’t shown: %s', (_, change, deposit, back) => {
  const reported = { ...depositReceived, ...depositBack }
  const amounts = amountsOf({ ...rent, reported, ...change }, today)
  const shown = (kind: 'deposit' | 'deposit_back') => {
    const { due, paid, received } = totalOf([amounts[kind]])
    return [due, paid, received]
  }
  expect([shown('deposit'), shown('deposit_back')]).toEqual([deposit, back])
})
