import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Graded, graded, readTable } from '#server/pricing/model.ts'
import { checkBands } from './band.ts'
import { fillCard } from './card.ts'
import { check, split } from './crossvalidate.ts'
import { constants, families, fitCurve } from './families.ts'
import { toJson } from './fitted.ts'
import { fallingMedians } from './isotonic.ts'
import { fieldsOf, partOf, readListings } from './listings.ts'
import { mean, quantile, weightedMedian } from './measure.ts'
import { solve } from './solve.ts'
import { fitTable, risesWithPrice } from './surface.ts'
import { madeUp, toCsv } from './testing.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-price-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}
const grid = { ages: 6, prices: 3, stiff: 1 }
const starts = { new: 0.7, good: 0.6, average: 0.5, poor: 0.1 } as const
const curve = (condition: keyof typeof starts, age: number) => starts[condition] * (0.8 + 0.2 * Math.exp(-age / 4))

test('fields may stand in quotes', () => {
  expect(fieldsOf('1,"a, ""b""",,"",c')).toEqual(['1', 'a, "b"', '', '', 'c'])
  expect(fieldsOf('1,,x')).toEqual(['1', '', 'x'])
  expect(fieldsOf(',"x",y')).toEqual(['', 'x', 'y'])
})

test('a file is read whatever the order of its columns; rows that lack something are counted', () => {
  const text = [
    '\uFEFFused_price_krw,note,book_id,condition,original_price_krw,age_years',
    '6000,"x, y",b1,good,10000,3',
    '6000,,b1,good,,3',
    '6000,,b1,fair,10000,3',
    '0,,b2,new,10000,3',
    '6000,,,new,10000,3',
    '6e3,,b2,new,10000,3',
    '7000,,b2,new,10000,-1',
    '',
  ]
  const { rows, books, skipped, sha256 } = readListings(file('mixed.csv', text.join('\r\n')))
  expect(rows).toEqual([
    { book: 'b1', condition: 'good', age: 3, list: 10_000, asked: 6000, ratio: 0.6 },
    { book: 'b2', condition: 'new', age: 0, list: 10_000, asked: 7000, ratio: 0.7 },
  ])
  expect([books, skipped, sha256.length]).toEqual([2, 5, 64])
})

test('all copies of a book fall in one part, and the parts are about even', () => {
  const parts = Array.from({ length: 5000 }, (_, book) => partOf(String(book), 5))
  expect(parts).toEqual(Array.from({ length: 5000 }, (_, book) => partOf(String(book), 5)))
  for (const part of [0, 1, 2, 3, 4]) expect(parts.filter((one) => one === part).length).toBeGreaterThan(900)
})

test('medians, quantiles and pooled medians, by hand', () => {
  expect(
    weightedMedian([
      { value: 3, weight: 1 },
      { value: 1, weight: 1 },
      { value: 9, weight: 3 },
    ]),
  ).toBe(9)
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
  const block = (...values: number[]) => values.map((value) => ({ value, weight: 1 }))
  expect(fallingMedians([block(5), block(2, 2, 2), block(4), block(), block(1)])).toEqual([5, 2, 2, 2, 1])
})

test('a system of equations is solved', () => {
  const solution = solve(Float64Array.of(4, 2, 2, 3), Float64Array.of(10, 8))
  expect(solution[0]).toBeCloseTo(1.75, 6)
  expect(solution[1]).toBeCloseTo(1.5, 6)
})

test('the curve’s numbers are found again', () => {
  const found = fitCurve(madeUp(1500, curve, 0.03))
  for (const age of [0, 2, 5, 10, 25])
    for (const condition of graded) expect(found.share(condition, age)).toBeCloseTo(curve(condition, age), 1.9)
})

test('the table finds a known course again, though one listing in twelve is far off', () => {
  const next = numbers(3)
  const known = (condition: keyof typeof starts, age: number, list: number) => curve(condition, age) - (list > 15_000 ? 0.02 : 0)
  const rows = madeUp(2000, (...copy) => (next() < 1 / 12 ? 0.02 : known(...copy)), 0.03)
  const table = fitTable(rows, 15_000, grid)
  for (const condition of graded)
    for (const age of [0, 1, 3, 6, 12, 20])
      for (const list of [8000, 24_000])
        expect(Math.abs(readTable(table, condition, age, list / 15_000) - known(condition, age, list))).toBeLessThan(0.02)
})

