// npm run price:fit: fits the price model on listings, and writes it, its figures and its plots.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import inUse from '../../server/pricing/fitted.json' with { type: 'json' }
import { intervalsOf, type Predictions } from './bootstrap.ts'
import {
  type CrossValidated,
  crossValidate,
  crossValidateTable,
  fitted,
  folds,
  type Split,
  scoreFolds,
  split,
  withGrid,
} from './cross-validation.ts'
import { counted, evaluation, score } from './evaluation.ts'
import { describe, type Fitted, toJson } from './fitted-file.ts'
import { checkEnough, type Listings, readListings } from './listings.ts'
import {
  candidatesTable,
  cards,
  conditionsTable,
  coverageTable,
  dataTable,
  picturesOf,
  updateBlocks,
  variancesTable,
} from './model-card.ts'
import { candidates, constants } from './models.ts'
import { plots } from './plots/plots.ts'
import {
  checkModel,
  crossValidateBands,
  crossValidateConstantBands,
  fitBands,
  modelOf,
} from './price-band.ts'
import { intervalTable, tryVariants, variantsTable } from './sensitivity.ts'
import { differenceOf, expand, readSummary } from './summary-file.ts'
import { type Grid, gridName, gridOf } from './table-knots.ts'
import { crossValidateVariances, knownTable, variancesOf } from './title-knowledge.ts'

const usage = `npm run price:fit -- [FILE.csv]
  without a file   fit on the committed summary of the listings; only --to writes anything then
  --to FOLDER      write there, and leave the market's own model and card as they are
  --grid 9x4x1     take this grid (ages, list prices, stiffness) instead of choosing one, which takes minutes
  --division WORD  divide the books into other folds; each word makes another five (with FILE and --to)`

type Arguments = {
  file: string | undefined
  to: string | undefined
  grid: Grid | undefined
  division: string | undefined
}

