import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '#server/testing-rounds.ts'
import type { ExchangeMarket } from './graph.ts'
import { matchMarket, settle } from './match.ts'
import {
  denseMarket,
  faultsOf,
  inOrder,
  shuffled,
  smallMarkets,
  totalOf,
  tryAllChoices,
  tryAllRings,
} from './testing-market.ts'

test('the rings keep all rules, and of a few people no choice serves more', async () => {
  let served = 0
  await fc.assert(
    fc.asyncProperty(smallMarkets(), async (market) => {
      const rings = await matchMarket(market)
      expect(faultsOf(market, rings)).toEqual([])
      expect(totalOf(rings)).toEqual(tryAllChoices(market))
      served += totalOf(rings).people
    }),
    { numRuns: 200 },
  )
  expect(served).toBeGreaterThan(100)
})

/** The last number of each row is the optimum, proved by an integer-programming solver. */
test.each([
  [60, 200, 60],
  [80, 60, 62],
])(
  'of %i people who pay up to ₹%i, 19 of 20 who could be are served',
  async (people, onTop, most) => {
    const market = denseMarket(people, onTop)
    const rings = await matchMarket(market)
    expect(faultsOf(market, rings)).toEqual([])
    const served = totalOf(rings).people
    expect(served).toBeLessThanOrEqual(most)
    expect(served).toBeGreaterThanOrEqual(0.95 * most)
  },
)

test('the order of what fits changes nothing', async () => {
  const both = smallMarkets().chain((market) => fc.tuple(fc.constant(market), shuffled(market)))
  await fc.assert(
    fc.asyncProperty(both, async ([market, other]) => {
      expect(await matchMarket(other)).toEqual(await matchMarket(market))
    }),
    { numRuns: rounds(20, 50) },
  )
})

test('a search with few steps returns valid rings', async () => {
  const market = denseMarket(40, 100)
  const most = totalOf(await matchMarket(market)).people
  const rings = await matchMarket(market, { maxSteps: 30 })
  expect(faultsOf(market, rings)).toEqual([])
  const served = totalOf(rings).people
  expect(served).toBeLessThan(most)
  expect(served).toBeGreaterThan(0)
})

test('other work runs while a large market is matched, and an aborted one proposes nothing', async () => {
  const { fits } = denseMarket(60, 200)
  const copies = Array.from({ length: 10 }, (_, copy) =>
    fits.map((fit) => ({ ...fit, from: `${copy} ${fit.from}`, to: `${copy} ${fit.to}` })),
  )
  // The timer fires only if the search pauses.
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 0)
  const { signal } = controller
  expect(await matchMarket({ fits: copies.flat(), blocks: [] }, { signal })).toEqual([])
})

test('a match for one person finds their best ring', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(smallMarkets(), async (market) => {
      const rings = await matchMarket(market, { around: new Set(['person 0']) })
      const [best] = tryAllRings(market)
        .filter(({ members }) => members.includes('person 0'))
        .sort(inOrder)
      expect(rings).toHaveLength(best ? 1 : 0)
      expect(faultsOf(market, rings)).toEqual([])
      if (!best) return
      found++
      expect(totalOf(rings)).toEqual({ people: best.people, money: best.money, km: best.km })
    }),
    { numRuns: 200 },
  )
  expect(found).toBeGreaterThan(20)
  const [market] = fc.sample(smallMarkets(), { numRuns: 1, seed: 1 }) as [ExchangeMarket]
  expect(await matchMarket(market, { around: new Set(['nobody']) })).toEqual([])
})

test('a copy that fits two wants counts for the higher price limit', async () => {
  const pair = (one: string, other: string, paise: number, most: number) => ({
    from: one,
    to: other,
    copy: `of ${one}`,
    want: `of ${other} ${most}`,
    valuePaise: paise,
    mostOnTopPaise: most,
  })
  const fits = [pair('a', 'b', 9_000, 0), pair('a', 'b', 9_000, 5_000), pair('b', 'a', 5_000, 0)]
  const [ring] = await matchMarket({ fits, blocks: [] })
  expect(ring).toEqual({
    legs: [
      { from: 'a', to: 'b', copy: 'of a', want: 'of b 5000', valuePaise: 9_000 },
      { from: 'b', to: 'a', copy: 'of b', want: 'of a 0', valuePaise: 5_000 },
    ],
    balances: [
      { person: 'a', paise: -4_000 },
      { person: 'b', paise: 4_000 },
    ],
    transfers: [{ from: 'b', to: 'a', paise: 4_000 }],
  })
  expect(
    await matchMarket({ fits: fits.filter(({ want }) => want !== 'of b 5000'), blocks: [] }),
  ).toEqual([])
})

test('few transfers settle all balances', () => {
  const amounts = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(amounts, (some) => {
      const all = [...some, -some.reduce((sum, amount) => sum + amount, 0)]
      const left = all.map((amount) => amount * 100)
      const transfers = settle(left.map((paise, at) => ({ person: `${at}`, paise })))
      for (const { from, to, paise } of transfers) {
        expect(paise).toBeGreaterThan(0)
        left[Number(from)] = (left[Number(from)] ?? 0) - paise
        left[Number(to)] = (left[Number(to)] ?? 0) + paise
      }
      expect(left.filter((paise) => paise !== 0)).toEqual([])
      expect(transfers.length).toBeLessThan(all.length)
    }),
  )
})
