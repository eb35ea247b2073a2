import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import inUse from '../../server/pricing/fitted.json' with { type: 'json' }
import {
  type ConditionGrade,
  gradedConditions,
  priceShares,
  readTable,
} from '../../server/pricing/model.ts'
import { crossValidate, crossValidateConstants } from './cross-validation.ts'
import { modelOf } from './fitted-tables.ts'
import { foldOf, readListings } from './listings.ts'
import { quantile, score } from './scores.ts'
import { fitTable } from './table-fit.ts'
import { withBooks } from './table-knots.ts'
import { makeListings, toCsv } from './testing.ts'
import { randomNumbers } from './title-knowledge.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-price-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}
const grid = { ages: 6, prices: 3, stiffness: 1 }
const starts = { new: 0.7, good: 0.6, average: 0.5, poor: 0.1 } as const
const curve = (condition: keyof typeof starts, age: number) =>
  starts[condition] * (0.8 + 0.2 * Math.exp(-age / 4))

const header = 'used_price_krw,note,book_id,condition,original_price_krw,age_years'

test('columns may have any order, and rows that can’t be used are counted', () => {
  const text = [
    `\uFEFF${header}`,
    '6000,"x,\r\ny ""z""",b1,good,10000,3',
    '',
    ' 7000,5" thick,b2,new , 10000,-1',
    '6000,,b1,good,,3',
    '6000,,b1,Good,10000,3',
    '0,,b2,new,10000,3',
    '6000,,,new,10000,3',
    '6e3,,b2,new,10000,3',
    `${'9'.repeat(400)},,b2,new,10000,3`,
    '6000,,b2,new,10000,2015',
    '6000,,b2,new,10000',
    '6000,,b2,new,10000,3,4',
    '',
  ]
  const { rows, skipped, leftOut, sha256 } = readListings(file('mixed.csv', text.join('\r\n')))
  expect(rows.map(({ fold: _, ...row }) => row)).toEqual([
    { book: 'b1', condition: 'good', age: 3, listPrice: 10_000, ratio: 0.6 },
    { book: 'b2', condition: 'new', age: 0, listPrice: 10_000, ratio: 0.7 },
  ])
  expect([skipped, sha256.length]).toEqual([9, 64])
  expect(leftOut).toBe(
    '9 rows left out for their age_years, book_id, condition, number of fields, original_price_krw, used_price_krw',
  )
})

test.each([
  ['no line', ''],
  ['other columns', 'title,price\na,3'],
  ['a quote that nothing closes', `${header}\n"6000,,b1,good,10000,3`],
])('a file with %s has no usable row', (_, text) => {
  expect(() => readListings(file('unusable.csv', text))).toThrow(
    /unusable\.csv has no usable row: /,
  )
})

test('all copies of a book are in one fold, and the folds have about the same size', () => {
  const folds = Array.from({ length: 5000 }, (_, book) => foldOf(String(book)))
  expect(folds).toEqual(Array.from({ length: 5000 }, (_, book) => foldOf(String(book))))
  for (const fold of [0, 1, 2, 3, 4])
    expect(folds.filter((one) => one === fold).length).toBeGreaterThan(900)
})

test('a knot of age is dropped if it is the nearest for under a hundredth of the books, or under 20', () => {
  const of = (age: number, books: number) =>
    makeListings(books, () => 0.5).map((row) => ({ ...row, age, book: `${age} ${row.book}` }))
  const rows = [of(0, 8), of(1, 16), of(3, 60), of(9, 60), of(30, 19)].flat()
  expect(withBooks([0, 1, 3, 5, 9, 20], rows)).toEqual([1, 3, 9])
  expect(withBooks([0, 1, 3, 5, 9, 20], [...rows, ...of(31, 1)])).toEqual([1, 3, 9, 20])
  // 24 books are less than a hundredth of 3,000.
  expect(withBooks([0, 1, 3, 5, 9, 20], [...rows, ...of(31, 1), ...of(4, 3000)])).toEqual([3, 5, 9])
})

test('a quantile is interpolated between two values', () => {
  expect(quantile(0.5, [4, 1, 3, 2])).toBe(2.5)
})

test('a fit recovers a known rule, even if one listing in twelve is far off', () => {
  const next = randomNumbers(3)
  const known = (condition: keyof typeof starts, age: number, listPrice: number) =>
    curve(condition, age) - (listPrice > 15_000 ? 0.02 : 0)
  const rows = makeListings(2000, (...copy) => (next() < 1 / 12 ? 0.02 : known(...copy)), 0.03)
  const table = fitTable(rows, grid)
  for (const condition of gradedConditions)
    for (const age of [0, 1, 3, 6, 12, 20])
      for (const listPrice of [8000, 24_000])
        expect(
          Math.abs(
            readTable(table, table.shares, condition, age, listPrice / 15_000) -
              known(condition, age, listPrice),
          ),
        ).toBeLessThan(0.02)
})

