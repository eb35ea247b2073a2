// What was tried beside the model, and how sure its figures are: the card shows both.

import type { Interval, Intervals } from './bootstrap.ts'
import { type CrossValidated, scoreFolds, split, withGrid } from './cross-validation.ts'
import { fromTo, hundredths, intervalFigures, markdown } from './evaluation.ts'
import type { Fitted } from './fitted-file.ts'
import { type Grid, gridName } from './knots.ts'
import type { Listing } from './listings.ts'

/** What was found beside the model: with how fine a grid, or with the books parted how. */
export type Variant = CrossValidated & { what: string; options: string }

/** What the card shows beside the model: finer and smoother tables, and other divisions of the books. */
export function tryVariants(
  rows: readonly Listing[],
  grid: Grid,
  log: (line: string) => void,
): Variant[] {
  const finer = { ages: 13, prices: 12, stiffness: grid.stiffness }
  const smoother = { ...grid, stiffness: 100 * grid.stiffness }
  const attempt = (what: string, one: Grid, word?: string): Variant => {
    log(what)
    const held = split(rows, word)
    const options = `--grid ${gridName(one)}${word ? ` --division ${word}` : ''}`
    return { ...scoreFolds(what, held, withGrid(held, one)), what, options }
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

/** The bars that the model must keep under. */
const bars: Record<string, string> = { 'MAE, % of the list price': '4.60', 'median APE, %': '6.80' }

/** How sure the figures are; `parts` are the MAEs of parts held out, of about so many `books` each. */
export function intervalTable(
  made: Fitted,
  model: Intervals,
  baseline: Intervals,
  folds: readonly number[],
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
      return [name, values[at] ?? '', ...both.map((one) => fromTo(one, digits)), bars[name] ?? '–']
    }),
  )
  const bar = Number(bars['MAE, % of the list price']) / 100
  const over = folds.filter((mae) => mae > bar).length
  const each = (Math.round(made.data.books / 500) * 100).toLocaleString('en')
  return `${table}\n\nThe ${folds.length} parts of the divisions above, of about ${each} unseen books each, had an MAE between ${hundredths(Math.min(...folds))}% and ${hundredths(Math.max(...folds))}%; ${over} of them lay above ${hundredths(bar)}%.`
}
