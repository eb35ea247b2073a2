// Predictions that know other copies of the same book, as the server makes them from the prices of
// a title.
import { titledShares } from '../../server/pricing/titles/band.ts'
import { titleEffect } from '../../server/pricing/titles/estimate.ts'
import { varianceBetween, varianceWithin } from '../../server/pricing/titles/variances.ts'
import { isGraded, type Listing } from './listings.ts'
import type { Predicted } from './scores.ts'
import type { Fit } from './table-fit.ts'

/** Of logarithms of prices over the model's: between titles, and within them. */
export type DataVariances = { between: number; within: number }

/**
 * Those of the graded listings. The clearance shelf, the data's 'poor', asks a few fixed amounts
 * whatever the book.
 */
export function variancesOf(rows: readonly Listing[], predict: Fit['predict']): DataVariances {
  const graded = rows.flatMap((row) =>
    isGraded(row.condition)
      ? [{ book: row.book, value: Math.log(row.ratio / predict(row)), weight: 1 }]
      : [],
  )
  const books = [...Map.groupBy(graded, ({ book }) => book).values()]
  const within = varianceWithin(books).variance
  return { between: varianceBetween(books, within).variance, within }
}

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

const seed = 13

/**
 * Predicts each row from `count` other rows of its book, drawn with a fixed seed; rows of books
 * that have too few are left out. Listings of the clearance shelf are predicted as without, and
 * teach nothing.
 */
export function predictKnowing(
  predictions: readonly Predicted[],
  variancesOfFold: (fold: number) => DataVariances,
  count: number,
): { plain: Predicted[]; knowing: Predicted[] } {
  const next = randomNumbers(seed)
  const books = Map.groupBy(predictions, ({ row }) => row.book)
  const plain = predictions.filter(({ row }) => (books.get(row.book)?.length ?? 0) > count)
  const knowing = plain.map((prediction) => {
    const { row, shares } = prediction
    if (!isGraded(row.condition)) return prediction
    const others = (books.get(row.book) ?? []).filter((other) => other !== prediction)
    const drawn = Array.from({ length: count }, () =>
      others.splice(Math.floor(next() * others.length), 1),
    )
    const sales = drawn.flat().filter((other) => isGraded(other.row.condition))
    const known = sales.map(({ row: { ratio }, shares: { predicted } }) => {
      return {
        kind: 'sale',
        ageDays: 0,
        trust: 1,
        isPoor: false,
        ratio: ratio / predicted,
      } as const
    })
    const { between, within } = variancesOfFold(row.fold)
    const effect = titleEffect(known, { between, sale: within, asking: within })
    const { low, predicted, high } = titledShares(shares, effect, false, between + within)
    const upTo = (share: number) => Math.min(1, share)
    return { row, shares: { low: upTo(low), predicted: upTo(predicted), high: upTo(high) } }
  })
  return { plain, knowing }
}
