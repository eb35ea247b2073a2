// npm run price:eval -- FILE.csv: scores the model in use on a file of listings, beside one share
// per condition. Without the market factor, because the listings are of the data's own market.

import fitted from '../../server/pricing/fitted.json' with { type: 'json' }
import { priceShares } from '../../server/pricing/model.ts'
import { counted, evaluation } from './evaluation.ts'
import { readListings } from './listings.ts'

const [file, ...others] = process.argv.slice(2)
if (file === undefined || others.length > 0) {
  console.error('npm run price:eval -- FILE.csv')
  process.exit(1)
}
try {
  const { rows, books, leftOut } = readListings(file)
  const predictions = rows.map(({ condition, age, listPrice }) =>
    priceShares({ condition, age, relativePrice: listPrice / fitted.data.medianListPrice }),
  )
  const constants = rows.map(({ condition }) => fitted.constants[condition])
  const toPredictions = (shares: { low: number; predicted: number; high: number }[]) => ({
    shares: shares.map(({ predicted }) => predicted),
    edges: shares,
  })
  console.log(
    `${counted(rows.length, 'row')}, ${counted(books, 'book')}; ${leftOut || 'no row left out'}`,
  )
  console.log(
    `model: fitted ${fitted.date} on ${fitted.data.rows} rows of ${fitted.data.books} books; baseline: one share per condition, of the same rows`,
  )
  console.log(evaluation(rows, toPredictions(predictions), toPredictions(constants)).join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
