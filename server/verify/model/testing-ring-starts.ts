// How sequences of rings start, and which steps follow. Interesting states are rarely reached by
// chance.
import fc from 'fast-check'
import { acceptInTurn, answer, outside, wait } from './testing-ring-answers.ts'
import { look } from './testing-ring-look.ts'
import {
  block,
  cancelSale,
  changeWant,
  dropWant,
  sell,
  setOpen,
  unblock,
  want,
  wantChangeNames,
} from './testing-ring-market.ts'
import { cancel, complete, handOver, receive } from './testing-ring-orders.ts'
import { cast, type Person } from './testing-ring-state.ts'
import { play, type RingAction } from './testing-ring-world.ts'

const pick = fc.constantFrom(0, 0, 0, 0, 1, 2)
const anyOf = fc.nat({ max: 19 })
const person = fc.constantFrom(...cast)
const side = fc.constantFrom('buyer' as const, 'seller' as const)
/** Refusals take two or three statements, most answers a dozen, the last acceptance a hundred. */
const killedAt = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 2 }) },
  { weight: 2, arbitrary: fc.integer({ min: 3, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 13, max: 100 }) },
)
const maybeKilled = fc.option(killedAt, { freq: 2, nil: undefined })
const sides = fc.tuple(side, side)
const two = fc.shuffledSubarray(cast, { minLength: 2, maxLength: 2 })
const rupees = fc.constantFrom(10 as const, 100 as const, 100 as const)

/** Returns the index of a person's first book among all books of others, as `want` counts. */
const wantedAt = (person: Person, giver: Person): number => (giver > person ? giver - 1 : giver)

/** Everybody in the list wants the first book of the person before them. */
function circle(people: readonly Person[]): RingAction[] {
  return people.map((person, index) =>
    want(person, wantedAt(person, people.at(index - 1) ?? 0), 100),
  )
}

/** Two people hand over a book twice. Much later, two confirm that they received one. */
const sentTwice: RingAction[] = [
  acceptInTurn(0, true, 'buyer'),
  ...[0, 0, 1, 1].map((index) => handOver(0, index)),
  wait(745, true),
  ...[0, 1].map((index) => receive(0, index)),
]

/** One member doesn't answer, although the market could give them much else when it looks again. */
const lapsed: RingAction[] = [
  acceptInTurn(0, false, 'buyer'),
  wait(25, true),
  wait(2, false),
  look(),
]

/** The stages that the first ring may reach before other steps follow. */
const stages: RingAction[][] = [
  [],
  [],
  [acceptInTurn(0, false, 'buyer')],
  [acceptInTurn(0, false, 'seller')],
  [acceptInTurn(0, true, 'buyer')],
  [acceptInTurn(0, true, 'buyer'), complete(0)],
  [acceptInTurn(0, true, 'buyer'), cancel(0, 0, 'buyer')],
  sentTwice,
  sentTwice,
  lapsed,
]
const circles = fc
  .tuple(
    fc.shuffledSubarray(cast, { minLength: 2 }),
    fc.constantFrom(true, false),
    fc.constantFrom(...stages),
  )
  .map(([people, isBothWays, stage]): RingAction[] => [
    ...circle(people),
    // With both directions, members who stay can form a new ring when another one leaves.
    ...(isBothWays ? circle(people.toReversed()) : []),
    look(),
    ...stage,
  ])
export const ringStarts = fc.oneof(
  { weight: 5, arbitrary: circles },
  { weight: 1, arbitrary: fc.constant([]) },
)

const seat = fc.constantFrom(0, 1, 2, 3, 4, 0, 1, 2, 3, 4, outside)
const answering = fc.record({ seat, side, hasAddress: fc.constantFrom(true, true, false) })
const word = fc.constantFrom('accept' as const, 'accept' as const, 'decline' as const)
const hours = fc.constantFrom(1, 1, 2, 25, 170, 745)

const inTurn =
  (...actions: RingAction[]): RingAction =>
  async (world) => {
    for (const action of actions) await play(action)(world)
  }

