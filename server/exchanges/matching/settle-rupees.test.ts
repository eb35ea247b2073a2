import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Balance, settle } from './settle-rupees.ts'

const balancesOf = (amounts: readonly number[]): Balance[] => {
  const last = -amounts.reduce((sum, amount) => sum + amount, 0)
  return [...amounts, last].map((paise, at) => ({ person: `person ${at}`, paise: paise * 100 }))
}
const oneRing = fc
  .array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 4 })
  .map(balancesOf)

/**
 * Finds the smallest number of transfers by trying every pair and amount that settles one of them.
 */
function fewest(amounts: readonly number[]): number {
  const open = amounts.filter((amount) => amount !== 0)
  if (open.length === 0) return 0
  let least = open.length - 1
  for (const [one, pays] of open.entries())
    for (const [other, gets] of open.entries()) {
      if (!(pays > 0 && gets < 0)) continue
      const moved = Math.min(pays, -gets)
      const rest = open.map((amount, at) =>
        at === one ? amount - moved : at === other ? amount + moved : amount,
      )
      least = Math.min(least, 1 + fewest(rest))
    }
  return least
}

test('the fewest possible transfers settle all balances', () => {
  fc.assert(
    fc.property(oneRing, (balances) => {
      const transfers = settle(balances)
      const left = new Map(balances.map(({ person, paise }) => [person, paise]))
      for (const { from, to, paise } of transfers) {
        expect(paise).toBeGreaterThan(0)
        left.set(from, (left.get(from) ?? 0) - paise)
        left.set(to, (left.get(to) ?? 0) + paise)
      }
      expect([...left.values()].every((paise) => paise === 0)).toBe(true)
      expect(transfers).toHaveLength(fewest(balances.map(({ paise }) => paise)))
    }),
  )
})

test('two settled pairs make no payments to each other', () => {
  const transfers = settle(balancesOf([30, 50, -50]))
  expect(transfers).toEqual([
    { from: 'person 0', to: 'person 3', paise: 3_000 },
    { from: 'person 1', to: 'person 2', paise: 5_000 },
  ])
})

test('balances that do not add up are refused', () => {
  expect(() => settle([{ person: 'a', paise: 100 }])).toThrow('add up to zero')
})
