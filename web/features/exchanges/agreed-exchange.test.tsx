// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Side } from '#contract/common/endpoint.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { AgreedExchange } from './agreed-exchange.tsx'
import { runningRing } from './testing-rings.ts'

logInForEachTest('buyer')

const show = (exchange: Exchange, side: Side = 'buyer') =>
  renderWithLinks(<AgreedExchange exchange={exchange} side={side} />)
const at = '2026-11-20T06:00:00Z'
/** Returns the ring with changes to one of the caller's orders. */
const withOrder = (ring: Exchange, number: number, over: object): Exchange => ({
  ...ring,
  legs: ring.legs.map((leg) =>
    leg.number === number && leg.order ? { ...leg, order: { ...leg.order, ...over } } : leg,
  ),
})
const caseOf = (ring: Exchange, number: number, reason: 'missing' | 'cancelled') => ({
  reason,
  orderId: ring.legs.find((leg) => leg.number === number)?.orderId ?? '',
  openedAt: at,
})

test('a shipped book isn’t shown as handed over', () => {
  const ring = runningRing(3, ['Shipped', 'Pending', 'Pending'])
  show({ ...ring, case: caseOf(ring, 2, 'missing') })
  expect(screen.getByText('Late, a week after the first book was sent: “Statics”.')).toBeTruthy()
})

test('a cancelled exchange says who has cancelled it, when and why', () => {
  const ring = runningRing(3, ['Cancelled', 'Cancelled', 'Cancelled'], { status: 'cancelled' })
  show({ ...ring, cancelled: { at, by: 2 } })
  expect(screen.getByText('Meera Iyer cancelled the swap on 20 Nov 2026.')).toBeTruthy()
  cleanup()
  show({ ...ring, cancelled: { at, by: 1 } })
  expect(screen.getByText('You cancelled the swap on 20 Nov 2026.')).toBeTruthy()
  cleanup()
  show({ ...ring, cancelled: { at, reason: 'A scam' } })
  expect(screen.getByText('An admin cancelled the swap on 20 Nov 2026.')).toBeTruthy()
  expect(screen.getByText('Reason: A scam')).toBeTruthy()
})

test('after a book is cancelled, the payments of its two people are undecided', () => {
  const ring = runningRing(3, ['Delivered', 'Cancelled', 'Pending'])
  const text = 'Open: “Statics” was cancelled, and an admin decides what is owed.'
  const payments = ring.payments.map((one) => ({ ...one, contestedBy: 2 }))
  show({ ...ring, case: caseOf(ring, 2, 'cancelled'), payments })
  expect(screen.getByText(text)).toBeTruthy()
  cleanup()
  // An admin has settled this case, and another book is late now.
  show({ ...ring, case: caseOf(ring, 3, 'missing') })
  expect(screen.queryByText(text)).toBeNull()
})

test('payments and books have their own button texts, also for an unannounced payment', () => {
  const ring = runningRing(3, ['Delivered', 'Delivered', 'Delivered'], { status: 'completed' })
  const payments = ring.payments.map((one) => ({ ...one, can: ['say-received' as const] }))
  const { me } = ring
  show(withOrder({ ...ring, me, payments }, 3, { can: ['receive'] }))
  expect(screen.getByRole('button', { name: 'I have received it' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'I have received ₹40' })).toBeTruthy()
  expect(screen.getByText('Not marked as paid')).toBeTruthy()
})

test('a problem is reported from the account that has the book', () => {
  const ring = runningRing(3, ['Delivered', 'Delivered', 'Delivered'])
  const received = withOrder(ring, 3, { can: ['receive', 'report-problem'] })
  show(received)
  const card = () => screen.getByRole('article', { name: 'Waves, from Ravi Kumar' })
  expect(within(card()).getByRole('link', { name: /^Something is wrong/ })).toBeTruthy()
  cleanup()
  show(received, 'seller')
  expect(within(card()).queryByRole('link', { name: /^Something is wrong/ })).toBeNull()
  expect(
    within(card()).getByText(/Is something wrong\? You say so with your buyer acc/),
  ).toBeTruthy()
  expect(within(card()).getByRole('button', { name: 'Switch to my buyer account' })).toBeTruthy()
})

test('the address is shown until the book is sent', () => {
  const ring = (status: 'Pending' | 'Shipped') =>
    withOrder(runningRing(3, [status]), 1, { handOver: 'post', meeting: undefined })
  show(ring('Pending'))
  expect(screen.getByText('Send it to')).toBeTruthy()
  cleanup()
  show(ring('Shipped'))
  expect(screen.queryByText('Send it to')).toBeNull()
})
