// A minimal model of a ring. Each of three people accepts, declines, changes a part of the ring or
// lets time pass. After the ring is agreed, books are handed over or the ring is cancelled.
import fc from 'fast-check'
import { expect } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { updateBook } from '#contract/books/books.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import {
  acceptRing,
  cancelExchange,
  declineRing,
  type Exchange,
  readExchange,
} from '#contract/exchanges/exchanges.ts'
import { setOrderStatus } from '#contract/orders/orders.ts'
import { removeWant } from '#contract/wishlist/wants.ts'
import { bookInvariants } from '#server/books/invariants.ts'
import { exchangeInvariants } from '#server/exchanges/invariants.ts'
import { checkProposedRings } from '#server/exchanges/rings/ring.ts'
import { heldBy, makeRing, pune, threeOf } from '#server/exchanges/rings/testing-rings.ts'
import { as, makeAccount, type TestAccount } from '#server/testing.ts'
import { type openMarket, transitions } from './testing-world.ts'

const hourMs = 3_600_000
type Market = Awaited<ReturnType<typeof openMarket>>
type Side = 'buyer' | 'seller'

async function openRing({ app, context, clock }: Market) {
  const made = await makeRing({ pinCodes: pune })
  clock.now = Date.now()
  const story: string[] = []
  return {
    exchangeId: made.exchangeId,
    people: threeOf(made),
    stranger: await makeAccount('buyer'),
    context,
    clock,
    expiresAt: clock.now + 24 * hourMs,
    accepted: [false, false, false],
    declined: undefined as number | undefined,
    isChanged: false,
    end: undefined as 'declined' | 'lapsed' | 'changed' | undefined,
    /** The status of the order for each person's book. Undefined until all people have accepted. */
    orders: undefined as ('Pending' | 'Delivered' | 'Cancelled')[] | undefined,
    story,
    call: async <E extends Endpoint>(
      account: TestAccount,
      endpoint: E,
      input: EndpointInput<E>,
      expected: string | undefined,
    ) => {
      const { body, error, status } = await as(account).call(endpoint, input, { app })
      const code = status < 400 ? undefined : error.code
      const key = `ring | ${endpoint.path} | ${code ?? 'done'}`
      story.push(key)
      transitions.set(key, (transitions.get(key) ?? 0) + 1)
      expect(code, story.join('\n')).toBe(expected)
      return body
    },
  }
}
type Ring = Awaited<ReturnType<typeof openRing>>
type Action = (ring: Ring) => Promise<unknown>

const isProposed = ({ end, orders }: Ring): boolean => !end && !orders
const endOf = (ring: Ring) =>
  ring.expiresAt <= ring.clock.now ? 'lapsed' : ring.isChanged ? 'changed' : undefined

const accept =
  (seat: number, side: Side): Action =>
  async (ring) => {
    const isRepeated = ring.accepted[seat] === true && !ring.end
    const code = isRepeated || isProposed(ring) ? undefined : 'ring_over'
    const account = ring.people[seat]?.[side] ?? ring.stranger
    await ring.call(account, acceptRing, { exchangeId: ring.exchangeId }, code)
    if (isRepeated || code) return
    ring.end = endOf(ring)
    if (ring.end) return
    ring.accepted[seat] = true
    if (ring.accepted.every(Boolean)) ring.orders = ['Pending', 'Pending', 'Pending']
  }

const decline =
  (seat: number, side: Side): Action =>
  async (ring) => {
    const isRepeated = ring.declined === seat
    const code = isRepeated || isProposed(ring) ? undefined : 'ring_over'
    const account = ring.people[seat]?.[side] ?? ring.stranger
    await ring.call(account, declineRing, { exchangeId: ring.exchangeId }, code)
    if (isRepeated || code) return
    ring.end = 'declined'
    ring.declined = seat
  }

/** Makes one person change something, so the ring is no longer what the others have seen. */
const change =
  (seat: number, how: 'close' | 'remove' | 'block'): Action =>
  async (ring) => {
    const [me, next] = [ring.people[seat], ring.people[(seat + 1) % 3]]
    if (!isProposed(ring) || ring.isChanged || !me || !next) return
    const closed = { id: me.bookId, openToExchange: false }
    if (how === 'close') await ring.call(me.seller, updateBook, closed, undefined)
    else if (how === 'remove') await ring.call(me.buyer, removeWant, { id: me.wantId }, undefined)
    else await ring.call(me.buyer, blockPerson, { id: next.seller.id }, undefined)
    ring.isChanged = true
  }

/**
 * Lets time pass. The job that ends rings runs only if `runsJob` is set, because it may be late.
 */
