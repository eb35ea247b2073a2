// The input of the matching, and the graph that the matching searches.

/**
 * The distance assumed between two people if a place is unknown: about that from Pune to Hyderabad.
 */
export const unknownKm = 500

/** A copy that one person could give to another, and the other's want that it fits. */
export type Fit = {
  from: string
  to: string
  copy: string
  want: string
  /** The asking price in paise, a multiple of 100. */
  valuePaise: number
  /** The most that `to` pays on top of their own copy. */
  mostOnTopPaise: number
  km?: number
}

export type ExchangeMarket = {
  fits: readonly Fit[]
  /** Pairs of people in which one has blocked the other. */
  blocks: readonly (readonly [string, string])[]
}

export type Leg = { giver: number; receiver: number; km: number; fit: Fit }

export type Graph = {
  numberOf: ReadonlyMap<string, number>
  /** For each person, the legs in which they give. */
  legsOf: readonly (readonly Leg[])[]
  /** For each person, the people who could give to them. */
  giversTo: readonly (readonly number[])[]
  areBlocked: (one: number, other: number) => boolean
}

export const byText = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0

function indexBlocks({ blocks }: ExchangeMarket, numberOf: ReadonlyMap<string, number>) {
  const blocked = new Map<number, Set<number>>()
  for (const pair of blocks)
    for (const [one, other] of [pair, pair.toReversed()]) {
      const [left, right] = [numberOf.get(one ?? ''), numberOf.get(other ?? '')]
      if (left === undefined || right === undefined) continue
      blocked.set(left, (blocked.get(left) ?? new Set()).add(right))
    }
  return (one: number, other: number) => blocked.get(one)?.has(other) ?? false
}

/** Builds the graph. People in few fits come first, so that the search finishes with them early. */
export function buildGraph(market: ExchangeMarket): Graph {
  const { fits } = market
  const counts = new Map<string, number>()
  for (const { from, to } of fits)
    for (const person of [from, to]) counts.set(person, (counts.get(person) ?? 0) + 1)
  const people = [...counts].sort(([a, left], [b, right]) => left - right || byText(a, b))
  const numberOf = new Map(people.map(([person], number) => [person, number]))
  const areBlocked = indexBlocks(market, numberOf)
  const legsOf: Leg[][] = people.map(() => [])
  const giversTo: number[][] = people.map(() => [])
  for (const fit of fits) {
    const [giver = 0, receiver = 0] = [numberOf.get(fit.from), numberOf.get(fit.to)]
    if (giver === receiver || areBlocked(giver, receiver)) continue
    legsOf[giver]?.push({ giver, receiver, km: Math.round(fit.km ?? unknownKm), fit })
    giversTo[receiver]?.push(giver)
  }
  for (const legs of legsOf)
    legs.sort(
      (a, b) =>
        a.receiver - b.receiver ||
        byText(a.fit.copy, b.fit.copy) ||
        b.fit.mostOnTopPaise - a.fit.mostOnTopPaise ||
        byText(a.fit.want, b.fit.want),
    )
  return { numberOf, legsOf, giversTo, areBlocked }
}
