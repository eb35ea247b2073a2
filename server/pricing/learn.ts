// How the market's own sales move its factor: slowly, and so that neither one seller nor a ring of accounts can push it.
import { marketFactor } from './assumptions.ts'

/** A completed sale at a price that somebody set; `ratio` is it over what the model says without a factor, people are humans, not accounts. */
export type Sale = { branch: string; sellerId: string; buyerId: string; ratio: number }
/** `sales` and `sellers` are those that count, after the caps. */
export type Learned = { factor: number; sales: number; sellers: number }

/** The branch under which the whole market stands. */
export const wholeMarket = ''

/** What one human counts for at most, as a seller and as a buyer: further sales say nothing new about the market. */
const mostOfOne = 3
/**
 * So many sales the assumption weighs against the market's own, and the market's factor against a branch's: as voices that
 * say the same, so that fewer move nothing, whatever they say, and as the share of the way that the others are followed.
 */
const weightOfBelief = { market: 60, branch: 40 } as const
/** In logarithms: how far from the belief a sale is heard, and how far a day moves a factor (two parts in a hundred). */
const [farthest, dailyStep] = [0.4, 0.02]
/** How far a factor may go, whatever is sold. */
const bounds = { least: 0.5, most: 1.1 } as const
/** A branch without sales has come back to the market when it is as near as this, in logarithms. */
const near = 0.001

/** The middle of some values, which are at least one. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

type Voice = { value: number; weight: number }

/** Where half of the weight is below and half above; in the middle where a gap lies there, so that a tie favours nobody. */
function weightedMedian(voices: readonly Voice[]): number {
  const sorted = voices.toSorted((one, other) => one.value - other.value)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let passed = 0
  for (const [place, { value, weight }] of sorted.entries()) {
    passed += weight
    if (passed === half) return (value + (sorted[place + 1]?.value ?? value)) / 2
    if (passed > half) return value
  }
  return 0
}

/** What each seller says, in logarithms: the median over their buyers, of whom few count, and each for few sellers. */
function voicesOf(sales: readonly Sale[], belief: number): Voice[] {
  const pairs = Map.groupBy(sales, ({ sellerId, buyerId }) => `${sellerId} ${buyerId}`)
  const bought = new Map<string, number>()
  const said = new Map<string, number[]>()
  for (const key of [...pairs.keys()].sort()) {
    const pair = pairs.get(key) ?? []
    const { sellerId = '', buyerId = '' } = pair[0] ?? {}
    const times = bought.get(buyerId) ?? 0
    if (times >= mostOfOne) continue
    bought.set(buyerId, times + 1)
    const heard = medianOf(pair.map(({ ratio }) => clamp(Math.log(ratio / belief), -farthest, farthest)))
    const values = said.get(sellerId)
    if (values) values.push(heard)
    else said.set(sellerId, [heard])
  }
  return [...said.values()].map((values) => ({ value: medianOf(values), weight: Math.min(mostOfOne, values.length) }))
}

/** A belief about a factor, moved by sales as far as their number goes. */
function estimate(sales: readonly Sale[], belief: number, weight: number): Learned {
  const voices = voicesOf(sales, belief)
  const heard = voices.reduce((sum, voice) => sum + voice.weight, 0)
  const middle = weightedMedian([...voices, { value: 0, weight }])
  return { factor: belief * Math.exp((middle * heard) / (heard + weight)), sales: heard, sellers: voices.length }
}

/**
 * The factors of a day by branch, the whole market's under ''. `before` are those of the day before, from which none goes
 * further than two parts in a hundred; a branch that has no more sales goes back to the market in the same steps. The
 * order of the sales doesn't matter.
 */
export function learnFactors(sales: readonly Sale[], before: ReadonlyMap<string, number>): Map<string, Learned> {
  const step = (branch: string, { factor, ...heard }: Learned): Learned => {
    const from = before.get(branch) ?? before.get(wholeMarket) ?? marketFactor
    const stepped = from * Math.exp(clamp(Math.log(factor / from), -dailyStep, dailyStep))
    return { factor: clamp(stepped, bounds.least, bounds.most), ...heard }
  }
  const market = step(wholeMarket, estimate(sales, marketFactor, weightOfBelief.market))
  const learned = new Map([[wholeMarket, market]])
  const branches = Map.groupBy(sales, (sale) => sale.branch)
  for (const [branch, own] of branches) learned.set(branch, step(branch, estimate(own, market.factor, weightOfBelief.branch)))
  for (const [branch, factor] of before)
    if (branch !== wholeMarket && !branches.has(branch) && Math.abs(Math.log(factor / market.factor)) > near)
      learned.set(branch, step(branch, { factor: market.factor, sales: 0, sellers: 0 }))
  return learned
}
