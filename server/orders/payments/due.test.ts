import { expect, test } from 'vitest'
import { amountsOf, type PayableOrder, paymentState, totalOf } from './due.ts'

const today = '2026-11-28'
/** A rent of ₹40 with a deposit of ₹200, three days late. */
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
  said: {},
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
  ['returned, deposit said', { ...returned, said: depositPaid }, [4000, 20_000, 500, 20_000]],
  ['returned, received', { ...returned, said: depositReceived }, [4000, 20_000, 500, 20_000]],
  [
    'returned, only given back',
    { ...returned, said: { deposit_back: { paid: 20_000, received: 0 } } },
    [4000, 20_000, 500, 20_000],
  ],
  ['refund of a part', { refund: 1500 }, [2500, 20_000, 1200, 0]],
  ['refund of more than it costs', { refund: 5000 }, [0, 20_000, 1200, 0]],
  ['cancelled', cancelled, [0, 0, 0, 0]],
  ['cancelled, deposit paid', { ...cancelled, said: depositPaid }, [0, 0, 0, 20_000]],
  [
    'running, said to be given back',
    { said: { ...depositReceived, deposit_back: { paid: 20_000, received: 0 } } },
    [4000, 20_000, 1200, 0],
  ],
  [
    'running, given back',
    { said: { ...depositReceived, ...depositBack } },
    [4000, 40_000, 1200, 0],
  ],
  [
    'returned, given back before',
    { ...returned, said: { ...depositReceived, ...depositBack } },
    [4000, 20_000, 500, 20_000],
  ],
  [
    'returned, paid twice',
    { ...returned, said: { ...depositTwice, ...depositBack } },
    [4000, 40_000, 500, 40_000],
  ],
])('what is due: %s', (_, change, [price, deposit, late_fee, deposit_back]) => {
  const amounts = amountsOf({ ...rent, ...change }, today)
  expect(Object.fromEntries(Object.entries(amounts).map(([kind, { due }]) => [kind, due]))).toEqual(
    {
      price,
      deposit,
      late_fee,
      deposit_back,
      price_back: 0,
      late_fee_back: 0,
    },
  )
})

type Said = [paid: number, received: number]
const said = (price: Said, back: Said) => ({
  price: { paid: price[0], received: price[1] },
  price_back: { paid: back[0], received: back[1] },
})

/** Returns each line as due, paid and received, with the rest to pay, in rupees. */
test.each<[string, Partial<PayableOrder>, [number[], number[]], [number, number]]>([
  [
    'nothing paid',
    {},
    [
      [25, 0, 0],
      [0, 0, 0],
    ],
    [25, 0],
  ],
  [
    'what is due was paid',
    { said: said([25, 25], [0, 0]) },
    [
      [25, 25, 25],
      [0, 0, 0],
    ],
    [0, 0],
  ],
  [
    'more was paid',
    { said: said([40, 40], [0, 0]) },
    [
      [25, 40, 40],
      [15, 0, 0],
    ],
    [0, 15],
  ],
  [
    'more is said to be paid',
    { said: said([40, 0], [0, 0]) },
    [
      [25, 40, 0],
      [15, 0, 0],
    ],
    [0, 15],
  ],
  // A seller who gives a payment back must have received it.
  [
    'said to be back',
    { said: said([40, 0], [15, 0]) },
    [
      [25, 40, 15],
      [15, 15, 0],
    ],
    [0, 0],
  ],
  [
    'back',
    { said: said([40, 40], [15, 15]) },
    [
      [25, 25, 25],
      [15, 15, 15],
    ],
    [0, 0],
  ],
  [
    'back, and dearer since',
    { price: 50, said: said([40, 40], [15, 15]) },
    [
      [35, 25, 25],
      [15, 15, 15],
    ],
    [10, 0],
  ],
  [
    'cancelled',
    { ...cancelled, said: said([40, 40], [0, 0]) },
    [
      [0, 40, 40],
      [40, 0, 0],
    ],
    [0, 40],
  ],
  [
    'cancelled after it was back',
    { ...cancelled, said: said([40, 40], [15, 15]) },
    [
      [0, 40, 40],
      [40, 15, 15],
    ],
    [0, 25],
  ],
  [
    'reopened after all was back',
    { said: said([40, 40], [40, 40]) },
    [
      [25, 0, 0],
      [40, 40, 40],
    ],
    [25, 0],
  ],
  [
    'reopened and paid again',
    { said: said([65, 40], [40, 40]) },
    [
      [25, 25, 0],
      [40, 40, 40],
    ],
    [0, 0],
  ],
])('a price of ₹40 with a refund of ₹15: %s', (_, change, lines, toPay) => {
  const amounts = amountsOf({ ...purchase, price: 40, refund: 15, ...change }, today)
  const totals = [amounts.price, amounts.price_back].map((row) => totalOf([row]))
  expect(totals.map(({ due, paid, received }) => [due, paid, received])).toEqual(lines)
  expect(totals.map((total) => total.toPay)).toEqual(toPay)
})

