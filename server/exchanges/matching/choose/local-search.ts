// Rings chosen without a solver: one after the other, then exchanged for better ones.
import type { Candidates } from '#server/exchanges/matching/search/candidates.ts'
import { Packing } from './packing.ts'
import { randomNumbers } from './random.ts'
import { compareScores, type Score } from './score.ts'

/** How often an exchange is kept that serves one person less: it may lead on to a better choice. */
const worseShare = 0.05
/** Exchanges without a better choice after which it goes on from the best one. */
const patience = 5_000

type Exchange = { removed: number[]; added: number[] }

/** Puts a ring in the place of those it shares people with, and fills up with others. */
function exchange(packing: Packing, at: number): Exchange {
  const removed: number[] = []
  for (const person of packing.peopleOf(at)) {
    const ring = packing.ringOf[person] as number
    if (ring === -1) continue
    packing.take(ring)
    removed.push(ring)
  }
  packing.put(at)
  const freed = removed.flatMap((ring) => [...packing.peopleOf(ring)])
  return { removed, added: [at, ...packing.fill(freed)] }
}

function undo(packing: Packing, { removed, added }: Exchange): void {
  for (const ring of added) packing.take(ring)
  for (const ring of removed) packing.put(ring)
}

export type LocalSearch = {
  chosen: number[]
  /** All rings of the choices that were the best for a while: they go well together. */
  seen: number[]
}

/**
 * Chooses rings of `pool`, from `first` on, by so many random exchanges: the same ones each time.
 * What it chooses is never worse than `first`, by people, then money, then kilometres.
 */
export function searchLocally(
  candidates: Candidates,
  pool: Int32Array,
  people: number,
  moves: number,
  first: readonly number[] = [],
): LocalSearch {
  const packing = new Packing(candidates, pool, people)
  const { members, score } = packing
  const random = randomNumbers(1)
  for (const at of first) packing.put(at)
  packing.fill(members)
  let chosen = packing.chosen()
  let best: Score = { ...score }
  let idle = 0
  const seen = new Set(chosen)
  for (let move = 0; move < moves; move++) {
    const person = members[Math.floor(random() * members.length)] as number
    const at = packing.candidateOf(person, random())
    const isKeptAnyway = random() < worseShare
    if (packing.ringOf[person] === at) continue
    const before = { ...score }
    const done = exchange(packing, at)
    const isWorse = compareScores(score, before) > 0
    if (isWorse && !(isKeptAnyway && before.people - score.people <= 1)) undo(packing, done)
    if (compareScores(score, best) < 0) {
      chosen = packing.chosen()
      best = { ...score }
      idle = 0
      for (const ring of chosen) seen.add(ring)
    } else if (++idle > patience) {
      for (const ring of packing.chosen()) packing.take(ring)
      for (const ring of chosen) packing.put(ring)
      idle = 0
    }
  }
  return { chosen, seen: [...seen] }
}
