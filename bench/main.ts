// `npm run bench`: how fast the market is, beside bare servers and PostgreSQL. Prints a table.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import type { Row } from './load.ts'
import { canPin, pin, root } from './machine/processes.ts'
import { type Checkout, startBench } from './market.ts'

const usage = `Usage: npm run bench -- [CASE …] [FLAGS]
Cases: ${Object.keys(cases).join(', ')}
--server FOLDER  also measures the server of another checkout, which is installed and built
--runs 3         turns of each side, of which the median counts
--seconds 4      how long a turn takes
--clients 2000   people connected in the case live
--books 100000   books of most cases
--many 1000000   books of the case million`

const type = 'string'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ help: { type: 'boolean' }, server: { type } },
    ...{ runs: { type, default: '3' }, seconds: { type, default: '4' } },
    clients: { type, default: '2000' },
    ...{ books: { type, default: '100000' }, many: { type, default: '1000000' } },
  },
})

const commitOf = (folder: string): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()

const digits = { maximumSignificantDigits: 3 }
const shown = (number: number | undefined): string =>
  number === undefined || Number.isNaN(number) ? '' : number.toLocaleString('en', digits)

/** `share`: of PostgreSQL without a server where that was measured, else of the bare server. */
function lineOf(name: string, { what, side, figures }: Row, rows: readonly Row[]): string {
  const bare = rows.findLast((row) => row.what === what && !row.side.startsWith('Dobara'))
  const share = ((figures.perSecond ?? Number.NaN) / (bare?.figures.perSecond ?? 0)) * 100
  const { perSecond, p50, p99, processor, megabytes } = figures
  const cells = [
    perSecond,
    p50,
    p99,
    processor,
    megabytes,
    side.startsWith('Dobara') ? share : undefined,
  ]
  return `| ${[name, what, side, ...cells.map(shown)].join(' | ')} |`
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
      books: { usual: Number(values.books), few: 10_000, many: Number(values.many) },
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
PostgreSQL ${bench.postgres.version}, load average before the start ${load}; ${values.runs} turns of ${values.seconds} s; \
${canPin ? 'measured programs on one core, load and PostgreSQL on another' : 'all on the same cores'}

| case | what | side | a second | p50 ms | p99 ms | processor µs | MB | share % |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}`)
}

if (values.help) console.log(usage)
else if (!existsSync(path.join(root, 'build/server'))) console.error('Run npm run build first.')
else await main()
