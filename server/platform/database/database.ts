// One database behind Kysely: PGlite in a thread of this process, or the PostgreSQL that DATABASE_URL names.
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type ControlledTransaction,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import { createTokenBucket } from '#server/platform/limits/token-bucket.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { openPGlite, type PGlite, pgliteDialect } from './pglite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables> | Transaction<Tables> | ControlledTransaction<Tables>

export type Database = {
  db: Kysely<Tables>
  /** The PostgreSQL pool, for the socket adapter; undefined on PGlite. */
  pool: import('pg').Pool | undefined
  close: () => Promise<void>
}

/** Wraps an open PGlite; closing the database closes it. */
export const pgliteDatabase = (pglite: PGlite): Database => ({
  db: new Kysely<Tables>({ dialect: pgliteDialect(pglite) }),
  pool: undefined,
  close: pglite.close,
})

/**
 * Hears of each connection of a pool that breaks, idle or lent out; the pool opens another when it is needed. A lent one
 * that nobody listens to would end the process when PostgreSQL ends it between two statements.
 */
export function logConnectionErrors(pool: import('pg').Pool, hear: (error: Error) => void): void {
  pool.on('error', hear)
  pool.on('connect', (client) => void client.on('error', hear))
}

/** How long PostgreSQL may take, in milliseconds: to be connected to, and for one statement. Migrations may take longer. */
const patience = { connectMs: 10_000, queryMs: 30_000 }

/** A connection on which no answer came in time is given up: nobody should wait on it after the one who did. */
function giveUpSilent(client: import('pg').PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const answer = query(...args)
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (isUnavailable(error))
          void (client as unknown as import('pg').Client).end().catch(() => {})
      })
    return answer
  }) as typeof client.query
}

/**
 * Connects to PostgreSQL and migrates it; safe when several processes start together. `log` hears of broken connections,
 * once a minute. Throws a StartFault.
 */
export async function openPostgres(
  url: string,
  {
    log,
    connectMs,
    queryMs,
  }: { log?: Pick<Log, 'error'> | undefined } & Partial<typeof patience> = {},
): Promise<Database> {
  const { default: pg } = await import('pg')
  // As in the embedded database: dates stay YYYY-MM-DD strings.
  pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connectMs ?? patience.connectMs,
  }
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect().catch((error: Error) => {
      throw new StartupError(`DATABASE_URL: can't connect to PostgreSQL: ${reasonOf(error)}`)
    })
    await migrate(async (sql) => (await client.query(sql)).rows ?? [], { lock: true })
  } catch (error) {
    throw error instanceof pg.DatabaseError
      ? new StartupError(`DATABASE_URL: ${error.message}`)
      : error
  } finally {
    await client.end()
  }
  const statement_timeout = queryMs ?? patience.queryMs
  // PostgreSQL itself ends what takes too long; one that doesn't answer at all isn't waited for much longer.
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    statement_timeout,
    query_timeout: statement_timeout * 1.2,
  })
  const mayLog = createTokenBucket(1)
  logConnectionErrors(pool, (error) => {
    if (log && mayLog('pool') === 0)
      log.error({ reason: reasonOf(error) }, 'a connection to PostgreSQL broke')
  })
  pool.on('connect', giveUpSilent)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** The reason in one line; a failed connection to a name with several addresses carries one error for each. */
const reasonOf = (error: Error): string =>
  (error instanceof AggregateError ? error.errors.join('; ') : error.message) || error.name

/** PGlite leaves its files open to everybody on the machine; the folder isn't. Not every file system knows whose a folder is. */
const closeToOthers = (folder: string) => chmod(folder, 0o700).catch(() => {})

/** Makes the database's folder, which appears whole or, when this is interrupted, not at all. */
async function createEmbedded(folder: string): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await closeToOthers(draft)
  const pglite = await openPGlite({ dataDir: draft })
  await pglite.close()
  await rename(draft, folder)
}

/** Without its database a server can do nothing; started anew, it finds all that was committed. */
function endProcess(cause: unknown): void {
  console.error(
    'The embedded database has ended, and the server with it. Start it again.',
    cause ?? '',
  )
  process.exit(1)
}

/**
 * Opens the embedded database in DATA_DIR, which only one process may hold; `onCrash` hears of its unasked end. Throws a
 * StartFault.
 */
export async function openEmbedded(dataDir: string, onCrash = endProcess): Promise<Database> {
  const folder = path.join(dataDir, 'database')
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new StartupError(`DATA_DIR: can't write to ${dataDir}: ${error.message}`)
  })
  const unlock = await lockFolder(dataDir)
  let pglite: PGlite | undefined
  try {
    if (!existsSync(folder)) await createEmbedded(folder)
    await closeToOthers(folder)
    const opened = await openPGlite({ dataDir: folder }, onCrash).catch((error: unknown) => {
      throw new StartupError(
        `DATA_DIR: the database in ${folder} can't be opened: ${error instanceof Error ? error.message : error}`,
      )
    })
    pglite = opened
    await migrate(async (sql) => (await opened.exec(sql)).at(-1)?.rows ?? [], { lock: false })
    const database = pgliteDatabase(opened)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    // Nobody else may have the folder before it is closed.
    await pglite?.close().catch(() => {})
    await unlock()
    throw error
  }
}

/** Opens the database that the configuration names; `log` hears of its faults. Throws a StartFault. */
export const openDatabase = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log?: Log,
): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir) : openPostgres(databaseUrl, { log })

/** The id of this database, which its migrations gave it; all processes on it are one installation. */
export async function findInstallation(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}

/** Whether an error is a breach of the named unique or exclusion constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  (error as { constraint?: string }).constraint === constraint

/** Thrown inside a transaction that finds another one was quicker: it begins anew. */
export class TransactionConflict extends Error {}

/** PostgreSQL ends one of several transactions that wait for each other; done once more, it succeeds. */
const isTransactionConflict = (error: unknown): boolean =>
  error instanceof TransactionConflict ||
  ['40P01', '40001'].includes((error as { code?: string }).code ?? '')
const maxAttempts = 3

/**
 * Runs `work` in one transaction, and once more where it got in the way of another. Name its argument `db` too, so that the
 * outer one is out of reach: on PGlite a query on the outer one would wait for ever. Await nothing but SQL inside, and
 * change nothing else that can't be changed twice.
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === maxAttempts || !isTransactionConflict(error)) throw error
    }
  }
}

/** The LIKE pattern of texts that contain a word as it is written. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a row differs from what it is to become, so that an update which changes nothing finds no row. */
export const differs = (change: Record<string, unknown>): RawBuilder<boolean> => {
  const columns = Object.entries(change).map(
    ([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`,
  )
  return columns.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(columns, sql` or `)})`
}
