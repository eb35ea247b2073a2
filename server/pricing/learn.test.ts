import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketFactor } from './assumptions.ts'
import { learnFactors, type Sale, wholeMarket } from './learn.ts'

const sale = (ratio: number, sellerId: string, buyerId: string, branch = 'Physics'): Sale => ({ ratio, sellerId, buyerId, branch })
/** Sales of one ratio, each between people who trade only once. */
const strangers = (count: number, ratio: number, branch?: string) =>
  Array.from({ length: count }, (_, n) => sale(ratio, `seller ${branch} ${n}`, `buyer ${branch} ${n}`, branch))

/** Where the factors end up when the same sales are looked at day after day. */
function settled(sales: Sale[]): Map<string, { factor: number; sales: number; sellers: number }> {
  let factors = learnFactors(sales, new Map())
  for (let day = 0; day < 120; day++) factors = learnFactors(sales, new Map([...factors].map(([branch, { factor }]) => [branch, factor])))
  return factors
}
const settledFactor = (sales: Sale[], branch: string) => settled(sales).get(branch)?.factor ?? Number.NaN

test('without sales the assumption holds', () => {
  expect(learnFactors([], new Map())).toEqual(new Map([[wholeMarket, { factor: marketFactor, sales: 0, sellers: 0 }]]))
})

test('dozens of sales come before a factor moves much, and hundreds bring it where they are', () => {
  const moved = (count: number) => settledFactor(strangers(count, 0.6), 'Physics') / marketFactor - 1
  expect(moved(6)).toBeGreaterThan(-0.1)
  expect(moved(30)).toBeLessThan(-0.1)
  expect(settledFactor(strangers(1000, 0.6), 'Physics')).toBeCloseTo(0.6, 1)
})

test('a branch with sales of its own moves away from the rest of the market', () => {
  const factors = settled([...strangers(300, 0.6, 'Law'), ...strangers(300, 0.95, 'Physics')])
  expect(factors.get('Law')?.factor).toBeLessThan(0.68)
  expect(factors.get('Physics')?.factor).toBeGreaterThan(0.85)
  expect(factors.get('Law')).toMatchObject({ sales: 300, sellers: 300 })
})

test('a day moves a factor by two parts in a hundred at most', () => {
  const today = learnFactors(strangers(5000, 0.5), new Map([[wholeMarket, 0.87]]))
  for (const { factor } of today.values()) expect(factor).toBeCloseTo(0.87 * Math.exp(-0.02), 10)
})

test.each([
  ['one seller with a thousand buyers', Array.from({ length: 1000 }, (_, n) => sale(0.01, 'pusher', `buyer ${n}`))],
  ['one buyer with a thousand sellers', Array.from({ length: 1000 }, (_, n) => sale(0.01, `seller ${n}`, 'pusher'))],
  [
    'two people who sell each other a thousand books',
    Array.from({ length: 1000 }, (_, n) => sale(0.01, n % 2 ? 'a' : 'b', n % 2 ? 'b' : 'a')),
  ],
])('%s cannot push a market of 100 honest sales', (_, pushed) => {
  const honest = strangers(100, 0.87)
  for (const branch of ['Physics', wholeMarket])
    expect(Math.abs(settledFactor([...honest, ...pushed], branch) / settledFactor(honest, branch) - 1)).toBeLessThan(0.01)
})

test('a ring of ten accounts in a branch that nobody else trades in stays within bounds, and leaves the market alone', () => {
  const ring = Array.from({ length: 2000 }, (_, n) => sale(0.01, `ring ${n % 10}`, `ring ${(n * 7 + 3) % 10}`, 'Law')).filter(
    ({ sellerId, buyerId }) => sellerId !== buyerId,
  )
  const factors = settled([...strangers(100, 0.87), ...ring])
  expect(factors.get('Law')?.sales).toBeLessThanOrEqual(30)
  expect(factors.get('Law')?.factor).toBeGreaterThanOrEqual(0.5)
  expect(Math.abs((factors.get('Physics')?.factor ?? 0) / 0.87 - 1)).toBeLessThan(0.01)
})

const sales = fc.array(
  fc.record({
    ratio: fc.double({ min: 0.01, max: 50, noNaN: true }),
    sellerId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    buyerId: fc.constantFrom('p', 'q', 'r', 's'),
    branch: fc.constantFrom('Law', 'Physics', 'Fiction'),
  }),
  { maxLength: 60 },
)

test('whatever is sold, factors are within their bounds and do not depend on the order of the sales', () => {
  fc.assert(
    fc.property(sales, fc.infiniteStream(fc.nat()), (made, keys) => {
      const factors = learnFactors(made, new Map())
      for (const { factor } of factors.values()) {
        expect(factor).toBeGreaterThanOrEqual(0.5)
        expect(factor).toBeLessThanOrEqual(1.1)
      }
      const shuffled = made
        .map((one) => ({ one, key: keys.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
      const again = learnFactors(shuffled, new Map())
      for (const [branch, { factor }] of factors) expect(again.get(branch)?.factor).toBeCloseTo(factor, 10)
    }),
  )
})
