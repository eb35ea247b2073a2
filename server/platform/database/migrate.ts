// Runs each file of db/migrations once, in the order of the files' numbers.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartupError } from '#server/platform/operations/config.ts'

type Run = (sql: string) => Promise<unknown[]>

const migrationsFolder = new URL('../../../db/migrations/', import.meta.url)

/** The id of PostgreSQL's advisory lock for processes that create or change tables. */
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

/**
 * Returns a migration's statements and the one that inserts its row in `migrations`, for one
 * transaction.
 */
const migrationSql = ({ name, fingerprint, text }: Migration): string =>
  // The line break ends a comment in the file's last line.
  `${text}\n; insert into migrations (name, fingerprint) values ('${name}', '${fingerprint}');`

/** Returns the statements that run these migrations in an empty database. */
export const tablesSql = (migrations: readonly Migration[]): string =>
  [createMigrationsTable, ...migrations.map(migrationSql)].join(';\n')

/** Waits until no other process creates or changes tables. */
export const takeMigrationLock = (run: Run) => run(`select pg_advisory_lock(${migrationLockId})`)

async function runInTransaction(run: Run, migration: Migration): Promise<void> {
  try {
    await run(`begin; ${migrationSql(migration)} commit;`)
  } catch (error) {
    await run('rollback')
    throw new StartupError(
      `Database: migration ${migration.name} failed: ${(error as Error).message}`,
    )
  }
}

export const newestMigration = async (): Promise<string> =>
  (await migrationNamesIn(migrationsFolder)).at(-1) ?? ''

/**
 * Runs each file in a transaction that also inserts its row in `migrations`. `run` must use a
 * single connection. Processes that start at the same time wait for each other. Throws a
 * StartupError if a file fails (it is rolled back) or has changed since it ran.
 */
export async function migrate(run: Run, folder = migrationsFolder): Promise<void> {
  await takeMigrationLock(run)
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
      await runInTransaction(run, migration)
    }
  } finally {
    await run(`select pg_advisory_unlock(${migrationLockId})`)
  }
}
