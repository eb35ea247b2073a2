// `npm run price:eval -- FILE.csv` scores the current model on a file of listings, together with a
// baseline of one share per condition. With --known, it scores how much the prices of other copies
// of a book help. It ignores this market's price factor and its rule for poor copies, because the
// listings are from the market on which the model was trained.
import { parseArgs } from 'node:util'
import fitted from '../../server/pricing/fitted.json' with { type: 'json' }
import { priceShares } from '../../server/pricing/model.ts'
import { crossValidate, without } from './cross-validation.ts'
import { countBooks, folds, isGraded, type Listing, readListings } from './listings.ts'
import { counted, type Predicted, report } from './scores.ts'
import { gridOf } from './table-knots.ts'
import { predictKnowing, variancesOf } from './title-knowledge.ts'

const usage = `npm run price:eval -- FILE.csv [--known K]
  --known K   from K other rows of the same book, beside the same without them`

/**
 * Uses the model's shares except for poor copies: in the listings these are clearance copies, so
 * they get the constant share from fitted.json.
 */
const predict = (row: Listing): Predicted => ({
  row,
  shares: isGraded(row.condition)
    ? priceShares({ ...row, relativePrice: row.listPrice / fitted.data.medianListPrice })
    : fitted.constants[row.condition],
})

/**
 * Predicts each fifth of the books by a fit to the other four, with the grid of the current model.
 */
function predictUnseen(rows: readonly Listing[]) {
  console.log('the model has seen these rows: each fifth is predicted by a fit to the others')
  const grid = gridOf(fitted.grid)
  const { predictions } = crossValidate(rows, () => grid)
  const shares = new Map(predictions.map(({ row, shares }) => [row, shares.predicted]))
  const variances = folds.map((fold) =>
    variancesOf(without(rows, fold), (row) => shares.get(row) ?? Number.NaN),
  )
  const variancesOfFold = (fold: number) => variances[fold] ?? fitted.titleVariances
  return { predictions, variancesOfFold }
}

function evaluateKnowing(rows: readonly Listing[], isSeen: boolean, count: number): void {
  const { predictions, variancesOfFold } = isSeen
    ? predictUnseen(rows)
    : { predictions: rows.map(predict), variancesOfFold: () => fitted.titleVariances }
  const { plain, knowing } = predictKnowing(predictions, variancesOfFold, count)
  const leftOut = counted(rows.length - plain.length, 'row')
  console.log(`model: from ${counted(count, 'other row')} of the same book; baseline: without them`)
  console.log(`${leftOut} of books with fewer left out\n${report(knowing, plain)}`)
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { known: { type: 'string' } },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0 || !/^\d{0,2}$/.test(values.known ?? ''))
    throw new Error(usage)
  const { rows, leftOut, sha256 } = readListings(file)
  const books = countBooks(rows)
  console.log(`${counted(rows.length, 'row')}, ${counted(books, 'book')}; ${leftOut}`)
  const { date, data } = fitted
  console.log(`model: fitted ${date} on ${data.rows} rows of ${data.books} books`)
  if (values.known === undefined) {
    console.log('baseline: one share per condition, of the same rows')
    const constants = rows.map((row) => ({ row, shares: fitted.constants[row.condition] }))
    console.log(report(rows.map(predict), constants))
  } else evaluateKnowing(rows, sha256 === data.sha256, Number(values.known))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
