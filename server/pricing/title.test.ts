import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestBand } from './rules.ts'
import {
  assumedVariances,
  type KnownPrice,
  type TitleVariances,
  titleEffect,
  unknownTitle,
} from './title.ts'

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
  expect(titleEffect([], variances)).toEqual(unknownTitle)
  expect(titleEffect([priceAt(3, { trust: 0 })], variances)).toEqual({
    shift: expect.closeTo(0, 5),
    width: 1,
  })
})

test('prices near each other are shrunk by the variances between and within titles, as by hand', () => {
  const ratio = 1.05
  for (const count of [1, 2, 5]) {
    const known = Array.from({ length: count }, () => priceAt(ratio))
    const precision = count / variances.sale
    const posterior = 1 / (1 / variances.between + precision)
    const { shift, width } = titleEffect(known, variances)
    expect(shift).toBeCloseTo(Math.log(ratio) * precision * posterior, 5)
    expect(width).toBeCloseTo(
      Math.sqrt((variances.sale + posterior) / (variances.sale + variances.between)),
      9,
    )
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

test('nonsense moves less with each honest price beside it, an asking price less than a sale, an old one less than a new one', () => {
  const honest = [1.02, 0.97, 1.01, 0.99, 1, 1.03, 0.98]
  for (const ratio of [1e-6, 1e6])
    for (const kind of ['sale', 'asking'] as const) {
      const moved = Array.from({ length: honest.length + 1 }, (_, count) => {
        const others = honest.slice(0, count).map((value) => priceAt(value))
        return Math.abs(shiftOf([...others, priceAt(ratio, { kind })]) - shiftOf(others))
      })
      for (const [count, value] of moved.entries())
        if (count > 0) expect(value).toBeLessThan(moved[count - 1] ?? 0)
      expect(moved[5]).toBeLessThan((moved[0] ?? 0) / 3)
    }
  for (const ratio of [0.8, 1.1, 1e6]) {
    const pull = (more: Partial<KnownPrice>) => Math.abs(shiftOf([priceAt(ratio, more)]))
    expect(pull({ kind: 'asking' })).toBeLessThan(pull({}))
    expect(pull({ ageDays: 300 })).toBeLessThan(pull({ ageDays: 30 }))
    expect(pull({ trust: 0.3 })).toBeLessThan(pull({ trust: 0.6 }))
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

test('the band narrows with each price that fits, and hardly with prices that contradict each other', () => {
  const widths = Array.from(
    { length: 12 },
    (_, count) => titleEffect(new Array(count).fill(priceAt(1.1)), variances).width,
  )
  for (const [count, width] of widths.entries())
    if (count > 0) expect(width).toBeLessThan(widths[count - 1] ?? 0)
  const width = (...ratios: number[]) =>
    titleEffect(
      ratios.map((ratio) => priceAt(ratio)),
      variances,
    ).width
  expect(width(0.4, 2.2)).toBeGreaterThan(width(1.1, 1.1))
  expect(width(0.4, 2.2)).toBeGreaterThan(0.9)
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
      expect(other?.width).toBeCloseTo(one?.width ?? 0, 6)
    }),
  )
})

test('a title that sells for more than the market makes its copies dearer, with a narrower band', () => {
  const copy = { condition: 'good', publicationYear: 2018, originalPrice: 80_000 } as const
  const known = [1.2, 1.18, 1.22].map((ratio) => priceAt(ratio))
  const title = titleEffect(known, assumedVariances)
  const [plain, knowing] = [suggestBand(copy, 2026), suggestBand(copy, 2026, { title })]
  expect(knowing.predicted / plain.predicted).toBeGreaterThan(1.1)
  expect(knowing.predicted / plain.predicted).toBeLessThan(1.2)
  expect((knowing.high - knowing.low) / knowing.predicted).toBeLessThan(
    0.85 * ((plain.high - plain.low) / plain.predicted),
  )
})
