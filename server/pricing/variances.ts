// How much prices differ between and within titles (variance components). docs/pricing.md
// says how they are used.
import { medianOf } from './learn.ts'
import { maxDeviation, maxTitleFactor, priorTitles, varianceRange } from './policy.ts'
import { assumedVariances, type TitleVariances } from './title.ts'

/**
 * Sums over titles of the logarithms of prices over the model's, enough for the variances. `within`:
 * squares around each title's mean, with their degrees of freedom; `sizes`: by how many prices a
 * title has, how many such titles there are, and the squares of their means.
 */
export type TitleSums = {
  within: number
  degrees: number
  sizes: { prices: number; titles: number; squares: number }[]
}

const maxLevel = Math.log(maxTitleFactor)
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/**
 * The sums of the values of some titles. Values far from their title, and titles far from the
 * market, count as at a limit: a few wild prices would widen all bands.
 */
export function sumTitles(titles: Iterable<readonly number[]>): TitleSums {
  const sizes = new Map<number, { prices: number; titles: number; squares: number }>()
  const sums = { within: 0, degrees: 0 }
  for (const values of titles) {
    const prices = values.length
    if (prices === 0) continue
    const mean = values.reduce((total, value) => total + value, 0) / prices
    for (const value of values) sums.within += clamp(value - mean, -maxDeviation, maxDeviation) ** 2
    sums.degrees += prices - 1
    const size = sizes.get(prices) ?? { prices, titles: 0, squares: 0 }
    size.titles++
    size.squares += clamp(mean, -maxLevel, maxLevel) ** 2
    sizes.set(prices, size)
  }
  return { ...sums, sizes: [...sizes.values()].sort((a, b) => a.prices - b.prices) }
}

export const countTitles = ({ sizes }: TitleSums): number =>
  sizes.reduce((total, { titles }) => total + titles, 0)

/** The variance of prices around their title. NaN where no title has two. */
export const varianceWithin = ({ within, degrees }: TitleSums): number => within / degrees

const rounds = 100

/**
 * The variance of titles around the market: that part of the squares of their means which their own
 * few prices don't explain (the maximum likelihood of normal levels). NaN without titles.
 */
export function varianceBetween({ sizes }: TitleSums, within: number): number {
  let between = within
  for (let round = 0; round < rounds; round++) {
    let [explained, weights] = [0, 0]
    for (const { prices, titles, squares } of sizes) {
      const noise = within / prices
      const weight = 1 / Math.max(Number.MIN_VALUE, (between + noise) ** 2)
      explained += weight * (squares - titles * noise)
      weights += weight * titles
    }
    between = Math.max(0, explained / weights)
  }
  return between
}

/** A price over the model's, in logarithms, with its title and who named it. */
export type TitleValue = { title: string; person: string; value: number }

/** One value of each person for a title. */
const byTitle = (values: readonly TitleValue[]): number[][] =>
  [...Map.groupBy(values, ({ title }) => title).values()].map((own) =>
    [...Map.groupBy(own, ({ person }) => person).values()].map((voices) =>
      medianOf(voices.map(({ value }) => value)),
    ),
  )

/** An estimate from so many titles, drawn towards what is assumed, and kept near it. */
function blend(assumed: number, own: number, weight: number): number {
  const mixed =
    weight > 0 ? (priorTitles * assumed + weight * own) / (priorTitles + weight) : assumed
  return clamp(mixed, assumed * varianceRange.min, assumed * varianceRange.max)
}

/**
 * The variances of this market: the assumed ones, and its own as far as it has titles to tell. Titles
 * differ as their sales do, because askings are wishes.
 */
export function learnVariances(
  sales: readonly TitleValue[],
  askings: readonly TitleValue[],
): TitleVariances & { titles: number } {
  const [sold, asked] = [sumTitles(byTitle(sales)), sumTitles(byTitle(askings))]
  const sale = blend(assumedVariances.sale, varianceWithin(sold), sold.degrees)
  const asking = blend(assumedVariances.asking, varianceWithin(asked), asked.degrees)
  return {
    between: blend(assumedVariances.between, varianceBetween(sold, sale), countTitles(sold)),
    sale,
    asking,
    titles: countTitles(sold),
  }
}
