import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Bench, Market, Settings } from '#bench/cases/bench-case.ts'
import { fillMarket } from '#bench/market/fill.ts'
import { marketSizes } from '#bench/market/ids.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { canPin, childrenOf, cores, pin, startServer } from './processes.ts'

type StartedBench = Bench & { close: () => Promise<void> }
export type BenchOptions = {
  settings: Settings
  say: (line: string) => void
}

/** Whatever drives the server shares the other core; filling takes all of them. */
function pinAll(postgres: Postgres, to: string | number): void {
  for (const pid of [process.pid, postgres.pid, ...childrenOf(postgres.pid)]) pin(pid, to)
}

function createMarkets(postgres: Postgres, folder: string, say: (line: string) => void) {
  const filled = new Map<number, number>()
  const templateOf = (books: number) => `market_${books}`
  async function fill(books: number): Promise<number> {
    await postgres.run(`create database ${templateOf(books)}`)
    if (canPin()) pinAll(postgres, `0-${os.cpus().length - 1}`)
    const seconds = await fillMarket(postgres.urlOf(templateOf(books)), books, folder)
    filled.set(books, seconds)
    say(`${books.toLocaleString('en')} books filled in ${seconds.toFixed(1)} s, indexes included`)
    if (canPin()) pinAll(postgres, cores.driver)
    return seconds
  }
  return (books: number, number: number): Promise<Pick<Market, 'database' | 'filledInSeconds'>> =>
    postgres.withoutSync(async () => {
      const filledInSeconds = filled.get(books) ?? (await fill(books))
      const database = `case_${number}`
      await postgres.run(
        `create database ${database} template ${templateOf(books)} strategy file_copy`,
      )
      return { database, filledInSeconds }
    })
}

/** Starts PostgreSQL in a temporary folder, which `close` removes. */
export async function startBench({ settings, say }: BenchOptions): Promise<StartedBench> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-bench-'))
  // PostgreSQL, which may be another user, reads the files to copy in.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder).catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    throw error
  })
  if (canPin()) pinAll(postgres, cores.driver)
  const copyMarket = createMarkets(postgres, folder, say)
  let copies = 0
  const withFolder: Bench['withFolder'] = async (work) => {
    const own = await mkdtemp(path.join(folder, 'data-'))
    return work(own).finally(() => rm(own, { recursive: true, force: true }))
  }
  return {
    settings,
    postgres,
    withFolder,
    withMarket: (books, work) =>
      withFolder(async (dataDir) => {
        const copy = await copyMarket(books, ++copies)
        const { database } = copy
        const server = await startServer(dataDir, postgres.urlOf(database))
        try {
          return await work({ ...server, ...copy, sizes: marketSizes(books), postgres })
        } finally {
          await server.close()
          await postgres.run(`drop database ${database} with (force)`)
        }
      }),
    close: async () => {
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
