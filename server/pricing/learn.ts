// How the market's own sales move its factor: slowly, and so that neither one seller nor a ring of accounts can push it.
import { marketFactor } from './assumptions.ts'

/** A completed sale; `ratio` is its price over what the model says without a factor, people are humans, not accounts. */
export type Sale = { branch: string; sellerId: string; buyerId: string; ratio: number }
/** `sales` and `sellers` are those that count, after the caps. */
export type Learned = { factor: number; sales: number; sellers: number }

/** The branch under which the whole market stands. */
export const wholeMarket = ''

/** What one human counts for at most, as a seller and as a buyer: further sales say nothing new about the market. */
const mostOfOne = 3
/** As many sales as the assumption, and as the whole market's factor for a branch, weigh: dozens come before it moves much. */
const weightOfBelief = { market: 60, branch: 40 } as const
/** A day moves a factor by no more than this, in logarithms: two parts in a hundred. */
const dailyStep = 0.02
/** How far a factor may go, whatever is sold. */
const bounds = { least: 0.5, most: 1.1 } as const

/** The middle of some values, which are at least one. */
export function medianOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

type Voice = { value: number; weight: number }

/** The value that half of the weight is not above. */
function weightedMedian(voices: Voice[]): number {
  const sorted = voices.toSorted((one, other) => one.value - other.value)
  const half = voices.reduce((sum, { weight }) => sum + weight, 0) / 2
  let passed = 0
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed >= half) return value
  }
  return 0
}

/** What each seller says, in logarithms: the median over their buyers, of whom few count, and each for few sellers. */
function voicesOf(sales: readonly Sale[]): Voice[] {
  const pairs = new Map<string, { sellerId: string; buyerId: string; ratios: number[] }>()
  for (const { sellerId, buyerId, ratio } of sales) {
    const key = `${sellerId} ${buyerId}`
    const pair = pairs.get(key) ?? { sellerId, buyerId, ratios: [] }
    pair.ratios.push(Math.log(ratio))
    pairs.set(key, pair)
  }
  const bought = new Map<string, number>()
  const said = new Map<string, number[]>()
  for (const key of [...pairs.keys()].sort()) {
    const { sellerId, buyerId, ratios } = pairs.get(key) ?? { sellerId: '', buyerId: '', ratios: [] }
    const times = bought.get(buyerId) ?? 0
    if (times >= mostOfOne) continue
    bought.set(buyerId, times + 1)
    said.set(sellerId, [...(said.get(sellerId) ?? []), medianOf(ratios)])
  }
  return [...said.values()].map((values) => ({ value: medianOf(values), weight: Math.min(mostOfOne, values.length) }))
}

/** A belief about a factor, moved by sales as far as their number goes. */
function estimate(sales: readonly Sale[], belief: number, weight: number): Learned {
  const voices = voicesOf(sales)
  const heard = voices.reduce((sum, voice) => sum + voice.weight, 0)
  const log = heard === 0 ? Math.log(belief) : (heard * weightedMedian(voices) + weight * Math.log(belief)) / (heard + weight)
  return { factor: Math.exp(log), sales: heard, sellers: voices.length }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * The factors of a day by branch, the whole market's under ''. `before` are those of the day before, from which none goes
 * further than two parts in a hundred. The order of the sales doesn't matter.
 */
export function learnFactors(sales: readonly Sale[], before: ReadonlyMap<string, number>): Map<string, Learned> {
  const step = (branch: string, { factor, ...heard }: Learned): Learned => {
    const from = before.get(branch) ?? before.get(wholeMarket) ?? marketFactor
    const stepped = from * Math.exp(clamp(Math.log(factor / from), -dailyStep, dailyStep))
    return { factor: clamp(stepped, bounds.least, bounds.most), ...heard }
  }
  const market = estimate(sales, marketFactor, weightOfBelief.market)
  const learned = new Map([[wholeMarket, step(wholeMarket, market)]])
  for (const [branch, own] of Map.groupBy(sales, (sale) => sale.branch))
    learned.set(branch, step(branch, estimate(own, market.factor, weightOfBelief.branch)))
  return learned
}
