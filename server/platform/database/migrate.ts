// Runs each file of db/migrations once, in the order of its number.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartupError } from '#server/platform/operations/config.ts'

type Run = (sql: string) => Promise<unknown[]>

const migrationsFolder = new URL('../../../db/migrations/', import.meta.url)

/** The advisory lock of PostgreSQL that whoever makes or changes the tables holds. */
export const migrationLockId = 4_716_203

export const createMigrationsTable =
  'create table if not exists migrations (name text primary key, fingerprint text not null, ran_at timestamptz not null default now())'

export type Migration = { name: string; fingerprint: string; text: string }

/** In the order in which they run. */
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

/** The statements of a migration and its row in `migrations`, for one transaction. */
export const migrationSql = ({ name, fingerprint, text }: Migration): string =>
  // The line break is needed if the file ends with a comment.
  `${text}\n; insert into migrations (name, fingerprint) values ('${name}', '${fingerprint}');`

/** The file name of the last one that this version runs. */
export const newestMigration = async (): Promise<string> =>
  (await migrationNamesIn(migrationsFolder)).at(-1) ?? ''

/**
 * Each file runs in a transaction together with its row in `migrations`; `run` must use a single
 * connection. With `lock`, other processes wait. Throws a StartupError if a file fails (nothing of
 * it stays), or has changed since it ran.
 */
export async function migrate(
  run: Run,
  { lock, folder = migrationsFolder }: { lock: boolean; folder?: URL },
): Promise<void> {
  if (lock) await run(`select pg_advisory_lock(${migrationLockId})`)
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
          throw new StartupError(`Database: migration ${name} has changed since it ran here.`)
        continue
      }
      try {
        await run(`begin; ${migrationSql(migration)} commit;`)
      } catch (error) {
        await run('rollback')
        throw new StartupError(`Database: migration ${name} failed: ${(error as Error).message}`)
      }
    }
  } finally {
    if (lock) await run(`select pg_advisory_unlock(${migrationLockId})`)
  }
}
