import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#server/demo/random.ts'
import {
  dataVariances,
  firstPerPerson,
  regularizedMedian,
  titledShares,
  titleEffect,
  type WeightedValue,
} from './estimate.ts'

const prices: fc.Arbitrary<WeightedValue[]> = fc.array(
  fc.record({
    value: fc.oneof(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -20, max: 20, noNaN: true }),
    ),
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
  }),
  { maxLength: 20 },
)
const known = (...values: number[]) => values.map((value) => ({ value, weight: 1 }))

test('a regularized median moves as far as its weights allow, but not beyond the median', () => {
  expect(regularizedMedian([], 0.01)).toBe(0)
  expect(regularizedMedian([{ value: -5, weight: 3 }], 0.01)).toBeCloseTo(-0.03, 12)
  expect(regularizedMedian([{ value: 0.02, weight: 3 }], 0.01)).toBe(0.02)
  fc.assert(
    fc.property(prices, fc.double({ min: 0.001, max: 0.1, noNaN: true }), (values, pull) => {
      const loss = (m: number) =>
        values.reduce(
          (sum, { value, weight }) => sum + weight * Math.abs(value - m),
          m ** 2 / (2 * pull),
        )
      const median = regularizedMedian(values, pull)
      for (const offset of [-0.3, -0.01, -1e-4, 1e-4, 0.01, 0.3])
        expect(loss(median)).toBeLessThanOrEqual(loss(median + offset) + 1e-9)
    }),
  )
})

test('each person counts once, with their first price', () => {
  const prices = ['a b', 'a c', 'd', 'c e', 'd f'].map((people) => ({ people: people.split(' ') }))
  expect(firstPerPerson(prices).map(({ people }) => people.join(' '))).toEqual(['a b', 'd', 'c e'])
})

test('a title without prices has the market’s level', () => {
  expect(titleEffect([], dataVariances)).toEqual({
    shift: 0,
    spread: dataVariances.between + dataVariances.within,
  })
})

test('one price moves a title by about a tenth at most, all by a factor of two', () => {
  fc.assert(
    fc.property(prices, fc.constantFrom(-20, -0.5, 0.5, 20), (others, value) => {
      const before = titleEffect(others).shift
      const after = titleEffect([...others, { value, weight: 1 }]).shift
      expect(Math.abs(after - before)).toBeLessThanOrEqual(0.1 + 1e-9)
      expect(Math.abs(after)).toBeLessThanOrEqual(Math.log(2))
      // Adding the weights in another order can change the last digit.
      expect(titleEffect(others.toReversed()).shift).toBeCloseTo(before, 12)
    }),
  )
  expect(titleEffect(known(...Array(30).fill(0.3))).shift).toBe(0.3)
  expect(titleEffect(known(...Array(500).fill(5))).shift).toBeCloseTo(Math.log(2), 9)
})

test('absurd prices hardly move a title with honest prices that agree', () => {
  const honest = Array.from({ length: 10 }, (_, n) => 0.2 + (n % 3) * 0.01)
  const moved = titleEffect(known(...honest, -20)).shift - titleEffect(known(...honest)).shift
  expect(Math.abs(moved)).toBeLessThan(0.02)
})

test('prices that agree reduce uncertainty, and contradictory ones increase it', () => {
  const spreadOf = (...values: number[]) => titleEffect(known(...values)).spread
  const spreads = Array.from({ length: 12 }, (_, count) => spreadOf(...Array(count).fill(0.1)))
  expect(spreads).toEqual(spreads.toSorted((a, b) => b - a))
  expect(spreadOf(-0.9, 0.8)).toBeGreaterThan(spreadOf())
  // However extreme a single price is, its effect is limited.
  expect(spreadOf(...Array(9).fill(0.1), 20)).toBeLessThan(spreadOf())
})

test('an unknown title gets the model’s band, and a better known title a narrower one', () => {
  const shares = { low: 0.44, predicted: 0.5, high: 0.57 }
  const spread = dataVariances.between + dataVariances.within
  expect(titledShares(shares, { shift: 0, spread })).toEqual(shares)
  const { low, predicted, high } = titledShares(shares, {
    shift: Math.log(1.2),
    spread: spread / 4,
  })
  expect(predicted).toBeCloseTo(0.6, 12)
  // On a logarithmic scale, the edges move half of the way.
  expect(low).toBeCloseTo(0.6 * Math.sqrt(0.44 / 0.5), 12)
  expect(high).toBeCloseTo(0.6 * Math.sqrt(0.57 / 0.5), 12)
})

/** Returns approximately normal random numbers with variance 1. */
const random = seeded('title band')
const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b, -6)

test.each([0, 1, 5, 20])(
  'the band contains about four fifths of sales, with %i other known sales of the title',
  (count) => {
    const deviation = Math.sqrt(dataVariances.between + dataVariances.within)
    const edge = 1.2816 * deviation
    const plain = { low: Math.exp(-edge), predicted: 1, high: Math.exp(edge) }
    const inside = Array.from({ length: 3000 }, () => {
      const shift = Math.sqrt(dataVariances.between) * normal()
      const value = () => shift + Math.sqrt(dataVariances.within) * normal()
      const others = known(...Array.from({ length: count }, value))
      const { low, high } = titledShares(plain, titleEffect(others, dataVariances))
      const price = Math.exp(value())
      return price >= low && price <= high
    })
    const share = inside.filter(Boolean).length / inside.length
    expect([share > 0.74, share < 0.88, share]).toEqual([true, true, share])
  },
)
