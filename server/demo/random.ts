// Seeded random numbers: the same seed gives the same demo market on every machine.
import { newId } from '#server/platform/database/ids.ts'

export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next: () => number
  /** A whole number from `min` to `max`, both included. */
  integer: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly T[]) => T
  shuffle: <T>(from: readonly T[]) => T[]
  id: (at: Date) => string
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/**
 * A generator (mulberry32). Give each purpose a seed of its own, so that one more number there
 * changes nothing here.
 */
export function seeded(seed: string): Random {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => {
      if (from.length === 0) throw new Error(`${seed}: nothing to pick from`)
      return from[integer(0, from.length - 1)] as T
    },
    shuffle: (from) => {
      const keyed = from.map((item) => ({ item, order: next() }))
      return keyed.sort((left, right) => left.order - right.order).map(({ item }) => item)
    },
    id: (at) => newId(at.getTime(), Buffer.from(Array.from({ length: 16 }, () => integer(0, 255)))),
  }
}
