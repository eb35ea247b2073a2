// Fills markets, and starts pgbench and the servers that are compared.
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ask, type Figures } from './load.ts'
import { findPostgres, startPostgres } from './machine/postgres.ts'
import { type Program, pin, root, startBare, startServer } from './machine/processes.ts'

export type Settings = {
  runs: number
  seconds: number
  connections: number
  clients: number
  /** Whether the case `memory` uses a demo market. */
  demo: boolean
  /**
   * The number of books: `few` in the case `memory`, `many` in `million`, `usual` in all others.
   */
  books: { usual: number; few: number; many: number }
}
export type Checkout = { name: string; folder: string }
export type Side = Checkout & Program & { databaseUrl: string }
export type Kind = 'rare' | 'common' | 'misspelt'
export type Bench = Awaited<ReturnType<typeof startBench>>
export type Market = Awaited<ReturnType<Bench['open']>>

export async function startBench(settings: Settings, checkouts: readonly Checkout[]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-bench-'))
  const makeFolder = (): Promise<string> => mkdtemp(path.join(folder, 'data-'))
  const postgres = await startPostgres(folder)

  /**
   * Creates and fills a database. The checkout's server creates the tables, because checkouts may
   * differ.
   */
  async function fill({ folder }: Checkout, database: string, books: number): Promise<void> {
    await postgres.run(`drop database if exists ${database}`)
    await postgres.run(`create database ${database}`)
    pin(postgres.pid, 'all')
    await (await startServer(folder, await makeFolder(), postgres.urlOf(database))).close()
    const seed = await readFile(path.join(root, 'bench/market.sql'), 'utf8')
    await postgres.run(seed.replaceAll(':books', String(books)), database)
    await postgres.run('vacuum analyze', database)
    await postgres.run('checkpoint')
    pin(postgres.pid, 'driver')
  }

  async function openMarket(books: number) {
    const sides: Side[] = []
    for (const [number, checkout] of checkouts.entries()) {
      const database = `market_${number}`
      await fill(checkout, database, books)
      const databaseUrl = postgres.urlOf(database)
      const server = await startServer(checkout.folder, await makeFolder(), databaseUrl)
      sides.push({ ...checkout, ...server, databaseUrl })
    }
    const query = async <Row>(sql: string) => (await postgres.run(sql, 'market_0')).rows as Row[]
    const namesOf = async (sql: string) =>
      (await query<{ name: string }>(sql)).map((row) => row.name)
    return {
      books,
      query,
      sides: sides as [Side, ...Side[]],
      /** The order looks random, but is the same in each run. */
      bookIds: await namesOf('select id as name from books order by md5(id::text) limit 100000'),
      branches: await namesOf('select distinct branch as name from books'),
      searches: await query<Record<Kind, string>>('select * from bench_searches'),
    }
  }
  let market: Awaited<ReturnType<typeof openMarket>> | undefined
  const closeSides = async () => {
    for (const side of market?.sides ?? []) await side.close()
  }

  return {
    settings,
    postgres,
    makeFolder,
    /** Opens the market of this size, and closes the previous one. */
    open: async (size: keyof Settings['books']) => {
      if (market?.books !== settings.books[size]) {
        await closeSides()
        market = await openMarket(settings.books[size])
      }
      return market
    },
    /** Starts a bare server that repeats the program's responses at these URLs. */
    startBare: async (program: Program, addresses: readonly string[]) => {
      const file = path.join(await makeFolder(), 'answers.json')
      const answers = await Promise.all(addresses.map((address) => ask(program, address)))
      await writeFile(file, JSON.stringify(answers))
      return startBare(file)
    },
    pgbench: async (script: string, connections: number): Promise<Figures> => {
      const file = path.join(await makeFolder(), 'script.sql')
      await writeFile(file, script)
      // pgbench runs for whole seconds, but tests take less than one.
      const length = settings.seconds < 1 ? '-t 5' : `-T ${Math.round(settings.seconds)}`
      const flags = `-n -M prepared -c ${connections} ${length} -f ${file}`.split(' ')
      const program = path.join(findPostgres() ?? '', 'pgbench')
      const { stdout } = await promisify(execFile)(program, [...flags, postgres.urlOf('market_0')])
      return { perSecond: Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]) }
    },
    close: async () => {
      await closeSides()
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