test('what listings say against the promises of a price, the table doesn’t', () => {
  // Dearer with age, cheaper when new, and the dearer the book the cheaper the copy.
  const upside = { new: 0.4, good: 0.5, average: 0.6, poor: 0.7 } as const
  const table = fitTable(
    madeUp(1500, (condition, age, list) => (upside[condition] + age / 100) * (5000 / list) ** 2, 0.01),
    15_000,
    grid,
  )
  const at = (condition: Graded, a: number, p: number) => table.shares[condition][a]?.[p] ?? Number.NaN
  for (const [a] of table.ages.entries())
    for (const [p] of table.prices.entries()) {
      expect(at('new', a, p)).toBeGreaterThanOrEqual(at('good', a, p))
      expect(at('good', a, p)).toBeGreaterThanOrEqual(at('average', a, p))
      if (a > 0) for (const condition of graded) expect(at(condition, a, p)).toBeLessThanOrEqual(at(condition, a - 1, p))
    }
  expect(risesWithPrice(table)).toBe(true)
  expect(risesWithPrice({ ...table, prices: [1, 2], shares: { new: [[0.9, 0.4]], good: [[0.5, 0.5]], average: [[0.5, 0.5]] } })).toBe(false)
})

test('the band holds four fifths of the prices of books it hasn’t seen', () => {
  const rows = madeUp(1500, curve, 0.06)
  const { edges, widen } = checkBands(split(rows))
  const inside = rows.map(({ ratio }, at) => Number(ratio >= (edges[at]?.low ?? 1) && ratio <= (edges[at]?.high ?? 0)))
  expect(mean(inside)).toBeGreaterThan(0.77)
  expect(mean(inside)).toBeLessThan(0.83)
  expect(Math.abs(widen)).toBeLessThan(0.01)
})

test('every family does better than one share for all where condition and age count', () => {
  const held = split(madeUp(600, curve, 0.02))
  const [one = Number.NaN, ...others] = families.map((family) => check(family, held).all.maeShare)
  expect(others.length).toBeGreaterThan(3)
  for (const other of others) expect(other).toBeLessThan(one / 2)
  expect(check(constants, held).byPart).toHaveLength(5)
})

test('figures go between the card’s marks, and nowhere else', () => {
  const card = 'a\n<!-- fit: data -->\n<!-- /fit -->\nb\n<!-- fit: more -->\nold\n<!-- /fit -->\nc\n'
  const filled = 'a\n<!-- fit: data -->\n\n$1\n\n<!-- /fit -->\nb\n<!-- fit: more -->\n\nnew\n\n<!-- /fit -->\nc\n'
  expect(fillCard(card, { data: '$1', more: 'new' })).toBe(filled)
  expect(fillCard(filled, { more: 'new', data: '$1' })).toBe(filled)
  expect(() => fillCard(card, { none: '' })).toThrow('The card has no place for none.')
})

test('numbers are written line by line', () => {
  expect(toJson({ a: 'x', b: [[1, 2], [3]], c: { d: 1, e: 2 } })).toBe(
    '{\n  "a": "x",\n  "b": [\n    [1, 2],\n    [3]\n  ],\n  "c": { "d": 1, "e": 2 }\n}',
  )
})

const run = (...args: string[]) => spawnSync(process.execPath, ['scripts/price-fit.ts', ...args], { encoding: 'utf8' })

test('the command fits a file and writes the model, its figures and its plots, the same each time', { timeout: 120_000 }, () => {
  const csv = file('listings.csv', toCsv(madeUp(400, curve, 0.05)))
  const { status, stderr, stdout } = run(csv, '--to', path.join(folder, 'fit'), '--grid', '5x3x1')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('1,600 rows of 400 books (0 left out')
  const made = JSON.parse(readFileSync(path.join(folder, 'fit/fitted.json'), 'utf8'))
  expect([made.data.rows, made.data.books, made.grid]).toEqual([1600, 400, '5x3x1'])
  expect(made.crossValidated.model.maePercentOfList).toBeLessThan(made.crossValidated.baseline.maePercentOfList)
  expect(Math.abs(readTable(made.predicted, 'good', 0, 1) - 0.6)).toBeLessThan(0.03)
  for (const plot of ['calibration', 'residuals-by-age', 'residuals-by-condition'])
    expect(readFileSync(path.join(folder, `fit/${plot}.svg`), 'utf8')).toMatch(/^<svg [\s\S]*<title>[\s\S]*<rect [\s\S]*<\/svg>\n$/)
  run(csv, '--to', path.join(folder, 'again'), '--grid', '5x3x1')
  const { date: _, ...again } = JSON.parse(readFileSync(path.join(folder, 'again/fitted.json'), 'utf8'))
  expect({ ...again, date: made.date }).toEqual(made)
})

test.each([
  ['no file', [], /^npm run price:fit -- FILE\.csv\n/],
  ['a grid that is none', ['x.csv', '--grid', 'fine'], /^npm run price:fit -- FILE\.csv\n/],
  ['a file that isn’t there', ['nowhere.csv'], /^ENOENT[^\n]*nowhere\.csv'\n$/],
])('%s: told in a line, and nothing is done', (_, args, said) => {
  const { status, stderr, stdout } = run(...args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(said)
})
