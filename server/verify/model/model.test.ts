// Random people use a book's offers and orders, while a model says what must come of each step.
// Here few sequences; `npm run test:model` runs 10,000 and says how often it reached each transition.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verify, verifyReport } from '#server/verify/verify.ts'
import { dealSteps, endOffer, offer, offerEnds, stepDeal, wait } from './testing-offers.ts'
import { orderSteps, place, stepOrder } from './testing-orders.ts'
import {
  type Action,
  compareWithDatabase,
  openMarket,
  openWorld,
  transitions,
} from './testing-world.ts'

const sequences = Number(process.env.MODEL_SEQUENCES ?? 40)
/** Of a long run, each transition must be reached so often. */
const minReached = 100
const hourMs = 3_600_000

const buyer = fc.constantFrom(0, 1)
const side = fc.constantFrom('buyer' as const, 'seller' as const)
const pick = fc.nat({ max: 5 })
const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(buyer, fc.boolean()).map(([b, isRent]) => place(b, isRent)) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        buyer,
        side,
        fc.record({
          isRent: fc.boolean(),
          copies: fc.constantFrom(1, 2, 2),
          replaces: fc.boolean(),
        }),
      )
      .map(([b, by, terms]) => offer(b, by, terms)),
  },
  {
    weight: 7,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 0, 0, 1), side, fc.constantFrom(...offerEnds, 'accepted' as const))
      .map(([p, by, to]) => endOffer(p, by, to)),
  },
  {
    weight: 20,
    arbitrary: fc
      .tuple(fc.constantFrom(...orderSteps), pick)
      .map(([name, p]) => stepOrder(name, p)),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(pick, fc.constantFrom(...dealSteps)).map(([p, step]) => stepDeal(p, step)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(5_000, 30_000, 49 * hourMs, 73 * hourMs, 170 * hourMs), fc.boolean())
      .map(([ms, runsJobs]) => wait(ms, runsJobs)),
  },
)

const printTable = () => {
  const rows = [...transitions].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [transition, count] of rows) process.stdout.write(`${count}\t${transition}\n`)
}

test('whatever people do, orders and offers are as the model says', async () => {
  const market = await openMarket()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(actions, { minLength: 8, maxLength: 30, size: 'max' }),
      async (copies, sequence) => {
        const world = await openWorld(market, copies)
        for (const action of sequence) await action(world)
        await compareWithDatabase(world)
      },
    ),
    { numRuns: sequences, endOnFailure: sequences > 1000 },
  )
  const { db } = market.context
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
  if (process.env.MODEL_TABLE === undefined) return
  printTable()
  expect(Math.min(...transitions.values())).toBeGreaterThanOrEqual(minReached)
}, 7_200_000)
