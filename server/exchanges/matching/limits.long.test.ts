// What the matching does where its limits are reached, on a market that is large enough for that.
import { expect, test } from 'vitest'
import { matchMarket } from './match.ts'
import { type Limits, limits } from './policy.ts'
import { denseMarket, faultsBetween, faultsOf } from './testing-market.ts'

const market = denseMarket(40, 100)
const best = await matchMarket(market, limits)

test('within the limits the choice is proven', () => {
  expect(best.report.proven).toEqual({ people: true, money: true, km: true })
  expect(best.people).toBe(best.report.mostPeople)
})

test.each<[string, Partial<Limits>]>([
  ['no nodes', { nodes: 0 }],
  ['no columns', { columns: 0 }],
  ['no rounds', { rounds: 0 }],
  ['few candidates', { candidates: 20 }],
])('with %s it is less, says that it is not proven, and the bound holds', async (_, few) => {
  // Without exchanges much is left to HiGHS.
  const run = () => matchMarket(market, { ...limits, moves: 0, ...few })
  const matching = await run()
  expect(matching.rings.flatMap((ring) => faultsOf(market, ring))).toEqual([])
  expect(faultsBetween(matching.rings)).toEqual([])
  expect(matching.people).toBeLessThanOrEqual(best.people)
  expect(matching.report.mostPeople).toBeGreaterThanOrEqual(best.people)
  const { people, money, km } = matching.report.proven
  expect(people && money && km).toBe(false)
  expect(await run()).toEqual(matching)
})

test('where HiGHS may not go on, what it has is taken, and the limit holds nearly', async () => {
  const hard = denseMarket(60, 200)
  const run = () => matchMarket(hard, { ...limits, iterations: 100 })
  const matching = await run()
  expect(matching.rings.flatMap((ring) => faultsOf(hard, ring))).toEqual([])
  expect(matching.report).toMatchObject({ solver: 'finished', proven: { money: false, km: false } })
  // It is asked between linear programs, so the last one may go beyond.
  expect(matching.report.iterations).toBeLessThan(2_000)
  expect(await run()).toEqual(matching)
})

test('where HiGHS fails, what was chosen without it is taken', async () => {
  let first = 0
  const matching = await matchMarket(market, { ...limits, moves: 0, nodes: -1 }, ({ people }) => {
    first = people
  })
  expect(matching.report).toMatchObject({ solver: 'failed', proven: { people: false } })
  expect(matching.people).toBe(first)
  expect(matching.people).toBeGreaterThan(0)
  expect(matching.report.mostPeople).toBeGreaterThanOrEqual(best.people)
  expect(matching.rings.flatMap((ring) => faultsOf(market, ring))).toEqual([])
})

test.each([
  [30, 150],
  [40, 60],
  [42, 100],
])(
  'what is proven is the same from a worse choice on (%i people, up to ₹%i)',
  async (count, onTop) => {
    const some = denseMarket(count, onTop)
    const [good, bad] = await Promise.all([
      matchMarket(some, limits),
      matchMarket(some, { ...limits, moves: 0 }),
    ])
    for (const { report } of [good, bad])
      expect(report.proven).toEqual({ people: true, money: true, km: true })
    const totals = ({ people, movedPaise, km }: typeof good) => ({ people, movedPaise, km })
    expect(totals(bad)).toEqual(totals(good))
  },
)
