import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'

/** On PostgreSQL, waits until this process has received all changes committed so far. */
export async function settleChanges({
  changes,
  database,
}: Pick<AppContext, 'changes' | 'database'>): Promise<void> {
  if (!database.pool) return
  const by = newId()
  const note = JSON.stringify({ topics: [], by, from: 'a test' })
  // Notifications arrive in the order of commits. This one is repeated, because the first may be
  // sent before a new connection listens.
  await expect
    .poll(async () => {
      await sql`select pg_notify('dobara_changes', ${note})`.execute(database.db)
      return changes.isWriter(by)
    })
    .toBe(true)
}