function parseArguments(): Arguments {
  try {
    const options = {
      to: { type: 'string' },
      grid: { type: 'string' },
      division: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const { to, division } = values
    const [file, ...others] = positionals
    const grid = gridOf(values.grid ?? '')
    if (others.length > 0 || (values.grid !== undefined && !grid)) throw new Error('usage')
    // The model card shows one division, the plain one.
    if (division !== undefined && (to === undefined || file === undefined)) throw new Error('usage')
    return { file, to, division, grid }
  } catch {
    console.error(usage)
    process.exit(1)
  }
}

const { file, to, grid: givenGrid, division } = parseArguments()
const log = (line: string) => console.log(line)

function readInput(): Listings {
  if (file === undefined) return expand(readSummary())
  const listings = readListings(file)
  checkEnough(listings, file)
  return listings
}

/** The table without its guarantees, and rounded as the shop rounds: what these two cost. */
function crossValidateLimits(divided: Split, grid: Grid): CrossValidated[] {
  log('without its order, and in steps of 100')
  return [
    scoreFolds(
      'the same without its guarantees: may rise with age, or with a worse condition',
      divided,
      withGrid(divided, grid, false),
    ),
    scoreFolds(
      'the same, rounded to the shop’s steps of 100 won',
      divided,
      withGrid(divided, grid).map(
        (predict) => (row) =>
          Math.round((predict(row) * row.listPrice) / 100) / (row.listPrice / 100),
      ),
    ),
  ]
}

/** Cross-validates all candidates and the table, with its band. */
function compare(divided: Split) {
  const compared = candidates.map((candidate) => {
    log(candidate.name)
    return crossValidate(candidate, divided)
  })
  const { grid, scored, chosen } = givenGrid
    ? {
        grid: givenGrid,
        scored: scoreFolds('table', divided, withGrid(divided, givenGrid)),
        chosen: folds.map(() => givenGrid),
      }
    : crossValidateTable('table', divided, log)
  const table = {
    ...scored,
    name: '**table over age and list price per condition, least absolute errors**',
  }
  const limits = crossValidateLimits(divided, grid)
  log('the band')
  const { edges, widen } = crossValidateBands(divided, chosen, table.shares)
  const predictions: Predictions = { shares: table.shares, edges }
  const baseline: Predictions = {
    shares: compared.find(({ name }) => name === constants.name)?.shares ?? [],
    edges: crossValidateConstantBands(divided),
  }
  return { grid, widen, table, all: [...compared, table, ...limits], predictions, baseline }
}
type Comparison = ReturnType<typeof compare>

function fitModel(
  listings: Listings,
  { grid, widen, predictions, baseline }: Comparison,
): { model: Fitted; interval: ReturnType<typeof intervalsOf> | undefined } {
  const { rows } = listings
  const { table, reference, predict } = fitted(rows, grid)
  const tables = modelOf(table, fitBands(rows, grid), widen)
  checkModel(tables)
  // The summary has no book ids to tell titles by, nor to draw from.
  const variances =
    file === undefined ? readSummary().titleVariances : variancesOf(rows, rows.map(predict))
  const interval = file === undefined ? undefined : intervalsOf(rows, predictions)
  const scores = { model: score(rows, predictions), interval, baseline: score(rows, baseline) }
  const date = new Date().toISOString().slice(0, 10)
  const parameters = { grid: gridName(grid), medianListPrice: reference, variances }
  return { model: describe(listings, tables, parameters, scores, date), interval }
}

async function updateCard(
  listings: Listings,
  { grid, table, all, predictions, baseline }: Comparison,
  { model, interval }: ReturnType<typeof fitModel>,
  pictures: ReturnType<typeof plots>,
): Promise<void> {
  if (!interval) return
  const { rows } = listings
  const variants = tryVariants(rows, grid, log)
  const divisions = variants.filter(({ options }) => options.includes('--division'))
  const foldErrors = [table, ...divisions].flatMap(({ byFold }) =>
    byFold.map(({ maeShare }) => maeShare),
  )
  const blocks = {
    data: dataTable(model, listings),
    families: candidatesTable(all),
    tried: variantsTable(variants),
    interval: intervalTable(model, interval, intervalsOf(rows, baseline), foldErrors),
    conditions: conditionsTable(rows, predictions, baseline),
    coverage: coverageTable(rows, predictions),
    plots: picturesOf(pictures),
  }
  await updateBlocks(cards.model, blocks)
  const variancesAt = crossValidateVariances(split(rows), predictions.shares)
  await updateBlocks(cards.titles, {
    variances: variancesTable(model),
    known: knownTable(rows, predictions, variancesAt),
  })
}

async function fitAndWrite(): Promise<void> {
  const listings = readInput()
  const { rows } = listings
  log(
    `${counted(rows.length, 'row')} of ${counted(listings.books, 'book')} (${listings.leftOut || 'no row left out'})`,
  )
  const comparison = compare(split(rows, division))
  const { predictions, baseline } = comparison
  const result = fitModel(listings, comparison)
  const isUpdate = to === undefined && file !== undefined
  if (isUpdate || to !== undefined) {
    const plotFolder = to ?? 'docs/pricing'
    const pictures = plots(rows, predictions.shares, baseline.shares)
    if (isUpdate) await updateCard(listings, comparison, result, pictures)
    await mkdir(plotFolder, { recursive: true })
    for (const [name, { svg }] of Object.entries(pictures))
      await writeFile(path.join(plotFolder, name), svg)
    const modelFile = path.join(to ?? 'server/pricing', 'fitted.json')
    await writeFile(modelFile, `${toJson(result.model)}\n`)
  }
  const isDrawn = file !== undefined
  log(
    `\nOn books held out (${folds.length} folds):${evaluation(rows, predictions, baseline, isDrawn).join('\n')}`,
  )
  if (file === undefined) log(`\n${differenceOf(rows, result.model, inUse)}`)
}

try {
  await fitAndWrite()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
