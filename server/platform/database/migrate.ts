// Runs each file of db/migrations once, in the order of its number.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartupError } from '#server/platform/operations/config.ts'

type Run = (sql: string) => Promise<unknown[]>

const migrations = new URL('../../../db/migrations/', import.meta.url)

const lockId = 4_716_203

const migrationsIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()

/** The file name of the last one that this version runs. */
export const newestMigration = async (): Promise<string> =>
  (await migrationsIn(migrations)).at(-1) ?? ''

/**
 * Each file runs in a transaction together with its row in `migrations`; `run` must use a single
 * connection. With `lock`, other processes wait. Throws a StartupError if a file fails (nothing of
 * it stays), or has changed since it ran.
 */
export async function migrate(
  run: Run,
  { lock, folder = migrations }: { lock: boolean; folder?: URL },
): Promise<void> {
  if (lock) await run(`select pg_advisory_lock(${lockId})`)
  try {
    await run(
      'create table if not exists migrations (name text primary key, fingerprint text not null, ran_at timestamptz not null default now())',
    )
    const rows = (await run('select name, fingerprint from migrations')) as {
      name: string
      fingerprint: string
    }[]
    const applied = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
    for (const name of await migrationsIn(folder)) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const fingerprint = createHash('sha256').update(text).digest('hex')
      if (applied.has(name)) {
        if (applied.get(name) !== fingerprint)
          throw new StartupError(`Database: migration ${name} has changed since it ran here.`)
        continue
      }
      try {
        // The line break is needed if the file ends with a comment.
        await run(
          `begin; ${text}\n; insert into migrations (name, fingerprint) values ('${name}', '${fingerprint}'); commit;`,
        )
      } catch (error) {
        await run('rollback')
        throw new StartupError(`Database: migration ${name} failed: ${(error as Error).message}`)
      }
    }
  } finally {
    if (lock) await run(`select pg_advisory_unlock(${lockId})`)
  }
}
