// Opens the database: PGlite in a thread of this process, or PostgreSQL at DATABASE_URL.
import {
  type ControlledTransaction,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import type { Tables } from '#db/tables.ts'
import { createPool, type PGlite } from '#server/platform/database/embedded/pglite.ts'
import { createCounter } from '#server/platform/limits/counter.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { type Log, withoutLogFields } from '#server/platform/operations/log.ts'
import { isUnavailable, UnavailableError } from '#server/platform/operations/unavailable.ts'
import { migrate } from './migrate.ts'
import { createStatementNames, runNamed } from './named-statements.ts'

export const maxPoolConnections = 10
/** Limits for connecting and for each statement. Migrations may take longer than `queryMs`. */
export const postgresTimeouts = { connectMs: 10_000, queryMs: 30_000 }
/**
 * Idle connections are kept this long, because a new one must plan every statement again, which can
 * take 50 ms each.
 */
const idleConnectionMs = 10 * 60_000
const keepAliveMs = 60_000
/** After this time, PostgreSQL ends the transactions of a process that has stopped responding. */
const idleInTransactionMs = 60_000
const maxTransactionAttempts = 3
/** Longer transactions are rolled back, unless they process the whole market. */
const maxTransactionMs = 30_000
export const maxWholeMarketMs = 10 * 60_000

export type Db = Kysely<Tables> | Transaction<Tables> | ControlledTransaction<Tables>

export type Database = {
  db: Kysely<Tables>
  pool?: import('pg').Pool
  /** How LISTEN and NOTIFY connect: directly to PostgreSQL instead of to a pooler. */
  direct?: import('pg').PoolConfig
  waiting: () => number
  /** Copies an embedded database, and returns the name of the copy's folder in DATA_DIR. */
  copy?: () => Promise<string>
  close: () => Promise<void>
}

/**
 * Makes statements fail after their transaction has ended, for example by the time limit. Otherwise
 * they would run outside of the transaction, and nothing would roll them back.
 */
function createKysely({ connect, end }: Pick<PostgresPool, 'connect' | 'end'>): Kysely<Tables> {
  const lend = async () => {
    const client = await connect()
    let hasEnded = false
    const query = async (text: string, values: readonly unknown[]) => {
      if (hasEnded && text !== 'rollback') throw new TransactionTooLong()
      hasEnded = text === 'rollback' || text === 'commit'
      return client.query(text, values)
    }
    return { query, release: client.release } as unknown as PostgresPoolClient
  }
  const pool: PostgresPool = { connect: lend, end, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

export function pgliteDatabase(pglite: PGlite): Database {
  const pool = createPool(pglite)
  return {
    db: createKysely(pool),
    waiting: pool.waiting,
    close: pglite.close,
  }
}

/**
 * Handles errors of idle and used connections, which the pool replaces. An unhandled error of a
 * used connection would end the process.
 */
export function logConnectionErrors(
  pool: import('pg').Pool,
  onError: (error: Error) => void,
): void {
  // A connection outlives the request that opened it, so its errors are logged without the
  // request's fields.
  const handle = (error: Error) => withoutLogFields(() => onError(error))
  pool.on('error', handle)
  pool.on('connect', (client) => void client.on('error', handle))
}

/** Runs migrations, in one process at a time. Throws a StartupError. */
async function migratePostgres(connection: import('pg').ClientConfig, name: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect().catch((error: Error) => {
      throw new StartupError(`${name}: can't connect to PostgreSQL: ${reasonOf(error)}`)
    })
    await client.query('set statement_timeout = 0')
    await migrate(async (sql) => (await client.query(sql)).rows ?? [])
  } catch (error) {
    throw error instanceof pg.DatabaseError ? new StartupError(`${name}: ${error.message}`) : error
  } finally {
    await client.end()
  }
}

/**
 * Connects and migrates. Several processes may start together. Behind a pooler, settings and named
 * statements aren't used, because transactions share the pooler's connections. Throws a
 * StartupError.
 */
export async function openPostgres(
  url: string,
  { directUrl, log }: { directUrl?: string | undefined; log?: Pick<Log, 'error'> | undefined } = {},
): Promise<Database> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
  const { connectMs, queryMs } = postgresTimeouts
  // The driver's timeout is longer than PostgreSQL's, because it is for servers that don't respond
  // at all.
  const timeouts = {
    statement_timeout: queryMs,
    query_timeout: queryMs * 1.2,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  const toPostgres = { connectionTimeoutMillis: connectMs, connectionString: directUrl ?? url }
  await migratePostgres(toPostgres, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  // Compiling a statement would take longer than running it, even if it reads 50,000 rows.
  const direct = { ...toPostgres, ...timeouts, options: '-c jit=off' }
  const pooled = { ...toPostgres, connectionString: url, query_timeout: timeouts.query_timeout }
  const pool = new pg.Pool({
    ...(directUrl ? pooled : direct),
    max: maxPoolConnections,
    idleTimeoutMillis: idleConnectionMs,
    // Keeps networks from closing idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  const logBucket = createCounter(1)
  logConnectionErrors(pool, (error) => {
    if (log && logBucket('pool') === 0)
      log.error({ reason: reasonOf(error) }, 'a connection to PostgreSQL broke')
  })
  const nameOf = directUrl ? () => undefined : createStatementNames()
  const connect = async () => {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) =>
      runNamed(client, nameOf, text, [...values]).catch((error: unknown) => {
        // Ends the connection, because otherwise its other statements would wait for this one,
        // which may never be answered.
        if (isUnavailable(error))
          void (client as unknown as import('pg').Client).end().catch(() => {})
        throw error
      })
    const release = (isBroken?: boolean) => client.release(isBroken)
    return { query, release } as unknown as PostgresPoolClient
  }
  const db = createKysely({ connect, end: () => pool.end() })
  return {
    db,
    pool,
    direct,
    waiting: () => pool.waitingCount,
    close: () => db.destroy(),
  }
}

const reasonOf = (error: Error): string =>
  (error instanceof AggregateError ? error.errors.join('; ') : error.message) || error.name

export async function findInstallationId(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}

/** Whether an error comes from one of these constraints or unique indexes. */
export const violatesConstraint = (error: unknown, ...names: string[]): boolean =>
  names.includes((error as { constraint?: string }).constraint ?? '')

export class TransactionConflict extends Error {}

const isTransactionConflict = (error: unknown): boolean =>
  error instanceof TransactionConflict ||
  ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

/** Repeats `work` if it conflicts with another transaction. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxTransactionAttempts || !isTransactionConflict(error)) throw error
    }
  }
}

export class TransactionTooLong extends UnavailableError {
  constructor() {
    super('A transaction took too long.')
  }
}

/**
 * Rolls a transaction back after `maxMs`, with TransactionTooLong. On PGlite all others wait for
 * it, and PostgreSQL before 17 can limit only single statements.
 */
function runLimited<T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
  maxMs: number,
): Promise<T> {
  return db.transaction().execute(async (db) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new TransactionTooLong()), maxMs)
    return Promise.race([work(db), promise]).finally(() => clearTimeout(timer))
  })
}

