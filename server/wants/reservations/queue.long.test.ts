// Random sequences of what people and sellers do, against a model of the queue: strict order,
// nobody passed over, no copy held twice; and all holds that `verify` checks, also after a kill.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Condition } from '#contract/books/book-forms.ts'
import { testApp } from '#server/testing.ts'
import { expectNoViolations } from './testing-queue.ts'
import { clearMarket, makePeople, maxListings, type People } from './testing-queue-people.ts'
import { World } from './testing-queue-world.ts'

const peopleCount = 6
let people: People
beforeAll(async () => {
  people = await makePeople(peopleCount)
})

type Step = { take: (world: World) => Promise<void> | void }
const named = (name: string, take: Step['take']): Step =>
  Object.assign({ take }, { [fc.toStringMethod]: () => name })

const who = fc.nat(peopleCount - 1)
const condition = fc.constantFrom<Condition>('good', 'average', 'poor')
const copies = fc.integer({ min: 1, max: 2 })
const ofPerson = (name: 'unwant' | 'decline' | 'buy' | 'block') =>
  who.map((person) => named(`${name} ${person}`, (world) => world[name](person)))

const list = fc
  .tuple(condition, copies)
  .map(([as, count]) => named(`list ${count} ${as}`, (world) => world.list(as, count)))
const want = fc
  .tuple(who, condition)
  .map(([person, as]) => named(`want ${person} ${as}`, (world) => world.want(person, as)))
const wait = fc
  .constantFrom(1, 2, 24)
  .map((hours) => named(`wait ${hours}`, (world) => world.wait(hours)))
const listing = fc.nat(maxListings - 1)
const buyFree = fc
  .tuple(who, listing)
  .map(([person, index]) =>
    named(`buyFree ${person} ${index}`, (world) => world.buyFree(person, index)),
  )
const cancel = fc
  .tuple(who, fc.constantFrom('buyer' as const, 'seller' as const))
  .map(([person, by]) => named(`cancel ${person} by ${by}`, (world) => world.cancel(person, by)))
const change = fc
  .tuple(listing, condition)
  .map(([index, as]) => named(`change ${index} ${as}`, (world) => world.change(index, as)))
const openOrClose = listing.map((index) =>
  named(`openOrClose ${index}`, (world) => world.openOrClose(index)),
)
const kill = fc.constant(
  named('kill', async (world) => {
    await world.kill()
    await world.compare()
    await expectNoViolations()
  }),
)

const often = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const step = fc.oneof(
  often(4, list),
  often(6, want),
  often(1, ofPerson('unwant')),
  often(3, ofPerson('decline')),
  often(3, wait),
  often(1, kill),
  often(3, openOrClose),
  often(2, ofPerson('buy')),
  often(1, buyFree),
  often(2, cancel),
  often(3, change),
  often(2, ofPerson('block')),
)

const numRuns = Number(process.env.QUEUE_RUNS ?? 8)

test(
  'whatever people do, copies are reserved as the model says',
  async () => {
    const reached = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60 }), async (steps) => {
        await clearMarket()
        const world = new World(people)
        for (const { take } of steps) {
          await take(world)
          await world.runJobs()
          await world.compare()
        }
        for (const { outcome = 'open' } of world.model.reservations)
          reached.set(outcome, (reached.get(outcome) ?? 0) + 1)
        await (await testApp()).context.jobs.idle()
        await expectNoViolations()
      }),
      { numRuns },
    )
    // Else many sequences would prove little; a few miss a rare outcome now and then.
    if (numRuns < 100) return
    const outcomes = ['taken', 'declined', 'lapsed', 'closed', 'changed', 'unwanted']
    for (const outcome of ['open', ...outcomes])
      expect(reached.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
  },
  Math.max(240_000, 20_000 * numRuns),
)