/** Changes something that a ring depends on. */
const change = fc.oneof(
  anyOf.map((book) => setOpen(book, false)),
  anyOf.map((index) => dropWant(index, 'buyer')),
  fc.constant(inTurn(...cast.map((index) => changeWant(index, 'pays nothing on top')))),
)

/** A ring changes or expires before somebody accepts it. */
const lateAnswer = fc
  .tuple(
    fc.oneof(change, change, change, ...[25, 25].map((hours) => fc.constant(wait(hours, false)))),
    answering,
  )
  .map(([change, given]) =>
    inTurn(change, ...cast.map((seat) => answer('accept', 0, { ...given, seat }))),
  )

/** A ring changes before the job that ends rings runs. */
const lateEnd = change.map((changed) => inTurn(changed, wait(1, true)))

/** Somebody declines, and long afterwards the market looks again at what they refused. */
const lookLater = fc
  .tuple(answering, fc.constantFrom(25, 700, 745))
  .map(([given, hours]) =>
    inTurn(
      answer('decline', 0, given),
      wait(hours, true),
      ...cast.map((index) => changeWant(index, 'pays more on top')),
      look(),
    ),
  )

/** The process is killed in the first two statements, where refused answers end. */
const killedEarly = fc
  .tuple(
    fc.constantFrom('accept' as const, 'decline' as const, 'decline' as const),
    pick,
    fc.record({ seat: fc.constantFrom(0, 1, outside), side, hasAddress: fc.constant(true) }),
    fc.integer({ min: 1, max: 2 }),
  )
  .map((given) => answer(...given))

const weighted: [number, fc.Arbitrary<RingAction>][] = [
  [3, anyOf.map((book) => setOpen(book))],
  [1, anyOf.map((book) => inTurn(setOpen(book, false), setOpen(book)))],
  [6, fc.tuple(person, anyOf, rupees).map((wanted) => want(...wanted))],
  [1, fc.tuple(anyOf, side).map((dropped) => dropWant(...dropped))],
  [3, fc.tuple(anyOf, fc.constantFrom(...wantChangeNames)).map((change) => changeWant(...change))],
  [2, anyOf.map(sell)],
  [2, anyOf.map(cancelSale)],
  [2, fc.tuple(two, sides).map((blocked) => block(...blocked))],
  [3, fc.tuple(anyOf, sides).map((unblocked) => unblock(...unblocked))],
  [
    2,
    fc
      .tuple(fc.shuffledSubarray(cast, { minLength: 2 }), maybeKilled)
      .map(([people, at]) => inTurn(...circle(people), look(at))),
  ],
  [6, maybeKilled.map(look)],
  [12, fc.tuple(word, pick, answering).map((given) => answer(...given))],
  [9, fc.tuple(word, pick, answering, killedAt).map((given) => answer(...given))],
  [4, killedEarly],
  [4, fc.tuple(pick, fc.boolean(), side).map((given) => acceptInTurn(...given))],
  [5, lateAnswer],
  [3, lateEnd],
  [2, answering.map((given) => inTurn(answer('decline', 0, given), look()))],
  [2, lookLater],
  [
    4,
    fc
      .tuple(hours, fc.constantFrom(true, true, false), maybeKilled)
      .map((waited) => wait(...waited)),
  ],
  [4, fc.tuple(pick, seat, side).map((cancelled) => cancel(...cancelled))],
  [2, fc.tuple(pick, anyOf).map((handed) => handOver(...handed))],
  [2, fc.tuple(pick, anyOf).map((handed) => inTurn(handOver(...handed), handOver(...handed)))],
  [
    1,
    fc.tuple(anyOf, seat, side).map(([at, ...who]) => inTurn(handOver(0, at), cancel(0, ...who))),
  ],
  [3, fc.tuple(pick, anyOf).map((received) => receive(...received))],
  [1, pick.map(complete)],
]
export const ringActions = fc
  .oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))
  .map(play)
