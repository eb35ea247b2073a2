// Predicts prices with the help of other copies of the same book, as the server does with the
// prices of a title.
import { type TitleVariances, titledShares, titleEffect } from '../../server/pricing/estimate.ts'
import { isGraded, type Listing } from './listings.ts'
import { mean, type Predicted } from './scores.ts'
import type { Fit } from './table-fit.ts'

/**
 * A squared deviation with its weight. The variance behind it is the one to estimate plus `noise`.
 */
type Deviation = { square: number; weight: number; noise: number }

/**
 * Values further away than this many standard deviations count as this far away. With this limit,
 * the mean square of normally distributed values is `meanSquare`.
 */
const robustScale = { deviations: 2, meanSquare: 0.920537 } as const
/** Halving the range of possible variances this many times leaves almost nothing of it. */
const halvings = 60

/**
 * Returns the variance for which the squares, divided by the variance and limited, have the mean of
 * normally distributed values. Because of the limit, a few extreme prices hardly change it. Returns
 * 0 if the noise explains all deviations, and NaN if there are none.
 */
function robustVariance(deviations: readonly Deviation[]): number {
  const { deviations: limit, meanSquare } = robustScale
  const weights = deviations.reduce((total, { weight }) => total + weight, 0)
  if (weights === 0) return Number.NaN
  const squares = deviations.reduce((total, { square, weight }) => total + weight * square, 0)
  let [low, high] = [0, squares / (meanSquare * weights)]
  for (let step = 0; step < halvings; step++) {
    const variance = (low + high) / 2
    let counted = 0
    for (const { square, weight, noise } of deviations)
      counted += weight * Math.min(limit ** 2, square / (variance + noise))
    if (counted > meanSquare * weights) low = variance
    else high = variance
  }
  return (low + high) / 2
}

/**
 * Estimates how much prices vary between titles and within one: variances of the natural logarithm
 * of a price divided by the model's. Two corrections are needed: the deviation of a price from a
 * mean that includes this price is too small, and the mean of few prices contains some of their
 * variance.
 */
function varianceComponents(titles: readonly (readonly number[])[]): TitleVariances {
  const within = robustVariance(
    titles.flatMap((values) => {
      const others = 1 - 1 / values.length
      const middle = mean(values)
      return others === 0
        ? []
        : values.map((value) => ({
            square: (value - middle) ** 2 / others,
            weight: others,
            noise: 0,
          }))
    }),
  )
  const between = robustVariance(
    titles.map((values) => ({
      square: mean(values) ** 2,
      weight: 1,
      noise: within / values.length,
    })),
  )
  return { between, within }
}

/**
 * Returns the variances for graded listings. Poor copies are left out: in the listings they are
 * clearance copies with a few fixed prices, whatever the book.
 */
export function variancesOf(rows: readonly Listing[], predict: Fit['predict']): TitleVariances {
  const graded = rows.flatMap((row) =>
    isGraded(row.condition) ? [{ book: row.book, value: Math.log(row.ratio / predict(row)) }] : [],
  )
  const books = [...Map.groupBy(graded, ({ book }) => book).values()]
  return varianceComponents(books.map((own) => own.map(({ value }) => value)))
}

/**
 * Returns a generator of pseudo-random numbers between 0 and 1. The same seed gives the same
 * numbers.
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
 * Predicts each row with the prices of `count` other rows of its book, drawn with a fixed seed.
 * Rows of books with too few copies are left out. Poor copies keep their prediction, and don't
 * change that of others.
 */
export function predictKnowing(
  predictions: readonly Predicted[],
  variancesOfFold: (fold: number) => TitleVariances,
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
    const known = sales.map(({ row: { ratio }, shares: { predicted } }) => ({
      value: Math.log(ratio / predicted),
      weight: 1,
    }))
    const variances = variancesOfFold(row.fold)
    const { low, predicted, high } = titledShares(shares, titleEffect(known, variances), variances)
    const upTo = (share: number) => Math.min(1, share)
    return { row, shares: { low: upTo(low), predicted: upTo(predicted), high: upTo(high) } }
  })
  return { plain, knowing }
}
