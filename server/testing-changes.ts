// Changes as caches hear of them.
import { sql } from 'kysely'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'

/** Waits until this process has heard of all that others have committed so far, on PostgreSQL. */
export async function settleChanges({
  changes,
  database,
}: Pick<AppContext, 'changes' | 'database'>): Promise<void> {
  if (!database.pool) return
  const by = newId()
  const heard = new Promise<void>((resolve) =>
    changes.subscribe((change) => change.by === by && resolve()),
  )
  // Notifications come in the order of the commits.
  const note = JSON.stringify({ topics: [], by, from: 'a test' })
  await sql`select pg_notify('dobara_changes', ${note})`.execute(database.db)
  await heard
}
