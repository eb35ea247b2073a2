// A minimal model of rings. Like testing-state.ts, it shares no code with the server's rules.
import type { OrderStatus } from '#contract/orders/orders.ts'

const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export const sides = ['buyer', 'seller'] as const
export type Side = (typeof sides)[number]

/** A person by their index in the cast. */
export type Person = number
export const cast: Person[] = [0, 1, 2, 3, 4]
/** The last person lives far from the others, so their books go by post. The others meet. */
export const isFar = (person: Person): boolean => person === 4
export const addressOf = (person: Person): string => `${person + 1} Lake Road`

export type ModelBook = {
  id: string
  title: { title: string; author: string }
  owner: Person
  /** In paise. */
  value: number
  copies: number
  isOpen: boolean
  /** Open orders of a buyer from outside. */
  sales: string[]
}

export type ModelWant = {
  id: string
  person: Person
  book: ModelBook
  isNewOnly: boolean
  /** In paise. */
  mostOnTop: number
  isNear: boolean
}

export type ModelLeg = {
  from: Person
  to: Person
  book: ModelBook
  want: ModelWant
  post: boolean
  /** Missing until all members have accepted. */
  order?: ModelOrder
}
export type ModelOrder = {
  id: string
  status: OrderStatus
  /** The code to type at the meeting. Undefined by post. */
  code: string | undefined
  wasHandedOver: boolean
  received: boolean
  deliveredAt: number | undefined
  receivedAt?: number
}

export type RingEnd = 'declined' | 'lapsed' | 'changed'
export type ModelRing = {
  id: string
  legs: ModelLeg[]
  /** In paise. Negative if the person gets the amount. */
  pays: Map<Person, number>
  answers: Map<Person, 'accepted' | 'declined'>
  isAgreed: boolean
  end: RingEnd | undefined
  expiresAt: number
  endedAt: number | undefined
}

export type RingState = {
  books: ModelBook[]
  wants: ModelWant[]
  rings: ModelRing[]
  /** Pairs of people, the first of whom blocked the second. */
  blocks: Set<string>
  /** When a person refused a book. */
  refusals: Map<string, number>
  /** When a person cancelled an exchange in which they would have got a book. */
  cancellations: Map<string, number>
  /** When a person was last seen, per account. It is noted at most once a minute. */
  seen: Map<string, number>
  /** People with something new that the market hasn't looked at yet. */
  fresh: Set<Person>
  /** How often the market has looked for rings. */
  looks: number
  now: number
}

export const keyOf = (one: unknown, other: unknown): string => `${one} ${other}`
export const membersOf = ({ legs }: ModelRing): Person[] => legs.map(({ from }) => from)
export const ordersOf = ({ legs }: ModelRing): ModelOrder[] =>
  legs.flatMap((leg) => leg.order ?? [])

export function legsOf({ legs }: ModelRing, person: Person) {
  const gives = legs.find(({ from }) => from === person)
  const gets = legs.find(({ to }) => to === person)
  if (!gives || !gets) throw new Error('The member doesn’t have two legs.')
  return { gives, gets }
}

export const isHandedOver = ({ status }: ModelOrder): boolean =>
  status === 'Shipped' || status === 'Delivered'

export const isClosed = (order: ModelOrder, now: number): boolean =>
  order.status === 'Cancelled' ||
  (order.status === 'Delivered' &&
    (order.received || (order.deliveredAt !== undefined && now - order.deliveredAt >= 7 * dayMs)))

export function statusOf(ring: ModelRing, now: number) {
  if (ring.end) return 'ended'
  if (!ring.isAgreed) return 'proposed'
  const orders = ordersOf(ring)
  if (orders.every(({ status }) => status === 'Cancelled')) return 'cancelled'
  return orders.every((order) => order.status === 'Delivered' && isClosed(order, now))
    ? 'completed'
    : 'running'
}

/**
 * Whether a person can write to the other members, one of whom must be able to read it. They can
 * until everything is over, and for two more weeks if rupees are unpaid. In this model nobody
 * confirms a payment.
 */
export function writes(state: RingState, ring: ModelRing, person: Person): boolean {
  const isRead = membersOf(ring).some(
    (other) => other !== person && !areBlocked(state, person, other),
  )
  const status = statusOf(ring, state.now)
  if (!isRead || status === 'ended' || status === 'cancelled') return false
  if (status !== 'completed') return true
  const over = ordersOf(ring).map(
    ({ receivedAt, deliveredAt = 0 }) => receivedAt ?? deliveredAt + 7 * dayMs,
  )
  const isPaid = [...ring.pays.values()].some((rupees) => rupees !== 0)
  return isPaid && state.now < Math.max(...over) + 14 * dayMs
}

export const isProposed = ({ isAgreed, end }: ModelRing): boolean => !isAgreed && !end

