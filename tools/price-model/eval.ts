// npm run price:eval -- FILE.csv: scores the model in use on a file of listings, beside one share
// per condition; with --known, what other copies of a book add. Without what is of this market
// alone (its factor, its poor copies), because the listings are of the data's own market.
import { parseArgs } from 'node:util'
import fitted from '../../server/pricing/fitted.json' with { type: 'json' }
import { priceShares } from '../../server/pricing/model.ts'
import type { Predictions } from './bootstrap.ts'
import { scoreFolds, split, withGrid } from './cross-validation.ts'
import { counted, evaluation } from './evaluation.ts'
import { type Listing, type Listings, readListings } from './listings.ts'
import { crossValidateBands } from './price-band.ts'
import { isGraded } from './table-fit.ts'
import { gridOf } from './table-knots.ts'
import { crossValidateVariances, type DataVariances, predictKnowing } from './title-knowledge.ts'

const usage = `npm run price:eval -- FILE.csv [--known K]
  --known K   from K other rows of the same book, beside the same without them`

type Shares = { low: number; predicted: number; high: number }

function parseArguments(): { file: string; known: number | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { known: { type: 'string' } },
    })
    const [file, ...others] = positionals
    const isCount = values.known === undefined || /^\d{1,2}$/.test(values.known)
    if (file === undefined || others.length > 0 || !isCount) throw new Error('usage')
    return { file, known: values.known === undefined ? undefined : Number(values.known) }
  } catch {
    console.error(usage)
    process.exit(1)
  }
}

const toPredictions = (shares: Shares[]): Predictions => ({
  shares: shares.map(({ predicted }) => predicted),
  edges: shares,
})

/** The data's poor copies are a clearance shelf, whose shares are in the data. */
const sharesOf = ({ condition, age, listPrice }: Listing): Shares =>
  isGraded(condition)
    ? priceShares({ condition, age, relativePrice: listPrice / fitted.data.medianListPrice })
    : fitted.constants[condition]

type Based = { plain: Predictions; variancesAt: (row: number) => DataVariances }

const byModelInUse = (rows: readonly Listing[]): Based => ({
  plain: toPredictions(rows.map(sharesOf)),
  variancesAt: () => fitted.titleVariances,
})

/** Each fifth of the books by fits to the others, on the grid in use. */
function byFolds(rows: readonly Listing[]): Based {
  const divided = split(rows)
  const grid = gridOf(fitted.grid)
  if (!grid) throw new Error(`The model in use has no grid: ${fitted.grid}.`)
  const models = withGrid(divided, grid)
  const { shares } = scoreFolds('table', divided, models)
  const { edges } = crossValidateBands(
    divided,
    models.map(() => grid),
    shares,
  )
  return { plain: { shares, edges }, variancesAt: crossValidateVariances(divided, shares) }
}

function evaluateKnowing({ rows, sha256 }: Listings, count: number): string[] {
  const isSeen = sha256 === fitted.data.sha256
  const { plain, variancesAt } = isSeen ? byFolds(rows) : byModelInUse(rows)
  const found = predictKnowing(rows, plain, variancesAt, count)
  return [
    isSeen
      ? 'the model has seen these rows: each fifth of the books is predicted by a fit to the others'
      : 'the model in use, fitted on another file',
    `model: from ${counted(count, 'other row')} of the same book; baseline: the model without them; ${counted(rows.length - found.rows.length, 'row')} of books with fewer left out`,
    ...(found.rows.length > 0 ? evaluation(found.rows, found.knowing, found.plain) : []),
  ]
}

const evaluatePlain = ({ rows }: Listings): string[] => [
  'baseline: one share per condition, of the same rows',
  ...evaluation(
    rows,
    toPredictions(rows.map(sharesOf)),
    toPredictions(rows.map(({ condition }) => fitted.constants[condition])),
  ),
]

const { file, known } = parseArguments()
try {
  const listings = readListings(file)
  const { rows, books, leftOut } = listings
  console.log(
    `${counted(rows.length, 'row')}, ${counted(books, 'book')}; ${leftOut || 'no row left out'}`,
  )
  console.log(
    `model: fitted ${fitted.date} on ${fitted.data.rows} rows of ${fitted.data.books} books`,
  )
  const lines = known === undefined ? evaluatePlain(listings) : evaluateKnowing(listings, known)
  console.log(lines.join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