/**
 * Runs `work` in a transaction. Repeats it if it conflicts with another transaction, and rolls it
 * back after `maxMs`. Name the argument of `work` `db`: it hides the outer `db`, on which a query
 * would wait forever on PGlite. Await only SQL in `work`.
 */
export const transact = <T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
  maxMs = maxTransactionMs,
): Promise<T> => retryConflicts(() => runLimited(db, work, maxMs))

/** Like `transact`, for work on the whole market, which may take longer. */
export const transactWholeMarket: typeof transact = (db, work) =>
  transact(db, work, maxWholeMarketMs)

export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Passes an array in a subquery, which hides its length from PostgreSQL. Otherwise PostgreSQL would
 * plan the statement each time, which often takes longer than running it.
 */
export function arrayOf<T extends string | number | null>(
  type: 'text' | 'uuid' | 'integer',
  values: readonly T[],
): RawBuilder<T[]> {
  const array = sql.raw(`${type}[]`)
  return sql`(select ${values}::${array})::${array}`
}

/**
 * Returns a condition for statements that lock or write a row with a `version`. If the argument is
 * undefined, any version is accepted.
 */
export const isExpected = (version: number | undefined) =>
  version === undefined ? sql<SqlBool>`true` : sql<SqlBool>`version = ${version}`

/** Returns a condition for updates: whether these values would change the row. */
export const isDistinctFrom = (values: Record<string, unknown>): RawBuilder<boolean> => {
  const columns = Object.entries(values).map(
    ([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`,
  )
  return columns.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(columns, sql` or `)})`
}