const fees = (fee: Said, back: Said) => ({
  late_fee: { paid: fee[0], received: fee[1] },
  late_fee_back: { paid: back[0], received: back[1] },
})
const fee = 1000
const inTime = { rent_end: today }
const dayLate = { rent_end: '2026-11-27' }

/** Returns the fee and its refund as due, paid and received, with the rest of each to pay. */
test.each<[string, Partial<PayableOrder>, [number[], number[]], [number, number]]>([
  [
    'cancelled, nothing paid',
    { ...cancelled, said: fees([0, 0], [0, 0]) },
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [0, 0],
  ],
  [
    'cancelled, paid',
    { ...cancelled, said: fees([fee, fee], [0, 0]) },
    [
      [0, fee, fee],
      [fee, 0, 0],
    ],
    [0, fee],
  ],
  [
    'cancelled, said to be paid',
    { ...cancelled, said: fees([fee, 0], [0, 0]) },
    [
      [0, fee, 0],
      [fee, 0, 0],
    ],
    [0, fee],
  ],
  [
    'cancelled, given back',
    { ...cancelled, said: fees([fee, fee], [fee, fee]) },
    [
      [0, fee, fee],
      [fee, fee, fee],
    ],
    [0, 0],
  ],
  [
    'extended, nothing paid',
    { ...inTime, said: fees([0, 0], [0, 0]) },
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [0, 0],
  ],
  [
    'extended, paid',
    { ...inTime, said: fees([fee, fee], [0, 0]) },
    [
      [0, fee, fee],
      [fee, 0, 0],
    ],
    [0, fee],
  ],
  [
    'extended by a part, paid',
    { ...dayLate, said: fees([fee, fee], [0, 0]) },
    [
      [500, fee, fee],
      [500, 0, 0],
    ],
    [0, 500],
  ],
  [
    'extended by a part, given back',
    { ...dayLate, said: fees([fee, fee], [500, 500]) },
    [
      [500, 500, 500],
      [500, 500, 500],
    ],
    [0, 0],
  ],
  [
    'extended, given back, late again',
    { ...dayLate, said: fees([fee, fee], [fee, fee]) },
    [
      [500, 0, 0],
      [fee, fee, fee],
    ],
    [500, 0],
  ],
  // A new late fee is set off against the one to be refunded.
  [
    'extended, late again before it was given back',
    { ...dayLate, rent_end: '2026-11-26', said: fees([fee, fee], [0, 0]) },
    [
      [fee, fee, fee],
      [0, 0, 0],
    ],
    [0, 0],
  ],
  [
    'returned, extended by a part before, paid',
    { ...dayLate, returned_on: today, isRentedOut: false, said: fees([fee, fee], [0, 0]) },
    [
      [500, fee, fee],
      [500, 0, 0],
    ],
    [0, 500],
  ],
])('a late fee of ₹5 a day: %s', (_, change, lines, toPay) => {
  const amounts = amountsOf({ ...rent, ...change }, today)
  const totals = [amounts.late_fee, amounts.late_fee_back].map((row) => totalOf([row]))
  expect(totals.map(({ due, paid, received }) => [due, paid, received])).toEqual(lines)
  expect(totals.map((total) => total.toPay)).toEqual(toPay)
})

