// Random people use a book's offers and orders. A model says what the result of each step must be.
// This file runs a few sequences; `npm run test:model` runs 10,000, and prints how often each
// transition was reached.
import { writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { verify, verifyReport } from '#server/verify/verify.ts'
import { adminSteps } from './testing-admin.ts'
import { blockSteps } from './testing-blocks.ts'
import { compareWithDatabase } from './testing-comparison.ts'
import { dealSteps, stepDeal, undoDeal, wait } from './testing-deals.ts'
import {
  agreedExchange,
  endExchangeOffer,
  exchangeEnds,
  legSteps,
  offerExchange,
  payInTurn,
  waitExchange,
} from './testing-exchange-steps.ts'
import {
  compareExchanges,
  type ExchangeAction,
  openExchanges,
  openExchangeWorld,
} from './testing-exchange-world.ts'
import { meetingSteps, parcelSteps } from './testing-hand-over.ts'
import { endOffer, offer, offerEnds, offerExtension } from './testing-offers.ts'
import { orderSteps, place } from './testing-orders.ts'
import { paymentSteps } from './testing-payments.ts'
import { problemSteps } from './testing-problems.ts'
import { playRing, ringActions } from './testing-rings.ts'
import { inTurn, starts, stories } from './testing-stories.ts'
import {
  type Action,
  openMarket,
  openWorld,
  type Step,
  stepOrder,
  transitions,
} from './testing-world.ts'

const sequences = Number(process.env.MODEL_SEQUENCES ?? 12)
const hourMs = 3_600_000

const buyer = fc.constantFrom(0, 0, 1)
const side = fc.constantFrom('buyer' as const, 'seller' as const)
const pick = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3)
const stepOf = (steps: Record<string, Step>): fc.Arbitrary<Action> =>
  fc
    .tuple(fc.constantFrom(...Object.entries(steps)), pick)
    .map(([[name, step], p]) => stepOrder(name, step, p))

const terms = fc.record({
  isRent: fc.boolean(),
  copies: fc.constantFrom(1, 2, 2),
  replaces: fc.boolean(),
  handOver: fc.constantFrom('meet' as const, 'meet' as const, 'post' as const),
})
const waits = fc.constantFrom(5_000, 30_000, ...[49, 73, 170, 250].map((hours) => hours * hourMs))

const weighted: [number, fc.Arbitrary<Action>][] = [
  [3, fc.tuple(buyer, fc.boolean()).map(([b, isRent]) => place(b, isRent))],
  [4, fc.tuple(buyer, side, terms).map((offered) => offer(...offered))],
  [3, fc.tuple(pick, side, fc.boolean()).map((offered) => offerExtension(...offered))],
  [
    7,
    fc
      .tuple(fc.constantFrom(0, 0, 0, 1), side, fc.constantFrom(...offerEnds, 'accepted' as const))
      .chain((end) =>
        fc.constantFrom(endOffer(...end), inTurn([endOffer(...end), endOffer(...end)])),
      ),
  ],
  [20, stepOf(orderSteps)],
  [6, stepOf(problemSteps)],
  [5, stepOf(adminSteps)],
  [4, stepOf(meetingSteps)],
  [1, stepOf(parcelSteps)],
  [1, stepOf(blockSteps)],
  [1, fc.tuple(pick, pick).map((undone) => undoDeal(...undone))],
  [14, fc.tuple(fc.constantFrom(...stories), pick).map(([story, p]) => story(p))],
  [5, stepOf(paymentSteps)],
  [6, fc.tuple(pick, fc.constantFrom(...dealSteps)).map((step) => stepDeal(...step))],
  [5, fc.tuple(waits, fc.boolean()).map((waited) => wait(...waited))],
]
const actions = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))

test('after any steps of people, orders and offers match the model', async () => {
  const market = await openMarket()
  await fc.assert(
    fc.asyncProperty(
      fc.record({ copies: fc.constantFrom(1, 2, 2, 3, 4), isLate: fc.boolean() }),
      fc.constantFrom(...starts),
      fc.array(actions, { minLength: 8, maxLength: 30, size: 'max' }),
      async (setting, start, sequence) => {
        const world = await openWorld(market, setting)
        for (const action of [...start, ...sequence]) await action(world)
        await compareWithDatabase(world)
      },
    ),
    { numRuns: sequences, endOnFailure: process.env.MODEL_SEQUENCES !== undefined },
  )
  const { db } = market.context
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
}, 7_200_000)

const person = fc.constantFrom(0 as const, 1 as const)
const exchangeActions: fc.Arbitrary<ExchangeAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(person, fc.boolean(), fc.boolean()).map((made) => offerExchange(...made)),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(person, fc.constantFrom(...exchangeEnds, 'accepted' as const))
      .map((end) => endExchangeOffer(...end)),
  },
  {
    weight: 16,
    arbitrary: fc
      .tuple(fc.constantFrom(...legSteps), person, fc.constantFrom(0, 0, 0, 1))
      .map(([step, giver, p]) => step(giver, p)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.boolean(), fc.constantFrom(0, 0, 1)).map((paid) => payInTurn(...paid)),
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 49, 170).map(waitExchange) },
)

test('after any steps of two people, their exchanges match the model', async () => {
  const exchanges = await openExchanges(await openMarket())
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2),
      fc.constantFrom([], agreedExchange(false), agreedExchange(false), agreedExchange(true)),
      fc.array(exchangeActions, { minLength: 8, maxLength: 30, size: 'max' }),
      async (copies, start, sequence) => {
        const world = await openExchangeWorld(exchanges, copies)
        for (const action of [...start, ...sequence]) await action(world)
        await compareExchanges(world)
      },
    ),
    { numRuns: sequences, endOnFailure: process.env.MODEL_SEQUENCES !== undefined },
  )
  const result = await verify(exchanges.market.context.db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
}, 7_200_000)

test('after any steps of three people, their rings match the model', async () => {
  const market = await openMarket()
  await fc.assert(
    fc.asyncProperty(ringActions, (actions) => playRing(market, actions)),
    { numRuns: sequences, endOnFailure: process.env.MODEL_SEQUENCES !== undefined },
  )
  const result = await verify(market.context.db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
}, 7_200_000)

afterAll(async () => {
  const table = process.env.MODEL_TABLE
  if (table !== undefined) await writeFile(table, JSON.stringify([...transitions]))
})
