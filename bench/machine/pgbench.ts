// pgbench: what PostgreSQL does without a server of ours in front of it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgres, type Postgres } from './postgres.ts'
import { canPin, cores } from './processes.ts'

const run = promisify(execFile)
/** As many as the server has connections to PostgreSQL. */
const clients = 10
/** pgbench takes at most 128 files. */
export const maxScripts = 100
/** Transactions of each client where a second would be too long: in tests. */
const fewTransactions = 5
const lookups = 'pgbench_lookups'

async function pgbench(args: string[]): Promise<string> {
  const bin = path.join(findPostgres() ?? '', 'pgbench')
  const [command = '', ...more] = canPin()
    ? ['taskset', '-c', String(cores.measured), bin, ...args]
    : [bin, ...args]
  return (await run(command, more, { maxBuffer: 16 * 1024 * 1024 })).stdout
}

const perSecondOf = (output: string): number =>
  Number(/tps = ([\d.]+) \(without/.exec(output)?.[1] ?? Number.NaN)

const common = (url: string, seconds: number) => [
  ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1'],
  ...(seconds < 1 ? ['-t', String(fewTransactions)] : ['-T', String(Math.round(seconds))]),
  url,
]

/** Lookups of a row by its key, a second: `pgbench -S -M prepared`. */
export async function pgbenchLookups(postgres: Postgres, seconds: number): Promise<number> {
  const url = postgres.urlOf(lookups)
  const { rowCount } = await postgres.run(`select from pg_database where datname = '${lookups}'`)
  if (rowCount === 0) {
    await postgres.run(`create database ${lookups}`)
    await postgres.withoutSync(() => pgbench(['-i', '-q', url]))
  }
  return perSecondOf(await pgbench(['-S', ...common(url, seconds)]))
}

/** Runs of these scripts a second, each drawn as often as the others. */
export async function pgbenchScripts(
  url: string,
  scripts: readonly string[],
  seconds: number,
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-pgbench-'))
  try {
    const files = scripts.slice(0, maxScripts).map((_, at) => path.join(folder, `${at}.sql`))
    for (const [at, file] of files.entries()) await writeFile(file, scripts[at] as string)
    const flags = files.flatMap((file) => ['-f', file])
    return perSecondOf(await pgbench([...flags, ...common(url, seconds)]))
  } finally {
    await rm(folder, { recursive: true })
  }
}
