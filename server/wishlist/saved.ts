// Shared by saved books and saved searches. A removed row stays for a while, so that it can be
// restored.
import type { Db } from '#server/platform/database/database.ts'
import { undoMs } from './limits.ts'

const tables = ['saved_books', 'saved_searches'] as const

type Saved = { accountId: string; id: string }

export async function removeSavedBook(db: Db, { accountId, id }: Saved, now: Date): Promise<void> {
  await db
    .updateTable('saved_books')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('book_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

export async function removeSearch(db: Db, { accountId, id }: Saved, now: Date): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** Deletes what was removed too long ago to be restored, of one buyer or of all. */
export async function deleteRemoved(db: Db, now: Date, accountId?: string): Promise<void> {
  for (const table of tables) {
    const old = db.deleteFrom(table).where('removed_at', '<', new Date(now.getTime() - undoMs))
    await (accountId === undefined ? old : old.where('account_id', '=', accountId)).execute()
  }
}

/** Deletes everything that a buyer saved. */
export async function deleteSavedOf(db: Db, accountId: string): Promise<void> {
  for (const table of tables)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
