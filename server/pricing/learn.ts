// How the market's own sales move its factor: slowly, and so that neither one seller nor a ring of accounts can push it.
import { marketFactor } from './assumptions.ts'

/**
 * A completed sale at a price that somebody named; `ratio` is it over what the model says without a factor, people are
 * humans, not accounts, and `ageDays` is how many days the younger of the two accounts was there when it was ordered.
 */
export type Sale = {
  branch: string
  sellerId: string
  buyerId: string
  ratio: number
  ageDays: number
}
/** A factor, and from how many sales and sellers it was learned. */
export type LearnedFactors = { factor: number; sales: number; sellers: number }

/** The branch under which the whole market stands. */
export const wholeMarket = ''

/** For how many buyers a seller speaks at max: more of them say nothing new about the market. */
const mostBuyers = 3
/** After so many days an account counts 63 parts in a hundred of what it ever will: nobody keeps a ring waiting that long. */
const trustDays = 90
/** How far one voice moves a factor at most, in logarithms: the market's, and a branch's away from the market's. */
const pull = { market: 0.001, branch: 0.002 } as const
/** A branch has a factor of its own from so many sales on. */
export const minSales = 3
/** How far a day moves a factor at most, in logarithms: two parts in a hundred. */
const dailyStep = 0.02
/** How far a factor may go, whatever is sold. */
const bounds = { min: 0.5, max: 1.1 } as const
/** A branch without enough sales has come back to the market when it is as near as this, in logarithms. */
const near = 0.001

/** The middle of some values, which are at least one. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** How much a sale is trusted, from 0 for accounts of today to 1 for those that were always there. */
const trustIn = (ageDays: number): number => 1 - Math.exp(-Math.max(0, ageDays) / trustDays)

type Voice = { value: number; weight: number }

/**
 * The median of voices, held back at 0: the m for which Σ weight·|value − m| + m² / (2·pull) is least. It goes no further
 * than `pull` for each voice, however loud; it reaches the median of those who agree once they are enough.
 */
export function regularizedMedian(voices: readonly Voice[], pull: number): number {
  const sorted = voices.toSorted((one, other) => one.value - other.value)
  // Where m would stand if all voices so far were below it, and the others above.
  let stand = pull * sorted.reduce((total, { weight }) => total + weight, 0)
  for (const { value, weight } of sorted) {
    if (stand <= value) return stand
    stand -= 2 * pull * weight
    if (stand <= value) return value
  }
  return stand
}

/**
 * What each seller says, in logarithms: the median over their buyers. A seller's few voices are spread over all their
 * buyers before a buyer's one voice is shared out among sellers, so whoever sells to everybody takes little from anybody.
 * It is shared out by trust, and each part is as loud as it is trusted: new accounts say little, and take little from old ones.
 */
function voicesOf(sales: readonly Sale[], belief: number): Voice[] {
  const pairs = [
    ...Map.groupBy(sales, ({ sellerId, buyerId }) => JSON.stringify([sellerId, buyerId])).values(),
  ].flatMap((pair) => {
    const [first] = pair
    const value = medianOf(pair.map(({ ratio }) => Math.log(ratio / belief)))
    return first
      ? [{ ...first, value, trust: Math.max(...pair.map(({ ageDays }) => trustIn(ageDays))) }]
      : []
  })
  const bySeller = [...Map.groupBy(pairs, ({ sellerId }) => sellerId).values()].map((bought) => {
    const share = Math.min(1, mostBuyers / bought.length)
    return bought.map((pair) => ({ ...pair, wanted: share * pair.trust }))
  })
  /** What all sellers want of each buyer's voice; where that is less than the most trusted of them may have, some is left. */
  const wanted = new Map<string, { sum: number; max: number }>()
  for (const { buyerId, wanted: part, trust } of bySeller.flat()) {
    const { sum, max } = wanted.get(buyerId) ?? { sum: 0, max: 0 }
    wanted.set(buyerId, { sum: sum + part, max: Math.max(max, trust) })
  }
  const heard = ({
    buyerId,
    wanted: part,
    trust,
  }: {
    buyerId: string
    wanted: number
    trust: number
  }): number => {
    const { sum, max } = wanted.get(buyerId) ?? { sum: 0, max: 0 }
    return part === 0 ? 0 : (trust * part) / Math.max(max, sum)
  }
  return bySeller.map((bought) => ({
    value: medianOf(bought.map(({ value }) => value)),
    weight: bought.reduce((total, pair) => total + heard(pair), 0),
  }))
}

/** A belief about a factor, moved by sales. */
function estimate(sales: readonly Sale[], belief: number, pull: number): LearnedFactors {
  const voices = voicesOf(sales, belief)
  return {
    factor: belief * Math.exp(regularizedMedian(voices, pull)),
    sales: sales.length,
    sellers: voices.length,
  }
}

/**
 * The factors of a day by branch, the whole market's under ''. `before` are those of the day before, from which none goes
 * further than two parts in a hundred; a branch that has too few sales by now goes back to the market in the same steps.
 * The order of the sales doesn't matter.
 */
export function learnFactors(
  sales: readonly Sale[],
  before: ReadonlyMap<string, number>,
): Map<string, LearnedFactors> {
  const step = (branch: string, { factor, ...heard }: LearnedFactors): LearnedFactors => {
    const from = before.get(branch) ?? before.get(wholeMarket) ?? marketFactor
    const stepped = from * Math.exp(clamp(Math.log(factor / from), -dailyStep, dailyStep))
    return { factor: clamp(stepped, bounds.min, bounds.max), ...heard }
  }
  const market = step(wholeMarket, estimate(sales, marketFactor, pull.market))
  const learned = new Map([[wholeMarket, market]])
  const branches = Map.groupBy(sales, (sale) => sale.branch)
  for (const branch of new Set([...branches.keys(), ...before.keys()])) {
    const own = branches.get(branch) ?? []
    const isFar = Math.abs(Math.log((before.get(branch) ?? market.factor) / market.factor)) > near
    if (branch === wholeMarket || (own.length < minSales && !isFar)) continue
    const { factor, ...heard } = estimate(own, market.factor, pull.branch)
    learned.set(
      branch,
      step(branch, { factor: own.length < minSales ? market.factor : factor, ...heard }),
    )
  }
  return learned
}