/** Whether a ring that waits for other members holds the copy of this leg. */
export const isHeld = (ring: ModelRing, { from }: ModelLeg): boolean =>
  isProposed(ring) && ring.answers.get(from) === 'accepted'

export function freeCopies({ rings }: RingState, book: ModelBook): number {
  const taken = rings.flatMap((ring) =>
    ring.legs.filter(
      (leg) =>
        leg.book === book && (leg.order ? leg.order.status !== 'Cancelled' : isHeld(ring, leg)),
    ),
  )
  return book.copies - book.sales.length - taken.length
}

export const isOffered = (state: RingState, book: ModelBook): boolean =>
  book.isOpen && freeCopies(state, book) > 0

export const areBlocked = ({ blocks }: RingState, one: Person, other: Person): boolean =>
  blocks.has(keyOf(one, other)) || blocks.has(keyOf(other, one))

/** Whether a book fits a want, leaving aside rupees. All books are in good condition. */
export const isFitting = (want: ModelWant, book: ModelBook): boolean =>
  want.book === book &&
  !want.isNewOnly &&
  (!want.isNear || isFar(book.owner) === isFar(want.person))

const refusedAt = ({ refusals, cancellations }: RingState, person: Person, book: ModelBook) =>
  Math.max(
    ...[refusals, cancellations].map(
      (times) => times.get(keyOf(person, book.id)) ?? Number.NEGATIVE_INFINITY,
    ),
  )

/** A person isn't asked again for a book within a month of refusing it. */
const hasRefused = (state: RingState, person: Person, book: ModelBook): boolean =>
  refusedAt(state, person, book) > state.now - 30 * dayMs

export function see({ seen, now }: RingState, person: Person, side: Side): void {
  const key = keyOf(person, side)
  if (now - (seen.get(key) ?? Number.NEGATIVE_INFINITY) >= minuteMs) seen.set(key, now)
}

/** Whether a person didn't answer a ring, and hasn't been seen since. */
export function isSilent({ rings, seen }: RingState, person: Person): boolean {
  const times = sides.map((side) => seen.get(keyOf(person, side)) ?? Number.NEGATIVE_INFINITY)
  return rings.some(
    (ring) =>
      ring.end === 'lapsed' &&
      membersOf(ring).includes(person) &&
      !ring.answers.has(person) &&
      Math.max(...times) <= (ring.endedAt ?? 0),
  )
}

/** Whether a person is free for a new ring: in no open ring, not silent, no recent refusal. */
export const isIdle = (state: RingState, person: Person): boolean =>
  !isSilent(state, person) &&
  !state.rings.some((ring) => isProposed(ring) && membersOf(ring).includes(person)) &&
  !state.books.some((book) => refusedAt(state, person, book) > state.now - hourMs)

/** Whether a leg could be part of a ring now. */
export const isPossible = (state: RingState, { from, to, book, want }: ModelLeg): boolean =>
  book.owner === from &&
  want.person === to &&
  state.wants.includes(want) &&
  isFitting(want, book) &&
  isOffered(state, book) &&
  !areBlocked(state, from, to) &&
  !hasRefused(state, to, book)

/** Returns who changed what a leg depends on. If its copy was sold, that is nobody. */
const changersOf = (state: RingState, ring: ModelRing, { book, want, from, to }: ModelLeg) => {
  if (!book.isOpen) return [from]
  const isWanted =
    state.wants.includes(want) &&
    isFitting(want, book) &&
    (ring.pays.get(to) ?? 0) <= want.mostOnTop
  return isWanted || areBlocked(state, from, to) ? [] : [to]
}

/** Returns the members who changed a proposed ring, for example by blocking another one. */
const changedBy = (state: RingState, ring: ModelRing): Person[] => {
  const members = membersOf(ring)
  return [
    ...ring.legs.flatMap((leg) => changersOf(state, ring, leg)),
    ...members.filter((one) => members.some((two) => state.blocks.has(keyOf(one, two)))),
  ]
}

/** Whether a proposed ring has changed since its members read it. */
export const isChanged = (state: RingState, ring: ModelRing): boolean =>
  changedBy(state, ring).length > 0 ||
  ring.legs.some((leg) => freeCopies(state, leg.book) === 0 && !isHeld(ring, leg))

/** Ends a ring. Members who stay are free again; refused books aren't offered to them again. */
export function endRing(state: RingState, ring: ModelRing, because: RingEnd): void {
  const changers = because === 'changed' ? changedBy(state, ring) : []
  ring.end = because
  ring.endedAt = state.now
  for (const person of membersOf(ring)) {
    const answer = ring.answers.get(person)
    const refuses =
      (because === 'declined' && answer === 'declined') ||
      (because === 'lapsed' && !answer) ||
      changers.includes(person)
    if (refuses) state.refusals.set(keyOf(person, legsOf(ring, person).gets.book.id), state.now)
    else state.fresh.add(person)
  }
}
