// Market factors learned from sales: slowly, and so that no seller and no ring of accounts can push
// them. docs/pricing.md explains the method.
import { marketFactor } from './assumptions.ts'
import {
  closeToMarket,
  factorRange,
  maxBuyersPerSeller,
  maxDailyStep,
  maxPull,
  minSales,
  poorFactorRange,
  trustDays,
} from './policy.ts'
import { splitVotes } from './titles/votes.ts'

/**
 * A completed sale at a price that somebody chose. `ratio` is the price over the model's price
 * without a factor; seller and buyer are people, not accounts; `ageDays` is the age of the younger
 * account when the order was made.
 */
export type Sale = {
  branch: string
  sellerId: string
  buyerId: string
  ratio: number
  ageDays: number
}
export type LearnedFactors = { factor: number; sales: number; sellers: number }

export const wholeMarket = ''

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const clamp = (value: number, min: number, max: number) =>
  Math.min(max, Math.max(min, value))

/** The weight of an account of that age. */
export const trustOf = (ageDays: number): number => 1 - Math.exp(-Math.max(0, ageDays) / trustDays)

export type WeightedValue = { value: number; weight: number }

/**
 * A weighted median drawn towards 0: the m that minimizes Σ weight·|value − m| + m² / (2·pull). It
 * moves by at most `pull` for each unit of weight, and reaches the median once enough values agree.
 */
export function regularizedMedian(values: readonly WeightedValue[], pull: number): number {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  // The m at which the slope is zero, if all values so far were below it and the others above.
  let m = pull * sorted.reduce((total, { weight }) => total + weight, 0)
  for (const { value, weight } of sorted) {
    if (m <= value) return m
    m -= 2 * pull * weight
    if (m <= value) return value
  }
  return m
}

type Pair = { sellerId: string; buyerId: string; value: number; trust: number }

function pairsOf(sales: readonly Sale[], baseFactor: number): Pair[] {
  const groups = Map.groupBy(sales, ({ sellerId, buyerId }) => JSON.stringify([sellerId, buyerId]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [
      {
        sellerId: first.sellerId,
        buyerId: first.buyerId,
        value: medianOf(group.map(({ ratio }) => Math.log(ratio / baseFactor))),
        trust: Math.max(...group.map(({ ageDays }) => trustOf(ageDays))),
      },
    ]
  })
}

/**
 * Each seller's median over their buyers, in logarithms, with its weight. First a seller's limited
 * weight is split over all their buyers; then each buyer's weight of 1 is split over their sellers.
 * So whoever sells to everybody takes little weight from other sellers. The split is by trust, so
 * new accounts weigh little, and take little from old ones.
 */
function sellerValues(sales: readonly Sale[], baseFactor: number): WeightedValue[] {
  const pairs = pairsOf(sales, baseFactor)
  const sellers = [...Map.groupBy(pairs, ({ sellerId }) => sellerId).values()].map((buyers) => {
    const share = Math.min(1, maxBuyersPerSeller / buyers.length)
    return buyers.map((pair) => ({ ...pair, claim: share * pair.trust }))
  })
  const voteOf = splitVotes(sellers.flat().map((pair) => ({ ...pair, people: [pair.buyerId] })))
  return sellers.map((buyers) => ({
    value: medianOf(buyers.map(({ value }) => value)),
    weight: buyers.reduce(
      (total, { buyerId, claim, trust }) => total + trust * voteOf([buyerId], claim),
      0,
    ),
  }))
}

function estimate(sales: readonly Sale[], baseFactor: number, pull: number): LearnedFactors {
  const values = sellerValues(sales, baseFactor)
  return {
    factor: baseFactor * Math.exp(regularizedMedian(values, pull)),
    sales: sales.length,
    sellers: values.length,
  }
}

/**
 * The day's factors by branch, and the market's under ''. `before` are those of the day before,
 * from which each moves by one daily step at most. A branch that has too few sales now moves back
 * to the market's factor. The order of the sales doesn't matter.
 */
export function learnFactors(
  sales: readonly Sale[],
  before: ReadonlyMap<string, number>,
): Map<string, LearnedFactors> {
  const step = (branch: string, { factor, ...counts }: LearnedFactors): LearnedFactors => {
    const from = before.get(branch) ?? before.get(wholeMarket) ?? marketFactor
    const stepped = from * Math.exp(clamp(Math.log(factor / from), -maxDailyStep, maxDailyStep))
    return { factor: clamp(stepped, factorRange.min, factorRange.max), ...counts }
  }
  const market = step(wholeMarket, estimate(sales, marketFactor, maxPull.market))
  const learned = new Map([[wholeMarket, market]])
  const branches = Map.groupBy(sales, (sale) => sale.branch)
  for (const branch of new Set([...branches.keys(), ...before.keys()])) {
    const branchSales = branches.get(branch) ?? []
    const hasEnoughSales = branchSales.length >= minSales
    const distance = Math.log((before.get(branch) ?? market.factor) / market.factor)
    if (branch === wholeMarket || (!hasEnoughSales && Math.abs(distance) <= closeToMarket)) continue
    const { factor, ...counts } = estimate(branchSales, market.factor, maxPull.branch)
    learned.set(
      branch,
      step(branch, { factor: hasEnoughSales ? factor : market.factor, ...counts }),
    )
  }
  return learned
}

/**
 * The day's factor of poor copies over what is assumed of them, from sales whose `ratio` is over
 * the price with the market's factor: with the same votes and the same daily step as that.
 */
export function learnPoorFactor(
  sales: readonly Sale[],
  before: number,
): { factor: number; sales: number } {
  const { factor } = estimate(sales, 1, maxPull.poor)
  const moved = clamp(Math.log(factor / before), -maxDailyStep, maxDailyStep)
  return {
    factor: clamp(before * Math.exp(moved), poorFactorRange.min, poorFactorRange.max),
    sales: sales.length,
  }
}
