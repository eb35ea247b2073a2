// Predictions that know other copies of the same book, as the server makes them from the prices of
// a title.

import { titledShares } from '../../server/pricing/titles/band.ts'
import { type TitleVariances, titleEffect } from '../../server/pricing/titles/estimate.ts'
import { varianceBetween, varianceWithin } from '../../server/pricing/titles/variances.ts'
import { intervalsOf, type Predictions, randomNumbers } from './bootstrap.ts'
import { folds, type Split } from './cross-validation.ts'
import { fromTo, hundredths, markdown, score, tenths } from './evaluation.ts'
import type { Listing } from './listings.ts'
import { isGraded } from './table-fit.ts'

/** Between titles, and within them. */
export type DataVariances = { between: number; within: number }

/**
 * Those of the graded listings. The clearance shelf, the data's 'poor', asks a few fixed amounts
 * whatever the book.
 */
export function variancesOf(rows: readonly Listing[], shares: readonly number[]): DataVariances {
  const graded = rows.flatMap(({ book, condition, ratio }, at) =>
    isGraded(condition)
      ? [{ book, value: Math.log(ratio / (shares[at] ?? Number.NaN)), weight: 1 }]
      : [],
  )
  const books = [...Map.groupBy(graded, ({ book }) => book).values()]
  const within = varianceWithin(books).variance
  return { between: varianceBetween(books, within).variance, within }
}

/** The variances to use for a row: those of the books in the other folds. */
export function crossValidateVariances(
  { rows, fold }: Split,
  shares: readonly number[],
): (row: number) => DataVariances {
  const byFold = folds.map((held) => {
    const kept = [...rows.keys()].filter((at) => fold[at] !== held)
    const others = kept.flatMap((at) => rows[at] ?? [])
    return variancesOf(
      others,
      kept.map((at) => shares[at] ?? Number.NaN),
    )
  })
  const none = { between: Number.NaN, within: Number.NaN }
  return (row) => byFold[fold[row] ?? 0] ?? none
}

/** `count` of the items, each as likely as the others. */
function draw<Item>(items: readonly Item[], count: number, next: () => number): Item[] {
  const rest = [...items]
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const [drawn] = rest.splice(Math.floor(next() * rest.length), 1)
    return drawn as Item
  })
}

const seed = 13

/**
 * Predicts each row from `count` other rows of its book, drawn with a fixed seed; rows of books
 * that have too few are left out. `plain` are the predictions without them. Listings of the
 * clearance shelf are predicted as without, and teach nothing.
 */
export function predictKnowing(
  rows: readonly Listing[],
  plain: Predictions,
  variancesAt: (row: number) => DataVariances,
  count: number,
): { rows: Listing[]; plain: Predictions; knowing: Predictions } {
  const next = randomNumbers(seed)
  const books = Map.groupBy(rows.keys(), (at) => rows[at]?.book)
  const kept = [...rows.entries()].flatMap(([at, row]) => {
    const others = (books.get(row.book) ?? []).filter((other) => other !== at)
    if (others.length < count) return []
    const { low, high } = plain.edges[at] ?? { low: Number.NaN, high: Number.NaN }
    const before = { low, predicted: plain.shares[at] ?? Number.NaN, high }
    const drawn = isGraded(row.condition) ? draw(others, count, next) : []
    const known = drawn.flatMap((other) => {
      const { condition = 'poor', ratio = Number.NaN } = rows[other] ?? {}
      if (!isGraded(condition)) return []
      const price = { kind: 'sale', ageDays: 0, trust: 1, isPoor: false } as const
      return [{ ...price, ratio: ratio / (plain.shares[other] ?? Number.NaN) }]
    })
    const { between, within } = variancesAt(at)
    const variances: TitleVariances = { between, sale: within, asking: within }
    const after = titledShares(before, titleEffect(known, variances), false, between + within)
    return [{ row, before, after }]
  })
  const toPredictions = (which: 'before' | 'after'): Predictions => ({
    shares: kept.map((found) => Math.min(1, found[which].predicted)),
    edges: kept.map(({ [which]: { low, high } }) => ({
      low: Math.min(1, low),
      high: Math.min(1, high),
    })),
  })
  return {
    rows: kept.map(({ row }) => row),
    plain: toPredictions('before'),
    knowing: toPredictions('after'),
  }
}

/** With how many other copies known the card shows the figures. */
const shownCounts = [0, 1, 2, 3, 5, 10]

/** The card's table: the same rows with and without other copies of their book. */
export function knownTable(
  rows: readonly Listing[],
  plain: Predictions,
  variancesAt: (row: number) => DataVariances,
): string {
  return markdown(
    [
      'copies known',
      'listings',
      'MAE, %',
      '95% by book',
      'without them',
      '95% by book',
      'inside the band, %',
      'width, %',
    ],
    shownCounts.map((count) => {
      const found = predictKnowing(rows, plain, variancesAt, count)
      const of = (predictions: Predictions) => [
        hundredths(score(found.rows, predictions).maeShare),
        fromTo(intervalsOf(found.rows, predictions).maeShare, hundredths),
      ]
      const { inside, width } = score(found.rows, found.knowing)
      return [
        String(count),
        found.rows.length.toLocaleString('en'),
        ...of(found.knowing),
        ...of(found.plain),
        tenths(inside),
        tenths(width),
      ]
    }),
  )
}
