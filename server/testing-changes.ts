// Changes as caches hear of them.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'

/** Waits until this process has heard of all that others have committed so far, on PostgreSQL. */
export async function settleChanges({
  changes,
  database,
}: Pick<AppContext, 'changes' | 'database'>): Promise<void> {
  if (!database.pool) return
  const by = newId()
  let isHeard = false
  changes.subscribe((change) => {
    isHeard ||= change.by === by
  })
  const note = JSON.stringify({ topics: [], by, from: 'a test' })
  // Notifications come in the order of the commits; one may be too early for a new connection.
  await expect
    .poll(async () => {
      await sql`select pg_notify('dobara_changes', ${note})`.execute(database.db)
      return isHeard
    })
    .toBe(true)
}
