import type { LegGraph } from '#server/exchanges/matching/search/graph.ts'

/**
 * How many more people rings could serve that weren't looked at, at most, than the linear program
 * over the others says. Its dual values are what a place in a ring is worth for each person: a ring
 * makes it better by its people less what they are worth. All unseen rings of somebody whose
 * search was cut off share that person, so only the best of them counts. It is taken among all
 * ways round of at most `size` legs, which are easier to go through than rings and include them.
 */
export function worthOfUnseen(
  graph: LegGraph,
  cutOff: readonly number[],
  worth: Float64Array,
  size: number,
): number {
  return cutOff.reduce((sum, first) => sum + bestWay(graph, first, worth, size), 0)
}

function bestWay(
  { people, start, to }: LegGraph,
  first: number,
  worth: Float64Array,
  size: number,
): number {
  let best = 0
  const own = 1 - (worth[first] as number)
  let values = new Float64Array(people.length).fill(Number.NEGATIVE_INFINITY)
  values[first] = own
  let edge = [first]
  for (let legs = 1; legs <= size; legs++) {
    const next = new Float64Array(people.length).fill(Number.NEGATIVE_INFINITY)
    const reached = new Set<number>()
    for (const person of edge) {
      const value = values[person] as number
      for (let leg = start[person] as number; leg < (start[person + 1] as number); leg++) {
        const receiver = to[leg] as number
        if (receiver === first) best = Math.max(best, legs > 1 ? value : 0)
        if (receiver <= first) continue
        const sum = value + 1 - (worth[receiver] as number)
        if (sum <= (next[receiver] as number)) continue
        next[receiver] = sum
        reached.add(receiver)
      }
    }
    values = next
    edge = [...reached]
  }
  return best
}
