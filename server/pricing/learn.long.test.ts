import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketFactor } from './assumptions.ts'
import { learnFactors, regularizedMedian, type Sale, wholeMarket } from './learn.ts'

/** Account ages in days: one that counts in full, and the youngest that counts at all. */
const [tenYears, week] = [3650, 7] as const

const sale = (
  ratio: number,
  sellerId: string,
  buyerId: string,
  branch = 'Physics',
  ageDays: number = tenYears,
): Sale => ({ ratio, sellerId, buyerId, branch, ageDays })
/** Sales at one ratio, each between people who trade only once. */
const separateSales = (count: number, ratio: number, branch?: string, ageDays?: number) =>
  Array.from({ length: count }, (_, n) =>
    sale(ratio, `seller ${branch} ${n}`, `buyer ${branch} ${n}`, branch, ageDays),
  )

/** The factors after learning from the same sales day after day. */
function settledFactors(
  sales: Sale[],
  days = 120,
): Map<string, { factor: number; sales: number; sellers: number }> {
  let factors = learnFactors(sales, new Map())
  for (let day = 0; day < days; day++)
    factors = learnFactors(
      sales,
      new Map([...factors].map(([branch, { factor }]) => [branch, factor])),
    )
  return factors
}
const settledFactor = (sales: Sale[], branch: string) =>
  settledFactors(sales).get(branch)?.factor ?? Number.NaN

test('without sales the assumption holds', () => {
  expect(learnFactors([], new Map())).toEqual(
    new Map([[wholeMarket, { factor: marketFactor, sales: 0, sellers: 0 }]]),
  )
})

test('a regularized median moves as far as its weights pull it, and no further than the median', () => {
  expect(regularizedMedian([], 0.01)).toBe(0)
  expect(regularizedMedian([{ value: -5, weight: 3 }], 0.01)).toBeCloseTo(-0.03, 12)
  expect(regularizedMedian([{ value: 0.02, weight: 3 }], 0.01)).toBe(0.02)
  const weightedValue = fc.record({
    value: fc.double({ min: -3, max: 3, noNaN: true }),
    weight: fc.double({ min: 0.01, max: 3, noNaN: true }),
  })
  fc.assert(
    fc.property(
      fc.array(weightedValue, { maxLength: 30 }),
      fc.double({ min: 0.001, max: 0.1, noNaN: true }),
      (values, pull) => {
        const loss = (m: number) =>
          values.reduce(
            (sum, { value, weight }) => sum + weight * Math.abs(value - m),
            m ** 2 / (2 * pull),
          )
        const median = regularizedMedian(values, pull)
        for (const offset of [-0.3, -0.01, -1e-4, 1e-4, 0.01, 0.3])
          expect(loss(median)).toBeLessThanOrEqual(loss(median + offset) + 1e-9)
      },
    ),
  )
})

test('dozens of sales hardly move a factor, hundreds bring it to their level, and no single sale decides', () => {
  const factors = Array.from({ length: 120 }, (_, count) =>
    count < 3 ? marketFactor : settledFactor(separateSales(count, 0.65), 'Physics'),
  )
  const moved = (count: number) => (factors[count] ?? Number.NaN) / marketFactor - 1
  expect(moved(12)).toBeGreaterThan(-0.04)
  expect(moved(60)).toBeLessThan(-0.15)
  expect(settledFactor(separateSales(300, 0.65), 'Physics')).toBeCloseTo(0.65, 3)
  expect(settledFactor(separateSales(300, 0.65), wholeMarket)).toBeCloseTo(0.65, 3)
  for (let count = 4; count < factors.length; count++)
    expect(Math.abs(moved(count) - moved(count - 1))).toBeLessThan(0.004)
})

test('a branch with sales of its own moves away from the rest of the market', () => {
  const factors = settledFactors([
    ...separateSales(300, 0.65, 'Law'),
    ...separateSales(300, 0.95, 'Physics'),
  ])
  expect(factors.get('Law')?.factor).toBeLessThan(0.68)
  expect(factors.get('Physics')?.factor).toBeGreaterThan(0.9)
  expect(factors.get('Law')).toMatchObject({ sales: 300, sellers: 300 })
})

