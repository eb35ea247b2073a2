import { expect, test } from 'vitest'
import { seeded } from '#server/demo/random.ts'
import { poorVariance } from '#server/pricing/assumptions.ts'
import type { Shares } from '#server/pricing/model.ts'
import { suggestBand } from '#server/pricing/rules.ts'
import { titledShares } from './band.ts'
import {
  assumedVariances,
  fittedSpread,
  type KnownPrice,
  type TitleVariances,
  titleEffect,
  unknownTitle,
} from './estimate.ts'

const sale = (ratio: number): KnownPrice => ({
  kind: 'sale',
  ratio,
  ageDays: 0,
  trust: 1,
  isPoor: false,
})
const shares: Shares = { low: 0.44, predicted: 0.5, high: 0.57 }

test('a band is the model’s where the title is as unknown as where it was fitted, narrower where more is known', () => {
  expect(titledShares(shares, unknownTitle, false)).toEqual(shares)
  const { low, predicted, high } = titledShares(
    shares,
    { shift: Math.log(1.2), spread: fittedSpread / 4 },
    false,
  )
  expect(predicted).toBeCloseTo(0.6, 12)
  // Half of the way, in logarithms.
  expect(low).toBeCloseTo(0.6 * Math.sqrt(0.44 / 0.5), 12)
  expect(high).toBeCloseTo(0.6 * Math.sqrt(0.57 / 0.5), 12)
})

/** About normal, with variance 1. */
const random = seeded('title band')
const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b, -6)

/**
 * How many of a market's sales lie in their band, where so many others of their title are known.
 */
function covered(market: TitleVariances, count: number): number {
  const titles = 3000
  const deviation = Math.sqrt(fittedSpread)
  // The band of the market that the model was fitted on.
  const plain = {
    low: Math.exp(-1.2816 * deviation),
    predicted: 1,
    high: Math.exp(1.2816 * deviation),
  }
  const inside = Array.from({ length: titles }, () => {
    const shift = Math.sqrt(market.between) * normal()
    const priceOf = () => Math.exp(shift + Math.sqrt(market.sale) * normal())
    const known = Array.from({ length: count }, () => sale(priceOf()))
    const { low, high } = titledShares(plain, titleEffect(known, market), false)
    const price = priceOf()
    return price >= low && price <= high
  })
  return inside.filter(Boolean).length / titles
}

test.each([
  ['as assumed', 1, 1],
  ['titles and strangers four times as different', 4, 4],
  ['strangers eight times as different', 1, 8],
  ['titles half as different', 0.5, 1],
])(
  'in a market with %s the band holds about four fifths, whatever is known',
  (_, between, sale) => {
    const market = {
      between: between * assumedVariances.between,
      sale: sale * assumedVariances.sale,
      asking: assumedVariances.asking,
    }
    for (const count of [0, 1, 5, 20]) {
      const share = covered(market, count)
      expect([share > 0.76, share < 0.86, share]).toEqual([true, true, share])
    }
  },
)

test('a title that sells for more than the market makes its copies dearer, with a narrower band', () => {
  const copy = { condition: 'good', publicationYear: 2018, originalPrice: 80_000 } as const
  const title = titleEffect([1.2, 1.18, 1.22].map(sale), assumedVariances)
  const [plain, knowing] = [suggestBand(copy, 2026), suggestBand(copy, 2026, { title })]
  expect(knowing.predicted / plain.predicted).toBeGreaterThan(1.1)
  expect(knowing.predicted / plain.predicted).toBeLessThan(1.2)
  expect((knowing.high - knowing.low) / knowing.predicted).toBeLessThan(
    0.85 * ((plain.high - plain.low) / plain.predicted),
  )
})

test('a poor copy’s band hardly narrows with what is known of good ones, and stays below an average one’s', () => {
  const known = Array.from({ length: 20 }, () => sale(1))
  const title = titleEffect(known, assumedVariances)
  const wide = { low: 0.2, predicted: 0.4, high: 0.5 }
  const width = (isPoor: boolean) => {
    const { low, predicted } = titledShares(wide, title, isPoor)
    return Math.log(predicted / low) / Math.log(wide.predicted / wide.low)
  }
  expect(width(false)).toBeLessThan(0.7)
  expect(width(true)).toBeCloseTo(
    Math.sqrt((title.spread + poorVariance) / (fittedSpread + poorVariance)),
    9,
  )
  expect(width(true)).toBeGreaterThan(0.9)
  const copy = { publicationYear: 2018, originalPrice: 80_000 } as const
  const [poor, average] = (['poor', 'average'] as const).map((condition) =>
    suggestBand({ ...copy, condition }, 2026, { title }),
  )
  expect(poor?.high).toBe(average?.high)
})
