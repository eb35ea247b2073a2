// How sure the figures are: what other books like these would have given, found by drawing the books anew (a bootstrap).
import type { Edges } from './band.ts'
import type { Listing } from './listings.ts'
import { quantile } from './metrics.ts'

/** What was predicted for each row: the share of the list price, and the band it should lie in. */
export type Predictions = { shares: number[]; edges: Edges[] }

export type Interval = readonly [from: number, to: number]
export type Intervals = { maeShare: Interval; medianApe: Interval; inside: Interval }

export const draws = 1000

/** Evenly spread numbers from 0 to 1 that are the same each time (a linear congruence). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** The middle 95% of each figure over so many draws of as many books as there are, a book with all its copies. The same each time. */
export function intervalsOf(rows: readonly Listing[], { shares, edges }: Predictions): Intervals {
  const ids = new Map<string, number>()
  for (const { book } of rows) if (!ids.has(book)) ids.set(book, ids.size)
  const of = Int32Array.from(rows, ({ book }) => ids.get(book) ?? 0)
  const [copies, off, within] = [
    new Float64Array(ids.size),
    new Float64Array(ids.size),
    new Float64Array(ids.size),
  ]
  const apes = new Float64Array(rows.length)
  rows.forEach(({ ratio }, row) => {
    const [book, error] = [of[row] ?? 0, Math.abs((shares[row] ?? Number.NaN) - ratio)]
    const { low = 0, high = 0 } = edges[row] ?? {}
    copies[book] = (copies[book] ?? 0) + 1
    off[book] = (off[book] ?? 0) + error
    within[book] = (within[book] ?? 0) + Number(ratio >= low && ratio <= high)
    apes[row] = error / ratio
  })
  const sorted = Int32Array.from(rows.keys()).sort((a, b) => (apes[a] ?? 0) - (apes[b] ?? 0))
  const next = numbers(1)
  const drawn = Array.from({ length: draws }, () => {
    const times = new Float64Array(ids.size)
    for (let book = 0; book < ids.size; book++) {
      const taken = Math.floor(next() * ids.size)
      times[taken] = (times[taken] ?? 0) + 1
    }
    const sum = (values: Float64Array) =>
      values.reduce((total, value, book) => total + value * (times[book] ?? 0), 0)
    const count = sum(copies)
    let place = 0
    for (let passed = 0; place < sorted.length; place++) {
      passed += times[of[sorted[place] ?? 0] ?? 0] ?? 0
      if (passed >= count / 2) break
    }
    return {
      maeShare: sum(off) / count,
      medianApe: apes[sorted[place] ?? 0] ?? Number.NaN,
      inside: sum(within) / count,
    }
  })
  const middle = (value: (one: (typeof drawn)[number]) => number): Interval => {
    const values = drawn.map(value)
    return [quantile(values, 0.025), quantile(values, 0.975)]
  }
  return {
    maeShare: middle((one) => one.maeShare),
    medianApe: middle((one) => one.medianApe),
    inside: middle((one) => one.inside),
  }
}
