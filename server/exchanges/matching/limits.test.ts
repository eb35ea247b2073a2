// What the matching does where its limits are reached, on a market that is large enough for that.
import { expect, test } from 'vitest'
import { randomNumbers } from './choose/random.ts'
import type { ExchangeMarket } from './market.ts'
import { matchMarket } from './match.ts'
import { type Limits, limits } from './policy.ts'
import { faultsBetween, faultsOf } from './testing-market.ts'

/** Sixty people, each with two copies and two wants of thirty titles. */
function makeMarket(): ExchangeMarket {
  const random = randomNumbers(7)
  const draw = (count: number) => Math.floor(random() * count)
  const numbers = Array.from({ length: 120 }, (_, at) => ({ id: `${at}`, person: `${at % 60}` }))
  return {
    people: Array.from({ length: 60 }, (_, at) => ({
      id: `${at}`,
      point: { x: draw(50), y: draw(50) },
    })),
    copies: numbers.map((one) => ({
      ...{ ...one, title: `${draw(30)}`, condition: 'good' as const },
      valuePaise: 100 * (50 + draw(300)),
    })),
    wants: numbers.map((one) => ({
      ...{ ...one, titles: [`${draw(30)}`], worstCondition: 'poor' as const },
      mostOnTopPaise: 100 * draw(200),
    })),
    blocks: [],
  }
}

const market = makeMarket()
const best = await matchMarket(market, limits)

test('within the limits the choice is proven', () => {
  expect(best.report.proven).toEqual({ people: true, money: true, km: true })
  expect(best.people).toBe(best.report.mostPeople)
})

test.each<[string, Partial<Limits>]>([
  ['no iterations', { iterations: 0 }],
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
