// Shared by saved books and saved searches. A removed row is kept for a while, so that it can be
// restored.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { restoreMs } from './limits.ts'

const tables = ['saved_books', 'saved_searches'] as const

type Saved = { accountId: string; table: (typeof tables)[number]; id: string }

/** Removes a saved search by its own id, or a saved book by the id of the book. */
export async function removeSaved(db: Db, { accountId, table, id }: Saved, now: Date) {
  const column = sql.ref(table === 'saved_books' ? 'book_id' : 'id')
  await sql`update ${sql.table(table)} set removed_at = ${now}
    where account_id = ${accountId} and ${column} = ${id} and removed_at is null`.execute(db)
}

/** Deletes what was removed too long ago to be restored, for one account or for all. */
export async function deleteRemoved(db: Db, now: Date, accountId?: string): Promise<void> {
  for (const table of tables) {
    const old = db.deleteFrom(table).where('removed_at', '<', new Date(now.getTime() - restoreMs))
    await (accountId === undefined ? old : old.where('account_id', '=', accountId)).execute()
  }
}

export async function deleteSavedOf(db: Db, accountId: string): Promise<void> {
  for (const table of tables)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