const paidAll = { paid: 4000, received: 4000 }
const givenBack: PayableOrder = {
  ...purchase,
  isAgreed: false,
  isCancelled: true,
  said: { price: paidAll, price_back: paidAll },
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
    [{ ...purchase, isReceived: true, said: { price: { paid: 1000, received: 1000 } } }],
    { state: 'to-pay', amount: 3000 },
  ],
  ['an open problem', [{ ...purchase, hasOpenProblem: true }], undefined],
  [
    'one of two paid',
    [{ ...purchase, said: { price: paidAll } }, purchase],
    { state: 'to-pay', amount: 4000 },
  ],
  [
    'said, not confirmed',
    [{ ...purchase, said: { price: { paid: 4000, received: 1000 } } }],
    { state: 'said-paid', amount: 3000 },
  ],
  ['received', [{ ...purchase, said: { price: paidAll } }], { state: 'received', amount: 4000 }],
  [
    'deposit to give back',
    [{ ...rent, ...returned, late_fee: null, said: { price: paidAll, ...depositReceived } }],
    { state: 'to-give-back', amount: 20_000 },
  ],
  [
    'deposit said to be given back, which confirms that it was paid',
    [
      {
        ...rent,
        ...returned,
        late_fee: null,
        said: {
          price: paidAll,
          deposit: { paid: 20_000, received: 0 },
          deposit_back: { paid: 20_000, received: 0 },
        },
      },
    ],
    { state: 'said-given-back', amount: 20_000 },
  ],
  ['cancelled and given back', [givenBack], { state: 'given-back', amount: 4000 }],
  [
    'one of two cancelled and given back',
    [givenBack, { ...purchase, said: { price: paidAll } }],
    { state: 'received', amount: 4000 },
  ],
  [
    'a cancelled rent, its deposit given back',
    [
      {
        ...rent,
        isAgreed: false,
        isCancelled: true,
        said: {
          deposit: { paid: 20_000, received: 20_000 },
          deposit_back: { paid: 20_000, received: 20_000 },
        },
      },
    ],
    { state: 'given-back', amount: 20_000 },
  ],
  [
    'a cancelled rent, its late fee to give back',
    [{ ...rent, ...cancelled, said: fees([fee, fee], [0, 0]) }],
    { state: 'to-give-back', amount: fee },
  ],
  [
    'a cancelled rent, its late fee given back',
    [{ ...rent, ...cancelled, said: fees([fee, fee], [fee, fee]) }],
    { state: 'given-back', amount: fee },
  ],
])('the state of payments: %s', (_, orders, state) => {
  expect(paymentState(orders, 'buyer', today)).toEqual(state)
})

test('a seller reads first what the buyer says was paid', () => {
  const orders = [{ ...purchase, said: { price: { paid: 1000, received: 0 } } }]
  expect(paymentState(orders, 'buyer', today)).toEqual({ state: 'to-pay', amount: 3000 })
  expect(paymentState(orders, 'seller', today)).toEqual({ state: 'said-paid', amount: 1000 })
})

test.each<[string, Partial<PayableOrder>, number[], number[]]>([
  ['not paid again', {}, [20_000, 0, 0], [0, 0, 0]],
  ['paid again', { said: { ...depositTwice, ...depositBack } }, [20_000, 20_000, 0], [0, 0, 0]],
  ['not paid again, returned', returned, [20_000, 0, 20_000], [20_000, 20_000, 20_000]],
  [
    'paid again, returned',
    { ...returned, said: { ...depositTwice, ...depositBack } },
    [20_000, 20_000, 0],
    [20_000, 0, 0],
  ],
])('a deposit that was given back before isn’t shown: %s', (_, change, deposit, back) => {
  const said = { ...depositReceived, ...depositBack }
  const amounts = amountsOf({ ...rent, said, ...change }, today)
  const shown = (kind: 'deposit' | 'deposit_back') => {
    const { due, paid, received } = totalOf([amounts[kind]])
    return [due, paid, received]
  }
  expect([shown('deposit'), shown('deposit_back')]).toEqual([deposit, back])
})
