import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type ConditionGrade, gradedConditions, readTable } from '../../server/pricing/model.ts'
import { intervalsOf, randomNumbers } from './bootstrap.ts'
import { crossValidate, folds, split } from './cross-validation.ts'
import { toJson } from './fitted-file.ts'
import { fallingMedians } from './isotonic-regression.ts'
import { foldOf, readListings, recordsOf } from './listings.ts'
import { mean, measure, quantile, weightedMedian } from './metrics.ts'
import { candidates, constants, fitCurve } from './models.ts'
import { checkModel, crossValidateBands, modelOf } from './price-band.ts'
import { solve } from './solve.ts'
import { type FittedTable, fitTable, risesWithPrice } from './table-fit.ts'
import { withBooks } from './table-knots.ts'
import { makeListings, toCsv } from './testing.ts'

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

test.each([
  [
    'fields in quotes, with commas and doubled quotes',
    'a,b\n1,"x, ""y"""\n',
    [
      ['a', 'b'],
      ['1', 'x, "y"'],
    ],
  ],
  [
    'line breaks in quotes',
    'a,"b\r\nc"\r\n"1\n2",3',
    [
      ['a', 'b\r\nc'],
      ['1\n2', '3'],
    ],
  ],
  [
    'lines that end in a bare CR',
    'a,b\r1,2\r3,4\r',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'a byte order mark before a quote',
    '\uFEFF"a",b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty and blank lines',
    '\na,b\n\n  \n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a stray quote',
    'a,b\n5" thick,2',
    [
      ['a', 'b'],
      ['5" thick', '2'],
    ],
  ],
  ['rows of other lengths', 'a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ['no line at all', '', []],
])('%s are read', (_, text, records) => {
  expect(recordsOf(text, 'x.csv')).toEqual(records)
})

test('a quote that nothing closes is told in a line', () => {
  expect(() => recordsOf('a,b\n"1,2\n3,4', 'x.csv')).toThrow(
    /^x\.csv can’t be read as CSV: Quote Not Closed[^\n]*\.$/,
  )
})

const header = 'used_price_krw,note,book_id,condition,original_price_krw,age_years'

test('a file is read whatever the order of its columns; rows that can’t be used are counted by what is wrong', () => {
  const text = [
    `\uFEFF${header}`,
    '6000,"x,\r\ny",b1,good,10000,3',
    '6000,,b1,good,,3',
    '6000,,b1,fine,10000,3',
    '6000,,b1,Good,10000,3',
    '6000,,b1,fine,10000,3',
    '0,,b2,new,10000,3',
    '6000,,,new,10000,3',
    '6e3,,b2,new,10000,3',
    `${'9'.repeat(400)},,b2,new,10000,3`,
    '6000,,b2,new,10000,2015',
    '6000,,b2,new,10000',
    '6000,,b2,new,10000,3,4',
    '7000,,b2,new,10000,-1,,',
    '',
  ]
  const { rows, books, skipped, leftOut, sha256 } = readListings(
    file('mixed.csv', text.join('\r\n')),
  )
  expect(rows).toEqual([
    { book: 'b1', condition: 'good', age: 3, listPrice: 10_000, askingPrice: 6000, ratio: 0.6 },
    { book: 'b2', condition: 'new', age: 0, listPrice: 10_000, askingPrice: 7000, ratio: 0.7 },
  ])
  expect([books, skipped, sha256.length]).toEqual([2, 11, 64])
  expect(leftOut).toBe(
    '11 rows left out: 3 of an unknown condition (fine, Good), 3 with an impossible asking price, ' +
      '2 with more or fewer fields than the header, 1 without a list price, 1 without a book id, 1 with an impossible age',
  )
})

test('of many unknown conditions a few are named, and a file without a usable row says what is wrong', () => {
  const text = [
    header,
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((condition) => `6000,,b1,${condition},10000,3`),
  ].join('\n')
  expect(() => readListings(file('unknown.csv', text))).toThrow(
    /unknown\.csv holds no complete row \(6 rows left out: 6 of an unknown condition \(a, b, c, d, e, …\)\)\.$/,
  )
})

test('all copies of a book are in one fold, and the folds are about even', () => {
  const folds = Array.from({ length: 5000 }, (_, book) => foldOf(String(book), 5))
  expect(folds).toEqual(Array.from({ length: 5000 }, (_, book) => foldOf(String(book), 5)))
  for (const fold of [0, 1, 2, 3, 4])
    expect(folds.filter((one) => one === fold).length).toBeGreaterThan(900)
  const others = Array.from({ length: 5000 }, (_, book) => foldOf(String(book), 5, 'one'))
  expect(others.filter((fold, book) => fold === folds[book]).length).toBeLessThan(1200)
})

test('a knot of age has a hundredth of the books nearer to it than to any other, and twenty at least, or is dropped', () => {
  const of = (age: number, books: number) =>
    makeListings(books, () => 0.5).map((row) => ({ ...row, age, book: `${age} ${row.book}` }))
  const rows = [of(0, 8), of(1, 16), of(3, 60), of(9, 60), of(30, 19)].flat()
  expect(withBooks([0, 1, 3, 5, 9, 20], rows)).toEqual([1, 3, 9])
  expect(withBooks([0, 1, 3, 5, 9, 20], [...rows, ...of(31, 1)])).toEqual([1, 3, 9, 20])
  // Of 3,000 books 24 are less than a hundredth.
  expect(withBooks([0, 1, 3, 5, 9, 20], [...rows, ...of(31, 1), ...of(4, 3000)])).toEqual([3, 5, 9])
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
  expect(fallingMedians([block(5), block(2, 2, 2), block(4), block(), block(1)])).toEqual([
    5, 2, 2, 2, 1,
  ])
})

test('a system of equations is solved', () => {
  const solution = solve(Float64Array.of(4, 2, 2, 3), Float64Array.of(10, 8))
  expect(solution[0]).toBeCloseTo(1.75, 6)
  expect(solution[1]).toBeCloseTo(1.5, 6)
})

test('the curve’s numbers are found again', () => {
  const found = fitCurve(makeListings(1500, curve, 0.03))
  for (const age of [0, 2, 5, 10, 25])
    for (const condition of gradedConditions)
      expect(found.share(condition, age)).toBeCloseTo(curve(condition, age), 1.9)
})

test('the table finds a known course again, though one listing in twelve is far off', () => {
  const next = randomNumbers(3)
  const known = (condition: keyof typeof starts, age: number, listPrice: number) =>
    curve(condition, age) - (listPrice > 15_000 ? 0.02 : 0)
  const rows = makeListings(2000, (...copy) => (next() < 1 / 12 ? 0.02 : known(...copy)), 0.03)
  const table = fitTable(rows, 15_000, grid)
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

test('what listings say against the promises of a price, the table doesn’t', () => {
  // Dearer with age, cheaper when new, and the dearer the book the cheaper the copy.
  const upside = { new: 0.4, good: 0.5, average: 0.6, poor: 0.7 } as const
  const table = fitTable(
    makeListings(
      1500,
      (condition, age, listPrice) => (upside[condition] + age / 100) * (5000 / listPrice) ** 2,
      0.01,
    ),
    15_000,
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
  expect(risesWithPrice(table)).toBe(true)
  expect(
    risesWithPrice({
      ...table,
      prices: [1, 2],
      shares: { new: [[0.9, 0.4]], good: [[0.5, 0.5]], average: [[0.5, 0.5]] },
    }),
  ).toBe(false)
})

test('the band holds four fifths of the prices of books it hasn’t seen', () => {
  const rows = makeListings(1500, curve, 0.06)
  const shares = rows.map(({ condition, age }) => curve(condition, age))
  const { edges, widen } = crossValidateBands(
    split(rows),
    folds.map(() => grid),
    shares,
  )
  const inside = rows.map(({ ratio }, at) =>
    Number(ratio >= (edges[at]?.low ?? 1) && ratio <= (edges[at]?.high ?? 0)),
  )
  expect(mean(inside)).toBeGreaterThan(0.77)
  expect(mean(inside)).toBeLessThan(0.83)
  expect(Math.abs(widen)).toBeLessThan(0.01)
})

test('a model’s tables lie apart at every knot, whatever the fits of its edges say; tables that break a promise are refused', () => {
  const flat = (share: number): FittedTable => {
    const rows = [
      [share, share],
      [share, share],
    ]
    return { ages: [1, 5], prices: [1, 2], shares: { new: rows, good: rows, average: rows } }
  }
  const crossed = modelOf(flat(0.5), { low: flat(0.6), high: flat(0.4) }, 0.001)
  expect([crossed.low.good[0]?.[0], crossed.high.good[0]?.[0]]).toEqual([0.4999, 0.5001])
  const usual = modelOf(flat(0.5), { low: flat(0.4), high: flat(0.6) }, 0.001)
  expect([usual.low.good[1], usual.high.good[1]]).toEqual([
    [0.399, 0.399],
    [0.601, 0.601],
  ])
  for (const model of [crossed, usual]) expect(() => checkModel(model)).not.toThrow()
  const steep = [
    [0.99, 0.52],
    [0.52, 0.52],
  ]
  const rising = [
    [0.38, 0.38],
    [0.39, 0.39],
  ]
  expect(() => checkModel({ ...usual, low: usual.predicted })).toThrow(
    'The band doesn’t lie around the prediction at 1 years',
  )
  expect(() => checkModel({ ...usual, high: { ...usual.high, new: steep } })).toThrow(
    'The table high would make a dearer book cheaper',
  )
  expect(() => checkModel({ ...usual, low: { ...usual.low, average: rising } })).toThrow(
    'The table low rises with age at 5 years',
  )
  expect(() =>
    checkModel({ ...usual, low: { ...usual.low, average: flat(0.45).shares.good } }),
  ).toThrow('The table low rises with a worse')
})

test('an interval is the same each time, holds the figure, and is of books: copies that say the same make it no narrower', () => {
  const rows = makeListings(400, curve, 0.1)
  const predictions = {
    shares: rows.map(({ condition, age }) => curve(condition, age)),
    edges: rows.map(() => ({ low: 0.4, high: 0.7 })),
  }
  const one = intervalsOf(rows, predictions)
  expect(intervalsOf(rows, predictions)).toEqual(one)
  const { maeShare, medianApe } = measure(rows, predictions.shares)
  for (const [value, [from, to]] of [
    [maeShare, one.maeShare],
    [medianApe, one.medianApe],
  ] as const) {
    expect(from).toBeLessThan(value)
    expect(to).toBeGreaterThan(value)
  }
  const four = intervalsOf([...rows, ...rows, ...rows, ...rows], {
    shares: Array.from({ length: 4 }, () => predictions.shares).flat(),
    edges: Array.from({ length: 4 }, () => predictions.edges).flat(),
  })
  for (const which of ['maeShare', 'inside'] as const)
    for (const end of [0, 1] as const) expect(four[which][end]).toBeCloseTo(one[which][end], 10)
})

test('every family does better than one share for all where condition and age count', () => {
  const held = split(makeListings(600, curve, 0.02))
  const [one = Number.NaN, ...others] = candidates.map(
    (candidate) => crossValidate(candidate, held).all.maeShare,
  )
  expect(others.length).toBeGreaterThan(3)
  for (const other of others) expect(other).toBeLessThan(one / 2)
  expect(crossValidate(constants, held).byFold).toHaveLength(5)
})

test('numbers are written line by line', () => {
  expect(toJson({ a: 'x', b: [[1, 2], [3]], c: { d: 1, e: 2 } })).toBe(
    '{\n  "a": "x",\n  "b": [\n    [1, 2],\n    [3]\n  ],\n  "c": { "d": 1, "e": 2 }\n}',
  )
})

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/price-model/fit.ts', ...args], { encoding: 'utf8' })

test('the command fits a file and writes the model, its figures and its plots, the same each time', () => {
  const csv = file('listings.csv', toCsv(makeListings(400, curve, 0.05)))
  const { status, stderr, stdout } = run(csv, '--to', path.join(folder, 'fit'), '--grid', '5x3x1')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('1,600 rows of 400 books (no row left out)')
  const made = JSON.parse(readFileSync(path.join(folder, 'fit/fitted.json'), 'utf8'))
  expect([made.data.rows, made.data.books, made.grid]).toEqual([1600, 400, '5x3x1'])
  expect(made.crossValidated.model.maePercentOfList).toBeLessThan(
    made.crossValidated.baseline.maePercentOfList,
  )
  expect(Math.abs(readTable(made, made.predicted, 'good', 0, 1) - 0.6)).toBeLessThan(0.03)
  const [from, to] = made.crossValidated.interval95.maePercentOfList
  expect(from).toBeLessThan(made.crossValidated.model.maePercentOfList)
  expect(to).toBeGreaterThan(made.crossValidated.model.maePercentOfList)
  expect(
    made.listings.counts.good.flat().reduce((all: number, count: number) => all + count, 0),
  ).toBe(400)
  for (const plot of ['calibration', 'residuals-by-age', 'residuals-by-condition'])
    expect(readFileSync(path.join(folder, `fit/${plot}.svg`), 'utf8')).toMatch(
      /^<svg [\s\S]*<title>[\s\S]*<rect [\s\S]*<\/svg>\n$/,
    )
  run(csv, '--to', path.join(folder, 'again'), '--grid', '5x3x1')
  run(csv, '--to', path.join(folder, 'else'), '--grid', '5x3x1', '--division', 'one')
  const other = JSON.parse(readFileSync(path.join(folder, 'else/fitted.json'), 'utf8'))
  expect([other.predicted, other.crossValidated.model]).not.toEqual([
    made.predicted,
    made.crossValidated.model,
  ])
  expect(other.predicted).toEqual(made.predicted)
  const { date: _, ...again } = JSON.parse(
    readFileSync(path.join(folder, 'again/fitted.json'), 'utf8'),
  )
  expect({ ...again, date: made.date }).toEqual(made)
})

test.each([
  ['a grid that is none', ['x.csv', '--grid', 'fine'], /^npm run price:fit -- \[FILE\.csv\]\n/],
  [
    'another division of the summary’s books',
    ['--to', folder, '--division', 'one'],
    /^npm run price:fit -- \[FILE\.csv\]\n/,
  ],
  [
    'another division of the books without a folder',
    ['x.csv', '--division', 'one'],
    /^npm run price:fit -- \[FILE\.csv\]\n/,
  ],
  ['a file that isn’t there', ['nowhere.csv'], /^nowhere\.csv can’t be read\.\n$/],
])('%s: told in a line, and nothing is done', (_, args, said) => {
  const { status, stderr, stdout } = run(...args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(said)
})

test.each([
  [
    'lacks a condition',
    makeListings(200, curve).filter(({ condition }) => condition !== 'poor'),
    'it has no listing of the condition poor.',
  ],
  [
    'has too few books',
    makeListings(200, curve).filter(
      ({ condition, book }) => condition === 'good' || Number(book) < 1040,
    ),
    'five parts need 50 books of each condition, and it has 40 new, 40 average, 40 poor.',
  ],
])('a file that %s isn’t fitted: a line says so, and nothing is written', (name, rows, said) => {
  const to = path.join(folder, `none of ${name}`)
  const { status, stderr, stdout } = run(
    file('short.csv', toCsv(rows)),
    '--to',
    to,
    '--grid',
    '5x3x1',
  )
  expect([status, stdout, existsSync(to)]).toEqual([1, '', false])
  expect(stderr.split('\n')).toEqual([expect.stringMatching(/short\.csv can’t be fitted: /), ''])
  expect(stderr).toContain(said)
})
