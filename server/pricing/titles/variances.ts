// How much prices differ between and within titles (variance components). docs/pricing-titles.md
// says how they are used.
import { clamp, medianOf, type WeightedValue } from '#server/pricing/learn.ts'
import {
  maxDailyStep,
  maxTitlesOfPerson,
  priorTitles,
  robustScale,
  varianceRange,
} from '#server/pricing/policy.ts'
import { assumedVariances, type TitleVariances } from './estimate.ts'

/** A value of variance `noise` around its mean besides what is looked for. */
type Deviation = { square: number; weight: number; noise: number }

/** Halves a range of variances to next to nothing. */
const halvings = 60

/**
 * The variance with which the squares, each over its variance and counted up to a limit, have the
 * mean that they have for normal values (an M-estimate of scale, consistent for those): a few wild
 * prices don't widen it, whatever it is. 0 where the noise explains all; NaN without weights.
 */
function robustVariance(deviations: readonly Deviation[]): number {
  const { deviations: limit, meanSquare } = robustScale
  const weights = deviations.reduce((total, { weight }) => total + weight, 0)
  if (weights === 0) return Number.NaN
  const squares = deviations.reduce((total, { square, weight }) => total + weight * square, 0)
  let [low, high] = [0, squares / (meanSquare * weights)]
  for (let step = 0; step < halvings; step++) {
    const variance = (low + high) / 2
    let counted = 0
    for (const { square, weight, noise } of deviations)
      counted += weight * Math.min(limit ** 2, square / (variance + noise))
    if (counted > meanSquare * weights) low = variance
    else high = variance
  }
  return (low + high) / 2
}

/** `weight` says of how much the variance is: of prices beyond each title's first, or of titles. */
export type Estimate = { variance: number; weight: number }

/** The logarithms of a title's prices over the model's, one of each person. */
export type Title = readonly WeightedValue[]

function meanOf(title: Title): { weight: number; mean: number; noise: number } {
  let [weight, sum, squares] = [0, 0, 0]
  for (const { value, weight: own } of title) {
    weight += own
    sum += own * value
    squares += own ** 2
  }
  return { weight, mean: sum / weight, noise: squares / weight ** 2 }
}

export function varianceWithin(titles: readonly Title[]): Estimate {
  const deviations = titles.flatMap((title) => {
    const { weight, mean, noise } = meanOf(title)
    return title.flatMap(({ value, weight: own }) => {
      const part = own / weight
      // The distance from a mean that it is a part of has less than the price's own variance.
      const explained = 1 - 2 * part + noise
      if (!(part > 0 && part < 1)) return []
      return [{ square: (value - mean) ** 2 / explained, weight: own * (1 - part), noise: 0 }]
    })
  })
  return {
    variance: robustVariance(deviations),
    weight: deviations.reduce((total, { weight }) => total + weight, 0),
  }
}

/**
 * The variance of titles around the market, where prices have the variance `within` around them.
 */
export function varianceBetween(titles: readonly Title[], within: number): Estimate {
  const means = titles.flatMap((title) => {
    const { weight, mean, noise } = meanOf(title)
    return weight > 0
      ? [{ square: mean ** 2, weight: Math.min(1, weight), noise: noise * within }]
      : []
  })
  return {
    variance: robustVariance(means),
    weight: means.reduce((total, { weight }) => total + weight, 0),
  }
}

/**
 * A price over the model's, in logarithms, with its title and people: who named it, and of a sale
 * the buyer. `trust` is that in their accounts, from 0 to 1.
 */
export type TitleValue = { title: string; people: readonly string[]; value: number; trust: number }

/**
 * For each person, in how many titles they have named a price; one of little trust counts as less.
 */
function countTitles(values: readonly TitleValue[]): Map<string, number> {
  const trusted = values.flatMap(({ title, people, trust }) =>
    people.map((person) => ({ title, person, trust })),
  )
  const mostOf = (own: readonly { trust: number }[]) => Math.max(...own.map(({ trust }) => trust))
  return new Map(
    [...Map.groupBy(trusted, ({ person }) => person)].map(([person, own]) => {
      const titles = [...Map.groupBy(own, ({ title }) => title).values()]
      return [person, titles.reduce((total, found) => total + mostOf(found), 0) / mostOf(own)]
    }),
  )
}

/**
 * One value of each person who named prices of a title, weighed by trust; a person's are limited.
 */
function toTitles(values: readonly TitleValue[]): Title[] {
  const counts = countTitles(values.filter(({ trust }) => trust > 0))
  const weightOf = ({ people, trust }: TitleValue) =>
    people.reduce(
      (weight, person) => Math.min(weight, (trust * maxTitlesOfPerson) / (counts.get(person) ?? 1)),
      trust,
    )
  return [...Map.groupBy(values, ({ title }) => title).values()].map((own) =>
    [...Map.groupBy(own, ({ people }) => people[0]).values()].map((named) => ({
      value: medianOf(named.map(({ value }) => value)),
      weight: Math.max(...named.map(weightOf)),
    })),
  )
}

/** An estimate drawn towards what is assumed, and kept near it. */
function blend(assumed: number, { variance, weight }: Estimate): number {
  const mixed =
    weight > 0 ? (priorTitles * assumed + weight * variance) / (priorTitles + weight) : assumed
  return clamp(mixed, assumed * varianceRange.min, assumed * varianceRange.max)
}

/**
 * What all that is known says of this market's variances: the assumed ones, and its own as far as
 * it has titles to tell. Titles differ as their sales do, because askings are wishes.
 */
export function estimateVariances(
  sales: readonly TitleValue[],
  askings: readonly TitleValue[],
): TitleVariances & { titles: number } {
  const [sold, asked] = [toTitles(sales), toTitles(askings)]
  const sale = blend(assumedVariances.sale, varianceWithin(sold))
  return {
    between: blend(assumedVariances.between, varianceBetween(sold, sale)),
    sale,
    asking: blend(assumedVariances.asking, varianceWithin(asked)),
    titles: sold.length,
  }
}

/** The day's variances: each moves from that of the day before by one daily step at most. */
export function learnVariances(
  sales: readonly TitleValue[],
  askings: readonly TitleValue[],
  before: TitleVariances,
): TitleVariances & { titles: number } {
  const { titles, ...aim } = estimateVariances(sales, askings)
  const step = (which: keyof TitleVariances) =>
    before[which] *
    Math.exp(clamp(Math.log(aim[which] / before[which]), -maxDailyStep, maxDailyStep))
  return { between: step('between'), sale: step('sale'), asking: step('asking'), titles }
}
