// Fits the price model on second-hand listings, and writes it, its figures and its plots. docs/pricing.md is the card.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkBands, checkConstantBands, fitBands, moved } from './price/band.ts'
import { conditionsTable, coverageTable, dataTable, familiesTable, fillCard } from './price/card.ts'
import { check, checked, checkTable, fitted, parts, split } from './price/crossvalidate.ts'
import { constants, families } from './price/families.ts'
import { describe, toJson } from './price/fitted.ts'
import { readListings } from './price/listings.ts'
import { plots } from './price/plots.ts'
import { counted, evaluation, score } from './price/report.ts'
import { type Grid, risesWithPrice } from './price/surface.ts'

const usage = `npm run price:fit -- FILE.csv
  --to FOLDER     write there, and leave the market's own model and card as they are
  --grid 9x4x1    take this grid (ages, list prices, stiffness) instead of choosing one, which takes minutes`

/** Reads the command line, or ends with how it should be. */
function asked(): { file: string; to: string | undefined; grid: Grid | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' }, grid: { type: 'string' } } })
    const [file, ...more] = positionals
    const [, ages, prices, stiff] = /^(\d+)x(\d+)x(\d+(?:\.\d+)?)$/.exec(values.grid ?? '') ?? []
    if (file === undefined || more.length > 0 || (values.grid !== undefined && ages === undefined)) throw new Error('not so')
    return { file, to: values.to, grid: ages ? { ages: Number(ages), prices: Number(prices), stiff: Number(stiff) } : undefined }
  } catch {
    console.error(usage)
    process.exit(1)
  }
}

const { file, to, grid: given } = asked()
const tell = (line: string) => console.log(line)

async function fitAndWrite(): Promise<void> {
  const listings = readListings(file)
  const { rows } = listings
  tell(
    `${counted(rows.length, 'row')} of ${counted(listings.books, 'book')} (${listings.skipped} left out: a field is missing or impossible)`,
  )
  const held = split(rows)
  const withGrid = (grid: Grid, ordered = true) => parts.map((part) => fitted(held.without(part), grid, { ordered }).predict)
  const compared = families.map((family) => {
    tell(family.name)
    return check(family, held)
  })
  const { grid, checked: table } = given
    ? { grid: given, checked: checked('table', held, withGrid(given)) }
    : checkTable('table', held, tell)
  const chosen = { ...table, name: '**table over age and list price per condition, least absolute errors**' }
  tell('without its order, and in steps of 100')
  const free = checked('the same without its guarantees: may rise with age, or with a worse condition', held, withGrid(grid, false))
  const steps = checked(
    'the same, rounded to the shop’s steps of 100 won',
    held,
    withGrid(grid).map((predict) => (row) => Math.round((predict(row) * row.list) / 100) / (row.list / 100)),
  )

  tell('the band')
  const { edges, widen } = checkBands(held)
  const baseline = { shares: compared.find(({ name }) => name === constants.name)?.shares ?? [], edges: checkConstantBands(held) }
  const model = { shares: chosen.shares, edges }

  const { table: predicted, reference } = fitted(rows, grid)
  const bands = fitBands(rows)
  const tables = { predicted, low: moved(bands.low, -widen), high: moved(bands.high, widen) }
  for (const [which, one] of Object.entries(tables))
    if (!risesWithPrice(one)) throw new Error(`The table ${which} would make a dearer book cheaper: fit it with fewer knots.`)
  const made = describe(
    listings,
    tables,
    `${grid.ages}x${grid.prices}x${grid.stiff}`,
    reference,
    { model: score(rows, model), baseline: score(rows, baseline) },
    new Date().toISOString().slice(0, 10),
  )

  const texts = Object.entries(plots(rows, model.shares, baseline.shares)).map(([name, svg]) => [
    path.join(to ?? 'docs/pricing', name),
    svg,
  ])
  texts.push([path.join(to ?? 'server/pricing', 'fitted.json'), `${toJson(made)}\n`])
  if (to === undefined) {
    const figures = {
      data: dataTable(made),
      families: familiesTable([...compared, chosen, free, steps]),
      conditions: conditionsTable(rows, model, baseline),
      coverage: coverageTable(rows, model),
    }
    texts.push(['docs/pricing.md', fillCard(await readFile('docs/pricing.md', 'utf8'), figures)])
  }
  await mkdir(to ?? 'docs/pricing', { recursive: true })
  for (const [place = '', text = ''] of texts) await writeFile(place, text)
  tell(`\nOn books held out (${parts.length} parts):${evaluation(rows, model, baseline).join('\n')}`)
}

try {
  await fitAndWrite()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
