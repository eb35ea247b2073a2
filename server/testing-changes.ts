// Changes that no cached response hears of, so that only responses that aren't cached show them.
import { sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { testApp } from './testing.ts'

const tables = ['books', 'ratings'] as const

export async function changeUnnoticed(
  work: (db: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  const { db } = (await testApp()).context
  await transact(db, async (db) => {
    for (const table of tables)
      await sql`alter table ${sql.table(table)} disable trigger note_changes`.execute(db)
    await work(db)
    for (const table of tables)
      await sql`alter table ${sql.table(table)} enable trigger note_changes`.execute(db)
  })
}

/** Waits until this process has heard of all that was committed so far, on PostgreSQL. */
export async function settleChanges({ cache, database }: AppContext): Promise<void> {
  if (!database.pool) return
  const key = `settled ${newId()}`
  const dependenciesOf = () => ({ tags: [key] })
  const options = { topics: [], maxAgeSeconds: 60, dependenciesOf }
  await cache.getOrCompute(key, options, async () => true)
  // Notifications come in the order of the commits.
  const note = `0 ${JSON.stringify({ tags: [key] })}`
  await sql`select pg_notify('dobara_changes', ${note})`.execute(database.db)
  await expect.poll(() => cache.find(key)).toBeUndefined()
}
