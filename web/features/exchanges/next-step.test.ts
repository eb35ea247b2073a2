import { expect, test } from 'vitest'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import type { Order } from '#contract/orders/orders.ts'
import { nextStepOf, statusOf } from './next-step.ts'

const then = '2026-11-20T00:00:00Z'
const leg = (from: number, status: Order['status'], order: object, isIn = false) => ({
  number: from,
  from,
  to: 3 - from,
  book: { _id: 'b', title: from === 1 ? 'Optics' : 'Waves', images: [] },
  value: 100,
  orderId: `o${from}`,
  status,
  isIn,
  order: { can: [], ...order } as unknown as Order,
})
const exchange = (legs: Exchange['legs'], over: Partial<Exchange> = {}): Exchange => ({
  _id: 'e',
  kind: 'direct',
  status: 'running',
  createdAt: then,
  me: 1,
  members: [
    { number: 1, name: 'Asha' },
    { number: 2, name: 'Ravi' },
  ],
  legs,
  payments: [],
  can: [],
  ...over,
})
const meet = { handOver: 'meet', meeting: {} }
const agreed = { handOver: 'meet', meeting: { startsAt: '2026-11-21T10:00:00Z' } }
const post = { handOver: 'post' }
const titled = (title: string, one: ReturnType<typeof leg>) => ({
  ...one,
  book: { ...one.book, title },
})
const payment = { number: 1, back: false, from: 1, to: 2, amount: 100, can: ['say-paid' as const] }

const complete = (one: ExchangePayment) =>
  exchange([leg(1, 'Delivered', post, true), leg(2, 'Delivered', post, true)], {
    status: 'completed',
    payments: [one],
  })
const withCase = (legs: Exchange['legs'], over: Partial<Exchange> = {}) =>
  exchange(legs, { case: { reason: 'missing', orderId: 'o2', openedAt: then }, ...over })

test.each<[string | undefined, Exchange]>([
  [
    'Agree with Ravi in the chat when you meet.',
    exchange([leg(1, 'Pending', meet), leg(2, 'Pending', meet)]),
  ],
  [
    'When you meet, type the code that Ravi tells you.',
    exchange([leg(1, 'Pending', agreed), leg(2, 'Pending', agreed)]),
  ],
  ['Send “Optics”.', exchange([leg(1, 'Pending', post), leg(2, 'Pending', post)])],
  [
    'Look at “Waves”, and say that you have it.',
    exchange([leg(1, 'Shipped', post), leg(2, 'Shipped', { ...post, can: ['receive'] })]),
  ],
  [
    'Pay ₹100 to Ravi.',
    exchange([leg(1, 'Delivered', post, true), leg(2, 'Delivered', post, true)], {
      payments: [payment],
    }),
  ],
  ['Ravi is next.', exchange([leg(1, 'Shipped', post), leg(2, 'Pending', post)])],
  [
    'Send “Waves of sound”.',
    exchange([leg(1, 'Shipped', post), titled('Waves of sound', leg(1, 'Pending', post))], {
      payments: [payment],
    }),
  ],
  [
    'Look at “Waves of sound”, and say that you have it.',
    exchange([
      leg(1, 'Shipped', post),
      leg(2, 'Pending', { ...post, can: ['receive'] }),
      titled('Waves of sound', leg(2, 'Shipped', { ...post, can: ['receive'] })),
    ]),
  ],
  [
    'Ravi is next.',
    exchange([leg(1, 'Shipped', post), leg(2, 'Pending', post)], { payments: [payment] }),
  ],
  [
    undefined,
    exchange([leg(1, 'Cancelled', post), leg(2, 'Delivered', post, true)], {
      case: { reason: 'cancelled', orderId: 'o1', openedAt: then, closedAt: then, note: 'Done.' },
    }),
  ],
  [
    'An admin is looking into this swap and will write to you both.',
    exchange([leg(1, 'Delivered', post), leg(2, 'Cancelled', post)], {
      case: { reason: 'cancelled', orderId: 'o2', openedAt: then },
    }),
  ],
  [
    'Give ₹100 back to Ravi.',
    exchange([leg(1, 'Cancelled', post), leg(2, 'Cancelled', post)], {
      status: 'cancelled',
      payments: [
        { ...payment, from: 2, to: 1, receivedAt: then, can: [] },
        { ...payment, back: true },
      ],
    }),
  ],
  [
    'Ravi says that they paid you ₹100. If it came, give it back.',
    exchange([leg(1, 'Cancelled', post), leg(2, 'Cancelled', post)], {
      status: 'cancelled',
      payments: [
        { ...payment, from: 2, to: 1, paidAt: then, can: [] },
        { ...payment, back: true },
      ],
    }),
  ],
  [undefined, exchange([leg(1, 'Delivered', post, true)], { status: 'completed' })],
  // Even during an open case, members have their own steps.
  ['Send “Optics”.', withCase([leg(1, 'Pending', post), leg(2, 'Delivered', post, true)])],
  [
    'An admin is looking into this swap and will write to you both.',
    withCase([leg(1, 'Delivered', post, true), leg(2, 'Shipped', post)]),
  ],
  // If a book is cancelled after the first hand-over, the payments of its two people are uncertain.
  [
    'An admin is looking into this swap and will write to you both.',
    withCase([leg(1, 'Delivered', post, true), leg(2, 'Cancelled', post)], {
      payments: [{ ...payment, contestedBy: 2 }],
    }),
  ],
  // All books have arrived, but a payment is open.
  ['Pay ₹100 to Ravi.', complete({ ...payment })],
  ['Ravi hasn’t confirmed ₹100 yet.', complete({ ...payment, paidAt: then, can: [] })],
  ['Ravi hasn’t said yet that ₹100 was paid.', complete({ ...payment, from: 2, to: 1, can: [] })],
  [
    'Say that you have received ₹100 from Ravi.',
    complete({ ...payment, from: 2, to: 1, paidAt: then, can: ['say-received'] }),
  ],
  [undefined, complete({ ...payment, paidAt: then, receivedAt: then, can: [] })],
])('what comes next: %s', (text, shown) => {
  expect(nextStepOf(shown)).toBe(text)
})

test('a swap with an open payment is complete only for those who neither pay nor get it', () => {
  const unpaid = complete(payment)
  expect(statusOf(unpaid).label).toBe('Payment open')
  expect(statusOf({ ...unpaid, me: 3 }).label).toBe('Complete')
  expect(statusOf(complete({ ...payment, receivedAt: then })).label).toBe('Complete')
})
