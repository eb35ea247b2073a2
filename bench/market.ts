// The filled markets, each with the servers that are compared, and PostgreSQL without a server.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { QueryResultRow } from 'pg'
import { type Answer, ask, type Figures } from './load.ts'
import { findPostgres, startPostgres } from './machine/postgres.ts'
import { type Program, pin, root, startBare, startServer } from './machine/processes.ts'

export type Settings = {
  runs: number
  /** How long each turn takes. */
  seconds: number
  connections: number
  /** Connected people of the case `live`. */
  clients: number
  /** Whether the case `memory` fills the demo market. */
  demo: boolean
  /** Books of most cases, of `memory`, and of `million`. */
  books: { usual: number; few: number; many: number }
}
/** A checkout whose server is measured. */
export type Checkout = { name: string; folder: string }
export type Side = Checkout & Program & { database: string }

export type Bench = {
  settings: Settings
  /** Of PostgreSQL. */
  version: string
  urlOf: (database: string) => string
  /** A server of each checkout, all with the same market; they run until other ones are asked for. */
  sidesOf: (books: number) => Promise<readonly [Side, ...Side[]]>
  query: <Row extends QueryResultRow>(side: Side, sql: string) => Promise<Row[]>
  /** Runs a script of pgbench over so many connections. */
  pgbench: (side: Side, script: string, connections: number) => Promise<Figures>
  /** A bare server that sends what the side answers at these addresses. */
  startBare: (side: Program, addresses: readonly string[]) => Promise<Program>
  makeFolder: () => Promise<string>
  close: () => Promise<void>
}

const run = promisify(execFile)

export async function startBench(
  settings: Settings,
  checkouts: readonly Checkout[],
): Promise<Bench> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-bench-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  const makeFolder = () => mkdtemp(path.join(folder, 'data-'))
  const postgres = await startPostgres(folder)
  const filled = new Set<string>()
  let open: { books: number; sides: readonly Side[] } = { books: 0, sides: [] }

  /** The server makes the tables, so that each checkout has its own. */
  async function fill(checkout: Checkout, database: string, books: number): Promise<void> {
    await postgres.run(`create database ${database}`)
    pin(postgres.pid, 'all')
    const [DATA_DIR, DATABASE_URL] = [await makeFolder(), postgres.urlOf(database)]
    await (await startServer(checkout.folder, { DATA_DIR, DATABASE_URL, DEMO: '0' })).close()
    const seed = await readFile(path.join(root, 'bench/market.sql'), 'utf8')
    const begun = performance.now()
    await postgres.run(seed.replaceAll(':books', String(books)), database)
    await postgres.run('vacuum analyze', database)
    await postgres.run('checkpoint')
    pin(postgres.pid, 'driver')
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(`${checkout.name}: ${books.toLocaleString('en')} books filled in ${seconds} s`)
    filled.add(database)
  }

  async function sidesOf(books: number): Promise<readonly [Side, ...Side[]]> {
    if (open.books !== books) {
      await closeSides()
      const sides: Side[] = []
      for (const [number, checkout] of checkouts.entries()) {
        const database = `market_${number}_${books}`
        if (!filled.has(database)) await fill(checkout, database, books)
        const env = { DATA_DIR: await makeFolder(), DATABASE_URL: postgres.urlOf(database) }
        const server = await startServer(checkout.folder, { ...env, DEMO: '0' })
        sides.push({ ...checkout, ...server, database })
      }
      open = { books, sides }
    }
    return open.sides as [Side, ...Side[]]
  }
  async function closeSides(): Promise<void> {
    for (const { close } of open.sides) await close()
    open = { books: 0, sides: [] }
  }

  async function pgbench({ database }: Side, script: string, connections: number) {
    const file = path.join(await makeFolder(), 'script.sql')
    await writeFile(file, script)
    // Whole seconds are the least that it can measure by time.
    const length = settings.seconds < 1 ? ['-t', '5'] : ['-T', String(Math.round(settings.seconds))]
    const load = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-f', file]
    const program = path.join(findPostgres() ?? '', 'pgbench')
    const { stdout } = await run(program, [...load, ...length, postgres.urlOf(database)])
    return { perSecond: Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]) }
  }

  return {
    settings,
    version: postgres.version,
    urlOf: postgres.urlOf,
    sidesOf,
    query: async (side, sql) => (await postgres.run(sql, side.database)).rows,
    pgbench,
    startBare: async (side, addresses) => {
      const answers: Answer[] = []
      for (const address of addresses) answers.push(await ask(side, address))
      const file = path.join(await makeFolder(), 'answers.json')
      await writeFile(file, JSON.stringify(answers))
      return startBare(file)
    },
    makeFolder,
    close: async () => {
      await closeSides()
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
