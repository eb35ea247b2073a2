import { type Insertable, sql } from 'kysely'
import type { UploadsTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { deleteUses } from '#server/platform/limits/quotas.ts'

export const uploadKey = (accountId: string) => `upload ${accountId}`

/** Makes one account's uploads in all processes wait for each other, until the transaction ends. */
export async function lockUploads(db: Db, accountId: string): Promise<void> {
  await lockKey(db, `uploads ${accountId}`)
}

export async function countStoredBytes(db: Db, accountId: string): Promise<number> {
  const sums = db.selectFrom('uploads').select(sql<number>`sum(bytes)::float8`.as('bytes'))
  return (await sums.where('account_id', '=', accountId).executeTakeFirst())?.bytes ?? 0
}

export async function insertUploads(db: Db, uploads: Insertable<UploadsTable>[]): Promise<void> {
  await db.insertInto('uploads').values(uploads).execute()
}

export async function findUploadedHashes(
  db: Db,
  accountId: string,
  hashes: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('hash', 'in', hashes)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** Deletes failed uploads, except of photos that the account has also uploaded another time. */
export async function deleteUploads(db: Db, ids: string[]): Promise<void> {
  const hasOther = sql<boolean>`exists (select from uploads as other
    where other.account_id = uploads.account_id and other.hash = uploads.hash
      and other.id not in (${sql.join(ids)}))`
  const uploads = db.deleteFrom('uploads').where('id', 'in', ids)
  await uploads.where(sql<boolean>`not ${hasOther}`).execute()
}

/** Deletes old uploads that count no bytes, because an earlier upload of the same photo does. */
export async function deleteRepeatedUploads(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('uploads').where('uploaded_at', '<', before).where('bytes', '=', 0).execute()
}

export async function deleteUploadsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('uploads').where('account_id', '=', accountId).execute()
  await deleteUses(db, [uploadKey(accountId)])
}
