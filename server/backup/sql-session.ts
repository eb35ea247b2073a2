import type pg from 'pg'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { connectTimeoutMs } from '#server/platform/database/policy.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'

/** One connection, the same for both kinds of databases. */
export type SqlSession = {
  kind: 'embedded' | 'postgresql'
  query: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>
  /** Several statements, without a limit of time. */
  exec: (text: string) => Promise<unknown[]>
  close: () => Promise<void>
}

/** Values as text are the same whatever the defaults of the database, and none waits in vain. */
const settings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0;
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** Opens the embedded database in a folder that the caller has locked. */
export async function openEmbeddedSession(folder: string): Promise<SqlSession> {
  const pglite = await openPGlite({ dataDir: folder })
  await pglite.exec(settings)
  return {
    kind: 'embedded',
    query: async <Row>(text: string, parameters: unknown[] = []) =>
      (await pglite.query<Row>(text, parameters)).rows,
    exec: async (text) => (await pglite.exec(text)).at(-1)?.rows ?? [],
    close: pglite.close,
  }
}

/** Connects to PostgreSQL itself, past a pooler. Throws a StartupError. */
export async function openPostgresSession({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<SqlSession> {
  const { default: pg } = await import('pg')
  const client: pg.Client = new pg.Client({
    connectionString: databaseDirectUrl ?? databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    const name = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    throw new StartupError(`${name}: can't connect to PostgreSQL: ${error.message}`)
  })
  await client.query(settings)
  return {
    kind: 'postgresql',
    query: async <Row>(text: string, parameters: unknown[] = []) =>
      (await client.query(text, parameters)).rows as Row[],
    exec: async (text) => {
      const result = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
      return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? []
    },
    close: () => client.end(),
  }
}
