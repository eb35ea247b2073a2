import { expect, test } from 'vitest'
import { canWrite, exchangeActions, paymentActions, statusOf } from './rules.ts'

const leg = (status: 'Pending' | 'Shipped' | 'Delivered' | 'Cancelled', isIn = false) => ({
  status,
  isIn,
})

test.each([
  ['running', [leg('Pending'), leg('Pending')], ['cancel']],
  ['running', [leg('Shipped'), leg('Pending')], []],
  ['running', [leg('Delivered', true), leg('Delivered')], []],
  ['running', [leg('Delivered'), leg('Cancelled')], []],
  ['incomplete', [leg('Delivered', true), leg('Cancelled')], []],
  ['completed', [leg('Delivered', true), leg('Delivered', true)], []],
  ['cancelled', [leg('Cancelled'), leg('Cancelled')], []],
] as const)('an exchange is %s', (status, legs, actions) => {
  expect(statusOf(legs, { agreed_at: new Date(), ended_at: null })).toBe(status)
  const silent = { status, hasAccepted: false, isTalking: false }
  expect(exchangeActions(legs, silent)).toEqual(actions)
  expect(exchangeActions(legs, { ...silent, isTalking: true })).toEqual([...actions, 'write'])
})

test('a ring is proposed until all have accepted, or it has ended', () => {
  const [open, at] = [{ agreed_at: null, ended_at: null }, new Date()]
  expect(statusOf([], open)).toBe('proposed')
  expect(statusOf([], { ...open, ended_at: at })).toBe('ended')
  expect(statusOf([leg('Pending')], { ...open, agreed_at: at })).toBe('running')
  const ring = { status: 'proposed' as const, hasAccepted: false, isTalking: true }
  expect(exchangeActions([], ring)).toEqual(['accept', 'decline', 'write'])
  expect(exchangeActions([], { ...ring, hasAccepted: true })).toEqual(['decline', 'write'])
  expect(exchangeActions([], { ...ring, status: 'ended', isTalking: false })).toEqual([])
})

const at = new Date()
const nothing = {
  payer: 1,
  payee: 2,
  paid_at: null,
  received_at: null,
  back_paid_at: null,
  back_received_at: null,
}
const paid = { ...nothing, paid_at: at }

test.each([
  ['nobody has said anything: the payer', nothing, 1, false, 'running', ['say-paid']],
  ['the payee', nothing, 2, false, 'running', ['say-received']],
  ['somebody else', nothing, 3, false, 'running', []],
  ['said to be paid: the payer', paid, 1, false, 'running', ['take-back']],
  ['the payee then', paid, 2, false, 'completed', ['say-received']],
  [
    'received unasked: the payee',
    { ...nothing, received_at: at },
    2,
    false,
    'running',
    ['take-back'],
  ],
  ['the payer then', { ...nothing, received_at: at }, 1, false, 'running', []],
  ['both have said so: the payer', { ...paid, received_at: at }, 1, false, 'running', []],
  ['and the payee', { ...paid, received_at: at }, 2, false, 'running', []],
  ['cancelled and never paid', nothing, 1, false, 'cancelled', []],
  ['cancelled: what was paid stays', paid, 1, false, 'cancelled', []],
  ['cancelled: who got it gives it back', paid, 2, true, 'cancelled', ['say-paid']],
  ['cancelled: who paid gets it back', paid, 1, true, 'cancelled', ['say-received']],
  ['nothing goes back while it runs', paid, 2, true, 'running', []],
] as const)('a payment on top, %s', (_, payment, me, back, status, actions) => {
  expect(paymentActions(payment, { me, back, status })).toEqual(actions)
})

test('the members of a ring write to each other until it ends without agreement', () => {
  const [members, open] = [[1, 2, 3], { kind: 'ring', ended_at: null } as const]
  expect(canWrite(open, { members, blocked: [1] })).toBe(true)
  expect(canWrite(open, { members, blocked: [1, 2] })).toBe(false)
  expect(canWrite({ ...open, ended_at: at }, { members, blocked: [] })).toBe(false)
  expect(canWrite({ ...open, kind: 'direct' }, { members, blocked: [] })).toBe(false)
})

test('nothing is due in a ring before it is agreed', () => {
  for (const status of ['proposed', 'ended'] as const)
    expect(paymentActions(nothing, { me: 1, back: false, status })).toEqual([])
})
