// Confidence intervals of the figures, by a bootstrap over books.

import type { Listing } from './listings.ts'
import { quantile } from './metrics.ts'
import type { Edges } from './price-band.ts'

/** For each row, the predicted share of the list price and its band. */
export type Predictions = { shares: number[]; edges: Edges[] }

export type Interval = readonly [from: number, to: number]
export type Intervals = { maeShare: Interval; medianApe: Interval; inside: Interval }

const samples = 1000

/**
 * Pseudo-random numbers from 0 to 1 (linear congruential generator), the same for the same seed.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** 95% intervals. A sample has as many books as there are, each with all its copies. */
export function intervalsOf(rows: readonly Listing[], { shares, edges }: Predictions): Intervals {
  const ids = new Map<string, number>()
  for (const { book } of rows) if (!ids.has(book)) ids.set(book, ids.size)
  const bookOf = Int32Array.from(rows, ({ book }) => ids.get(book) ?? 0)
  const [copies, errors, covered] = [
    new Float64Array(ids.size),
    new Float64Array(ids.size),
    new Float64Array(ids.size),
  ]
  const apes = new Float64Array(rows.length)
  rows.forEach(({ ratio }, row) => {
    const [book, error] = [bookOf[row] ?? 0, Math.abs((shares[row] ?? Number.NaN) - ratio)]
    const { low = 0, high = 0 } = edges[row] ?? {}
    copies[book] = (copies[book] ?? 0) + 1
    errors[book] = (errors[book] ?? 0) + error
    covered[book] = (covered[book] ?? 0) + Number(ratio >= low && ratio <= high)
    apes[row] = error / ratio
  })
  const sorted = Int32Array.from(rows.keys()).sort((a, b) => (apes[a] ?? 0) - (apes[b] ?? 0))
  const next = randomNumbers(1)
  const figures = Array.from({ length: samples }, () => {
    const times = new Float64Array(ids.size)
    for (let book = 0; book < ids.size; book++) {
      const picked = Math.floor(next() * ids.size)
      times[picked] = (times[picked] ?? 0) + 1
    }
    const sum = (values: Float64Array) =>
      values.reduce((total, value, book) => total + value * (times[book] ?? 0), 0)
    const count = sum(copies)
    let place = 0
    for (let passed = 0; place < sorted.length; place++) {
      passed += times[bookOf[sorted[place] ?? 0] ?? 0] ?? 0
      if (passed >= count / 2) break
    }
    return {
      maeShare: sum(errors) / count,
      medianApe: apes[sorted[place] ?? 0] ?? Number.NaN,
      inside: sum(covered) / count,
    }
  })
  const intervalOf = (value: (sample: (typeof figures)[number]) => number): Interval => {
    const values = figures.map(value)
    return [quantile(values, 0.025), quantile(values, 0.975)]
  }
  return {
    maeShare: intervalOf(({ maeShare }) => maeShare),
    medianApe: intervalOf(({ medianApe }) => medianApe),
    inside: intervalOf(({ inside }) => inside),
  }
}
