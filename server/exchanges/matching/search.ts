// Searches for possible rings, depth first.
import type { Graph, Leg } from './graph.ts'

export const ringSize = { min: 2, max: 5 }
/** At most this many rings are stored, one for each set of people. */
const maxCandidates = 100_000

/** A ring with its legs in order. `money` and `km` are the sums of its payments and distances. */
export type Candidate = {
  people: readonly number[]
  legs: readonly Leg[]
  money: number
  km: number
}

const paysTooMuch = ({ fit: gets }: Leg, { fit: gives }: Leg): boolean =>
  gets.valuePaise - gives.valuePaise > gets.mostOnTopPaise

/** Negative if `one` is better: more people, then less money, then shorter distances. */
export const compareCandidates = (one: Candidate, other: Candidate): number =>
  other.people.length - one.people.length || one.money - other.money || one.km - other.km

function toCandidate(legs: readonly Leg[]): Candidate {
  const people = legs.map(({ giver }) => giver).sort((a, b) => a - b)
  let [money, km] = [0, 0]
  for (const [at, gives] of legs.entries()) {
    const gets = legs.at(at - 1) ?? gives
    money += Math.max(0, gets.fit.valuePaise - gives.fit.valuePaise)
    km += gives.km
  }
  return { people, legs: [...legs], money, km }
}

/**
 * Keeps only the best ring for each set of people, because the way they are arranged makes no
 * difference to anyone else.
 */
export class Candidates {
  readonly #best = new Map<string, Candidate>()

  add(legs: readonly Leg[]): void {
    const candidate = toCandidate(legs)
    const key = candidate.people.join()
    const known = this.#best.get(key)
    if (known ? compareCandidates(candidate, known) < 0 : this.#best.size < maxCandidates)
      this.#best.set(key, candidate)
  }

  all(): Candidate[] {
    return [...this.#best.values()]
  }
}

/** Returns how many legs each person is away from `first`, if a ring can be that long. */
function measure(graph: Graph, first: number, mayJoin: (person: number) => boolean) {
  const away = new Map<number, number>([[first, 0]])
  let edge = [first]
  for (let legs = 1; legs < ringSize.max; legs++) {
    const next: number[] = []
    for (const person of edge)
      for (const giver of graph.giversTo[person] ?? []) {
        if (away.has(giver) || !mayJoin(giver)) continue
        away.set(giver, legs)
        next.push(giver)
      }
    edge = next
  }
  return away
}

/**
 * Adds the rings of `first` and people who may join, small ones first. Looks at no more than
 * `maxSteps` legs.
 */
export function searchRingsOf(
  graph: Graph,
  first: number,
  candidates: Candidates,
  { maxSteps, mayJoin }: { maxSteps: number; mayJoin: (person: number) => boolean },
): void {
  const away = measure(graph, first, mayJoin)
  const legs: Leg[] = []
  let steps = 0

  const fits = (person: number) =>
    legs.every(({ giver }) => giver !== person && !graph.areBlocked(giver, person))

  function extend(person: number, left: number): void {
    for (const leg of graph.legsOf[person] ?? []) {
      if (steps++ >= maxSteps) return
      const { receiver } = leg
      if (left === 1 ? receiver !== first : receiver === first) continue
      if ((away.get(receiver) ?? ringSize.max) > left - 1) continue
      const before = legs.at(-1)
      if (before && paysTooMuch(before, leg)) continue
      if (left > 1 && (!fits(receiver) || graph.areBlocked(person, receiver))) continue
      legs.push(leg)
      if (left > 1) extend(receiver, left - 1)
      else if (!paysTooMuch(leg, legs[0] ?? leg)) candidates.add(legs)
      legs.pop()
    }
  }
  for (let size = ringSize.min; size <= ringSize.max; size++) extend(first, size)
}
