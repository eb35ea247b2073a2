import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import fitted from '../../server/pricing/fitted.json' with { type: 'json' }
import { attacksTable } from './attacks/attacks.ts'
import { varianceAttacksTable } from './attacks/variance-attacks.ts'
import { folds } from './cross-validation.ts'
import type { Fitted } from './fitted-file.ts'
import type { Listing } from './listings.ts'
import {
  cards,
  coverageTable,
  fillCard,
  picturesOf,
  poorAmounts,
  variancesTable,
} from './model-card.ts'
import { plots } from './plots/plots.ts'
import { intervalTable, variantsTable } from './sensitivity.ts'
import { makeListings } from './testing.ts'

const readCard = (card: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../..', card), 'utf8')
const card = readCard(cards.model) + readCard(cards.titles)
const block = (name: string) =>
  new RegExp(`<!-- fit: ${name} -->([\\s\\S]*?)<!-- /fit -->`).exec(card)?.[1] ?? ''

test('figures go between the card’s marks, and nowhere else', () => {
  const card =
    'a\n<!-- fit: data -->\n<!-- /fit -->\nb\n<!-- fit: more -->\nold\n<!-- /fit -->\nc\n'
  const filled =
    'a\n<!-- fit: data -->\n\n$1\n\n<!-- /fit -->\nb\n<!-- fit: more -->\n\nnew\n\n<!-- /fit -->\nc\n'
  expect(fillCard(card, { data: '$1', more: 'new' })).toBe(filled)
  expect(fillCard(filled, { more: 'new', data: '$1' })).toBe(filled)
  expect(() => fillCard(card, { none: '' })).toThrow('The card has no place for none.')
})

test('the card is of the fit that is in use', () => {
  const { data, date, grid, crossValidated, ages, prices } = fitted
  expect(block('data')).toContain(`| fit of | ${date} |`)
  expect(block('data')).toContain(data.sha256)
  expect(block('data')).toContain(
    `| ${ages.length} ages × ${prices.length} list prices for each condition (grid ${grid};`,
  )
  const { maePercentOfList, medianApePercent, insideBandPercent } = crossValidated.interval95
  const line = (name: string, value: string, interval: number[], digits: number) =>
    `| ${name} | ${value} | ${interval.map((end) => end.toFixed(digits)).join('–')} |`
  const predictions = block('interval')
  expect(predictions).toContain(
    line(
      'MAE, % of the list price',
      crossValidated.model.maePercentOfList.toFixed(2),
      maePercentOfList,
      2,
    ),
  )
  expect(predictions).toContain(
    line('median APE, %', crossValidated.model.medianApePercent.toFixed(2), medianApePercent, 2),
  )
  expect(predictions).toContain(
    line(
      'inside the 80% band, %',
      crossValidated.model.insideBandPercent.toFixed(1),
      insideBandPercent,
      1,
    ),
  )
})

test('the model keeps to its bars, and its band near four fifths', () => {
  const { maePercentOfList, medianApePercent, insideBandPercent } = fitted.crossValidated.model
  expect(maePercentOfList).toBeLessThanOrEqual(4.6)
  expect(medianApePercent).toBeLessThanOrEqual(6.8)
  expect(Math.abs(insideBandPercent - 80)).toBeLessThan(1)
  const cells = [...block('coverage').matchAll(/([\d.]+) of [\d,]+ \(([\d,]+)\)/g)].map(
    ([, inside, books = '']) => ({
      inside: Number(inside),
      books: Number(books.replace(',', '')),
    }),
  )
  expect(cells.length).toBeGreaterThan(20)
  for (const { inside, books } of cells) if (books >= 100) expect(inside).toBeGreaterThan(75)
})

test('a picture’s text holds figures of the picture itself', () => {
  const rows = makeListings(400, (_, age) => 0.6 - age / 100, 0.02).map((row) => ({
    ...row,
    age: row.age < 10 ? 4 : 20,
  }))
  // What is asked lies three points above what was said of the young, and two below what was said
  // of the old.
  const shares = rows.map(({ ratio, age }) => (age === 4 ? ratio - 0.03 : ratio + 0.02))
  const pictures = plots(
    rows,
    shares,
    rows.map(() => 0.5),
  )
  const age = pictures['residuals-by-age.svg']?.alt
  expect(age).toMatch(
    /^Residuals by age: medians from −2\.0 \(\w+, 20 years\) to \+3\.0 \(\w+, 4 years\) points of the list price; /,
  )
  expect(pictures['residuals-by-condition.svg']?.alt).toMatch(
    /: new 5\.0 \(\d+\.\d\), good 5\.0 \(/,
  )
  const markdown = picturesOf(pictures).split('\n\n')
  expect(markdown).toHaveLength(3)
  for (const line of markdown) expect(line).toMatch(/^!\[[^\]]*\d[^\]]*\]\(pricing\/[\w-]+\.svg\)$/)
})

