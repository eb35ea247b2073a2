// Short forms: nothing is timed.
import { expect, test } from 'vitest'
import { matchMarket } from '#server/exchanges/matching/match.ts'
import { limits } from '#server/exchanges/matching/policy.ts'
import { faultsBetween, faultsOf } from '#server/exchanges/matching/testing-market.ts'
import { makeMarket } from './market.ts'
import { meanPartners, measureFirst } from './measure.ts'
import { mostPeople } from './optimum.ts'
import { isMissed, report, writeSection } from './report.ts'

const size = { people: 60, copies: 150, wants: 150, cities: 1, titles: 6, classes: 2 }
const market = makeMarket('test', size)

test('a market is the same each time, and has what was asked for', () => {
  expect(makeMarket('test', size)).toEqual(market)
  expect(makeMarket('another', size)).not.toEqual(market)
  const { people, copies, wants } = market
  expect([people.length, copies.length, wants.length]).toEqual([60, 150, 150])
  expect(meanPartners(market)).toBeGreaterThan(0.5)
})

test('the matching serves as many people as the optimum that is found in another way', async () => {
  for (const seed of ['a', 'b', 'c']) {
    const one = makeMarket(seed, size)
    const matching = await matchMarket(one, limits)
    expect(matching.people).toBeGreaterThan(0)
    expect(matching.people).toBe(await mostPeople(one))
    expect(matching.rings.flatMap((ring) => faultsOf(one, ring))).toEqual([])
    expect(faultsBetween(matching.rings)).toEqual([])
  }
})

test('the table says which bar is missed, and is written between its marks', async () => {
  const matching = await matchMarket(market, limits)
  const { people } = matching
  const base = { partners: 4, served: [1, 2, 3, people], seconds: 1, processor: 1, matching }
  const large = { ...base, firstSeconds: 1, firstPeople: 1, market }
  const first = {
    free: await measureFirst(large, 3, true),
    taken: await measureFirst(large, 3, false),
  }
  const met = report('a machine', [{ ...base, most: people }], [large], first)
  expect(isMissed(met)).toBe(false)
  const missed = report('a machine', [{ ...base, most: people * 2 }], [large], first)
  expect(isMissed(missed)).toBe(true)
  const page = writeSection('a\n<!-- bench: exchange -->\nold\n<!-- /bench -->\nb', met)
  expect(page).toContain(met)
  expect(page).not.toContain('old')
  expect(() => writeSection('a', met)).toThrow('no place')
})
