// The tables of the model cards, and the sentences below them.
import { readFile, writeFile } from 'node:fs/promises'
import { conditions } from '../../contract/books/book-forms.ts'
import type { Predictions } from './bootstrap.ts'
import type { CrossValidated } from './cross-validation.ts'
import { hundredths, markdown, score, tenths } from './evaluation.ts'
import type { Fitted } from './fitted-file.ts'
import type { Listing, Listings } from './listings.ts'
import { mean } from './metrics.ts'
import type { Picture } from './plots/plot-data.ts'
import { minBooksOfKnot } from './table-knots.ts'

const deviation = (values: readonly number[]) =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
const count = (value: number) => value.toLocaleString('en')
const booksOf = (rows: readonly Listing[]) => new Set(rows.map(({ book }) => book)).size

export function candidatesTable(all: readonly CrossValidated[]): string {
  const spread = (values: number[]) =>
    `${hundredths(mean(values))} ± ${hundredths(deviation(values))}`
  return markdown(
    ['model', 'MAE, % of list', 'median APE, %', 'MAE, KRW', 'R² of the ratio'],
    all.map(({ name, byFold }) => [
      name,
      spread(byFold.map(({ maeShare }) => maeShare)),
      spread(byFold.map(({ medianApe }) => medianApe)),
      mean(byFold.map(({ mae }) => mae)).toFixed(0),
      mean(byFold.map(({ r2 }) => r2)).toFixed(3),
    ]),
  )
}

export function conditionsTable(
  rows: readonly Listing[],
  model: Predictions,
  baseline: Predictions,
): string {
  const both = (value: (predictions: Predictions) => string) =>
    `${value(model)} (${value(baseline)})`
  const beaten = conditions.filter((condition) => {
    const [own, base] = [model, baseline].map(
      (predictions) => score(rows, predictions, (row) => row.condition === condition).medianApe,
    )
    return (base ?? 0) < (own ?? 0)
  })
  const table = markdown(
    [
      'condition',
      'listings',
      'books',
      'MAE, % of list',
      'median APE, %',
      'R² of the ratio',
      'inside the band, %',
      'width of the band, % of list',
    ],
    conditions.map((condition) => {
      const keep = (row: Listing) => row.condition === condition
      const own = rows.filter(keep)
      return [
        condition,
        count(own.length),
        count(booksOf(own)),
        both((predictions) => hundredths(score(rows, predictions, keep).maeShare)),
        both((predictions) => hundredths(score(rows, predictions, keep).medianApe)),
        both((predictions) => score(rows, predictions, keep).r2.toFixed(3)),
        both((predictions) => tenths(score(rows, predictions, keep).inside)),
        both((predictions) => tenths(score(rows, predictions, keep).width)),
      ]
    }),
  )
  return beaten.length
    ? `${table}\n\nOne share per condition has the lower median APE, though not the lower MAE, for: ${beaten.join(', ')}.`
    : table
}

const ages = [0, 1, 2, 4, 6, 10, 15, 20, 30]
/** Cells with fewer books are not counted in the sentence. */
const minBooksOfCell = 100

export function coverageTable(rows: readonly Listing[], model: Predictions): string {
  const cells = ages.map((from, at) => {
    const to = ages[at + 1]
    const name =
      to === undefined ? `${from} and older` : to - from === 1 ? String(from) : `${from}–${to - 1}`
    return conditions.map((condition) => {
      const keep = (row: Listing) =>
        row.condition === condition && row.age >= from && row.age < (to ?? Number.POSITIVE_INFINITY)
      const own = rows.filter(keep)
      return {
        name,
        condition,
        listings: own.length,
        books: booksOf(own),
        inside: score(rows, model, keep).inside,
      }
    })
  })
  const table = markdown(
    ['age, years', ...conditions],
    cells.map((row) => [
      row[0]?.name ?? '',
      ...row.map(({ listings, books, inside }) =>
        listings ? `${tenths(inside)} of ${count(listings)} (${count(books)})` : '–',
      ),
    ]),
  )
  const predictions = cells.flat().filter(({ books }) => books >= minBooksOfCell)
  const [least, ...others] = predictions.toSorted((a, b) => a.inside - b.inside)
  if (!least) return table
  const most = others.at(-1) ?? least
  const said = ({ name, condition, inside }: typeof least) =>
    `${tenths(inside)}% (${condition}, ${name})`
  const all = tenths(score(rows, model).inside)
  return `${table}\n\nOf all prices ${all}% lie inside. Cells of ${minBooksOfCell} books and more go from ${said(least)} to ${said(most)}; what fewer books give is mostly chance.`
}

export const picturesOf = (pictures: Record<string, Picture>): string =>
  Object.entries(pictures)
    .map(([name, { alt }]) => `![${alt}](pricing/${name})`)
    .join('\n\n')

/** The four most common asking prices of poor copies. */
export function poorAmounts(rows: readonly Listing[]): string {
  const poor = rows.filter(({ condition }) => condition === 'poor')
  const amounts = [...Map.groupBy(poor, ({ askingPrice }) => askingPrice)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 4)
  const asking = amounts.reduce((sum, [, own]) => sum + own.length, 0)
  const named = amounts.map(([amount]) => amount).sort((a, b) => a - b)
  return `${named.map(count).join(', ')} KRW are asked by ${count(asking)} of ${count(poor.length)}`
}

/**
 * Puts each block between `<!-- fit: name -->` and `<!-- /fit -->`. Throws if a mark is missing.
 */
export function fillCard(card: string, blocks: Record<string, string>): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const marked = new RegExp(`(<!-- fit: ${name} -->)(?:(?!<!--)[\\s\\S])*(<!-- /fit -->)`)
    if (!marked.test(text)) throw new Error(`The card has no place for ${name}.`)
    return text.replace(marked, (_, start: string, end: string) => `${start}\n\n${block}\n\n${end}`)
  }, card)
}

export const cards = { model: 'docs/pricing.md', titles: 'docs/pricing-titles.md' } as const

/** Puts blocks between the marks of a card. */
export async function updateBlocks(card: string, blocks: Record<string, string>): Promise<void> {
  await writeFile(card, fillCard(await readFile(card, 'utf8'), blocks))
}

export const variancesTable = ({
  titleVariances: { between, within },
}: Pick<Fitted, 'titleVariances'>) =>
  markdown(
    ['of the logarithm of prices over the model', 'variance', 'standard deviation, %'],
    [
      ['titles around the market (τ²)', between, Math.sqrt(between)] as const,
      ['prices around their title (σ²)', within, Math.sqrt(within)] as const,
    ].map(([name, variance, deviation]) => [name, variance.toFixed(5), tenths(deviation)]),
  )

export function dataTable(
  { date, data, grid, ages, prices }: Fitted,
  { leftOut, rows }: Pick<Listings, 'leftOut' | 'rows'>,
): string {
  return markdown(
    ['fit of', date],
    [
      ['listings', `${count(data.rows)} (${leftOut || 'no row left out'})`],
      ['books', count(data.books)],
      ['median list price', `${count(data.medianListPrice)} KRW`],
      ['file', `${count(data.bytes)} bytes, SHA-256 \`${data.sha256}\``],
      [
        'tables',
        `${ages.length} ages × ${prices.length} list prices for each condition (grid ${grid}; ages that round to one year are one, and one with fewer than ${Math.round(minBooksOfKnot(data.books))} books near it is dropped)`,
      ],
      ['poor copies', poorAmounts(rows)],
    ],
  )
}