test('what was tried stands beside the command that shows it, and how sure a figure is beside its bar', () => {
  const measures = { rows: 1, mae: 1, maeShare: 0.0447, medianApe: 0.065, r2: 0.6 }
  const tried = {
    name: 'x',
    shares: [],
    all: measures,
    byFold: folds.map(() => measures),
    what: 'finer',
    options: '--grid 13x12x1',
  }
  expect(variantsTable([tried])).toContain('| finer | `--grid 13x12x1` | 4.47 | 6.50 |')
  const intervals = {
    maeShare: [0.044, 0.0455],
    medianApe: [0.064, 0.066],
    inside: [0.79, 0.81],
  } as const
  const made = {
    data: { books: 5500 },
    crossValidated: { model: fitted.crossValidated.model },
  } as Fitted
  const table = intervalTable(made, intervals, intervals, [0.044, 0.0461, 0.0459])
  expect(table).toContain(' | 4.40–4.55 | 4.40–4.55 | 4.60 |')
  expect(table).toContain(
    'The 3 parts of the divisions above, of about 1,100 unseen books each, had an MAE between 4.40% and 4.61%; 1 of them',
  )
})

test('the amounts that poor copies ask most are counted', () => {
  const rows = [500, 800, 500, 1000, 1500, 1500, 700, 800, 1000].map(
    (askingPrice) => ({ condition: 'poor', askingPrice }) as Listing,
  )
  expect(poorAmounts(rows)).toBe('500, 800, 1,000, 1,500 KRW are asked by 8 of 9')
})

test('the card’s cells name their books, and say where the band holds least', () => {
  const row = (book: number, age: number, ratio: number): Listing => ({
    book: String(book),
    condition: 'new',
    age,
    listPrice: 10_000,
    askingPrice: 10_000 * ratio,
    ratio,
  })
  const young = Array.from({ length: 40 }, (_, at) => row(at % 14, 0, at < 30 ? 0.7 : 0.2))
  const older = Array.from({ length: 200 }, (_, at) => row(100 + at, 1, at < 150 ? 0.6 : 0.2))
  const rows = [...young, ...older]
  const table = coverageTable(rows, {
    shares: rows.map(() => 0.65),
    edges: rows.map(() => ({ low: 0.5, high: 0.8 })),
  })
  expect(table).toContain('| 0 | 75.0 of 40 (14) | – | – | – |')
  expect(table).toContain('| 1 | 75.0 of 200 (200) | – | – | – |')
  expect(table).toContain(
    'Of all prices 75.0% lie inside. Cells of 100 books and more go from 75.0% (new, 1) to',
  )
})

test('knowing other copies keeps to its bars: smaller errors, and a band that holds four fifths and narrows', () => {
  const rows = new Map(
    [...block('known').matchAll(/^\| (\d+) \|(.*)\|$/gm)].map(([, known, cells = '']) => [
      Number(known),
      cells.split('|').map((cell) => Number.parseFloat(cell)),
    ]),
  )
  const bars = { 0: 4.6, 1: 3.15, 3: 2.6, 5: 2.4 }
  let width = Number.POSITIVE_INFINITY
  for (const [known, bar] of Object.entries(bars)) {
    const [, error = 9, , , , inside = 0, narrower = 99] = rows.get(Number(known)) ?? []
    expect(error).toBeLessThanOrEqual(bar)
    expect([inside >= 77, inside <= 83]).toEqual([true, true])
    expect(narrower).toBeLessThan(width)
    width = narrower
  }
})

test('the card’s tables of attacks are today’s, and at whatever variances no account alone moves a title by a tenth of the list price', () => {
  expect(block('attacks').trim()).toBe(attacksTable())
  const shares = [...block('attacks').matchAll(/^\| (?:one account|2 accounts).*$/gm)].flatMap(
    ([line]) => [...line.matchAll(/([\d.]+)%/g)].map(([, value]) => Number(value)),
  )
  expect(shares).toHaveLength(48)
  expect(Math.max(...shares)).toBeLessThan(5)
  expect(block('pushed').trim()).toBe(varianceAttacksTable())
  const pair = /^\| two accounts, 1,000.*$/m.exec(block('pushed'))?.[0] ?? ''
  const factors = [...pair.matchAll(/\d\.\d\d/g)].map(Number)
  expect(factors).toHaveLength(12)
  for (const factor of factors) expect(Math.abs(factor - 1)).toBeLessThan(0.02)
})

test('the card’s variances are those in use', () => {
  expect(block('variances').trim()).toBe(variancesTable(fitted))
})
