import { type Condition, conditions } from '../../contract/books/book-forms.ts'
import { type Interval, type Intervals, intervalsOf, type Predictions } from './bootstrap.ts'
import type { Listing } from './listings.ts'
import { type Measures, mean, measure } from './metrics.ts'

/** `inside` is the part of the prices that lie in the band, `width` its mean width: both 0 to 1. */
export type Scored = Measures & { inside: number; width: number }

export function score(
  rows: readonly Listing[],
  { shares, edges }: Predictions,
  keep: (row: Listing) => boolean = () => true,
): Scored {
  const kept = rows.flatMap((row, at) =>
    keep(row) ? [{ row, share: shares[at] ?? 0, edge: edges[at] ?? { low: 0, high: 0 } }] : [],
  )
  return {
    ...measure(
      kept.map(({ row }) => row),
      kept.map(({ share }) => share),
    ),
    inside: mean(
      kept.map(({ row, edge }) => Number(row.ratio >= edge.low && row.ratio <= edge.high)),
    ),
    width: mean(kept.map(({ edge }) => edge.high - edge.low)),
  }
}

export const hundredths = (share: number) => (100 * share).toFixed(2)
export const tenths = (share: number) => (100 * share).toFixed(1)

export const figures: { name: string; of: (scored: Scored) => string }[] = [
  { name: "MAE, in the file's currency", of: ({ mae }) => mae.toFixed(1) },
  { name: 'MAE, % of the list price', of: ({ maeShare }) => hundredths(maeShare) },
  { name: 'median APE, %', of: ({ medianApe }) => hundredths(medianApe) },
  { name: 'R² of the ratio', of: ({ r2 }) => (Number.isNaN(r2) ? '–' : r2.toFixed(3)) },
  { name: 'inside the 80% band, %', of: ({ inside }) => tenths(inside) },
  { name: 'width of the band, % of the list price', of: ({ width }) => tenths(width) },
]

export const intervalFigures: {
  name: string
  of: (intervals: Intervals) => Interval
  digits: (share: number) => string
}[] = [
  { name: 'MAE, % of the list price', of: ({ maeShare }) => maeShare, digits: hundredths },
  { name: 'median APE, %', of: ({ medianApe }) => medianApe, digits: hundredths },
  { name: 'inside the 80% band, %', of: ({ inside }) => inside, digits: tenths },
]
export const fromTo = ([from, to]: Interval, digits: (share: number) => string) =>
  `${digits(from)}–${digits(to)}`
/** Too few books give no useful interval. */
const minBooks = 10

export function groups(
  rows: readonly Listing[],
): { name: string; keep: (row: Listing) => boolean; rows: number; books: number }[] {
  const group = (name: string, condition?: Condition) => {
    const keep = (row: Listing) => condition === undefined || row.condition === condition
    const own = rows.filter(keep)
    return { name, keep, rows: own.length, books: new Set(own.map(({ book }) => book)).size }
  }
  return [group('all'), ...conditions.map((condition) => group(condition, condition))].filter(
    (found) => found.rows > 0,
  )
}

const line = (cells: readonly string[]) =>
  [cells[0]?.padEnd(42), ...cells.slice(1).map((cell) => cell.padStart(12))].join('').trimEnd()

/** '1 row', '2,000 rows'. */
export const counted = (count: number, thing: string) =>
  `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`

/** The evaluation as lines of text; without `hasBooks`, intervals by book are left out. */
export function evaluation(
  rows: readonly Listing[],
  model: Predictions,
  baseline: Predictions,
  hasBooks = true,
): string[] {
  const [own, base] = [intervalsOf(rows, model), intervalsOf(rows, baseline)]
  const [all = [], ...byCondition] = groups(rows).map(({ name, keep, rows: count, books }) => {
    const [own, base] = [score(rows, model, keep), score(rows, baseline, keep)]
    return [
      '',
      line([`${name}: ${counted(count, 'row')}, ${counted(books, 'book')}`, 'model', 'baseline']),
      ...figures.map(({ name: figure, of }) => line([`  ${figure}`, of(own), of(base)])),
    ]
  })
  const hasFewBooks = !hasBooks || new Set(rows.map(({ book }) => book)).size < minBooks
  const interval = (ends: Interval, digits: (share: number) => string) =>
    hasFewBooks ? '–' : fromTo(ends, digits)
  return [
    ...all,
    ...intervalFigures.map(({ name, of, digits }) =>
      line([`  95% by book: ${name}`, interval(of(own), digits), interval(of(base), digits)]),
    ),
    ...byCondition.flat(),
  ]
}

/** A table in Markdown; all columns but the first are right-aligned. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, at) => (at ? '---:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
