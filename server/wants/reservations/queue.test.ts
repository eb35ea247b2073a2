// Random sequences of what people and sellers do, against a model of the queue: strict order, nobody
// passed over, no copy held twice; and all holds that `verify` checks, also after a kill.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Condition } from '#contract/books/book-forms.ts'
import { testApp } from '#server/testing.ts'
import { expectNoViolations } from './testing-queue.ts'
import { clearMarket, makePeople, maxListings, type People, World } from './testing-queue-world.ts'

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
const ofPerson = (name: 'unwant' | 'decline' | 'buy' | 'cancel' | 'block') =>
  who.map((person) => named(`${name} ${person}`, (world) => world[name](person)))

const list = fc
  .tuple(condition, copies)
  .map(([as, count]) => named(`list ${count} ${as}`, (world) => world.list(as, count)))
const want = fc
  .tuple(who, condition)
  .map(([person, as]) => named(`want ${person} ${as}`, (world) => world.want(person, as)))
const wait = fc
  .constantFrom(1, 2)
  .map((hours) => named(`wait ${hours}`, (world) => world.wait(hours)))
const openOrClose = fc
  .nat(maxListings - 1)
  .map((index) => named(`openOrClose ${index}`, (world) => world.openOrClose(index)))
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
  often(1, ofPerson('cancel')),
  often(1, ofPerson('block')),
)

test('whatever people do, copies are reserved as the model says', async () => {
  const reached = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 50 }), async (steps) => {
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
    { numRuns: Number(process.env.QUEUE_RUNS ?? (process.env.LONG_TESTS === '1' ? 20 : 8)) },
  )
  // Else the sequences would prove little.
  for (const outcome of ['open', 'taken', 'declined', 'lapsed', 'closed', 'changed'])
    expect(reached.get(outcome), outcome).toBeGreaterThan(0)
}, 240_000)
