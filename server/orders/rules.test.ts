import { expect, test } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OrderInput } from '#contract/orders/order-form.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/orders.ts'
import { isOverdue } from '#server/orders/lifecycle/status.ts'
import {
  cancelTransition,
  confirmTransition,
  receiveTransition,
  returnTransition,
  statusTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { type OrderDetails, orderActions, orderTerms, waitingMs } from './rules.ts'
import { proposedPurchase } from './testing-order-details.ts'
import { orderSummary } from './texts.ts'

const now = new Date('2026-03-10T10:00:00Z')
const today = '2026-03-10'

const purchase = proposedPurchase
const rent: OrderDetails = {
  ...purchase,
  order_type: 'rent',
  price: 5_000,
  rent_days: 5,
  rent_start: '2026-03-05',
  rent_end: '2026-03-10',
}

const errorCodeOr = <T>(work: () => T): T | string => {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const book = { price: 25_000, is_rentable: true, rent_price: 1_050 }
const terms = (
  input: Partial<OrderInput> & Pick<OrderInput, 'orderType'>,
  offer: Parameters<typeof orderTerms>[1] = book,
) =>
  errorCodeOr(() => {
    const { price, rent_start, rent_end } = orderTerms(input, offer, today)
    return [price, rent_start, rent_end]
  })

test.each<[Partial<OrderInput> & Pick<OrderInput, 'orderType'>, unknown]>([
  [{ orderType: 'purchase' }, [25_000, null, null]],
  [{ orderType: 'purchase', price: 199.99 }, [19_999, null, null]],
  [{ orderType: 'purchase', rentDays: 5 }, [25_000, null, null]],
  [{ orderType: 'rent', rentDays: 3 }, [3_150, today, '2026-03-13']],
  [
    {
      orderType: 'rent',
      rentDays: 3,
      price: 31.5,
      rentStartDate: today,
      rentEndDate: '2026-03-13',
    },
    [3_150, today, '2026-03-13'],
  ],
  [
    { orderType: 'rent', rentDays: 3, rentStartDate: '2026-03-09T20:00:00.000Z' },
    [3_150, today, '2026-03-13'],
  ],
  [{ orderType: 'rent', rentDays: 365 }, [383_250, today, '2027-03-10']],
  [{ orderType: 'rent', rentDays: 3, price: 31.49 }, 'rent_price_differs'],
  [{ orderType: 'rent', rentDays: 3, price: 1 }, 'rent_price_differs'],
  [{ orderType: 'rent', rentDays: 3, rentStartDate: '2026-03-11' }, 'rent_dates_differ'],
  [
    { orderType: 'rent', rentDays: 3, rentStartDate: '+275760-09-13T00:00:00.000Z' },
    'rent_dates_differ',
  ],
  [
    { orderType: 'rent', rentDays: 3, rentEndDate: '-271821-04-20T00:00:00.000Z' },
    'rent_dates_differ',
  ],
  [{ orderType: 'rent', rentDays: 3, rentEndDate: '2026-03-14' }, 'rent_dates_differ'],
  [{ orderType: 'rent', rentDays: 3, rentEndDate: 'whenever' }, 'rent_dates_differ'],
])('the terms of %o are %o', (input, expected) => {
  expect(terms(input)).toEqual(expected)
})

test('a book that is not for rent is not rented, and no rent costs more than a price may', () => {
  expect(terms({ orderType: 'rent', rentDays: 3 }, { ...book, is_rentable: false })).toBe(
    'not_rentable',
  )
  expect(terms({ orderType: 'rent', rentDays: 3 }, { ...book, rent_price: null })).toBe(
    'not_rentable',
  )
  expect(terms({ orderType: 'rent', rentDays: 365 }, { ...book, rent_price: 10_000_000 })).toBe(
    'malformed',
  )
})

test.each<[OrderStatus, OrderStatus, string | undefined]>(
  orderStatuses.flatMap((from) =>
    orderStatuses.map((to): [OrderStatus, OrderStatus, string | undefined] => [
      from,
      to,
      from === to
        ? undefined
        : to === 'Cancelled'
          ? 'release'
          : from === 'Cancelled'
            ? 'reserve'
            : 'unchanged',
    ]),
  ),
)('from %s to %s the copy is %s', (from, to, copy) => {
  expect(statusTransition({ ...purchase, status: from }, to, now)?.copy).toBe(copy)
  expect(statusTransition({ ...rent, status: from, returned_at: now }, to, now)?.copy).toBe(
    from === to ? undefined : 'unchanged',
  )
})

test('a delivery sets its time, a cancellation undoes the confirmation', () => {
  expect(statusTransition(purchase, 'Delivered', now)?.changes).toEqual({
    status: 'Delivered',
    delivered_at: now,
  })
  expect(statusTransition({ ...purchase, status: 'Delivered' }, 'Shipped', now)?.changes).toEqual({
    status: 'Shipped',
    delivered_at: null,
  })
  expect(statusTransition({ ...purchase, confirmed_at: now }, 'Cancelled', now)?.changes).toEqual({
    status: 'Cancelled',
    delivered_at: null,
    received_at: null,
    confirmed_at: null,
  })
  const out = { ...purchase, status: 'Delivered', handed_back_at: now } as const
  expect(statusTransition(out, 'Shipped', now)?.changes).toMatchObject({ handed_back_at: null })
  const back = { ...out, returned_at: now, confirmed_at: now }
  expect(statusTransition(back, 'Cancelled', now)?.changes).toEqual({
    status: 'Cancelled',
    delivered_at: null,
  })
  expect(statusTransition(purchase, 'Shipped', now)?.text).toBe(
    'Order ABCDEF (Godaan) is now Shipped.',
  )
  const long = {
    ...purchase,
    book_title: 'Engineering Mechanics: Dynamics, Volume II (SI Edition)',
  }
  expect(statusTransition(long, 'Shipped', now)?.text).toBe(
    'Order ABCDEF (Engineering Mechanics:…) is now Shipped.',
  )
})

test.each(orderStatuses)(
  'a buyer cancels a %s order they never agreed to; one they agreed to only while it is pending',
  (status) => {
    const cancel = (order: OrderDetails) =>
      errorCodeOr(() => cancelTransition({ ...order, status }, now))
    const cancelled = expect.objectContaining({
      changes: expect.objectContaining({ status: 'Cancelled' }),
      copy: 'release',
    })
    for (const order of [purchase, rent]) {
      expect(cancel(order)).toEqual(status === 'Cancelled' ? 'order_settled' : cancelled)
      for (const agreed of [{ confirmed_at: now }, { received_at: now }])
        expect(cancel({ ...order, ...agreed })).toEqual(
          status === 'Pending' ? cancelled : 'order_settled',
        )
    }
    expect(cancel({ ...rent, returned_at: now })).toBe('order_settled')
  },
)

test('nobody confirms a blocked seller’s proposal; a buyer who has the book can say so', () => {
  const proposal: OrderDetails = { ...purchase, seller_status: 'blocked' }
  expect(orderActions(proposal, 'buyer', now)).toEqual(['cancel', 'receive'])
  expect(errorCodeOr(() => confirmTransition(proposal, now))).toBe('order_settled')
  expect(receiveTransition(proposal, now)).toMatchObject({ changes: { received_at: now } })
  expect(errorCodeOr(() => receiveTransition(purchase, now))).toBe('order_settled')
})

test('with a blocked seller the buyer can end what the seller would have to finish, and nothing else', () => {
  const blockedSeller = { seller_status: 'blocked' } as const
  for (const status of orderStatuses) {
    const actionsOf = (order: OrderDetails) =>
      orderActions(
        { ...order, ...blockedSeller, status, is_rated: true, received_at: now },
        'buyer',
        now,
      )
    expect(actionsOf(purchase)).toEqual(
      status === 'Pending' || status === 'Shipped' ? ['cancel', 'receive'] : [],
    )
    expect(actionsOf(rent)).toEqual(
      status === 'Pending' || status === 'Shipped'
        ? ['cancel', 'receive']
        : status === 'Delivered'
          ? ['return']
          : [],
    )
  }
})

test.each<[Partial<OrderDetails>, boolean]>([
  [{ status: 'Delivered' }, true],
  [{ status: 'Delivered', returned_at: now }, false],
  [{ status: 'Shipped' }, false],
  [{ status: 'Cancelled' }, false],
  [{ status: 'Delivered', order_type: 'purchase' }, false],
])('a rent that is %o can be returned: %s', (change, isPossible) => {
  const result = errorCodeOr(() => returnTransition({ ...rent, ...change }, now, 'seller'))
  if (isPossible) expect(result).toMatchObject({ changes: { returned_at: now }, copy: 'return' })
  else expect(result).toBe('order_settled')
})

test.each<[Partial<OrderDetails>, string, boolean]>([
  [{ status: 'Delivered' }, '2026-03-10', false],
  [{ status: 'Delivered' }, '2026-03-11', true],
  [{ status: 'Shipped' }, '2026-03-11', false],
  [{ status: 'Delivered', returned_at: now }, '2026-03-11', false],
])('a rent until 10 March that is %o is overdue on %s: %s', (change, date, expected) => {
  expect(isOverdue({ ...rent, ...change }, date)).toBe(expected)
  expect(isOverdue({ ...purchase, ...change }, date)).toBe(false)
})

test.each<[Partial<OrderDetails>, string[], string[]]>([
  [{ status: 'Pending' }, ['set-status'], ['confirm', 'cancel']],
  [
    { status: 'Pending', confirmed_at: now },
    ['set-status', 'ship', 'propose-meeting'],
    ['cancel', 'receive', 'propose-meeting'],
  ],
  [
    { status: 'Pending', confirmed_at: now, hand_over: 'post' },
    ['set-status', 'ship'],
    ['cancel', 'receive'],
  ],
  [
    { status: 'Shipped', confirmed_at: now, hand_over: 'meet', wrong_codes: 4 },
    ['set-status', 'propose-meeting', 'enter-code'],
    ['receive', 'propose-meeting'],
  ],
  [
    { status: 'Pending', confirmed_at: now, hand_over: 'meet', wrong_codes: 5 },
    ['set-status', 'propose-meeting'],
    ['cancel', 'receive', 'propose-meeting'],
  ],
  [{ status: 'Pending', hand_over: 'meet', wrong_codes: 0 }, ['set-status'], ['confirm', 'cancel']],
  [
    { status: 'Pending', confirmed_at: now, hand_over: 'meet', wrong_codes: 0, is_blocked: true },
    ['set-status', 'enter-code'],
    ['cancel', 'receive'],
  ],
  [{ status: 'Shipped' }, ['set-status', 'edit-shipment'], ['cancel', 'receive']],
  [{ status: 'Shipped', confirmed_at: now }, ['set-status', 'edit-shipment'], ['receive']],
  [{ status: 'Delivered' }, ['set-status', 'return'], ['cancel', 'receive', 'rate', 'hand-back']],
  [
    { status: 'Delivered', confirmed_at: now },
    ['set-status', 'return', 'extend'],
    ['receive', 'rate', 'hand-back', 'extend'],
  ],
  [
    { status: 'Delivered', confirmed_at: now, is_blocked: true },
    ['set-status', 'return'],
    ['receive', 'rate', 'hand-back'],
  ],
  [
    { status: 'Delivered', confirmed_at: now, asked_at: new Date(+now - waitingMs + 1) },
    ['set-status', 'return'],
    ['receive', 'rate', 'hand-back'],
  ],
  [
    { status: 'Delivered', received_at: now, asked_at: new Date(+now - waitingMs) },
    ['return', 'extend'],
    ['rate', 'hand-back', 'extend'],
  ],
  [{ status: 'Delivered', returned_at: now }, ['set-status'], ['rate']],
  [{ status: 'Delivered', is_rated: true, received_at: now, returned_at: now }, [], []],
  [{ status: 'Pending', returned_at: now }, ['set-status'], []],
  [{ status: 'Pending', order_type: 'purchase' }, ['set-status'], ['confirm', 'cancel']],
  [
    { status: 'Pending', order_type: 'purchase', confirmed_at: now },
    ['set-status', 'ship', 'propose-meeting'],
    ['cancel', 'receive', 'propose-meeting'],
  ],
  [
    { status: 'Shipped', order_type: 'purchase' },
    ['set-status', 'edit-shipment'],
    ['cancel', 'receive'],
  ],
  [{ status: 'Delivered', order_type: 'purchase' }, ['set-status'], ['cancel', 'receive', 'rate']],
  [{ status: 'Delivered', order_type: 'purchase', received_at: now }, [], ['rate']],
  [{ status: 'Cancelled' }, ['set-status'], []],
])('an order that is %o: the seller may %o, the buyer %o', (change, seller, buyer) => {
  const order = { ...rent, ...change }
  expect([
    orderActions(order, 'seller', now),
    orderActions(order, 'buyer', now),
    orderActions(order, 'admin', now),
  ]).toEqual([seller, buyer, []])
})

const disputed = { has_open_problem: true, confirmed_at: now, delivered_at: now }
test.each(
  [purchase, rent].flatMap((order) =>
    orderStatuses.flatMap((status) =>
      [true, false].flatMap((is_said_missing) =>
        (['active', 'blocked'] as const).map((seller_status) => ({
          ...order,
          ...disputed,
          status,
          is_said_missing,
          seller_status,
          ...(status !== 'Delivered' && { delivered_at: null }),
        })),
      ),
    ),
  ),
)(
  'an open problem allows no contradicting action: $order_type, $status, missing $is_said_missing, seller $seller_status',
  (order) => {
    const [buyer, seller] = [orderActions(order, 'buyer', now), orderActions(order, 'seller', now)]
    for (const action of ['receive', 'rate', 'report-problem', 'confirm', 'extend'] as const)
      expect(buyer).not.toContain(action)
    expect(seller).not.toContain('extend')
    // A book that never arrived can't be returned, but a damaged one can.
    const isOut = order.order_type === 'rent' && order.status === 'Delivered'
    const back = order.seller_status === 'active' ? 'hand-back' : 'return'
    expect(buyer.includes(back)).toBe(isOut && !order.is_said_missing)
    expect(errorCodeOr(() => receiveTransition(order, now))).toBe('problem_open')
    if (order.is_said_missing)
      expect(errorCodeOr(() => returnTransition(order, now, 'buyer'))).toBe('order_settled')
  },
)

test('nobody confirms an order with an open problem, and a book that never came isn’t overdue', () => {
  const pending = { ...purchase, has_open_problem: true }
  expect(orderActions(pending, 'buyer', now)).not.toContain('confirm')
  expect(errorCodeOr(() => confirmTransition(pending, now))).toBe('problem_open')
  const late: OrderDetails = { ...rent, ...disputed, status: 'Delivered', rent_end: '2026-03-01' }
  expect(
    [true, false].map((is_said_missing) => isOverdue({ ...late, is_said_missing }, today)),
  ).toEqual([false, true])
})

test('the summary has the whole order', () => {
  const delivery = { address: '12 Lake Road, Pune', phone: '+919876543210' }
  expect(orderSummary(purchase, delivery)).toBe(
    'Order ABCDEF created: Godaan\nPurchase for ₹250\nDelivery address: 12 Lake Road, Pune\nPhone: 98765 43210',
  )
  expect(orderSummary({ ...rent, rent_days: 1, price: 12_345_650 }, delivery)).toContain(
    'Rent, 1 day (5 Mar 2026 - 10 Mar 2026) for ₹1,23,456.5',
  )
})
