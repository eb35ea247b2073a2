// Steps in which people answer a ring, time passes, or the process is killed.
import { expect } from 'vitest'
import { AppError } from '#contract/common/errors.ts'
import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import { acceptRing, declineRing } from '#contract/exchanges/rings.ts'
import { acceptRing as accept, declineRing as decline } from '#server/exchanges/rings/answer.ts'
import { endRings } from '#server/exchanges/rings/end.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { TestAccount } from '#server/testing.ts'
import { compareRings } from './testing-ring-comparison.ts'
import { dyingAt, isKilled } from './testing-ring-kills.ts'
import {
  addressOf,
  cast,
  dayMs,
  endRing,
  hourMs,
  isChanged,
  isProposed,
  legsOf,
  type ModelRing,
  membersOf,
  type Person,
  type RingState,
  type Side,
  statusOf,
} from './testing-ring-state.ts'
import type { Expected, RingAction, RingWorld } from './testing-ring-world.ts'

export type Word = 'accept' | 'decline'

/** Returns the latest ring or an earlier one. */
export const ringOf = ({ rings }: RingState, pick: number): ModelRing | undefined =>
  rings.at(-1 - (pick % Math.max(1, rings.length)))

/** Returns the state of a ring in the table of transitions. */
export const labelOf = (ring: ModelRing, now: number): string => {
  const status = statusOf(ring, now)
  return status === 'proposed' && ring.answers.size > 0 ? 'partly accepted' : status
}

function expectAccept(
  state: RingState,
  ring: ModelRing,
  person: Person,
  hasAddress: boolean,
): Expected {
  if (ring.answers.get(person) === 'accepted' && !ring.end) return { to: 'said before' }
  if (!isProposed(ring)) return { code: 'ring_over' }
  if (legsOf(ring, person).gets.post && !hasAddress) return { code: 'malformed' }
  const end =
    ring.expiresAt <= state.now ? 'lapsed' : isChanged(state, ring) ? 'changed' : undefined
  if (end) return { to: end, change: () => endRing(state, ring, end) }
  const isLast = ring.answers.size === ring.legs.length - 1
  return {
    to: isLast ? 'agreed' : 'held',
    change: () => {
      ring.answers.set(person, 'accepted')
      ring.isAgreed = isLast
    },
  }
}

function expectDecline(state: RingState, ring: ModelRing, person: Person): Expected {
  if (ring.answers.get(person) === 'declined') return { to: 'said before' }
  if (!isProposed(ring)) return { code: 'ring_over' }
  return {
    to: 'declined',
    change: () => {
      ring.answers.set(person, 'declined')
      endRing(state, ring, 'declined')
    },
  }
}

/** Adds the orders that the last acceptance has made. */
async function addOrders({ context: { db } }: RingWorld, ring: ModelRing): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('meetings', 'meetings.id', 'orders.meeting_id')
    .select(['orders.id', 'book_id', 'code'])
    .where('exchange_id', '=', ring.id)
    .execute()
  for (const leg of ring.legs) {
    const made = orders.find(({ book_id }) => book_id === leg.book.id)
    if (!made) throw new Error('The leg has no order.')
    leg.order = {
      id: made.id,
      status: 'Pending',
      code: made.code ?? undefined,
      wasHandedOver: false,
      received: false,
      deliveredAt: undefined,
    }
  }
}

/** Who answers and with which account: a member, or somebody else with the seat `outside`. */
type Answering = { seat: number; side: Side; hasAddress: boolean }
export const outside = 7
export const seatIn = (ring: ModelRing, seat: number): Person => {
  const members = membersOf(ring)
  const others = cast.filter((person) => !members.includes(person))
  return (seat === outside ? others[0] : undefined) ?? members[seat % members.length] ?? 0
}

/** Answers in a process that dies before one of its statements. Returns undefined if it died. */
async function answerDying(
  { context }: RingWorld,
  word: Word,
  ring: { exchangeId: string },
  account: TestAccount,
  at: number,
): Promise<{ code: string | undefined } | undefined> {
  const { id } = account
  try {
    const wasKilled = await isKilled(() =>
      commitChanges(dyingAt(context, at), cancelExchange.changes, async (db) => {
        if (word === 'accept') await accept(db, id, ring, context.now())
        else await decline(db, id, ring.exchangeId, context.now())
      }),
    )
    return wasKilled ? undefined : { code: undefined }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code }
    throw error
  }
}

/** Answers a ring. With `killedAt`, the process is killed before that statement. */
export const answer =
  (word: Word, pick: number, answering: Answering, killedAt?: number): RingAction =>
  async (world) => {
    const { state, memberOf, call, check, story } = world
    const ring = ringOf(state, pick)
    if (!ring) return
    const { seat, side, hasAddress } = answering
    const person = seatIn(ring, seat)
    const account = memberOf(person)[side]
    const isMember = membersOf(ring).includes(person)
    const step = `${isMember ? labelOf(ring, state.now) : 'another’s'}: ${word}`
    const contact = { deliveryAddress: addressOf(person), phoneNumber: '+919876543210' }
    const input = { exchangeId: ring.id, ...(word === 'accept' && hasAddress && contact) }
    const said =
      killedAt === undefined
        ? await call(account, word === 'accept' ? acceptRing : declineRing, input)
        : await answerDying(world, word, input, account, killedAt)
    if (!said) {
      check(step, { code: undefined }, { to: 'killed' })
      return compareRings(world)
    }
    const expected: Expected = !isMember
      ? { code: 'exchange_not_found' }
      : word === 'accept'
        ? expectAccept(state, ring, person, hasAddress)
        : expectDecline(state, ring, person)
    check(step, said, expected)
    if ('to' in expected && expected.to === 'agreed') await addOrders(world, ring)
    if ('body' in said && !said.code)
      expect(said.body, story.join('\n')).toMatchObject({ status: statusOf(ring, state.now) })
  }

/** Members who haven't answered accept in turn. Unless `isWhole`, the first doesn't. */
export const acceptInTurn =
  (pick: number, isWhole: boolean, side: Side): RingAction =>
  async (world) => {
    const ring = ringOf(world.state, pick)
    if (!ring) return
    const seats = membersOf(ring).flatMap((person, seat) => (ring.answers.has(person) ? [] : seat))
    for (const seat of isWhole ? seats : seats.slice(1))
      await answer('accept', pick, { seat, side, hasAddress: true })(world)
  }

/** Time passes. With `runsJob`, the job that ends rings runs afterwards, and may be killed. */
export const wait =
  (hours: number, runsJob: boolean, killedAt?: number): RingAction =>
  async (world) => {
    const { state, context, check } = world
    state.now += hours * hourMs
    if (!runsJob) return
    if (killedAt !== undefined) await isKilled(() => endRings(dyingAt(context, killedAt)))
    await endRings(context)
    for (const ring of state.rings.filter(isProposed)) {
      const step = `${labelOf(ring, state.now)}: time passes`
      const isLapsed = ring.expiresAt <= state.now
      const end = isLapsed ? 'lapsed' : isChanged(state, ring) ? 'changed' : undefined
      check(step, { code: undefined }, { to: end ?? 'unchanged' })
      if (end) endRing(state, ring, end)
    }
    for (const [key, at] of state.refusals)
      if (at < state.now - 30 * dayMs) state.refusals.delete(key)
    await compareRings(world)
  }
