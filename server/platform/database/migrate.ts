// Runs each file of db/migrations once, in the order of numbers.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { StartupError } from '#server/platform/operations/config.ts'

/**
 * How long a migration waits for locks, the pause before it retries, and the number of attempts.
 */
const migrationLocks = { timeoutMs: 1_000, pollMs: 500, maxAttempts: 400 }

type Run = (sql: string) => Promise<unknown[]>

const migrationsFolder = new URL('../../../db/migrations/', import.meta.url)

/** PostgreSQL's advisory lock for processes that create or change tables. */
const migrationLockId = 4_716_203

const createMigrationsTable =
  'create table if not exists migrations (name text primary key, fingerprint text not null, ran_at timestamptz not null default now())'

export type Migration = { name: string; fingerprint: string; text: string }

const migrationNamesIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = await migrationNamesIn(folder)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, fingerprint: createHash('sha256').update(text).digest('hex'), text }
    }),
  )
}

/** Such files contain only `create index concurrently if not exists`, so nobody waits for them. */
const isConcurrent = ({ name }: Migration) => name.endsWith('.concurrent.sql')

const rowSql = ({ name, fingerprint }: Migration) =>
  `insert into migrations (name, fingerprint) values ('${name}', '${fingerprint}');`

/** Returns a migration's statements and the one that adds its row, for one transaction. */
function migrationSql(migration: Migration): string {
  const { text } = migration
  const inTransaction = isConcurrent(migration) ? text.replace(/\bconcurrently\b/g, '') : text
  // The line break is needed if the file ends with a comment.
  return `${inTransaction}\n; ${rowSql(migration)}`
}

/** Returns the statements that run these migrations in an empty database. */
export const tablesSql = (migrations: readonly Migration[]): string =>
  [createMigrationsTable, ...migrations.map(migrationSql)].join(';\n')

/**
 * Waits until no other process creates or changes tables. Polls, because a waiting statement holds
 * a snapshot, and creating an index concurrently waits for snapshots.
 */
export async function takeMigrationLock(run: Run): Promise<void> {
  for (;;) {
    const [row] = await run(`select pg_try_advisory_lock(${migrationLockId}) as taken`)
    if ((row as { taken: boolean }).taken) return
    await wait(migrationLocks.pollMs)
  }
}

async function runConcurrently(run: Run, migration: Migration): Promise<void> {
  const names = [...migration.text.matchAll(/create index concurrently if not exists (\w+)/g)]
  const quoted = names.map(([, name]) => `'${name}'`).join()
  // Drops an index that a server was still creating when it ended.
  const unfinished = await run(
    `select format('drop index concurrently %s', indexrelid::regclass) as sql
     from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relname in (${quoted})`,
  )
  for (const { sql } of unfinished as { sql: string }[]) await run(sql)
  for (const statement of migration.text.split(/;\s*$/m))
    if (statement.trim() !== '') await run(statement)
  await run(rowSql(migration))
}

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const lockErrors = ['55P03', '40P01']

/**
 * Waits only briefly for locks, then retries, because other transactions queue behind a waiting
 * one.
 */
async function runInTransaction(run: Run, migration: Migration): Promise<void> {
  const { timeoutMs, pollMs, maxAttempts } = migrationLocks
  for (let attempt = 1; ; attempt++)
    try {
      await run(`begin; set local lock_timeout = ${timeoutMs}; ${migrationSql(migration)} commit;`)
      return
    } catch (error) {
      await run('rollback')
      const isLocked = lockErrors.includes(String((error as { code?: unknown }).code))
      if (!isLocked || attempt === maxAttempts) throw error
      await wait(pollMs)
    }
}

export const newestMigration = async (): Promise<string> =>
  (await migrationNamesIn(migrationsFolder)).at(-1) ?? ''

/**
 * Runs each file in a transaction that also inserts its row in `migrations`, except those that
 * create indexes concurrently. `run` must use a single connection. With `lock`, processes that
 * start at the same time wait. Throws a StartupError if a file fails (it is rolled back) or has
 * changed since it ran.
 */
export async function migrate(
  run: Run,
  { lock, folder = migrationsFolder }: { lock: boolean; folder?: URL },
): Promise<void> {
  if (lock) await takeMigrationLock(run)
  try {
    await run(createMigrationsTable)
    const rows = (await run('select name, fingerprint from migrations')) as {
      name: string
      fingerprint: string
    }[]
    const applied = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
    for (const migration of await readMigrations(folder)) {
      const { name, fingerprint } = migration
      if (applied.has(name)) {
        if (applied.get(name) !== fingerprint)
          throw new StartupError(
            `Database: migration ${name} has changed since it ran here. Start with an empty DATA_DIR, or an empty database in DATABASE_URL.`,
          )
        continue
      }
      try {
        if (lock && isConcurrent(migration)) await runConcurrently(run, migration)
        else await runInTransaction(run, migration)
      } catch (error) {
        throw new StartupError(`Database: migration ${name} failed: ${(error as Error).message}`)
      }
    }
  } finally {
    if (lock) await run(`select pg_advisory_unlock(${migrationLockId})`)
  }
}
