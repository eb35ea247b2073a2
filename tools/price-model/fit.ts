// `npm run price:fit -- FILE.csv`: fits the price model to listings, and writes it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { conditions } from '../../contract/books/conditions.ts'
import inUse from '../../server/pricing/fitted.json' with { type: 'json' }
import {
  chooseGrids,
  constantsOf,
  crossValidate,
  crossValidateConstants,
  fitBand,
} from './cross-validation.ts'
import { decimals, modelOf } from './fitted-tables.ts'
import { countBooks, readListings } from './listings.ts'
import { counted, type Predicted, report, score } from './scores.ts'
import { type Grid, gridName, gridOf } from './table-knots.ts'
import { variancesOf } from './title-knowledge.ts'

const usage = `npm run price:fit -- FILE.csv
  --to FOLDER      write there, and leave the market's own model as it is
  --grid 9x4x1     take this grid (ages, list prices, stiffness) instead of choosing one, which takes some minutes`
/** At least ten books in each of the five folds. */
const minBooks = 50

function figuresOf(predictions: readonly Predicted[]) {
  const { maeShare, medianApe, r2, inside } = score(predictions)
  return {
    maePercentOfList: decimals(100 * maeShare, 2),
    medianApePercent: decimals(100 * medianApe, 2),
    r2OfRatio: decimals(r2, 3),
    insideBandPercent: decimals(100 * inside, 1),
  }
}

/** Fits the model, prints its errors, and returns the content of fitted.json. */
function fitFile(file: string, given: Grid | undefined) {
  const { rows, leftOut, sha256, bytes, skipped } = readListings(file)
  const books = countBooks(rows)
  console.log(`${counted(rows.length, 'row')} of ${counted(books, 'book')}; ${leftOut}`)
  const scarce = conditions.filter(
    (condition) => countBooks(rows.filter((row) => row.condition === condition)) < minBooks,
  )
  if (scarce.length > 0)
    throw new Error(
      `A fit needs ${minBooks} books of each condition: too few are ${scarce.join(', ')}.`,
    )
  const { grid, chosen } = given ? { grid: given, chosen: [] } : chooseGrids(rows)
  const { predictions, widen } = crossValidate(rows, (fold) => chosen[fold] ?? grid)
  const baseline = crossValidateConstants(rows)
  console.log(`\nOn books held out:\n${report(predictions, baseline)}`)
  const fits = fitBand(rows, grid)
  const medianListPrice = fits.tables.predicted.median
  const { between, within } = variancesOf(rows, (row) => fits.predict(row).predicted)
  // A new fit to the same file keeps the date of the first fit. It also keeps the 95% intervals,
  // because they come from a bootstrap that isn't part of this program.
  const first = sha256 === inUse.data.sha256 ? inUse : undefined
  const interval95 = first?.crossValidated.interval95
  return {
    about:
      'Made by npm run price:fit; docs/pricing.md is its card. Shares of the list price by condition; rows are ages, columns list prices.',
    date: first?.date ?? new Date().toISOString().slice(0, 10),
    data: { sha256, bytes, rows: rows.length, skipped, books, medianListPrice },
    crossValidated: {
      model: figuresOf(predictions),
      ...(interval95 && { interval95 }),
      baseline: figuresOf(baseline),
    },
    grid: gridName(grid),
    ...modelOf(fits.tables, widen),
    titleVariances: { between: decimals(between, 5), within: decimals(within, 5) },
    constants: constantsOf(rows, (share) => decimals(share, 4)),
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string', default: 'server/pricing' }, grid: { type: 'string' } },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error(usage)
  const fitted = fitFile(file, values.grid === undefined ? undefined : gridOf(values.grid))
  mkdirSync(values.to, { recursive: true })
  const format = ['node_modules/@biomejs/biome/bin/biome', 'format', '--stdin-file-path=x.json']
  const json = execFileSync(process.execPath, format, { input: JSON.stringify(fitted) })
  writeFileSync(path.join(values.to, 'fitted.json'), json)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
