import { expect, test } from 'vitest'
import type { PaymentAction } from '#contract/orders/payments.ts'
import { changesOf, kindsOf, payWhen } from './rules.ts'

/**
 * Each row has the due, reported and received amounts, then the expected result: the amount and the
 * new total.
 */
test.each<[PaymentAction, [number, number, number], [number, number] | undefined]>([
  ['say-paid', [60, 0, 0], [60, 60]],
  ['say-paid', [60, 40, 0], [20, 60]],
  ['say-paid', [60, 0, 40], [20, 60]],
  ['say-paid', [60, 60, 0], undefined],
  ['say-paid', [60, 0, 60], undefined],
  ['say-received', [60, 0, 0], [60, 60]],
  ['say-received', [60, 40, 0], [40, 40]],
  ['say-received', [60, 40, 40], [20, 60]],
  ['say-received', [60, 60, 60], undefined],
  // A payment for an order that was cancelled later.
  ['say-received', [0, 60, 0], [60, 60]],
  ['take-back', [60, 60, 0], [60, 0]],
  ['take-back', [60, 60, 40], [20, 40]],
  ['take-back', [0, 60, 0], [60, 0]],
  ['take-back', [60, 60, 60], undefined],
])('%s, of due, paid and received %j', (action, [due, paid, received], expected) => {
  const row = { orderId: 'order', kind: 'price' as const, due, paid, received, earlier: 0 }
  const changes = changesOf(action, [row]).map(({ amount, reported }) => [amount, reported])
  expect(changes).toEqual(expected ? [expected] : [])
})

test('what was reported is confirmed before what nobody reported', () => {
  const row = { orderId: 'order', paid: 0, received: 0, earlier: 0 }
  const price = { ...row, kind: 'price' as const, due: 60, paid: 60 }
  const deposit = { ...row, kind: 'deposit' as const, due: 200 }
  const kindsAfter = (rows: Parameters<typeof changesOf>[1]) =>
    changesOf('say-received', rows).map(({ kind }) => kind)
  expect(kindsAfter([price, deposit])).toEqual(['price'])
  expect(kindsAfter([{ ...price, received: 60 }, deposit])).toEqual(['deposit'])
})

test('each side can announce only its own payments', () => {
  expect(kindsOf('buyer', 'say-paid', 'all')).toEqual(['price', 'deposit', 'late_fee'])
  expect(kindsOf('seller', 'take-back', 'all')).toEqual([
    'deposit_back',
    'price_back',
    'late_fee_back',
  ])
  expect(kindsOf('seller', 'say-received', 'deposit')).toEqual(['deposit'])
  const wrong = () => kindsOf('buyer', 'say-received', 'deposit')
  expect(wrong).toThrow(expect.objectContaining({ code: 'not_yours' }))
})

test.each([
  ['meet', ['Pending'], 'in-hand'],
  ['meet', ['Shipped', 'Delivered'], 'partly-now'],
  ['post', ['Pending', 'Shipped'], 'by-post'],
  ['post', ['Shipped', 'Shipped'], 'on-its-way'],
  [null, ['Pending'], 'with-the-book'],
  [null, ['Delivered'], 'now'],
] as const)('when to pay: %s, %j', (hand_over, statuses, expected) => {
  const orders = statuses.map((status) => ({ isAgreed: true, status, hand_over }))
  expect(payWhen(orders)).toBe(expected)
  expect(payWhen(orders.map((order) => ({ ...order, isAgreed: false })))).toBeUndefined()
})
