// Chance that repeats: the same seed gives the same demo market on every machine.
import { newId } from '#server/platform/database/ids.ts'

export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next: () => number
  /** A whole number from `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly T[]) => T
  /** The same things in another order. */
  shuffle: <T>(from: readonly T[]) => T[]
  /** A UUID v7 of that moment whose random part repeats. */
  id: (at: Date) => string
}

/** FNV-1a: turns a seed's text into a number. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** A generator (mulberry32) for one seed. Give each purpose a seed of its own, so that one more draw there moves nothing here. */
export function seeded(seed: string): Random {
  let state = fingerprint(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => {
      if (from.length === 0) throw new Error(`${seed}: nothing to pick from`)
      return from[whole(0, from.length - 1)] as T
    },
    shuffle: (from) => {
      const order = from.map((one) => ({ one, place: next() }))
      return order.sort((left, right) => left.place - right.place).map(({ one }) => one)
    },
    id: (at) => newId(at.getTime(), Buffer.from(Array.from({ length: 16 }, () => whole(0, 255)))),
  }
}
