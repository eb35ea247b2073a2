import { expect, test } from 'vitest'
import type { AdminOrderAction } from '#contract/admin/admin-orders.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { orderStatuses } from '#contract/orders/orders.ts'
import { type ProblemReason, problemReasons } from '#contract/orders/problem-form.ts'
import {
  adminActions,
  adminCancel,
  adminClose,
  adminReopen,
} from '#server/orders/by-admin/admin-transitions.ts'
import {
  type OrderDetails,
  orderActions,
  rejectRating,
  reportableReasons,
} from '#server/orders/rules.ts'
import { proposedPurchase } from '#server/orders/testing-order-details.ts'
import { isClosed } from './status.ts'
import { handBackTransition, receiveTransition, sellerTransition } from './transitions.ts'

const now = new Date('2026-03-20T10:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)

const pending: OrderDetails = { ...proposedPurchase, confirmed_at: ago(40) }
const delivered = (days: number, change: Partial<OrderDetails> = {}): OrderDetails => ({
  ...pending,
  status: 'Delivered',
  delivered_at: ago(days),
  ...change,
})
const shipped = (days: number, change: Partial<OrderDetails> = {}): OrderDetails => ({
  ...pending,
  status: 'Shipped',
  shipped_at: ago(days),
  ...change,
})
const cancelled: OrderDetails = { ...pending, status: 'Cancelled', confirmed_at: null }
const rentedOut: OrderDetails = {
  ...delivered(1),
  order_type: 'rent',
  rent_days: 5,
  rent_start: '2026-03-19',
  rent_end: '2026-03-24',
}
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const all = problemReasons
type Expected = [isClosed: boolean, readonly ProblemReason[], AdminOrderAction[]]
const open: Expected = [false, all, ['cancel', 'close']]
const closed: Expected = [true, [], ['cancel', 'reopen']]
const notReportable: Expected = [false, [], ['cancel', 'close']]
const onTheWay: Expected = [false, [], ['cancel']]
const disputed: Expected = [false, [], []]
const gone = { has_open_problem: true, buyer_deleted_at: ago(1) }
const receivedLongAgo = { received_at: ago(20) }

test.each<[string, OrderDetails, Expected]>([
  ['pending', pending, onTheWay],
  ['delivered six days ago', delivered(6), open],
  ['delivered a week ago', delivered(7), closed],
  ['never agreed to', delivered(30, { confirmed_at: null }), notReportable],
  ['received', delivered(1, { received_at: ago(0) }), closed],
  ['with an open problem', delivered(30, { has_open_problem: true }), disputed],
  ['with an open problem, and the buyer has left', delivered(30, gone), disputed],
  ['with a problem solved lately', delivered(30, { problem_solved_at: ago(6) }), open],
  ['with a problem solved a week ago', delivered(30, { problem_solved_at: ago(7) }), closed],
  ['of a seller who has left', delivered(1, { seller_deleted_at: ago(0) }), notReportable],
  ['closed by an admin', delivered(1, { closed_by_admin_at: ago(0) }), closed],
  ['reopened lately', delivered(30, { ...receivedLongAgo, reopened_at: ago(6) }), open],
  ['reopened a week ago', delivered(30, { ...receivedLongAgo, reopened_at: ago(7) }), closed],
  ['cancelled', cancelled, [false, [], ['reopen']]],
  ['cancelled by an admin', { ...cancelled, closed_by_admin_at: ago(1) }, [true, [], ['reopen']]],
  ['received and cancelled', { ...cancelled, received_at: now }, [false, [], ['reopen']]],
  ['shipped nine days ago', shipped(9), onTheWay],
  ['shipped ten days ago', shipped(10), [false, ['not-received'], ['cancel']]],
  ['shipped but never agreed to', shipped(30, { confirmed_at: null }), onTheWay],
  ['returned', { ...rentedOut, returned_at: ago(0) }, [false, all, ['close']]],
])('what is possible with an order that is %s', (_, order, [isClosedNow, reasons, actions]) => {
  expect(isClosed(order, now)).toBe(isClosedNow)
  expect(reportableReasons(order, now)).toEqual(reasons)
  expect(orderActions(order, 'buyer', now).includes('report-problem')).toBe(reasons.length > 0)
  expect(orderActions(order, 'seller', now).includes('set-status')).toBe(!isClosedNow)
  for (const status of orderStatuses)
    expect(codeOf(() => sellerTransition(order, status, now))).toBe(
      isClosedNow && order.status !== status ? 'order_closed' : undefined,
    )
  expect(adminActions(order, now)).toEqual(actions)
})

test('an order whose buyer has deleted the account is closed', () => {
  expect(isClosed(delivered(0, { buyer_deleted_at: now }), now)).toBe(true)
})

test('an open problem comes before receiving and rating', () => {
  const order = delivered(1, { has_open_problem: true })
  expect(orderActions(order, 'buyer', now)).toEqual([])
  expect(codeOf(() => receiveTransition(order, now))).toBe('problem_open')
  expect(codeOf(() => rejectRating(order))).toBe('problem_open')
  for (const action of [adminCancel, adminClose])
    expect(codeOf(() => action(order, 'No', now))).toBe('problem_open')
  expect(codeOf(() => adminReopen(order, 'No', now, undefined))).toBe('problem_open')
})

test('a reopened order can be received again', () => {
  const order = delivered(30, { received_at: ago(20), reopened_at: ago(1) })
  expect(receiveTransition(order, now)?.changes).toMatchObject({
    received_at: now,
    reopened_at: null,
  })
})

test('an admin’s cancellation is final, and admins can close delivered orders', () => {
  expect(adminCancel(shipped(1), 'A scam', now)).toMatchObject({
    event: 'status',
    changes: { status: 'Cancelled', confirmed_at: null, closed_by_admin_at: now },
    copy: 'release',
    text: 'Order ABCDEF (Godaan) is now Cancelled. An admin cancelled it. Reason: A scam',
    reason: 'A scam',
  })
  expect(adminClose(delivered(1), 'Both agree', now)).toMatchObject({
    event: 'closed',
    changes: { closed_by_admin_at: now, reopened_at: null },
    copy: 'unchanged',
  })
  for (const order of [pending, shipped(1), cancelled, delivered(8)])
    expect(codeOf(() => adminClose(order, 'No', now))).toBe('order_settled')
})

test('an admin reopens closed orders; a cancelled one gets its earlier status', () => {
  expect(adminReopen(delivered(8), 'A mistake', now, undefined)).toMatchObject({
    event: 'reopened',
    changes: { closed_by_admin_at: null, reopened_at: now },
    copy: 'unchanged',
    text: 'An admin reopened Order ABCDEF (Godaan), which is Delivered now. Reason: A mistake',
  })
  const noRent = { handed_back_at: null, rent_start: null, rent_end: null }
  const notSent = { courier: null, tracking_number: null }
  const times = {
    confirmed_at: ago(9),
    received_at: null,
    proposed_until: ago(8),
    ...noRent,
    ...notSent,
  }
  const before = { ...times, status: 'Delivered' as const, delivered_at: ago(3) }
  expect(adminReopen(cancelled, 'A slip', now, { previous: before, at: ago(1) })).toMatchObject({
    changes: { status: 'Delivered', delivered_at: ago(3), confirmed_at: ago(9), reopened_at: now },
    copy: 'reserve',
  })
  // The proposal has expired, so the job would cancel it at once if its time didn't start again.
  const asked = { ...times, confirmed_at: null, status: 'Pending' as const, delivered_at: null }
  const inThreeDays = new Date('2026-03-23T10:00:00Z')
  for (const cancellation of [{ previous: asked, at: ago(1) }, undefined])
    expect(adminReopen(cancelled, 'A slip', now, cancellation)).toMatchObject({
      changes: { status: 'Pending', proposed_until: inThreeDays },
      copy: 'reserve',
    })
  const gone = { buyer_deleted_at: ago(1) }
  expect(codeOf(() => adminReopen(delivered(8, gone), 'No', now, undefined))).toBe('buyer_left')
  const left = { seller_deleted_at: ago(1) }
  expect(codeOf(() => adminReopen(delivered(8, left), 'No', now, undefined))).toBe('seller_left')
  expect(codeOf(() => adminReopen(delivered(1), 'No', now, undefined))).toBe('order_settled')
})

test('a rent is handed back once, while the buyer has it', () => {
  expect(handBackTransition(rentedOut, now)).toMatchObject({
    event: 'handed_back',
    changes: { handed_back_at: now },
    copy: 'unchanged',
  })
  expect(orderActions(rentedOut, 'buyer', now)).toContain('hand-back')
  const handedBack = { ...rentedOut, handed_back_at: ago(0) }
  expect(handBackTransition(handedBack, now)).toBeUndefined()
  expect(orderActions(handedBack, 'buyer', now)).not.toContain('hand-back')
  for (const order of [delivered(1), { ...rentedOut, returned_at: ago(0) }, shipped(1)])
    expect(codeOf(() => handBackTransition(order, now))).toBe('order_settled')
})
