// Changes that no kept answer hears of, so that only answers that aren't kept show them.
import { sql, type Transaction } from 'kysely'
import { transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { testApp } from './testing.ts'

const tables = ['books', 'ratings'] as const

/** Changes books or ratings without a note of it. */
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
