import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assumedVariances, type KnownPrice, type TitleVariances, titleEffect } from './estimate.ts'

const priceAt = (ratio: number, more: Partial<KnownPrice> = {}): KnownPrice => ({
  kind: 'sale',
  ratio,
  ageDays: 0,
  trust: 1,
  isPoor: false,
  ...more,
})
const variances: TitleVariances = { between: 0.012, sale: 0.004, asking: 0.012 }
const shiftOf = (known: KnownPrice[], of = variances) => titleEffect(known, of).shift
/** What a sale of the title costs over the market's price. */
const factorOf = (known: KnownPrice[], of = variances) => Math.exp(shiftOf(known, of))

const prices = fc.record({
  kind: fc.constantFrom('sale', 'asking'),
  ratio: fc.oneof(
    fc.double({ min: 0.6, max: 1.6, noNaN: true }),
    fc.constantFrom(1e-9, 1e9, 0.3, 3),
  ),
  ageDays: fc.double({ min: 0, max: 2000, noNaN: true }),
  trust: fc.double({ min: 0, max: 1, noNaN: true }),
  isPoor: fc.boolean(),
}) satisfies fc.Arbitrary<KnownPrice>
const variance = fc.double({ min: 0.0005, max: 0.2, noNaN: true })
const anyVariances = fc.record({ between: variance, sale: variance, asking: variance })

test('without prices a title is as the market', () => {
  const plain = { shift: 0, spread: variances.between + variances.sale }
  expect(titleEffect([], variances)).toEqual(plain)
  for (const nothing of [{ trust: 0 }, { weight: 0 }, { ageDays: 1e6 }])
    expect(titleEffect([priceAt(3, nothing)], variances)).toEqual({
      shift: expect.closeTo(0, 5),
      spread: expect.closeTo(plain.spread, 12),
    })
})

test('prices near their title are shrunk by the variances between and within titles, as by hand', () => {
  // So near that their pull isn't bounded yet.
  const ratio = 1.0005
  for (const count of [1, 2, 5]) {
    const known = Array.from({ length: count }, () => priceAt(ratio))
    const precision = count / variances.sale
    const posterior = 1 / (1 / variances.between + precision)
    const { shift, spread } = titleEffect(known, variances)
    expect(shift / (Math.log(ratio) * precision * posterior)).toBeCloseTo(1, 1)
    expect(spread / (variances.sale + posterior)).toBeCloseTo(1, 2)
  }
})

test('one price moves a prediction by at most a tenth of the list price, whatever it is, whatever else is known', () => {
  fc.assert(
    fc.property(
      fc.array(prices, { maxLength: 12 }),
      prices,
      anyVariances,
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      (others, price, of, share) => {
        const levels = [others, [...others, price]].map((known) =>
          Math.min(1, share * Math.exp(shiftOf(known, of))),
        )
        const [before = 0, after = 1] = levels
        if (Math.abs(after - before) > 0.1 + 1e-6) throw new Error(JSON.stringify(levels))
      },
    ),
    { numRuns: 5000 },
  )
})

const honestRatio = fc.double({ min: 0.6, max: 1.6, noNaN: true })
const honestTrust = fc.double({ min: 0.2, max: 1, noNaN: true })
/** How far one price moves others, of the market's price. */
const moveOf = (others: KnownPrice[], nonsense: KnownPrice, of: TitleVariances) =>
  Math.abs(factorOf([...others, nonsense], of) - factorOf(others, of))

