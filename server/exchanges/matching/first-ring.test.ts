import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFirstRing } from './first-ring.ts'
import { firstRingLimits } from './policy.ts'
import { faultsOf, shuffled, smallMarkets, type Total, tryAllRings } from './testing-market.ts'

const inOrder = (one: Total, other: Total) =>
  other.people - one.people || one.money - other.money || one.km - other.km

test('the best ring of a person, without those who are taken', () => {
  let found = 0
  const both = smallMarkets().chain((market) =>
    fc.record({
      market: fc.constant(market),
      other: shuffled(market),
      taken: fc.subarray(market.people.slice(1).map(({ id }) => id)),
    }),
  )
  fc.assert(
    fc.property(both, ({ market, other, taken }) => {
      const isTaken = new Set(taken)
      const { ring, isCutOff } = findFirstRing(market, 'person 0', isTaken)
      const [best] = tryAllRings(market)
        .filter(({ members }) => members.includes('person 0'))
        .filter(({ members }) => !members.some((member) => isTaken.has(member)))
        .sort(inOrder)
      expect(isCutOff).toBe(false)
      expect(ring?.legs.length).toBe(best?.people)
      expect(ring && ring.movedPaise / 100).toBe(best?.money)
      expect(ring?.km).toBe(best?.km)
      expect(findFirstRing(other, 'person 0', isTaken)).toEqual({ ...(ring && { ring }), isCutOff })
      if (!ring) return
      found++
      expect(faultsOf(market, ring)).toEqual([])
    }),
    { numRuns: 200 },
  )
  expect(found).toBeGreaterThan(20)
})

test('whoever is taken or not in the market is in no ring', () => {
  const [market] = fc.sample(smallMarkets(), { numRuns: 1, seed: 1 })
  if (!market) throw new Error('no market')
  expect(findFirstRing(market, 'person 0', new Set(['person 0']))).toEqual({ isCutOff: false })
  expect(findFirstRing(market, 'nobody')).toEqual({ isCutOff: false })
})

test('a search that is cut off says so', () => {
  const cutOff = fc
    .sample(smallMarkets(), { numRuns: 100, seed: 1 })
    .filter(
      (market) =>
        findFirstRing(market, 'person 0', new Set(), { ...firstRingLimits, steps: 3 }).isCutOff,
    )
  expect(cutOff.length).toBeGreaterThan(0)
})
