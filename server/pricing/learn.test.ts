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

test('dozens of sales come before a factor moves at all, and hundreds bring it to where they are', () => {
  const moved = (count: number) => settledFactor(strangers(count, 0.7), 'Physics') / marketFactor - 1
  expect(moved(36)).toBe(0)
  expect(moved(60)).toBeLessThan(-0.05)
  expect(settledFactor(strangers(1000, 0.7), 'Physics')).toBeCloseTo(0.7, 1)
})

test('a branch with sales of its own moves away from the rest of the market', () => {
  const factors = settled([...strangers(300, 0.65, 'Law'), ...strangers(300, 0.95, 'Physics')])
  expect(factors.get('Law')?.factor).toBeLessThan(0.72)
  expect(factors.get('Physics')?.factor).toBeGreaterThan(0.85)
  expect(factors.get('Law')).toMatchObject({ sales: 300, sellers: 300 })
})

test('a day moves a factor by two parts in a hundred at most, also when its sales are gone', () => {
  const today = learnFactors(strangers(5000, 0.5), new Map([[wholeMarket, 0.87]]))
  for (const { factor } of today.values()) expect(factor).toBeCloseTo(0.87 * Math.exp(-0.02), 10)
  const after = learnFactors(
    [],
    new Map([
      [wholeMarket, 0.87],
      ['Law', 0.632],
    ]),
  )
  expect(after.get('Law')).toEqual({ factor: 0.632 * Math.exp(0.02), sales: 0, sellers: 0 })
  expect(
    learnFactors(
      [],
      new Map([
        [wholeMarket, 0.87],
        ['Law', 0.8701],
      ]),
    ).has('Law'),
  ).toBe(false)
})

/** A ring of so many people who sell each other a thousand books for next to nothing, or for far too much. */
const ring = (people: number, ratio: number, branch = 'Law') =>
  Array.from({ length: 1000 }, (_, n) => sale(ratio, `ring ${n % people}`, `ring ${(n * 7 + 1) % people}`, branch)).filter(
    ({ sellerId, buyerId }) => sellerId !== buyerId,
  )

test.each([
  ['one seller with a thousand buyers', Array.from({ length: 1000 }, (_, n) => sale(0.001, 'pusher', `buyer ${n}`, 'Law'))],
  ['one buyer with a thousand sellers', Array.from({ length: 1000 }, (_, n) => sale(0.001, `seller ${n}`, 'pusher', 'Law'))],
  ...[2, 3, 10].flatMap((people) => [0.001, 50].map((ratio): [string, Sale[]] => [`a ring of ${people} at ${ratio}`, ring(people, ratio)])),
])('%s moves nothing, in a branch and a market that nobody else trades in', (_, pushed) => {
  const factors = settled(pushed)
  for (const branch of ['Law', wholeMarket]) expect(factors.get(branch)?.factor ?? marketFactor).toBeCloseTo(marketFactor, 10)
})

test.each([
  ['one seller', Array.from({ length: 1000 }, (_, n) => sale(0.001, 'pusher', `buyer ${n}`))],
  ['a ring of ten', ring(10, 0.001, 'Physics')],
])('%s hardly moves a market of 200 honest sales, at whatever prices', (_, pushed) => {
  const honest = Array.from({ length: 200 }, (_, n) => sale(0.7 + (n % 21) / 60, `seller ${n}`, `buyer ${n}`))
  for (const branch of ['Physics', wholeMarket])
    expect(Math.abs(settledFactor([...honest, ...pushed], branch) / settledFactor(honest, branch) - 1)).toBeLessThan(0.05)
})

test('many sales of one shop count as few', () => {
  const shop = Array.from({ length: 40_000 }, (_, n) => sale(0.8, 'shop', `buyer ${n}`))
  expect(learnFactors(shop, new Map()).get('Physics')).toMatchObject({ sales: 3, sellers: 1 })
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
