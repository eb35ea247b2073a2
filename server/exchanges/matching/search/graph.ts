// Who could give which copy to whom: the legs that rings are made of, with numbers for ids.
import type { ExchangeMarket, OpenCopy, Person, Want } from '#server/exchanges/matching/market.ts'
import { unknownKm } from '#server/exchanges/matching/policy.ts'
import { byId, type FoundLeg, findLegs } from './legs.ts'
import { toRupees } from './rupees.ts'

/** Leg `i` goes from person `from[i]` to `to[i]`; legs are sorted by these, and by their copies. */
export type LegGraph = {
  people: readonly Person[]
  from: Int32Array
  to: Int32Array
  /** Rupees: what the copy is worth, and the most that who gets it pays on top of their own. */
  value: Int32Array
  mostOnTop: Int32Array
  /** Whole kilometres, also where they are only assumed. */
  km: Int32Array
  isKmKnown: Uint8Array
  copies: readonly OpenCopy[]
  wants: readonly Want[]
  /** The legs of person `p` are `start[p]` to `start[p + 1] - 1`. */
  start: Int32Array
  areBlocked: (one: number, other: number) => boolean
}

type AreBlocked = LegGraph['areBlocked']

/** By the numbers that `numberOf` gives. Ids that it doesn't know are of nobody in the market. */
function indexBlocks(market: ExchangeMarket, numberOf: ReadonlyMap<string, number>): AreBlocked {
  const count = market.people.length
  const blocked = new Set<number>()
  const hasBlock = new Uint8Array(count)
  for (const [one, other] of market.blocks) {
    const [left, right] = [numberOf.get(one), numberOf.get(other)]
    if (left === undefined || right === undefined) continue
    blocked.add(left * count + right).add(right * count + left)
    hasBlock[left] = 1
    hasBlock[right] = 1
  }
  return (one, other) =>
    hasBlock[one] === 1 && hasBlock[other] === 1 && blocked.has(one * count + other)
}

/** `first` is number 0; then who has fewer legs comes before who has more. */
function numberPeople(sorted: readonly Person[], legs: readonly FoundLeg[], first?: string) {
  const counts = new Int32Array(sorted.length)
  for (const { from, to } of legs)
    for (const person of [from, to]) counts[person] = (counts[person] as number) + 1
  const rank = (at: number) => (sorted[at]?.id === first ? -1 : (counts[at] as number))
  return sorted.map((_, at) => at).sort((one, other) => rank(one) - rank(other) || one - other)
}

/**
 * The same graph for the same market in any order. The person `first` gets number 0, else who has
 * few legs: so the search is over when it comes to those who have many. Throws where a copy or a
 * want is of nobody in the market.
 */
export function buildGraph(market: ExchangeMarket, first?: string): LegGraph {
  const sorted = market.people.toSorted(byId)
  const sortedNumbers = new Map(sorted.map(({ id }, at) => [id, at]))
  const found = findLegs(market, sorted, indexBlocks(market, sortedNumbers))
  const order = numberPeople(sorted, found, first)
  const people = order.map((at) => sorted[at] as Person)
  const numberOf = new Int32Array(order.length)
  for (const [number, at] of order.entries()) numberOf[at] = number
  const legs = found
    .map((leg) => ({
      ...leg,
      from: numberOf[leg.from] as number,
      to: numberOf[leg.to] as number,
    }))
    .sort((one, other) => one.from - other.from || one.to - other.to || byId(one.copy, other.copy))
  const start = new Int32Array(people.length + 1)
  for (const { from } of legs) start[from + 1] = (start[from + 1] as number) + 1
  for (let person = 0; person < people.length; person++)
    start[person + 1] = (start[person + 1] as number) + (start[person] as number)
  return {
    people,
    from: Int32Array.from(legs, ({ from }) => from),
    to: Int32Array.from(legs, ({ to }) => to),
    value: Int32Array.from(legs, ({ copy }) => toRupees(copy.valuePaise)),
    mostOnTop: Int32Array.from(legs, ({ want }) => Math.floor(want.mostOnTopPaise / 100)),
    km: Int32Array.from(legs, ({ km }) => Math.round(km ?? unknownKm)),
    isKmKnown: Uint8Array.from(legs, ({ km }) => (km === undefined ? 0 : 1)),
    copies: legs.map(({ copy }) => copy),
    wants: legs.map(({ want }) => want),
    start,
    areBlocked: indexBlocks(market, new Map(people.map(({ id }, number) => [id, number]))),
  }
}
