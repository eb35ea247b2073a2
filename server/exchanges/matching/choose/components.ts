import { type Candidates, width } from '#server/exchanges/matching/search/candidates.ts'

/**
 * Candidates in groups that share no person, so each group is a problem of its own. It divides
 * finer than strongly connected components do: a ring lies in one of these.
 */
export function splitCandidates(candidates: Candidates, people: number): Int32Array[] {
  const parent = Int32Array.from({ length: people }, (_, person) => person)
  const rootOf = (person: number): number => {
    let root = person
    while (parent[root] !== root) root = parent[root] as number
    for (let at = person; at !== root; ) {
      const next = parent[at] as number
      parent[at] = root
      at = next
    }
    return root
  }
  const memberOf = (at: number, member: number) => candidates.people[at * width + member] as number
  for (let at = 0; at < candidates.count; at++)
    for (let member = 1; member < (candidates.size[at] as number); member++)
      parent[rootOf(memberOf(at, member))] = rootOf(memberOf(at, 0))
  const groups = new Map<number, number[]>()
  for (let at = 0; at < candidates.count; at++) {
    const root = rootOf(memberOf(at, 0))
    const group = groups.get(root)
    if (group) group.push(at)
    else groups.set(root, [at])
  }
  return [...groups.values()].map((group) => Int32Array.from(group))
}
