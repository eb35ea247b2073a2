// All rings of two to five people, each found once: from the one of its people with the lowest
// number, who has the fewest legs.
import { type Limits, ringSize } from '#server/exchanges/matching/policy.ts'
import { Candidates } from './candidates.ts'
import type { LegGraph } from './graph.ts'

export type Search = {
  candidates: Candidates
  steps: number
  /** People of whom not all rings were looked at, because a limit was reached. */
  cutOff: number[]
}

const far = 100

/** The legs to each person, as `graph.start` has those from each. */
function indexReceivers(graph: LegGraph) {
  const count = graph.people.length
  const start = new Int32Array(count + 1)
  for (const to of graph.to) start[to + 1] = (start[to + 1] as number) + 1
  for (let person = 0; person < count; person++)
    start[person + 1] = (start[person + 1] as number) + (start[person] as number)
  const next = start.slice()
  const givers = new Int32Array(graph.to.length)
  for (let leg = 0; leg < graph.to.length; leg++) {
    const to = graph.to[leg] as number
    const slot = next[to] as number
    givers[slot] = graph.from[leg] as number
    next[to] = slot + 1
  }
  return { start, givers }
}

class RingSearch {
  readonly candidates: Candidates
  steps = 0
  isCut = false
  readonly #graph: LegGraph
  readonly #receivers: ReturnType<typeof indexReceivers>
  /** How many legs each person is away from the first one, through people with higher numbers. */
  readonly #away: Uint8Array
  #reached: number[] = []
  readonly #path = new Int32Array(ringSize.max)
  readonly #legs = new Int32Array(ringSize.max)
  #first = 0
  #size = 0
  #lastStep = 0
  readonly #maxSize: number

  constructor(graph: LegGraph, limits: { size: number; candidates: number }) {
    this.#graph = graph
    this.#maxSize = Math.min(limits.size, ringSize.max)
    this.candidates = new Candidates(limits.candidates)
    this.#receivers = indexReceivers(graph)
    this.#away = new Uint8Array(graph.people.length).fill(far)
  }

  /** All rings in which `first` has the lowest number; small ones first. */
  searchFrom(first: number, steps: number): void {
    this.isCut = false
    this.#first = first
    this.#lastStep = this.steps + steps
    this.#path[0] = first
    this.#measure()
    for (let size = ringSize.min; size <= this.#maxSize && !this.isCut; size++) {
      this.#size = size
      this.#extend(0)
    }
  }

  #measure(): void {
    const { start, givers } = this.#receivers
    for (const person of this.#reached) this.#away[person] = far
    this.#reached = []
    let edge = [this.#first]
    for (let legs = 1; legs < this.#maxSize; legs++) {
      const next: number[] = []
      for (const person of edge)
        for (let at = start[person] as number; at < (start[person + 1] as number); at++) {
          const giver = givers[at] as number
          if (giver <= this.#first || this.#away[giver] !== far) continue
          this.#away[giver] = legs
          next.push(giver)
        }
      this.#reached.push(...next)
      edge = next
    }
  }

  /** The first leg of a person that goes to `to` or to a higher number. */
  #firstLegTo(person: number, to: number): number {
    let low = this.#graph.start[person] as number
    let high = this.#graph.start[person + 1] as number
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#graph.to[middle] as number) < to) low = middle + 1
      else high = middle
    }
    return low
  }

  #paysTooMuch(gets: number, gives: number): boolean {
    const { value, mostOnTop } = this.#graph
    return (value[gets] as number) - (value[gives] as number) > (mostOnTop[gets] as number)
  }

  #fits(person: number, depth: number): boolean {
    for (let at = 0; at <= depth; at++)
      if (this.#path[at] === person || this.#graph.areBlocked(this.#path[at] as number, person))
        return false
    return true
  }

  #extend(depth: number): void {
    const { start, to } = this.#graph
    const person = this.#path[depth] as number
    const left = this.#size - depth - 1
    const end = start[person + 1] as number
    if (left === 0) {
      this.#close(person, depth)
      return
    }
    for (let leg = this.#firstLegTo(person, this.#first + 1); leg < end; leg++) {
      if (this.steps++ >= this.#lastStep) this.isCut = true
      if (this.isCut) return
      const next = to[leg] as number
      if ((this.#away[next] as number) > left) continue
      if (depth > 0 && this.#paysTooMuch(this.#legs[depth - 1] as number, leg)) continue
      if (!this.#fits(next, depth)) continue
      this.#path[depth + 1] = next
      this.#legs[depth] = leg
      this.#extend(depth + 1)
    }
  }

  #close(person: number, depth: number): void {
    const { start, to } = this.#graph
    const end = start[person + 1] as number
    const legs = this.#legs
    for (let leg = this.#firstLegTo(person, this.#first); leg < end; leg++) {
      if (to[leg] !== this.#first) return
      this.steps++
      if (this.#paysTooMuch(legs[depth - 1] as number, leg)) continue
      if (this.#paysTooMuch(leg, legs[0] as number)) continue
      legs[depth] = leg
      if (!this.#keep()) this.isCut = true
    }
  }

  #keep(): boolean {
    const { value, km } = this.#graph
    let money = 0
    let length = 0
    for (let at = 0; at < this.#size; at++) {
      const gives = this.#legs[at] as number
      const gets = this.#legs[at === 0 ? this.#size - 1 : at - 1] as number
      money += Math.max(0, (value[gets] as number) - (value[gives] as number))
      length += km[gives] as number
    }
    return this.candidates.offer(this.#size, this.#path, this.#legs, money, length)
  }
}

/** The rings of the whole graph. The same graph always has the same answer. */
export function searchRings(graph: LegGraph, limits: Limits): Search {
  const { steps } = limits
  const search = new RingSearch(graph, limits)
  const cutOff: number[] = []
  for (let first = 0; first < graph.people.length; first++) {
    const left = Math.min(steps.person, steps.total - search.steps)
    search.searchFrom(first, Math.max(steps.atLeast, left))
    if (search.isCut) cutOff.push(first)
  }
  return { candidates: search.candidates, steps: search.steps, cutOff }
}

export function searchRingsOfFirst(
  graph: LegGraph,
  limits: { size: number; steps: number; candidates: number },
): Search {
  const search = new RingSearch(graph, limits)
  search.searchFrom(0, limits.steps)
  const cutOff = search.isCut ? [0] : []
  return { candidates: search.candidates, steps: search.steps, cutOff }
}
