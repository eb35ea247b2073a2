// `npm run bench` measures how fast the market is, compared with bare servers and PostgreSQL.
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
--server FOLDER  also measures another checkout, which must be installed and built
--runs 3         turns of each side; the median counts
--seconds 4      length of a turn
--clients 2000   connected people in the case live
--books 100000   books in most cases
--many 1000000   books in the case million`

const type = 'string'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type },
    runs: { type, default: '3' },
    seconds: { type, default: '4' },
    clients: { type, default: '2000' },
    books: { type, default: '100000' },
    many: { type, default: '1000000' },
    help: { type: 'boolean' },
  },
})

function checkoutOf(folder: string): Checkout {
  const git = ['rev-parse', '--short', 'HEAD']
  const commit = execFileSync('git', git, { cwd: folder, encoding: 'utf8' }).trim()
  return { folder, name: `Dobara ${commit}` }
}

const shown = (number: number | undefined): string =>
  number === undefined || Number.isNaN(number)
    ? ''
    : number.toLocaleString('en', { maximumSignificantDigits: 3 })

/**
 * Formats a row. Dobara's requests per second are also given as a share of pgbench's, if that was
 * measured, or else of the bare server's.
 */
function lineOf(name: string, { what, side, figures }: Row, rows: readonly Row[]): string {
  const bare = rows.findLast((row) => row.what === what && !row.side.startsWith('Dobara'))
  const share = ((figures.perSecond ?? Number.NaN) / (bare?.figures.perSecond ?? 0)) * 100
  const { perSecond, p50, p99, processor, megabytes } = figures
  const cells = [perSecond, p50, p99, processor, megabytes].map(shown)
  cells.push(side.startsWith('Dobara') ? shown(share) : '')
  return `| ${[name, what, side, ...cells].join(' | ')} |`
}

async function main(): Promise<void> {
  const chosen = positionals.length > 0 ? positionals : Object.keys(cases)
  const checkouts = [root, ...(values.server ? [values.server] : [])].map(checkoutOf)
  pin(process.pid, 'driver')
  const [load = 0] = os.loadavg()
  const { runs, seconds, clients, books, many } = values
  const settings = {
    runs: Number(runs),
    seconds: Number(seconds),
    connections: 32,
    demo: true,
    clients: Number(clients),
    books: { usual: Number(books), few: 10_000, many: Number(many) },
  }
  const bench = await startBench(settings, checkouts)
  process.once('SIGINT', () => void bench.close().finally(() => process.exit(130)))
  const lines: string[] = []
  try {
    for (const name of chosen) {
      const run = cases[name]
      if (!run) throw new Error(`There is no case ${name}.\n${usage}`)
      console.log(name)
      const rows = await run(bench)
      const added = rows.map((row) => lineOf(name, row, rows))
      lines.push(...added)
      console.log(added.join('\n'))
    }
  } finally {
    await bench.close()
  }
  console.log(`
${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Node ${process.versions.node}, \
PostgreSQL ${bench.postgres.version}, ${canPin ? 'each server on one core' : 'nothing pinned'}, load average before the start ${load.toFixed(1)}, ${runs} turns of ${seconds} s

| case | what | side | a second | p50 ms | p99 ms | processor µs | MB | share % |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}`)
}

if (values.help) console.log(usage)
else if (!existsSync(path.join(root, 'build/server'))) console.error('Run npm run build first.')
else await main()