const wait =
  (hours: number, runsJob: boolean): Action =>
  async (ring) => {
    ring.clock.now += hours * hourMs
    if (!runsJob) return
    await checkProposedRings(ring.context)
    if (isProposed(ring)) ring.end = endOf(ring)
  }

const cancel =
  (seat: number, side: Side): Action =>
  async (ring) => {
    const { orders = [], exchangeId } = ring
    const areAllCancelled = orders.every((status) => status === 'Cancelled')
    const code = orders.includes('Delivered') && !areAllCancelled ? 'exchange_begun' : undefined
    const account = ring.people[seat]?.[side] ?? ring.stranger
    await ring.call(account, cancelExchange, { exchangeId }, code)
    if (ring.orders && !code) ring.orders = ['Cancelled', 'Cancelled', 'Cancelled']
  }

const give =
  (seat: number): Action =>
  async (ring) => {
    const person = ring.people[seat]
    if (!person || ring.orders?.[seat] !== 'Pending') return
    const { legs } = await read(ring, person.buyer)
    const orderId = legs.find(({ book }) => book._id === person.bookId)?.orderId ?? ''
    await ring.call(person.seller, setOrderStatus, { orderId, status: 'Delivered' }, undefined)
    ring.orders[seat] = 'Delivered'
  }

const intrude: Action = async ({ call, stranger, exchangeId }) => {
  for (const endpoint of [acceptRing, declineRing, cancelExchange])
    await call(stranger, endpoint, { exchangeId }, 'exchange_not_found')
}

const seat = fc.constantFrom(0, 1, 2)
const side = fc.constantFrom('buyer' as const, 'seller' as const)
const weighted: [number, fc.Arbitrary<Action>][] = [
  [12, fc.tuple(seat, side).map((who) => accept(...who))],
  [1, fc.tuple(seat, side).map((who) => decline(...who))],
  [1, fc.tuple(seat, fc.constantFrom('close', 'remove', 'block')).map((how) => change(...how))],
  [2, fc.tuple(fc.constantFrom(1, 5, 25), fc.boolean()).map((waited) => wait(...waited))],
  [2, fc.tuple(seat, side).map((who) => cancel(...who))],
  [3, seat.map(give)],
  [1, fc.constant(intrude)],
]
export const ringActions = fc.array(
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  { minLength: 4, maxLength: 16, size: 'max' },
)

const read = async (ring: Ring, account: TestAccount) =>
  (await ring.call(account, readExchange, { exchangeId: ring.exchangeId }, undefined)) as Exchange

/** Returns the statuses that the ring may have. A week of silence completes it. */
function expectedStatuses({ end, orders }: Ring): Exchange['status'][] {
  if (end) return ['ended']
  if (!orders) return ['proposed']
  if (orders.every((status) => status === 'Cancelled')) return ['cancelled']
  return ['running', 'completed']
}

async function compare(ring: Ring): Promise<void> {
  const report = ring.story.join('\n')
  const { db } = ring.context
  for (const [index, person] of ring.people.entries()) {
    const view = await read(ring, person.seller)
    expect(expectedStatuses(ring), report).toContain(view.status)
    expect(view.ring?.endedBecause, report).toBe(ring.end)
    expect(view.can.includes('accept'), report).toBe(isProposed(ring) && !ring.accepted[index])
    expect(view.can.includes('decline'), report).toBe(isProposed(ring))
    expect(view.can.includes('cancel'), report).toBe(
      ring.orders?.every((status) => status === 'Pending') ?? false,
    )
    const given = view.legs.find(({ book }) => book._id === person.bookId)
    expect(given?.status, report).toBe(ring.orders?.[index])
    const isTaken = ring.orders
      ? ring.orders[index] !== 'Cancelled'
      : isProposed(ring) && ring.accepted[index]
    const { available } = await db
      .selectFrom('books')
      .select('available')
      .where('id', '=', person.bookId)
      .executeTakeFirstOrThrow()
    expect(available, report).toBe(isTaken ? 0 : 1)
  }
  const held = isProposed(ring) ? ring.accepted.filter(Boolean).length : 0
  expect(await heldBy(ring.exchangeId), report).toBe(held)
  for (const { rule, broken } of [...exchangeInvariants, ...bookInvariants])
    expect((await broken.execute(db)).rows, `${report}\n${rule}`).toEqual([])
}

export async function playRing(market: Market, actions: readonly Action[]): Promise<void> {
  const ring = await openRing(market)
  for (const action of actions) {
    // Moves the clock, because events are ordered by time, so each step needs its own millisecond.
    ring.clock.now++
    await action(ring)
    await compare(ring)
  }
  // Deletes this ring's arrivals, which would be in the future when the next ring starts, because
  // its clock starts earlier.
  await market.context.db.deleteFrom('exchange_arrivals').execute()
}
