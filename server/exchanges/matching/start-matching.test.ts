import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExchangeMarket } from './market.ts'
import { type Matching, matchMarket } from './match.ts'
import { limits } from './policy.ts'
import { startMatching } from './start-matching.ts'
import {
  denseMarket,
  faultsBetween,
  faultsOf,
  smallMarkets,
  tryAllChoices,
} from './testing-market.ts'

/** The first of some markets in which people can be served. */
const market = fc
  .sample(smallMarkets(), { numRuns: 200, seed: 1 })
  .find((one) => tryAllChoices(one).people >= 4) as ExchangeMarket

function expectNoFaults({ rings }: Matching) {
  expect(rings.flatMap((ring) => faultsOf(market, ring))).toEqual([])
  expect(faultsBetween(rings)).toEqual([])
}

test('a thread answers the same as the matching without one', async () => {
  const { matching } = startMatching(market)
  expect(await matching).toEqual(await matchMarket(market, limits))
})

test('a thread that ends before it chose anything leaves it to the server', async () => {
  const { matching, kill } = startMatching(market)
  await kill()
  const found = await matching
  expectNoFaults(found)
  expect(found.people).toBeGreaterThan(0)
  expect(found.report).toMatchObject({ solver: 'ended', proven: { people: false } })
})

test('a thread that ends while HiGHS is at work leaves what was chosen before', async () => {
  // Large enough that HiGHS takes a while.
  const hard = denseMarket(60, 200)
  const started = startMatching(hard, limits, () => void started.kill())
  const found = await started.matching
  expect(found.rings.flatMap((ring) => faultsOf(hard, ring))).toEqual([])
  expect(faultsBetween(found.rings)).toEqual([])
  expect(found.people).toBeGreaterThan(0)
  expect(found.report.solver).toBe('ended')
})

test('a market that makes no sense is refused', async () => {
  const { matching } = startMatching({ ...market, people: [] })
  await expect(matching).rejects.toThrow('of nobody in the market')
})
