import type { Ring, RingLeg } from './market.ts'
import { type Candidates, width } from './search/candidates.ts'
import type { LegGraph } from './search/graph.ts'
import { byId } from './search/legs.ts'
import { settle } from './settle.ts'

function viewLeg(graph: LegGraph, leg: number): RingLeg {
  const idOf = (person: number | undefined) => graph.people[person ?? -1]?.id ?? ''
  return {
    from: idOf(graph.from[leg]),
    to: idOf(graph.to[leg]),
    copy: graph.copies[leg]?.id ?? '',
    want: graph.wants[leg]?.id ?? '',
    valuePaise: (graph.value[leg] as number) * 100,
    ...(graph.isKmKnown[leg] && { km: graph.km[leg] as number }),
  }
}

/** A candidate with ids, who pays what, and who pays whom. */
export function viewRing(graph: LegGraph, candidates: Candidates, at: number): Ring {
  const from = at * width
  const numbers = candidates.legs.subarray(from, from + (candidates.size[at] as number))
  const found = Array.from(numbers, (leg) => viewLeg(graph, leg))
  const first = found
    .map(({ from }, index) => ({ id: from, index }))
    .reduce((least, one) => (byId(one, least) < 0 ? one : least)).index
  const legs = [...found.slice(first), ...found.slice(0, first)]
  const balances = legs.map(({ from, valuePaise }, index) => ({
    person: from,
    paise: (legs.at(index - 1)?.valuePaise ?? 0) - valuePaise,
  }))
  return {
    legs,
    balances,
    transfers: settle(balances),
    movedPaise: (candidates.money[at] as number) * 100,
    km: candidates.km[at] as number,
  }
}
