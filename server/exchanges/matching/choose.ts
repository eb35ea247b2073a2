// Chooses the rings to propose: first greedily, then by replacing rings with better ones.
import { type Candidate, compareCandidates } from './search.ts'

type Score = { people: number; money: number; km: number }

/** The probability that a worse choice is kept, if it serves at most one person fewer. */
const worseShare = 0.05
/** After this many attempts without a better choice, the search returns to the best choice. */
const patience = 5_000

/** Returns a negative number if `one` is better. */
const compareScores = (one: Score, other: Score): number =>
  other.people - one.people || one.money - other.money || one.km - other.km

/** Returns a generator of random numbers from 0 to 1, the same sequence each time (mulberry32). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function indexByPerson(candidates: readonly Candidate[]): Map<number, Candidate[]> {
  const byPerson = new Map<number, Candidate[]>()
  for (const candidate of candidates)
    for (const person of candidate.people) {
      const known = byPerson.get(person)
      if (known) known.push(candidate)
      else byPerson.set(person, [candidate])
    }
  return byPerson
}

/** Splits candidates into groups that have no person in common, small groups first. */
export function splitCandidates(candidates: readonly Candidate[]): Candidate[][] {
  const byPerson = indexByPerson(candidates)
  const seen = new Set<Candidate>()
  const groups = candidates.flatMap((start) => {
    if (seen.has(start)) return []
    seen.add(start)
    const group = [start]
    for (const { people } of group)
      for (const person of people) {
        for (const next of byPerson.get(person) ?? []) {
          if (seen.has(next)) continue
          seen.add(next)
          group.push(next)
        }
        byPerson.delete(person)
      }
    return [group]
  })
  return groups.sort((one, other) => one.length - other.length)
}

/** A set of rings that have no person in common. */
class Choice {
  readonly #byPerson: ReadonlyMap<number, readonly Candidate[]>
  readonly #ringOf = new Map<number, Candidate>()
  readonly score: Score = { people: 0, money: 0, km: 0 }

  constructor(byPerson: ReadonlyMap<number, readonly Candidate[]>) {
    this.#byPerson = byPerson
    this.fill(byPerson.keys())
  }

  put(ring: Candidate): void {
    for (const person of ring.people) this.#ringOf.set(person, ring)
    this.#count(ring, 1)
  }

  take(ring: Candidate): void {
    for (const person of ring.people) this.#ringOf.delete(person)
    this.#count(ring, -1)
  }

  #count({ people, money, km }: Candidate, sign: 1 | -1): void {
    this.score.people += sign * people.length
    this.score.money += sign * money
    this.score.km += sign * km
  }

  rings(): Candidate[] {
    return [...new Set(this.#ringOf.values())]
  }

  has(ring: Candidate): boolean {
    return this.#ringOf.get(ring.people[0] ?? -1) === ring
  }

  /**
   * For each of these people who isn't in a ring yet, adds the best possible one. Returns the added
   * rings.
   */
  fill(people: Iterable<number>): Candidate[] {
    const added: Candidate[] = []
    for (const person of people) {
      if (this.#ringOf.has(person)) continue
      let best: Candidate | undefined
      for (const ring of this.#byPerson.get(person) ?? [])
        if ((!best || compareCandidates(ring, best) < 0) && this.#isFree(ring)) best = ring
      if (!best) continue
      this.put(best)
      added.push(best)
    }
    return added
  }

  #isFree({ people }: Candidate): boolean {
    return people.every((person) => !this.#ringOf.has(person))
  }

  /** Replaces the rings of the people in `ring`, and adds rings for the people left over. */
  exchange(ring: Candidate): { removed: Candidate[]; added: Candidate[] } {
    const removed = [...new Set(ring.people.flatMap((person) => this.#ringOf.get(person) ?? []))]
    for (const one of removed) this.take(one)
    this.put(ring)
    return { removed, added: [ring, ...this.fill(removed.flatMap(({ people }) => people))] }
  }
}

/** Returns rings of one group, chosen by random replacements. `pause` lets other work run. */
export async function chooseRings(
  group: readonly Candidate[],
  moves: number,
  pause: () => Promise<unknown>,
): Promise<Candidate[]> {
  const byPerson = indexByPerson(group)
  const random = randomNumbers()
  const choice = new Choice(byPerson)
  const { score } = choice
  let best = { rings: choice.rings(), score: { ...score } }
  let idle = 0
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const people = [...byPerson.keys()]
  for (let move = 0; move < moves; move++) {
    if (move % 50 === 0) await pause()
    const ring = oneOf(byPerson.get(oneOf(people)) ?? [])
    const isKeptAnyway = random() < worseShare
    if (choice.has(ring)) continue
    const before = { ...score }
    const { removed, added } = choice.exchange(ring)
    const isWorse = compareScores(score, before) > 0
    if (isWorse && !(isKeptAnyway && before.people - score.people <= 1)) {
      for (const one of added) choice.take(one)
      for (const one of removed) choice.put(one)
    }
    if (compareScores(score, best.score) < 0) {
      best = { rings: choice.rings(), score: { ...score } }
      idle = 0
    } else if (++idle > patience) {
      for (const one of choice.rings()) choice.take(one)
      for (const one of best.rings) choice.put(one)
      idle = 0
    }
  }
  return best.rings
}
