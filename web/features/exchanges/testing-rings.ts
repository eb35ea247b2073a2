// Creates rings as the server returns them, for tests of screens. The caller is the first member.
import type { Condition } from '#contract/books/conditions.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import type { Order } from '#contract/orders/orders.ts'
import { sampleOrder } from '#web/features/orders/testing-orders.ts'

const id = (place: number) => `019b0000-0000-7000-8000-${String(place).padStart(12, '0')}`
export const ringId = id(1)

const people = ['Asha Patil', 'Meera Iyer', 'Ravi Kumar', 'Kiran Rao', 'Zoya Khan']
const ratings = [{ count: 0 }, { average: 4.25, count: 12 }]
const titles = ['Optics', 'Statics', 'Waves', 'Torts', 'Ratios']
const conditions: Condition[] = ['good', 'average', 'new']
/** The first book is worth ₹240 and the others ₹200, so the second member pays the first ₹40. */
const values = [240]
const ways: ExchangeLeg['way'][] = [
  { handOver: 'meet', km: 3, place: 'Kothrud, Pune' },
  { handOver: 'post', km: 118, place: 'Nashik' },
]

const leg = (count: number, index: number): ExchangeLeg => ({
  number: index + 1,
  from: index + 1,
  to: ((index + 1) % count) + 1,
  book: {
    _id: id(10 + index),
    title: titles[index] ?? '',
    images: [],
    condition: conditions[index % conditions.length] ?? 'good',
  },
  value: values[index] ?? 200,
  isIn: false,
  way: ways[index % ways.length],
})

const hourMs = 3_600_000

/** Creates a ring of two to five people, with 23.5 hours left to answer. */
export function proposedRing(count: number, over: Partial<Exchange> = {}): Exchange {
  return {
    _id: ringId,
    kind: 'ring',
    status: 'proposed',
    createdAt: new Date(Date.now() - hourMs).toISOString(),
    me: 1,
    members: people.slice(0, count).map((name, index) => ({
      number: index + 1,
      name,
      ...(index > 0 && { account: id(60 + index), ratings: ratings[index] ?? { count: 0 } }),
    })),
    legs: Array.from({ length: count }, (_, index) => leg(count, index)),
    payments: [{ number: 1, back: false, from: 2, to: 1, amount: 40, can: [] }],
    ring: {
      expiresAt: new Date(Date.now() + 23.5 * hourMs).toISOString(),
      needsAddress: false,
    },
    can: ['accept', 'decline', 'write'],
    ...over,
  }
}

export type Answers = Record<number, 'accepted' | 'declined'>
export const withAnswers = (ring: Exchange, answers: Answers): Exchange => ({
  ...ring,
  members: ring.members.map((member) => ({
    ...member,
    ...(answers[member.number] && { answer: answers[member.number] }),
  })),
})

const orderOf = (leg: ExchangeLeg, status: Order['status'], over: Partial<Order>): Order => ({
  ...sampleOrder,
  _id: id(20 + leg.number),
  book: { ...leg.book, bookType: 'old' },
  buyer: { _id: id(30 + leg.to), name: people[leg.to - 1] ?? '' },
  seller: { _id: id(30 + leg.from), name: people[leg.from - 1] ?? '' },
  price: leg.value,
  status,
  chat: { _id: id(40 + leg.number) },
  ...over,
})

/**
 * Creates a ring that all have accepted, so each leg has an order. `statuses` are those of the
 * legs, by default Pending.
 */
export function runningRing(
  count: number,
  statuses: readonly Order['status'][] = [],
  over: Partial<Exchange> = {},
): Exchange {
  const ring = proposedRing(count)
  const legs = ring.legs.map((one, index): ExchangeLeg => {
    const status = statuses[index] ?? 'Pending'
    const handOver = one.way?.handOver
    const isOpen = status === 'Pending' || status === 'Shipped'
    const order = orderOf(one, status, {
      ...(handOver && { handOver }),
      ...(handOver === 'meet' &&
        isOpen && { meeting: { _id: id(50 + one.number), codeEnded: false } }),
      can: one.to === ring.me && isOpen ? ['receive'] : [],
    })
    const own =
      one.from === ring.me
        ? { order, as: 'seller' as const }
        : one.to === ring.me
          ? { order, as: 'buyer' as const }
          : {}
    return { ...one, orderId: order._id, status, ...own }
  })
  return { ...ring, status: 'running', legs, can: ['cancel', 'write'], ...over }
}

export const endedRing = (
  count: number,
  endedBecause: NonNullable<Exchange['ring']>['endedBecause'],
  answers: Answers = {},
): Exchange => {
  const ring = proposedRing(count, { status: 'ended', can: [] })
  const { expiresAt = '' } = ring.ring ?? {}
  return withAnswers({ ...ring, ring: { expiresAt, endedBecause, needsAddress: false } }, answers)
}
