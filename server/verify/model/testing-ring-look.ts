// The market looks for rings. Each found ring must keep all rules, and no new pair may be left out.
import { expect } from 'vitest'
import { lookAtArrivals } from '#server/exchanges/rings/find-rings.ts'
import { dyingAt, isKilled } from './testing-ring-kills.ts'
import {
  areBlocked,
  cast,
  dayMs,
  isFar,
  isIdle,
  isPossible,
  legsOf,
  type ModelLeg,
  type ModelRing,
  membersOf,
  type Person,
  type RingState,
} from './testing-ring-state.ts'
import type { RingAction, RingWorld } from './testing-ring-world.ts'

/** Returns all legs of rings with books of this sequence. */
export const findLegs = ({ context: { db }, state }: RingWorld) =>
  db
    .selectFrom('exchange_legs as leg')
    .innerJoin('exchanges', 'exchanges.id', 'leg.exchange_id')
    .innerJoin('exchange_members as member', (on) =>
      on.onRef('member.exchange_id', '=', 'exchanges.id').onRef('member.number', '=', 'leg.giver'),
    )
    .innerJoin('exchange_members as receiver', (on) =>
      on
        .onRef('receiver.exchange_id', '=', 'exchanges.id')
        .onRef('receiver.number', '=', 'leg.receiver'),
    )
    .selectAll('leg')
    .select(['member.person_id as from', 'receiver.person_id as to', 'member.pays'])
    .select(['member.answer', 'member.delivery_address', 'member.phone_number'])
    .select(['agreed_at', 'ended_because', 'expires_at'])
    .where(
      'leg.book_id',
      'in',
      state.books.map(({ id }) => id),
    )
    .orderBy('leg.exchange_id')
    .orderBy('leg.number')
    .execute()
type LegRow = Awaited<ReturnType<typeof findLegs>>[number]

function toRing({ state, numberOf }: RingWorld, rows: LegRow[]): ModelRing {
  const [first] = rows
  if (!first) throw new Error('The ring has no legs.')
  const legs = rows.map((row): ModelLeg => {
    const book = state.books.find(({ id }) => id === row.book_id)
    const want = state.wants.find(({ id }) => id === row.want_id)
    if (!book || !want) throw new Error('Nobody has this book or want.')
    const post = row.hand_over === 'post'
    return { from: numberOf(row.from), to: numberOf(row.to), book, want, post }
  })
  return {
    id: first.exchange_id,
    legs,
    pays: new Map(rows.map(({ from, pays }) => [numberOf(from), pays])),
    answers: new Map(),
    isAgreed: false,
    end: undefined,
    expiresAt: first.expires_at?.getTime() ?? 0,
    endedAt: undefined,
  }
}

const isAffordable = (gives: ModelLeg, gets: ModelLeg): boolean =>
  gets.book.value - gives.book.value <= gets.want.mostOnTop

/** Compares a found ring with the market as it was before the search. */
function expectSound(world: RingWorld, ring: ModelRing): void {
  const { state, story } = world
  const report = [...story, `found: ${ring.legs.map(({ from, to }) => `${from}>${to}`)}`].join('\n')
  const members = membersOf(ring)
  expect(new Set(members).size, report).toBe(members.length)
  expect(members.length, report).toBeGreaterThan(1)
  for (const person of members) {
    const { gives, gets } = legsOf(ring, person)
    expect(isIdle(state, person), report).toBe(true)
    expect(isPossible(state, gives), report).toBe(true)
    expect(isAffordable(gives, gets), report).toBe(true)
    expect(ring.pays.get(person), report).toBe(gets.book.value - gives.book.value)
    expect(gives.post, report).toBe(isFar(gives.from) !== isFar(gives.to))
    for (const other of members) expect(areBlocked(state, person, other), report).toBe(false)
  }
  expect(ring.expiresAt, report).toBe(state.now + dayMs)
}

/** Returns the legs by which `from` could give `to` a book, one for each want of `to`. */
const waysFrom = (state: RingState, from: Person, to: Person): ModelLeg[] =>
  state.wants
    .map((want) => ({ from, to, book: want.book, want, post: false }))
    .filter((leg) => isPossible(state, leg))

const isPair = (state: RingState, one: Person, other: Person): boolean =>
  waysFrom(state, one, other).some((there) =>
    waysFrom(state, other, one).some(
      (back) => isAffordable(there, back) && isAffordable(back, there),
    ),
  )

function expectNobodyLeftOut({ state, story }: RingWorld): void {
  const idle = cast.filter((person) => isIdle(state, person))
  const left = [...state.fresh]
    .filter((person) => idle.includes(person))
    .flatMap((one) => idle.filter((other) => other !== one && isPair(state, one, other)))
  expect(left, [...story, 'a look left out'].join('\n')).toEqual([])
}

async function findNewRings(world: RingWorld): Promise<ModelRing[]> {
  const rows = await findLegs(world)
  const known = new Set(world.state.rings.map(({ id }) => id))
  return [...Map.groupBy(rows, (row) => row.exchange_id)]
    .filter(([id]) => !known.has(id))
    .map(([, legs]) => toRing(world, legs))
}

/**
 * Looks for rings. With `killedAt`, the process is killed before that statement, and another
 * process looks afterwards.
 */
export const look =
  (killedAt?: number): RingAction =>
  async (world) => {
    const { context, state, check } = world
    const dying = killedAt === undefined ? undefined : dyingAt(context, killedAt)
    const wasKilled = dying !== undefined && (await isKilled(() => lookAtArrivals(dying)))
    await lookAtArrivals(context)
    const found = await findNewRings(world)
    for (const ring of found) expectSound(world, ring)
    const taken = found.flatMap(membersOf)
    expect(new Set(taken).size, world.story.join('\n')).toBe(taken.length)
    state.rings.push(...found)
    expectNobodyLeftOut(world)
    state.fresh.clear()
    state.looks++
    const step = 'the market looks'
    const sizes = found.map(({ legs }) => `a ring of ${legs.length}`)
    for (const to of sizes.length === 0 ? ['none'] : sizes) check(step, { code: undefined }, { to })
    if (wasKilled) check(step, { code: undefined }, { to: 'killed, and once more' })
  }
