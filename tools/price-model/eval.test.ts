import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import fitted from '../../server/pricing/fitted.json' with { type: 'json' }
import { priceShares } from '../../server/pricing/model.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-price-eval-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = path.join(folder, 'listings.csv')
function run(text: string, ...options: string[]) {
  writeFileSync(file, text)
  return spawnSync(process.execPath, ['tools/price-model/eval.ts', file, ...options], {
    encoding: 'utf8',
  })
}
const header = 'book_id,condition,publication_year,age_years,original_price_krw,used_price_krw'

test('the figures match those calculated by hand, in total and by condition', () => {
  const { status, stderr, stdout } = run(
    [
      header,
      'a,good,2014,10,10000,5000',
      'a,good,2014,10,10000,6000',
      'b,new,2022,2,20000,14000',
      'b,average,2022,2,20000,',
      'c,mint,2022,2,20000,9000',
    ].join('\n'),
  )
  expect([status, stderr]).toEqual([0, ''])
  const reference = fitted.data.medianListPrice
  const good = priceShares({ condition: 'good', age: 10, relativePrice: 10_000 / reference })
  const fresh = priceShares({ condition: 'new', age: 2, relativePrice: 20_000 / reference })
  const predictions = (goodShare: number, newShare: number) => {
    const errors = [
      Math.abs(goodShare - 0.5),
      Math.abs(goodShare - 0.6),
      Math.abs(newShare - 0.7),
    ] as const
    const apes = [errors[0] / 0.5, errors[1] / 0.6, errors[2] / 0.7].sort((a, b) => a - b)
    return {
      krw: ((errors[0] * 10_000 + errors[1] * 10_000 + errors[2] * 20_000) / 3).toFixed(1),
      share: ((100 * (errors[0] + errors[1] + errors[2])) / 3).toFixed(2),
      ape: (100 * (apes[1] ?? 0)).toFixed(2),
      // The ratios .5, .6 and .7 differ from their mean by .1, 0 and .1.
      r2: (1 - (errors[0] ** 2 + errors[1] ** 2 + errors[2] ** 2) / 0.02).toFixed(3),
    }
  }
  const [model, baseline] = [
    predictions(good.predicted, fresh.predicted),
    predictions(fitted.constants.good.predicted, fitted.constants.new.predicted),
  ]
  const inside = (low: number, high: number, ratio: number) => Number(ratio >= low && ratio <= high)
  const within = (of: typeof good, fresh: typeof good) =>
    (
      (100 *
        (inside(of.low, of.high, 0.5) +
          inside(of.low, of.high, 0.6) +
          inside(fresh.low, fresh.high, 0.7))) /
      3
    ).toFixed(1)
  const lines = stdout.split('\n').map((line) => line.trim().replace(/\s{2,}/g, ' | '))
  expect(lines[0]).toBe('3 rows, 2 books; 2 rows left out for their condition, used_price_krw')
  const all = lines.indexOf('all: 3 rows, 2 books | model | baseline')
  expect(lines.slice(all + 1, all + 6)).toEqual([
    `MAE, in the file's currency | ${model.krw} | ${baseline.krw}`,
    `MAE, % of the list price | ${model.share} | ${baseline.share}`,
    `median APE, % | ${model.ape} | ${baseline.ape}`,
    `R² of the ratio | ${model.r2} | ${baseline.r2}`,
    `inside the 80% band, % | ${within(good, fresh)} | ${within(fitted.constants.good, fitted.constants.new)}`,
  ])
  expect(lines).toContain('good: 2 rows, 1 book | model | baseline')
  expect(lines).toContain('new: 1 row, 1 book | model | baseline')
  expect(stdout).not.toMatch(/^(average|poor):/m)
})

test.each([
  ['a column is missing', 'book_id,condition,age_years,original_price_krw\na,good,3,10000'],
  ['the file is empty', ''],
  ['no row is complete', `${header}\na,good,2014,10,,5000`],
])('if %s, one line says so', (_, text) => {
  const { status, stderr, stdout } = run(text)
  expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
  expect(stderr).toMatch(/ has no usable row: .* left out.*\.\n$/)
})

test('without a file, the command prints its usage', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/price-model/eval.ts'], {
    encoding: 'utf8',
  })
  expect([status, stderr.split('\n')[0]]).toEqual([1, 'npm run price:eval -- FILE.csv [--known K]'])
})

test('known prices of other copies improve predictions and narrow the band', () => {
  // Half of the books cost 20% more than the model says, the others 20% less; each has six copies.
  const rows = Array.from({ length: 240 }, (_, at) => {
    const book = Math.floor(at / 6)
    const condition = (['new', 'good', 'average'] as const)[at % 3] ?? 'good'
    const copy = { condition, age: 6, relativePrice: 10_000 / fitted.data.medianListPrice }
    const price = priceShares(copy).predicted * 10_000 * (book % 2 ? 1.2 : 0.8)
    return `b${book},${condition},2020,6,10000,${price.toFixed(0)}`
  })
  const figure = (known: number, name: string) => {
    const { status, stdout } = run([header, ...rows].join('\n'), '--known', String(known))
    expect(status).toBe(0)
    const line = stdout.split('\n').find((line) => line.trim().startsWith(name)) ?? ''
    return line
      .trim()
      .split(/\s{2,}/)
      .slice(1)
      .map(Number)
  }
  const errors = [0, 1, 3].map((known) => figure(known, 'MAE, % of the list price'))
  for (const [at, [model = 0, plain = 0]] of errors.entries()) {
    expect(plain).toBeCloseTo(errors[0]?.[1] ?? 0, 9)
    if (at > 0) expect(model).toBeLessThan((errors[at - 1]?.[0] ?? 0) - 0.3)
  }
  const widths = [0, 1, 3, 5].map((known) => figure(known, 'width of the band')[0] ?? 0)
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  expect(run([header, ...rows].join('\n'), '--known', '6').stdout).toContain(
    '240 rows of books with fewer left out',
  )
})