test('nonsense moves less with each honest sale beside it, at whatever price these agree', () => {
  fc.assert(
    fc.property(
      honestRatio,
      fc.array(honestTrust, { minLength: 10, maxLength: 10 }),
      prices,
      fc.constantFrom(1e-9, 1e9),
      anyVariances,
      (ratio, trusts, { kind, trust }, nonsense, of) => {
        const honest = trusts.map((trust) => priceAt(ratio, { trust }))
        const pushed = priceAt(nonsense, { kind, trust })
        const moves = Array.from({ length: 11 }, (_, count) =>
          moveOf(honest.slice(0, count), pushed, of),
        )
        expect(moves[0]).toBeLessThanOrEqual(0.1 + 1e-6)
        // Either may be off by what the balance is searched to.
        for (const [count, move] of moves.entries())
          if (count > 0) expect(move).toBeLessThan((moves[count - 1] ?? 0) + 1e-6)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([0.6, 0.8, 1, 1.3, 1.5, 1.6])(
  'at the assumed variances it moves a title at %d of the market less with each of ten honest sales, in the end little',
  (ratio) => {
    for (const nonsense of [1e-9, 1e9])
      for (const trust of [0.2, 0.5, 1]) {
        // By a hundredth they may differ from each other.
        const honest = Array.from({ length: 10 }, (_, n) =>
          priceAt(ratio * (0.995 + (n % 3) * 0.005), { trust }),
        )
        const moves = Array.from({ length: 11 }, (_, count) =>
          moveOf(honest.slice(0, count), priceAt(nonsense, { trust }), assumedVariances),
        )
        for (const [count, move] of moves.entries())
          if (count > 0) expect(move).toBeLessThan((moves[count - 1] ?? 0) - 1e-6)
        if (trust === 1) expect(moves[10]).toBeLessThan((moves[0] ?? 0) / 3)
      }
  },
)

test('an asking price moves a title less than a sale, an old price less than a new one', () => {
  for (const ratio of [0.8, 1.1, 1e6]) {
    const pull = (more: Partial<KnownPrice>) => Math.abs(shiftOf([priceAt(ratio, more)]))
    expect(pull({ kind: 'asking' })).toBeLessThan(pull({}))
    expect(pull({ ageDays: 300 })).toBeLessThan(pull({ ageDays: 30 }))
    expect(pull({ trust: 0.3 })).toBeLessThan(pull({ trust: 0.6 }))
    expect(pull({ weight: 0.3 })).toBeCloseTo(pull({ trust: 0.3 }), 9)
    expect(pull({ isPoor: true })).toBeLessThan(pull({}))
  }
})

test('however many agree, a title is at most twice or half as dear as the market', () => {
  for (const [ratio, level] of [
    [50, 2],
    [0.01, 0.5],
  ] as const) {
    const known = Array.from({ length: 500 }, () => priceAt(ratio))
    expect(Math.exp(shiftOf(known))).toBeCloseTo(level, 4)
  }
  expect(Math.exp(shiftOf(Array.from({ length: 30 }, () => priceAt(1.3))))).toBeCloseTo(1.3, 1)
})

test('less is unknown with each price that fits, and hardly less with prices that contradict each other', () => {
  const spreadOf = (...ratios: number[]) =>
    titleEffect(
      ratios.map((ratio) => priceAt(ratio)),
      variances,
    ).spread
  const spreads = Array.from({ length: 12 }, (_, count) => spreadOf(...Array(count).fill(1.1)))
  for (const [count, spread] of spreads.entries())
    if (count > 0) expect(spread).toBeLessThan(spreads[count - 1] ?? 0)
  expect(spreadOf(0.4, 2.2)).toBeGreaterThan(spreadOf(1.1, 1.1))
  expect(spreadOf(0.4, 2.2)).toBeGreaterThan(0.8 * spreadOf())
})

test('all askings together weigh as much as five: anybody can ask', () => {
  const asking = (count: number) =>
    Array.from({ length: count }, () => priceAt(1e6, { kind: 'asking' }))
  expect(shiftOf(asking(5))).toBeGreaterThan(shiftOf(asking(4)))
  expect(shiftOf(asking(500))).toBeCloseTo(shiftOf(asking(5)), 5)
  // Even where they claim to differ less than sales do.
  const calm = { ...variances, asking: 1e-6 }
  expect(shiftOf([priceAt(1.1, { kind: 'asking' })], calm)).toBeLessThan(
    shiftOf([priceAt(1.1)], calm),
  )
})

test('the order of the prices doesn’t matter', () => {
  fc.assert(
    fc.property(fc.array(prices, { maxLength: 20 }), (known) => {
      const [one, other] = [known, known.toReversed()].map((list) => titleEffect(list, variances))
      expect(other?.shift).toBeCloseTo(one?.shift ?? 0, 6)
      expect(other?.spread).toBeCloseTo(one?.spread ?? 0, 6)
    }),
  )
})
