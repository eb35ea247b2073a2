import { type Insertable, sql } from 'kysely'
import type { UploadsTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { deleteUses } from '#server/platform/limits/quotas.ts'

export const uploadKey = (accountId: string) => `upload ${accountId}`

/** Locks an account's uploads in all processes until the transaction ends. */
export async function lockUploads(db: Db, accountId: string): Promise<void> {
  await lockKey(db, `uploads ${accountId}`)
}

export async function countStoredBytes(db: Db, accountId: string): Promise<number> {
  const sums = db.selectFrom('uploads').select(sql<number>`sum(bytes)::float8`.as('bytes'))
  return (await sums.where('account_id', '=', accountId).executeTakeFirst())?.bytes ?? 0
}

type NewUpload = Insertable<UploadsTable>

/** Records the photos of an upload. Returns the hashes that the account hadn't stored before. */
export async function insertUploads(db: Db, uploads: readonly NewUpload[]): Promise<string[]> {
  const saved = await db
    .insertInto('uploads')
    .values(uploads)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'hash'])
        .doUpdateSet((set) => ({ uploaded_at: set.ref('excluded.uploaded_at') })),
    )
    // `xmax` is 0 only in a newly inserted row, because that was never locked or updated.
    .returning(['hash', sql<boolean>`xmax = 0`.as('is_new')])
    .execute()
  return saved.filter(({ is_new }) => is_new).map(({ hash }) => hash)
}

/**
 * Deletes what a failed upload recorded, unless the account has uploaded the same photos again
 * since.
 */
export async function deleteUploads(
  db: Db,
  accountId: string,
  hashes: readonly string[],
  uploadedAt: Date,
): Promise<void> {
  if (hashes.length === 0) return
  await db
    .deleteFrom('uploads')
    .where('account_id', '=', accountId)
    .where('hash', 'in', hashes)
    .where('uploaded_at', '=', uploadedAt)
    .execute()
}

export async function deleteUploadsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('uploads').where('account_id', '=', accountId).execute()
  await deleteUses(db, [uploadKey(accountId)])
}
