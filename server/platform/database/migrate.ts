// Brings a database to the newest schema: each file of db/migrations once, in the order of its number.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartupError } from '#server/platform/operations/config.ts'

type Run = (sql: string) => Promise<unknown[]>

const migrations = new URL('../../../db/migrations/', import.meta.url)

/** Any number, the same in every process: the advisory lock under which PostgreSQL is migrated. */
const lockKey = 4_716_203

/**
 * Runs what is missing, each file in a transaction of its own with its entry in `migrations`. `run` must keep to one
 * connection. With `lock`, other processes wait until this one is through. Throws a StartFault when a file fails, which
 * leaves nothing of it behind, and when one has changed since it ran.
 */
export async function migrate(
  run: Run,
  { lock, folder = migrations }: { lock: boolean; folder?: URL },
): Promise<void> {
  if (lock) await run(`select pg_advisory_lock(${lockKey})`)
  try {
    await run(
      'create table if not exists migrations (name text primary key, fingerprint text not null, ran_at timestamptz not null default now())',
    )
    const done = new Map(
      (await run('select name, fingerprint from migrations')).map((row) => [
        (row as { name: string }).name,
        (row as { fingerprint: string }).fingerprint,
      ]),
    )
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const fingerprint = createHash('sha256').update(text).digest('hex')
      if (done.has(name)) {
        if (done.get(name) !== fingerprint)
          throw new StartupError(`Database: migration ${name} has changed since it ran here.`)
        continue
      }
      try {
        // On a line of its own, because the file may end with a comment.
        await run(
          `begin; ${text}\n; insert into migrations (name, fingerprint) values ('${name}', '${fingerprint}'); commit;`,
        )
      } catch (error) {
        await run('rollback')
        throw new StartupError(`Database: migration ${name} failed: ${(error as Error).message}`)
      }
    }
  } finally {
    if (lock) await run(`select pg_advisory_unlock(${lockKey})`)
  }
}