test('the table keeps the order of prices even if the listings contradict it', () => {
  // In these listings prices rise with age, new copies are the cheapest, and dearer books have
  // cheaper copies.
  const upside = { new: 0.4, good: 0.5, average: 0.6, poor: 0.7 } as const
  const table = fitTable(
    makeListings(
      1500,
      (condition, age, listPrice) => (upside[condition] + age / 100) * (5000 / listPrice) ** 2,
      0.01,
    ),
    grid,
  )
  const at = (condition: ConditionGrade, a: number, p: number) =>
    table.shares[condition][a]?.[p] ?? Number.NaN
  for (const [a] of table.ages.entries())
    for (const [p] of table.prices.entries()) {
      expect(at('new', a, p)).toBeGreaterThanOrEqual(at('good', a, p))
      expect(at('good', a, p)).toBeGreaterThanOrEqual(at('average', a, p))
      if (a > 0)
        for (const condition of gradedConditions)
          expect(at(condition, a, p)).toBeLessThanOrEqual(at(condition, a - 1, p))
    }
  // The copy of a dearer book never costs less, not even between the knots.
  for (const condition of gradedConditions)
    for (const age of [0, 3, 9, 20]) {
      const money = Array.from({ length: 200 }, (_, step) => {
        const price = 0.2 + step / 100
        return price * readTable(table, table.shares, condition, age, price)
      })
      expect(money).toEqual(money.toSorted((one, other) => one - other))
    }
})

test('the band holds four fifths of unseen prices, and the table beats one share per condition', () => {
  const rows = makeListings(1500, curve, 0.06)
  const { predictions, widen } = crossValidate(rows, () => grid)
  expect(predictions.map(({ row }) => row)).toEqual(rows)
  const { inside, maeShare } = score(predictions)
  expect(inside).toBeGreaterThan(0.77)
  expect(inside).toBeLessThan(0.83)
  expect(Math.abs(widen)).toBeLessThan(0.01)
  expect(maeShare).toBeLessThan(score(crossValidateConstants(rows)).maeShare)
})

test('a model’s tables never cross at a knot, whatever the fits of its edges say', () => {
  const flat = (share: number) => {
    const rows = [
      [share, share],
      [share, share],
    ]
    const shares = { new: rows, good: rows, average: rows }
    return { ages: [1, 5], prices: [1, 2], shares, median: 1 }
  }
  const tables = { low: flat(0.6), predicted: flat(0.5), high: flat(0.4) }
  const crossed = modelOf(tables, 0.001)
  expect([crossed.low.good[0]?.[0], crossed.high.good[0]?.[0]]).toEqual([0.4999, 0.5001])
  const usual = modelOf({ ...tables, low: flat(0.4), high: flat(0.6) }, 0.001)
  expect([usual.low.good[1], usual.high.good[1]]).toEqual([
    [0.399, 0.399],
    [0.601, 0.601],
  ])
})

test('the model in use meets its targets, and its band contains about four fifths', () => {
  const { maePercentOfList, medianApePercent, insideBandPercent } = inUse.crossValidated.model
  expect(maePercentOfList).toBeLessThanOrEqual(4.6)
  expect(medianApePercent).toBeLessThanOrEqual(6.8)
  expect(Math.abs(insideBandPercent - 80)).toBeLessThan(1)
})

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/price-model/fit.ts', ...args], { encoding: 'utf8' })

test('the command fits a file, and writes the same model and figures each time', () => {
  const csv = file('listings.csv', toCsv(makeListings(400, curve, 0.05)))
  const [one, two] = ['one', 'two'].map((name) => {
    const { status, stderr, stdout } = run(csv, '--to', path.join(folder, name), '--grid', '5x3x1')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('1,600 rows of 400 books; no row left out')
    return readFileSync(path.join(folder, name, 'fitted.json'), 'utf8')
  })
  expect(one).toBe(two)
  const made = JSON.parse(one ?? '')
  expect(Object.keys(made)).toEqual(Object.keys(inUse))
  expect([made.data.rows, made.data.books, made.grid]).toEqual([1600, 400, '5x3x1'])
  const { model, baseline, interval95 } = made.crossValidated
  expect(model.maePercentOfList).toBeLessThan(baseline.maePercentOfList)
  // Only a new fit to the file of the current model keeps this interval.
  expect(interval95).toBeUndefined()
  const copy = { condition: 'good', age: 0, relativePrice: 1 } as const
  expect(Math.abs(priceShares(copy, made).predicted - 0.6)).toBeLessThan(0.03)
})

const scarce = makeListings(200, curve).filter(
  ({ condition, book }) => condition === 'good' || Number(book) < 1040,
)
test.each([
  ['no file', [], /^npm run price:fit -- FILE\.csv\n/],
  ['a grid that is none', ['x.csv', '--grid', 'fine'], /^fine is no grid: it is like 9x4x1\.\n$/],
  ['a file that isn’t there', ['nowhere.csv'], /^ENOENT: [^\n]*nowhere\.csv'\n$/],
  [
    'too few books of a condition',
    [file('scarce.csv', toCsv(scarce)), '--to', path.join(folder, 'none'), '--grid', '5x3x1'],
    /^A fit needs 50 books of each condition: too few are new, average, poor\.\n$/,
  ],
])('with %s, an error says so, and nothing is written', (_, args, message) => {
  const { status, stderr } = run(...args)
  expect([status, existsSync(path.join(folder, 'none'))]).toEqual([1, false])
  expect(stderr).toMatch(message)
})
