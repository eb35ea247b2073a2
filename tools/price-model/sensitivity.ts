// Variants of the model and the intervals of its figures, for the model card.

import type { Interval, Intervals } from './bootstrap.ts'
import { type CrossValidated, scoreFolds, split, withGrid } from './cross-validation.ts'
import { fromTo, hundredths, intervalFigures, markdown } from './evaluation.ts'
import type { Fitted } from './fitted-file.ts'
import type { Listing } from './listings.ts'
import { type Grid, gridName } from './table-knots.ts'

type Variant = CrossValidated & { what: string; options: string }

/** Finer and smoother tables, and other divisions of the books. */
export function tryVariants(
  rows: readonly Listing[],
  grid: Grid,
  log: (line: string) => void,
): Variant[] {
  const finer = { ages: 13, prices: 12, stiffness: grid.stiffness }
  const smoother = { ...grid, stiffness: 100 * grid.stiffness }
  const attempt = (what: string, tried: Grid, word?: string): Variant => {
    log(what)
    const divided = split(rows, word)
    const options = `--grid ${gridName(tried)}${word ? ` --division ${word}` : ''}`
    return { ...scoreFolds(what, divided, withGrid(divided, tried)), what, options }
  }
  return [
    attempt('more knots, and several times the numbers', finer),
    attempt('a hundred times the stiffness', smoother),
    ...['one', 'two', 'three'].map((word) =>
      attempt(`another division of the books: ‘${word}’`, grid, word),
    ),
  ]
}

export function variantsTable(tried: readonly Variant[]): string {
  return markdown(
    [
      'what else was tried',
      'seen with `npm run price:fit -- FILE.csv --to FOLDER` and',
      'MAE, % of list',
      'median APE, %',
    ],
    tried.map(({ what, options, all }) => [
      what,
      `\`${options}\``,
      hundredths(all.maeShare),
      hundredths(all.medianApe),
    ]),
  )
}

/** The model must have lower figures. */
const limits: Record<string, string> = {
  'MAE, % of the list price': '4.60',
  'median APE, %': '6.80',
}

/** The intervals; `foldErrors` are the MAEs of single folds. */
export function intervalTable(
  made: Fitted,
  model: Intervals,
  baseline: Intervals,
  foldErrors: readonly number[],
): string {
  const { maePercentOfList, medianApePercent, insideBandPercent } = made.crossValidated.model
  const values = [
    maePercentOfList.toFixed(2),
    medianApePercent.toFixed(2),
    insideBandPercent.toFixed(1),
  ]
  const table = markdown(
    ['figure', 'cross-validated', '95% interval by book', 'of the baseline', 'bar'],
    intervalFigures.map(({ name, of, digits }, at) => {
      const both: [Interval, Interval] = [of(model), of(baseline)]
      return [
        name,
        values[at] ?? '',
        ...both.map((interval) => fromTo(interval, digits)),
        limits[name] ?? '–',
      ]
    }),
  )
  const limit = Number(limits['MAE, % of the list price']) / 100
  const over = foldErrors.filter((mae) => mae > limit).length
  const each = (Math.round(made.data.books / 500) * 100).toLocaleString('en')
  return `${table}\n\nThe ${foldErrors.length} parts of the divisions above, of about ${each} unseen books each, had an MAE between ${hundredths(Math.min(...foldErrors))}% and ${hundredths(Math.max(...foldErrors))}%; ${over} of them lay above ${hundredths(limit)}%.`
}
