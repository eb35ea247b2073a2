// The rings to choose from: of each set of people only the best ring, because a person is in one
// ring at most, so it is all the same to everyone else which way these go round.
import { ringSize } from '#server/exchanges/matching/policy.ts'

/** How many places each candidate has in `people` and `legs`. */
export const width = ringSize.max

/** Candidate `i` has its people, sorted, and its legs, in order, from `i * width` on. */
export class Candidates {
  count = 0
  size = new Uint8Array(1024)
  people = new Int32Array(1024 * width)
  legs = new Int32Array(1024 * width)
  /** Rupees that change hands, and kilometres of all legs. */
  money = new Int32Array(1024)
  km = new Int32Array(1024)
  readonly limit: number
  #table = new Int32Array(4096).fill(-1)
  #sorted = new Int32Array(width)

  constructor(limit: number) {
    this.limit = limit
  }

  /** Keeps the ring unless a ring of the same people is as good. False where there is no room. */
  offer(size: number, people: Int32Array, legs: Int32Array, money: number, km: number): boolean {
    const slot = this.#find(size, people)
    const known = this.#table[slot] as number
    if (known >= 0) {
      const worse = money - (this.money[known] as number) || km - (this.km[known] as number)
      if (worse < 0) this.#write(known, size, legs, money, km)
      return true
    }
    if (this.count === this.limit) return false
    if (this.count === this.size.length) this.#grow()
    this.#table[slot] = this.count
    this.people.set(this.#sorted.subarray(0, size), this.count * width)
    this.#write(this.count, size, legs, money, km)
    this.count++
    if (this.count * 2 > this.#table.length) this.#rehash()
    return true
  }

  #write(at: number, size: number, legs: Int32Array, money: number, km: number): void {
    this.size[at] = size
    this.money[at] = money
    this.km[at] = km
    this.legs.set(legs.subarray(0, size), at * width)
  }

  /** The slot of these people, or the free one where they belong. */
  #find(size: number, people: Int32Array): number {
    const sorted = this.#sorted
    for (let at = 0; at < size; at++) {
      const person = people[at] as number
      let to = at
      for (; to > 0 && (sorted[to - 1] as number) > person; to--)
        sorted[to] = sorted[to - 1] as number
      sorted[to] = person
    }
    const mask = this.#table.length - 1
    let slot = this.#hash(size, sorted, 0) & mask
    for (let known = this.#table[slot] as number; known >= 0; known = this.#table[slot] as number) {
      if (this.size[known] === size && this.#hasPeople(known, size)) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  #hasPeople(known: number, size: number): boolean {
    for (let at = 0; at < size; at++)
      if (this.people[known * width + at] !== this.#sorted[at]) return false
    return true
  }

  #hash(size: number, people: Int32Array, from: number): number {
    let hash = size
    for (let at = 0; at < size; at++)
      hash = Math.imul(hash ^ (people[from + at] as number), 0x9e3779b1) ^ (hash >>> 15)
    return (hash ^ (hash >>> 16)) >>> 0
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 2).fill(-1)
    const mask = this.#table.length - 1
    for (let at = 0; at < this.count; at++) {
      let slot = this.#hash(this.size[at] as number, this.people, at * width) & mask
      while ((this.#table[slot] as number) >= 0) slot = (slot + 1) & mask
      this.#table[slot] = at
    }
  }

  #grow(): void {
    const longer = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2)
      grown.set(old)
      return grown
    }
    const sizes = new Uint8Array(this.size.length * 2)
    sizes.set(this.size)
    this.size = sizes
    this.people = longer(this.people)
    this.legs = longer(this.legs)
    this.money = longer(this.money)
    this.km = longer(this.km)
  }
}
