// The figures of docs/pricing.md: tables that the fit writes between its marks.
import { conditions } from '#contract/book-forms.ts'
import type { Checked } from './crossvalidate.ts'
import type { Fitted } from './fitted.ts'
import type { Listing } from './listings.ts'
import { mean } from './measure.ts'
import { hundredths, markdown, score, type Told, tenths } from './report.ts'

/** The standard deviation over the held-out parts. */
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))

export function familiesTable(all: readonly Checked[]): string {
  const spread = (values: number[]) => `${hundredths(mean(values))} ± ${hundredths(deviation(values))}`
  return markdown(
    ['model', 'MAE, % of list', 'median APE, %', 'MAE, KRW', 'R² of the ratio'],
    all.map(({ name, byPart }) => [
      name,
      spread(byPart.map(({ maeShare }) => maeShare)),
      spread(byPart.map(({ medianApe }) => medianApe)),
      mean(byPart.map(({ mae }) => mae)).toFixed(0),
      mean(byPart.map(({ r2 }) => r2)).toFixed(3),
    ]),
  )
}

export function conditionsTable(rows: readonly Listing[], model: Told, baseline: Told): string {
  const both = (value: (told: Told) => string) => `${value(model)} (${value(baseline)})`
  return markdown(
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
        own.length.toLocaleString('en'),
        new Set(own.map(({ book }) => book)).size.toLocaleString('en'),
        both((told) => hundredths(score(rows, told, keep).maeShare)),
        both((told) => hundredths(score(rows, told, keep).medianApe)),
        both((told) => score(rows, told, keep).r2.toFixed(3)),
        both((told) => tenths(score(rows, told, keep).inside)),
        both((told) => tenths(score(rows, told, keep).wide)),
      ]
    }),
  )
}

const ages = [0, 2, 4, 6, 10, 15, 20]

export function coverageTable(rows: readonly Listing[], model: Told): string {
  return markdown(
    ['age, years', ...conditions],
    ages.map((from, at) => {
      const to = ages[at + 1]
      return [
        to === undefined ? `${from} and older` : `${from}–${to - 1}`,
        ...conditions.map((condition) => {
          const keep = (row: Listing) => row.condition === condition && row.age >= from && row.age < (to ?? Number.POSITIVE_INFINITY)
          const { rows: count, inside } = score(rows, model, keep)
          return count < 20 ? '–' : `${tenths(inside)} of ${count.toLocaleString('en')}`
        }),
      ]
    }),
  )
}

/** Puts each block between `<!-- fit: name -->` and `<!-- /fit -->`; a mark that is missing throws. */
export function fillCard(card: string, blocks: Record<string, string>): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const marked = new RegExp(`(<!-- fit: ${name} -->)(?:(?!<!--)[\\s\\S])*(<!-- /fit -->)`)
    if (!marked.test(text)) throw new Error(`The card has no place for ${name}.`)
    return text.replace(marked, (_, start: string, end: string) => `${start}\n\n${block}\n\n${end}`)
  }, card)
}

/** What the model was made from. */
export function dataTable({ date, data, grid, predicted }: Fitted): string {
  return markdown(
    ['fit of', date],
    [
      ['listings', `${data.rows.toLocaleString('en')} (${data.skipped} left out)`],
      ['books', data.books.toLocaleString('en')],
      ['median list price', `${data.medianListPrice.toLocaleString('en')} KRW`],
      ['file', `${data.bytes.toLocaleString('en')} bytes, SHA-256 \`${data.sha256}\``],
      [
        'tables',
        `${predicted.ages.length} ages × ${predicted.prices.length} list prices for each condition (grid ${grid}; ages that round to one year are one)`,
      ],
    ],
  )
}