test('a day moves a factor by 2% at most, also when its sales have expired', () => {
  const today = learnFactors(separateSales(5000, 0.5), new Map([[wholeMarket, 0.87]]))
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

/** People who each sell to each of the others, for next to nothing or for far too much. */
const ring = (people: number, ratio: number, branch = 'Law', ageDays?: number) =>
  Array.from({ length: people ** 2 }, (_, n) =>
    sale(ratio, `ring ${Math.floor(n / people)}`, `ring ${n % people}`, branch, ageDays),
  ).filter(({ sellerId, buyerId }) => sellerId !== buyerId)

test.each([
  [
    'one seller with a thousand buyers',
    3,
    Array.from({ length: 1000 }, (_, n) => sale(0.001, 'pusher', `buyer ${n}`, 'Law')),
  ],
  [
    'one buyer with a thousand sellers',
    1,
    Array.from({ length: 1000 }, (_, n) => sale(0.001, `seller ${n}`, 'pusher', 'Law')),
  ],
  [
    'the same two a thousand times',
    1,
    Array.from({ length: 1000 }, () => sale(50, 'one', 'other', 'Law')),
  ],
  ...[3, 10, 20].flatMap((people) =>
    [0.001, 50].map((ratio): [string, number, Sale[]] => [
      `a ring of ${people} at ${ratio}`,
      people,
      ring(people, ratio),
    ]),
  ),
])(
  '%s moves an otherwise empty branch by at most 0.3% for each of %i, the market by 0.1%',
  (_, weight, pushed) => {
    const factors = settledFactors(pushed)
    const moved = (branch: string) =>
      Math.abs(Math.log((factors.get(branch)?.factor ?? Number.NaN) / marketFactor))
    expect(moved('Law')).toBeLessThanOrEqual(0.003 * weight + 1e-9)
    expect(moved(wholeMarket)).toBeLessThanOrEqual(0.001 * weight + 1e-9)
  },
)

test.each([
  ['one seller', Array.from({ length: 1000 }, (_, n) => sale(0.001, 'pusher', `buyer ${n}`))],
  ['a ring of twenty', ring(20, 0.001, 'Physics')],
  [
    'one seller to the very buyers of the others',
    Array.from({ length: 200 }, (_, n) => sale(0.001, 'pusher', `buyer ${n}`)),
  ],
  [
    'three sellers to the very buyers of the others',
    Array.from({ length: 600 }, (_, n) =>
      sale(50, `pusher ${n % 3}`, `buyer ${Math.floor(n / 3)}`),
    ),
  ],
])('%s hardly moves a market of 200 honest sales, at whatever prices', (_, pushed) => {
  const honest = Array.from({ length: 200 }, (_, n) =>
    sale(0.7 + (n % 21) / 60, `seller ${n}`, `buyer ${n}`),
  )
  for (const branch of ['Physics', wholeMarket])
    expect(
      Math.abs(settledFactor([...honest, ...pushed], branch) / settledFactor(honest, branch) - 1),
    ).toBeLessThan(0.05)
})

test.each([40, 60, 120])(
  'among %i honest sales that agree, a seller to all of their buyers moves little',
  (count) => {
    const honest = separateSales(count, 0.65)
    const pushed = honest.map(({ buyerId }) => sale(50, 'pusher', buyerId))
    for (const branch of ['Physics', wholeMarket]) {
      const moved = Math.log(
        settledFactor([...honest, ...pushed], branch) / settledFactor(honest, branch),
      )
      expect(Math.abs(moved)).toBeLessThan(0.02)
    }
  },
)

test('a sale counts more the older its younger account is: smoothly, and never more than one full weight', () => {
  const moved = (ageDays: number) =>
    -Math.log(
      settledFactor([sale(0.001, 'one', 'other', 'Law', ageDays)], wholeMarket) / marketFactor,
    )
  expect(moved(tenYears)).toBeCloseTo(0.001, 9)
  const ages = Array.from({ length: 400 }, (_, day) => moved(day))
  for (const [day, current] of ages.entries()) {
    if (day === 0) continue
    const previous = ages[day - 1] ?? Number.NaN
    expect(current).toBeGreaterThan(previous)
    expect(current - previous).toBeLessThan(0.00002)
    expect(current).toBeLessThan(0.001)
  }
  // Of several sales between the same two, the oldest age counts.
  const both = [sale(0.001, 'one', 'other', 'Law', week), sale(0.001, 'one', 'other', 'Law', 90)]
  expect(-Math.log(settledFactor(both, wholeMarket) / marketFactor)).toBeCloseTo(moved(90), 9)
})

test.each([
  ['20', 20, 0.005, 0.002],
  ['60', 60, 0.014, 0.005],
  ['200', 200, 0.046, 0.016],
])(
  'a ring of %s accounts that are a week old moves an empty branch and the market little',
  (_, people, maxBranch, maxMarket) => {
    for (const ratio of [0.001, 50]) {
      const factors = settledFactors(ring(people, ratio, 'Law', week), 5)
      const moved = (branch: string) =>
        Math.abs(Math.log((factors.get(branch)?.factor ?? Number.NaN) / marketFactor))
      expect(moved('Law')).toBeLessThan(maxBranch)
      expect(moved(wholeMarket)).toBeLessThan(maxMarket)
    }
  },
)

test('a new account that sells to the buyers of old ones takes almost none of their weight', () => {
  const honest = separateSales(60, 0.65)
  const pushed = Array.from({ length: 20 }, (_, n) =>
    honest.map(({ buyerId }) => sale(50, `pusher ${n}`, buyerId, 'Physics', week)),
  ).flat()
  const moved = Math.log(
    settledFactor([...honest, ...pushed], 'Physics') / settledFactor(honest, 'Physics'),
  )
  expect(Math.abs(moved)).toBeLessThan(0.02)
})

test('a few sales make no factor of a branch’s own', () => {
  expect([...learnFactors(separateSales(2, 0.5, 'Law'), new Map()).keys()]).toEqual([wholeMarket])
  expect(learnFactors(separateSales(3, 0.5, 'Law'), new Map()).get('Law')).toMatchObject({
    sales: 3,
    sellers: 3,
  })
})

test('a shop’s sales are all counted, but weigh as few', () => {
  const shop = Array.from({ length: 2000 }, (_, n) => sale(0.8, 'shop', `buyer ${n}`))
  expect(learnFactors(shop, new Map()).get('Physics')).toMatchObject({ sales: 2000, sellers: 1 })
  expect(settledFactor(shop, 'Physics')).toBeCloseTo(marketFactor * Math.exp(-0.009), 6)
})

const sales = fc.array(
  fc.record({
    ratio: fc.double({ min: 0.01, max: 50, noNaN: true }),
    sellerId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    buyerId: fc.constantFrom('p', 'q', 'r', 's'),
    branch: fc.constantFrom('Law', 'Physics', 'Fiction'),
    ageDays: fc.double({ min: 0, max: 5000, noNaN: true }),
  }),
  { maxLength: 60 },
)

test('whatever is sold, factors are within their bounds and do not depend on the order of the sales', () => {
  fc.assert(
    fc.property(sales, fc.infiniteStream(fc.nat()), (generated, keys) => {
      const factors = learnFactors(generated, new Map())
      for (const { factor } of factors.values()) {
        expect(factor).toBeGreaterThanOrEqual(0.5)
        expect(factor).toBeLessThanOrEqual(1.1)
      }
      const shuffled = generated
        .map((sale) => ({ sale, key: keys.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ sale }) => sale)
      const fromShuffled = learnFactors(shuffled, new Map())
      for (const [branch, { factor }] of factors)
        expect(fromShuffled.get(branch)?.factor).toBeCloseTo(factor, 10)
    }),
  )
})
