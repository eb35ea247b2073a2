// Fits the price model on second-hand listings, and writes it, its figures and its plots. docs/pricing.md is the card.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkBands, checkConstantBands, checkModel, fitBands, modelOf } from './band.ts'
import { intervalsOf } from './bootstrap.ts'
import { check, checked, checkTable, fitted, parts, split, withGrid } from './cross-validation.ts'
import { counted, evaluation, score } from './evaluation.ts'
import { describe, toJson } from './fitted-file.ts'
import { type Grid, gridName } from './knots.ts'
import { checkEnough, readListings } from './listings.ts'
import {
  conditionsTable,
  coverageTable,
  dataTable,
  familiesTable,
  fillCard,
  picturesOf,
} from './model-card.ts'
import { constants, families } from './models.ts'
import { plots } from './plots.ts'
import { intervalTable, triedTable, tryMore } from './sensitivity.ts'

const usage = `npm run price:fit -- FILE.csv
  --to FOLDER      write there, and leave the market's own model and card as they are
  --grid 9x4x1     take this grid (ages, list prices, stiffness) instead of choosing one, which takes minutes
  --division WORD  part the books otherwise; each word makes another five parts`

type Asked = {
  file: string
  to: string | undefined
  grid: Grid | undefined
  division: string | undefined
}

/** Reads the command line, or ends with how it should be. */
function asked(): Asked {
  try {
    const options = {
      to: { type: 'string' },
      grid: { type: 'string' },
      division: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file, ...more] = positionals
    const [, ages, prices, stiff] = /^(\d+)x(\d+)x(\d+(?:\.\d+)?)$/.exec(values.grid ?? '') ?? []
    if (file === undefined || more.length > 0 || (values.grid !== undefined && ages === undefined))
      throw new Error('not so')
    // The card tells of one division, the plain one.
    if (values.division !== undefined && values.to === undefined) throw new Error('not so')
    return {
      file,
      to: values.to,
      division: values.division,
      grid: ages ? { ages: Number(ages), prices: Number(prices), stiff: Number(stiff) } : undefined,
    }
  } catch {
    console.error(usage)
    process.exit(1)
  }
}

const { file, to, grid: given, division } = asked()
const tell = (line: string) => console.log(line)

async function fitAndWrite(): Promise<void> {
  const listings = readListings(file)
  checkEnough(listings, file)
  const { rows } = listings
  tell(
    `${counted(rows.length, 'row')} of ${counted(listings.books, 'book')} (${listings.leftOut || 'no row left out'})`,
  )
  const held = split(rows, division)
  const compared = families.map((family) => {
    tell(family.name)
    return check(family, held)
  })
  const {
    grid,
    checked: table,
    chosen: grids,
  } = given
    ? {
        grid: given,
        checked: checked('table', held, withGrid(held, given)),
        chosen: parts.map(() => given),
      }
    : checkTable('table', held, tell)
  const chosen = {
    ...table,
    name: '**table over age and list price per condition, least absolute errors**',
  }
  tell('without its order, and in steps of 100')
  const free = checked(
    'the same without its guarantees: may rise with age, or with a worse condition',
    held,
    withGrid(held, grid, false),
  )
  const steps = checked(
    'the same, rounded to the shop’s steps of 100 won',
    held,
    withGrid(held, grid).map(
      (predict) => (row) => Math.round((predict(row) * row.list) / 100) / (row.list / 100),
    ),
  )

  tell('the band')
  const { edges, widen } = checkBands(held, grids, chosen.shares)
  const baseline = {
    shares: compared.find(({ name }) => name === constants.name)?.shares ?? [],
    edges: checkConstantBands(held),
  }
  const told = { shares: chosen.shares, edges }

  const { table: predicted, reference } = fitted(rows, grid)
  const model = modelOf(predicted, fitBands(rows, grid), widen)
  checkModel(model)
  const interval = intervalsOf(rows, told)
  const made = describe(
    listings,
    model,
    gridName(grid),
    reference,
    { model: score(rows, told), interval, baseline: score(rows, baseline) },
    new Date().toISOString().slice(0, 10),
  )

  const pictures = plots(rows, told.shares, baseline.shares)
  const texts = Object.entries(pictures).map(([name, { svg }]) => [
    path.join(to ?? 'docs/pricing', name),
    svg,
  ])
  texts.push([path.join(to ?? 'server/pricing', 'fitted.json'), `${toJson(made)}\n`])
  if (to === undefined) {
    const tried = tryMore(rows, grid, tell)
    const apart = [
      chosen,
      ...tried.filter(({ options }) => options.includes('--division')),
    ].flatMap(({ byPart }) => byPart)
    const blocks = {
      data: dataTable(made, listings),
      families: familiesTable([...compared, chosen, free, steps]),
      tried: triedTable(tried),
      interval: intervalTable(
        made,
        interval,
        intervalsOf(rows, baseline),
        apart.map(({ maeShare }) => maeShare),
      ),
      conditions: conditionsTable(rows, told, baseline),
      coverage: coverageTable(rows, told),
      plots: picturesOf(pictures),
    }
    texts.push(['docs/pricing.md', fillCard(await readFile('docs/pricing.md', 'utf8'), blocks)])
  }
  await mkdir(to ?? 'docs/pricing', { recursive: true })
  for (const [place = '', text = ''] of texts) await writeFile(place, text)
  tell(`\nOn books held out (${parts.length} parts):${evaluation(rows, told, baseline).join('\n')}`)
}

try {
  await fitAndWrite()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
