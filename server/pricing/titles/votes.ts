/**
 * What somebody's sale claims of their vote, and what it would weigh alone (`trust`); both are from
 * 0 to 1.
 */
type Claim = { people: readonly string[]; claim: number; trust: number }

/**
 * Everybody has one vote, which is split among the claims on it in proportion to them. Returns the
 * part of its people's votes that a claim gets: as much as the one who has least left gives it. A
 * person's claims never get more than one vote together, and claims by new accounts take little
 * from those by old ones.
 */
export function splitVotes(
  claims: readonly Claim[],
): (people: readonly string[], claim: number) => number {
  const votes = new Map<string, { sum: number; maxTrust: number }>()
  for (const { people, claim, trust } of claims)
    for (const person of people) {
      const { sum, maxTrust } = votes.get(person) ?? { sum: 0, maxTrust: 0 }
      votes.set(person, { sum: sum + claim, maxTrust: Math.max(maxTrust, trust) })
    }
  return (people, claim) => {
    if (claim === 0) return 0
    const wholes = people.map((person) => {
      const { sum, maxTrust } = votes.get(person) ?? { sum: claim, maxTrust: 0 }
      return Math.max(maxTrust, sum)
    })
    return claim / Math.max(...wholes)
  }
}
