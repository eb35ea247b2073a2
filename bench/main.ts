// `npm run bench`: how fast the market is, beside bare servers and PostgreSQL. Prints a table.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import type { Figures, Row } from './load.ts'
import { findPostgres, postgresMissing } from './machine/postgres.ts'
import { canPin, pin, root } from './machine/processes.ts'
import { type Checkout, startBench } from './market.ts'

const usage = `Usage: npm run bench -- [CASE …] [--server FOLDER] [--runs 3] [--seconds 4] …
Cases: ${Object.keys(cases).join(', ')}
--server FOLDER  also measures the server of another checkout, which is installed and built
--runs N         turns of each side, of which the median counts
--seconds N      how long a turn takes
--clients N      people connected in the case live
--books N        books of most cases, instead of 100,000
--million N      books of the case million`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    server: { type: 'string' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '2000' },
    books: { type: 'string', default: '100000' },
    million: { type: 'string', default: '1000000' },
  },
})

const commitOf = (folder: string): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()

const digits = { maximumSignificantDigits: 3 }
const shown = (number: number | undefined): string =>
  number === undefined || Number.isNaN(number) ? '' : number.toLocaleString('en', digits)

function lineOf(name: string, row: Row, rows: readonly Row[]): string {
  const { what, side, figures } = row
  const beside = (bare: string) => {
    const other = rows.find((one) => one.what === what && one.side.startsWith(bare))
    const [mine = Number.NaN, its = Number.NaN] = [figures.perSecond, other?.figures.perSecond]
    return side.startsWith('Dobara') && mine / its ? `${shown((100 * mine) / its)} %` : ''
  }
  const columns: (keyof Figures)[] = ['perSecond', 'p50', 'p99', 'processor', 'megabytes']
  const cells = columns.map((column) => shown(figures[column]))
  return `| ${[name, what, side, ...cells, beside('bare'), beside('pgbench')].join(' | ')} |`
}

async function main(): Promise<void> {
  const chosen = positionals.length > 0 ? positionals : Object.keys(cases)
  const folders = [root, ...(values.server ? [path.resolve(values.server)] : [])]
  const checkouts = folders.map(
    (folder): Checkout => ({ folder, name: `Dobara ${commitOf(folder)}` }),
  )
  pin(process.pid, 'driver')
  const load = os.loadavg()[0]?.toFixed(1)
  const bench = await startBench(
    {
      ...{ runs: Number(values.runs), seconds: Number(values.seconds), connections: 32 },
      ...{ clients: Number(values.clients), demo: true },
      books: { usual: Number(values.books), few: 10_000, many: Number(values.million) },
    },
    checkouts,
  )
  process.once('SIGINT', () => void bench.close().finally(() => process.exit(130)))
  const lines: string[] = []
  try {
    for (const name of chosen) {
      const run = cases[name]
      if (!run) throw new Error(`There is no case ${name}.\n${usage}`)
      console.log(name)
      const rows = await run(bench)
      lines.push(...rows.map((row) => lineOf(name, row, rows)))
      console.log(lines.slice(-rows.length).join('\n'))
    }
  } finally {
    await bench.close()
  }
  const [cpu] = os.cpus()
  console.log(`
${new Date().toISOString().slice(0, 10)}, ${cpu?.model.trim()}, ${os.cpus().length} cores, Node ${process.versions.node}, \
PostgreSQL ${bench.version}, load average before the start ${load}; ${values.runs} turns of ${values.seconds} s; \
${canPin ? 'measured programs on one core, load and PostgreSQL on another' : 'all on the same cores'}

| case | what | side | a second | p50 ms | p99 ms | processor µs | MB | of bare | of pgbench |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}`)
}

const missing = findPostgres() === undefined ? postgresMissing : 'Run npm run build first.'
if (values.help) console.log(usage)
else if (findPostgres() === undefined || !existsSync(path.join(root, 'build/server')))
  throw new Error(missing)
else await main()
