// Chooses the rings to propose: greedily at first, then by replacing rings with better ones.
import { type Candidate, compareCandidates } from './search.ts'

/** Limits of the attempts to replace rings: for each possible ring, and together. */
const movesPerCandidate = 20
const maxMoves = 100_000

type Score = { people: number; money: number; km: number }

/** Negative if `one` is better. */
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

/** A set of rings that share no person. */
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
   * Adds the best possible ring for each of these people who isn't in one. Returns the added rings.
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

  /** Replaces the rings that share people with `ring`, and adds rings for the people left over. */
  exchange(ring: Candidate): { removed: Candidate[]; added: Candidate[] } {
    const removed = [...new Set(ring.people.flatMap((person) => this.#ringOf.get(person) ?? []))]
    for (const one of removed) this.take(one)
    this.put(ring)
    return { removed, added: [ring, ...this.fill(removed.flatMap(({ people }) => people))] }
  }
}

/** Chooses rings by random replacements that make nothing worse. `pause` lets other work run. */
export async function chooseRings(
  candidates: readonly Candidate[],
  pause: () => Promise<unknown>,
): Promise<Candidate[]> {
  const byPerson = indexByPerson(candidates)
  const random = randomNumbers()
  const choice = new Choice(byPerson)
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const people = [...byPerson.keys()]
  const moves = Math.min(maxMoves, candidates.length * movesPerCandidate)
  for (let move = 0; move < moves; move++) {
    if (move % 50 === 0) await pause()
    const ring = oneOf(byPerson.get(oneOf(people)) ?? [])
    if (choice.has(ring)) continue
    const before = { ...choice.score }
    const { removed, added } = choice.exchange(ring)
    if (compareScores(choice.score, before) <= 0) continue
    for (const one of added) choice.take(one)
    for (const one of removed) choice.put(one)
  }
  return choice.rings()
}
