// Seeded random numbers. The same seed gives the same demo market on every machine.

export type Random = ReturnType<typeof seeded>

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/**
 * Returns a random number generator (mulberry32). Use a separate seed for each purpose, so that
 * taking more numbers for one purpose doesn't change the others.
 */
export function seeded(seed: string) {
  let state = hashOf(seed)
  /** Returns a number from 0 up to, but not including, 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** Returns an integer from `min` to `max`, both included. */
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    chance: (probability: number) => next() < probability,
    pick: <T>(from: readonly T[]) => {
      if (from.length === 0) throw new Error(`${seed}: nothing to pick from`)
      return from[integer(0, from.length - 1)] as T
    },
  }
}
