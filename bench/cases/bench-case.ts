import type { LoadResult } from '#bench/load/http-load.ts'
import { load } from '#bench/load/http-load.ts'
import type { Postgres } from '#bench/machine/postgres.ts'
import { memoryOf, type Program, processorSeconds } from '#bench/machine/processes.ts'
import type { MarketSizes } from '#bench/market/ids.ts'

export type Settings = {
  /** Fills so many instead of what the cases ask for. */
  books?: number | undefined
  /** How long each figure is measured, after a third of it to warm up. */
  seconds: number
  connections: number
  /** Of the case `live`. */
  clients: number
  /** Questions of the case `million`. */
  questions: number
  /** Pairs of the case `messages`. */
  pairs: number
  /** Whether the case `memory` fills the demo market first. */
  demo: boolean
}

export type Market = Program & {
  sizes: MarketSizes
  /** How long it took to fill the market that this is a copy of, indexes included. */
  filledInSeconds: number
  database: string
  postgres: Postgres
}

export type Bench = {
  settings: Settings
  /** Runs `work` with a server that has just started, on a fresh copy of so many books. */
  withMarket: <T>(books: number, work: (market: Market) => Promise<T>) => Promise<T>
  /** An empty folder for a server with the embedded database, deleted afterwards. */
  withFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>
  postgres: Postgres
}

/** A share of what was measured beside it (`times`: at most), or a bound of the figure itself. */
export type Bar = { share: number } | { times: number } | { atLeast: number } | { atMost: number }

export type Measured = {
  of: string
  figure: number
  unit: 'a second' | 's' | 'ms' | 'MB' | 'KB' | 'changes' | 'messages'
  /** Of how many, where the figure counts what must never be: it is added up over all runs. */
  outOf?: number
  /** What the figure is compared with, measured in the same run and unit. */
  beside?: { name: string; figure: number }
  p50?: number
  p99?: number
  /** Microseconds of processor time that the server took for one answer. */
  micros?: number | undefined
  /** Resident megabytes of the server. */
  memory?: number | undefined
  bars?: Bar[]
  note?: string
}

export type BenchCase = {
  name: string
  run: (bench: Bench) => Promise<Measured[]>
}

export type LoadMeasured = LoadResult & {
  micros: number | undefined
  memory: number | undefined
}

/**
 * Warms up, then measures so many answers a second; throws if any answer isn't 200. `warmUp` draws
 * the addresses to warm up with, where they have to be others.
 */
export async function measureLoad(
  program: Program,
  { seconds, connections }: Settings,
  next: () => string | undefined,
  warmUp = next,
): Promise<LoadMeasured> {
  const options = { port: program.port, connections }
  await load({ ...options, next: warmUp, seconds: seconds / 3 })
  const before = processorSeconds(program.pid)
  const result = await load({ ...options, next, seconds })
  const after = processorSeconds(program.pid)
  if (result.failed > 0) throw new Error(`${result.failed} answers were not 200, as ${next()}.`)
  const busy = before === undefined || after === undefined ? undefined : after - before
  return {
    ...result,
    micros: busy === undefined ? undefined : (busy * 1e6) / result.requests,
    memory: memoryOf(program.pid),
  }
}

export const rowOf = (of: string, result: LoadMeasured): Measured => ({
  of,
  figure: result.perSecond,
  unit: 'a second',
  p50: result.p50,
  p99: result.p99,
  micros: result.micros,
  memory: result.memory,
})

/** The same requests at a bare server with the same bytes. */
export async function besideBare(
  settings: Settings,
  startBare: () => Promise<Program>,
  next: () => string,
): Promise<{ name: string; figure: number }> {
  const bare = await startBare()
  try {
    const { perSecond } = await measureLoad(bare, settings, next)
    return { name: 'bare node:http', figure: perSecond }
  } finally {
    await bare.close()
  }
}

/** The sizes of the market that a case asks for, or the one that was asked for instead. */
export const sizesOf = ({ books }: Settings, wanted: readonly number[]): readonly number[] =>
  books === undefined ? wanted : [books]

export const inThousands = (books: number): string => `${books.toLocaleString('en')} books`
