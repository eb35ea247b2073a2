import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '#server/testing-rounds.ts'
import type { ExchangeMarket } from './market.ts'
import { matchMarket, matchWithoutSolver } from './match.ts'
import { limits } from './policy.ts'
import { faultsBetween, faultsOf, shuffled, smallMarkets, tryAllChoices } from './testing-market.ts'

const faults = (market: ExchangeMarket, { rings }: Awaited<ReturnType<typeof matchMarket>>) => [
  ...rings.flatMap((ring) => faultsOf(market, ring)),
  ...faultsBetween(rings),
]

test('the rings keep all rules, and no choice is better by people, money and ways', async () => {
  let served = 0
  await fc.assert(
    fc.asyncProperty(smallMarkets(), async (market) => {
      const matching = await matchMarket(market, limits)
      expect(faults(market, matching)).toEqual([])
      const { people, movedPaise, km, report } = matching
      expect({ people, money: movedPaise / 100, km }).toEqual(tryAllChoices(market))
      expect(report).toMatchObject({ solver: 'finished', cutOff: 0, mostPeople: people })
      expect(report.proven).toEqual({ people: true, money: true, km: true })
      served += people
    }),
    { numRuns: 200 },
  )
  expect(served).toBeGreaterThan(100)
})

test('the order of people, copies and wants changes nothing', async () => {
  const both = smallMarkets().chain((market) => fc.tuple(fc.constant(market), shuffled(market)))
  await fc.assert(
    fc.asyncProperty(both, async ([market, other]) => {
      expect(await matchMarket(other, limits)).toEqual(await matchMarket(market, limits))
    }),
    { numRuns: rounds(20, 50) },
  )
})

test('without HiGHS the rings keep all rules, and serve no more than they can', () => {
  fc.assert(
    fc.property(smallMarkets(), (market) => {
      const matching = matchWithoutSolver(market, limits)
      expect(faults(market, matching)).toEqual([])
      expect(matching.people).toBeLessThanOrEqual(tryAllChoices(market).people)
      expect(matching.report.proven.people).toBe(false)
    }),
  )
})

test('where the search is cut off, that is said, and the bound still holds', async () => {
  let cutOff = 0
  const few = { ...limits, steps: { person: 3, total: 20, atLeast: 2 } }
  await fc.assert(
    fc.asyncProperty(smallMarkets(), async (market) => {
      const matching = await matchMarket(market, few)
      expect(faults(market, matching)).toEqual([])
      const { report, people } = matching
      const most = tryAllChoices(market).people
      expect(report.mostPeople).toBeGreaterThanOrEqual(most)
      if (people < most) expect(report.cutOff).toBeGreaterThan(0)
      if (report.cutOff > 0) expect(report.proven.people).toBe(false)
      cutOff += report.cutOff
    }),
  )
  expect(cutOff).toBeGreaterThan(0)
})

test('rings of two only, where nothing larger is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(smallMarkets(), async (market) => {
      const { rings } = await matchMarket(market, { ...limits, size: 2 })
      expect(rings.every(({ legs }) => legs.length === 2)).toBe(true)
    }),
    { numRuns: rounds(10, 30) },
  )
})

test('what is proven is the bound, also where rings in parts would serve more', async () => {
  const names = ['a', 'b', 'c']
  const market: ExchangeMarket = {
    people: names.map((id) => ({ id })),
    copies: names.map((id) => ({
      ...{ id, person: id, title: id },
      ...{ condition: 'good', valuePaise: 5_000 },
    })),
    wants: names.map((id) => ({
      ...{ id, person: id, titles: names.filter((name) => name !== id) },
      ...{ worstCondition: 'good', mostOnTopPaise: 0 },
    })),
    blocks: [],
  }
  // Each two of the three can exchange; half of each ring would serve all of them.
  const { people, report } = await matchMarket(market, { ...limits, size: 2 })
  expect(people).toBe(2)
  expect(report).toMatchObject({ mostPeople: 2, proven: { people: true } })
})

test('a copy of nobody is refused', async () => {
  const copy = { id: 'c', person: 'x', title: 't', condition: 'good', valuePaise: 1 } as const
  const market = { people: [], copies: [copy], wants: [], blocks: [] }
  await expect(matchMarket(market, limits)).rejects.toThrow('c is of nobody')
})
