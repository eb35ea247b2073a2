import { setTimeout as sleep } from 'node:timers/promises'
import { takeMigrationLock } from '#server/platform/database/migrate.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { closingConnections } from './policy.ts'
import { findTables } from './read-tables.ts'
import type { SqlSession } from './sql-session.ts'

/** Servers that start meanwhile wait until the session is closed. */
export const lockForRestore = ({ query }: SqlSession): Promise<void> => takeMigrationLock(query)

/** Connections but this one, once those that are just being closed are gone. */
async function countOthers({ query }: SqlSession): Promise<number> {
  for (let tries = 1; ; tries++) {
    const [{ others } = { others: 0 }] = await query<{ others: number }>(`
      select count(*)::integer as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`)
    if (others === 0 || tries === closingConnections.maxTries) return others
    await sleep(closingConnections.pauseMs)
  }
}

/** Throws a StartupError; `force` allows to replace a market that nobody uses at the moment. */
export async function refuseUnlessReplaceable(
  session: SqlSession,
  { force }: { force: boolean },
): Promise<void> {
  const { query } = session
  const others = await countOthers(session)
  if (others > 0)
    throw new StartupError(
      `DATABASE_URL: ${others} other ${others === 1 ? 'connection is' : 'connections are'} open. Stop the servers first.`,
    )
  const names = new Set((await findTables(session)).map(({ name }) => name))
  if (names.size === 0) return
  if (!names.has('migrations') || !names.has('installation'))
    throw new StartupError(
      'DATABASE_URL: the tables there aren’t Dobara’s. Name an empty database.',
    )
  const [{ used } = { used: true }] = await query<{ used: boolean }>(
    'select exists (select from accounts) as used',
  )
  if (used && !force)
    throw new StartupError(
      'DATABASE_URL: there is a market already. Add --force to replace it; what is there is lost.',
    )
}
