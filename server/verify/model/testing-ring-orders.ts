// Steps with the books of a ring that all members have accepted.
import {
  cancelExchange,
  enterExchangeCode,
  receiveExchanged,
  sendExchanged,
} from '#contract/exchanges/exchanges.ts'
import { labelOf, ringOf, seatIn } from './testing-ring-answers.ts'
import {
  isClosed,
  isHandedOver,
  keyOf,
  legsOf,
  type ModelLeg,
  type ModelOrder,
  type ModelRing,
  membersOf,
  ordersOf,
  type Side,
} from './testing-ring-state.ts'
import type { Expected, RingAction, RingWorld } from './testing-ring-world.ts'

export const cancel =
  (pick: number, seat: number, side: Side): RingAction =>
  async ({ state, memberOf, call, check }) => {
    const ring = ringOf(state, pick)
    if (!ring) return
    const person = seatIn(ring, seat)
    const isMember = membersOf(ring).includes(person)
    const left = ordersOf(ring).filter(({ status }) => status !== 'Cancelled')
    const answer = await call(memberOf(person)[side], cancelExchange, { exchangeId: ring.id })
    const cancelAll = () => {
      for (const order of left) order.status = 'Cancelled'
      const { book } = legsOf(ring, person).gets
      state.cancellations.set(keyOf(person, book.id), state.now)
    }
    const expected: Expected = !isMember
      ? { code: 'exchange_not_found' }
      : left.length === 0
        ? { to: 'unchanged' }
        : ordersOf(ring).some(isHandedOver)
          ? { code: 'exchange_begun' }
          : { to: 'cancelled', change: cancelAll }
    const label = isMember ? labelOf(ring, state.now) : 'another’s'
    check(`${label}: cancel`, answer, expected)
  }

type Ordered = ModelLeg & { order: ModelOrder }

/** A step with the book that one member gives, in an agreed ring. */
const about =
  (name: string, step: (world: RingWorld, ring: ModelRing, leg: Ordered) => Promise<StepResult>) =>
  (pick: number, pickPerson: number): RingAction =>
  async (world) => {
    const agreed = world.state.rings.filter((ring) => ring.isAgreed)
    const ring = agreed.at(-1 - (pick % Math.max(1, agreed.length)))
    if (!ring) return
    const person = membersOf(ring)[pickPerson % ring.legs.length] ?? 0
    const { gives } = legsOf(ring, person)
    if (!gives.order) return
    const label = `order ${gives.order.status}: ${name}`
    const { answer, expected } = await step(world, ring, gives as Ordered)
    world.check(label, answer, expected)
  }
type StepResult = { answer: { code: string | undefined }; expected: Expected }

/** Hands a book over, with a code if the two people meet, or else by post. */
export const handOver = about('giver hands over', async (world, ring, { from, order }) => {
  const { state, memberOf, call } = world
  const ids = { exchangeId: ring.id, orderId: order.id }
  const { code, status } = order
  const account = memberOf(from).buyer
  const answer =
    code === undefined
      ? await call(account, sendExchanged, ids)
      : await call(account, enterExchangeCode, { ...ids, code })
  const isPending = status === 'Pending'
  const isRepeated =
    code === undefined ? status === 'Shipped' : status === 'Delivered' && order.wasHandedOver
  if (!isPending && !isRepeated) return { answer, expected: { code: 'order_settled' } }
  const change = () => {
    if (!isPending) return
    order.status = code === undefined ? 'Shipped' : 'Delivered'
    order.wasHandedOver = code !== undefined
    if (code !== undefined) order.deliveredAt = state.now
  }
  return { answer, expected: { to: isPending ? 'done' : 'unchanged', change } }
})

export const receive = about('receiver has it', async (world, ring, { to, order }) => {
  const { state, memberOf, call } = world
  const ids = { exchangeId: ring.id, orderId: order.id }
  const answer = await call(memberOf(to).seller, receiveExchanged, ids)
  const isRepeated = order.received && order.status === 'Delivered'
  if (isRepeated) return { answer, expected: { to: 'unchanged' } }
  if (isClosed(order, state.now)) return { answer, expected: { code: 'order_settled' } }
  const change = () => {
    if (order.status !== 'Delivered') order.deliveredAt = state.now
    order.status = 'Delivered'
    order.received = true
    order.receivedAt = state.now
  }
  return { answer, expected: { to: 'done', change } }
})

/** All members hand over and receive the books of a ring. */
export const complete =
  (pick: number): RingAction =>
  async (world) => {
    for (const index of [0, 1, 2, 3, 4]) {
      await handOver(pick, index)(world)
      await receive(pick, index)(world)
    }
  }
