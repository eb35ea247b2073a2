import { type Candidates, width } from '#server/exchanges/matching/search/candidates.ts'
import type { Score } from './score.ts'

function indexPeople(candidates: Candidates, pool: Int32Array, people: number) {
  const start = new Int32Array(people + 1)
  const visitMembers = (visit: (person: number, at: number) => void) => {
    for (const at of pool)
      for (let member = 0; member < (candidates.size[at] as number); member++)
        visit(candidates.people[at * width + member] as number, at)
  }
  visitMembers((person) => {
    start[person + 1] = (start[person + 1] as number) + 1
  })
  for (let person = 0; person < people; person++)
    start[person + 1] = (start[person + 1] as number) + (start[person] as number)
  const next = start.slice()
  const found = new Int32Array(start[people] as number)
  visitMembers((person, at) => {
    const slot = next[person] as number
    found[slot] = at
    next[person] = slot + 1
  })
  return { start, found }
}

/** Rings of which no two share a person. */
export class Packing {
  readonly #candidates: Candidates
  readonly #byPerson: ReturnType<typeof indexPeople>
  /** The chosen ring of each person, or -1. */
  readonly ringOf: Int32Array
  readonly score: Score = { people: 0, money: 0, km: 0 }
  readonly members: readonly number[]

  constructor(candidates: Candidates, pool: Int32Array, people: number) {
    this.#candidates = candidates
    this.#byPerson = indexPeople(candidates, pool, people)
    this.ringOf = new Int32Array(people).fill(-1)
    const { start } = this.#byPerson
    this.members = Array.from({ length: people }, (_, person) => person).filter(
      (person) => (start[person + 1] as number) > (start[person] as number),
    )
  }

  put(at: number): void {
    this.#change(at, 1)
  }

  take(at: number): void {
    this.#change(at, -1)
  }

  #change(at: number, sign: 1 | -1): void {
    const { size, money, km } = this.#candidates
    for (const person of this.peopleOf(at)) this.ringOf[person] = sign === 1 ? at : -1
    this.score.people += sign * (size[at] as number)
    this.score.money += sign * (money[at] as number)
    this.score.km += sign * (km[at] as number)
  }

  peopleOf(at: number): Int32Array {
    const from = at * width
    return this.#candidates.people.subarray(from, from + (this.#candidates.size[at] as number))
  }

  chosen(): number[] {
    const rings = new Set(this.ringOf)
    rings.delete(-1)
    return [...rings].sort((one, other) => one - other)
  }

  #isFree(at: number): boolean {
    const { size, people } = this.#candidates
    for (let member = 0; member < (size[at] as number); member++)
      if (this.ringOf[people[at * width + member] as number] !== -1) return false
    return true
  }

  #isBetter(one: number, other: number): boolean {
    const { size, money, km } = this.#candidates
    const more = (size[one] as number) - (size[other] as number)
    const less =
      (money[other] as number) - (money[one] as number) ||
      (km[other] as number) - (km[one] as number)
    return (more || less) > 0
  }

  /** The best ring of a person in none with others in none; -1 where there is none. */
  bestFor(person: number): number {
    const { start, found } = this.#byPerson
    let best = -1
    for (let slot = start[person] as number; slot < (start[person + 1] as number); slot++) {
      const at = found[slot] as number
      if ((best === -1 || this.#isBetter(at, best)) && this.#isFree(at)) best = at
    }
    return best
  }

  /** Puts rings of those who are in none, for one after the other. */
  fill(people: Iterable<number>): number[] {
    const added: number[] = []
    for (const person of people) {
      const best = this.ringOf[person] === -1 ? this.bestFor(person) : -1
      if (best === -1) continue
      this.put(best)
      added.push(best)
    }
    return added
  }

  /** One of a person's candidates; `share` from 0 up to 1 says which. */
  candidateOf(person: number, share: number): number {
    const { start, found } = this.#byPerson
    const from = start[person] as number
    const count = (start[person + 1] as number) - from
    return found[from + Math.floor(share * count)] as number
  }
}
