import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Uploads of one person wait for each other, in all processes, until the transaction ends. */
export async function lockUploads(db: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${personId}`}, 0))`.execute(db)
}

export async function findNthUpload(
  db: Db,
  personId: string,
  nth: number,
  since: Date,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('uploads')
    .select('uploaded_at')
    .where('person_id', '=', personId)
    .where('uploaded_at', '>', since)
    .orderBy('uploaded_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.uploaded_at
}

/** The bytes of a person's stored photos, which a trigger adds up. */
export async function countStoredBytes(db: Db, personId: string): Promise<number> {
  const sums = db.selectFrom('upload_sums').select(sql<number>`bytes::float8`.as('bytes'))
  return (await sums.where('person_id', '=', personId).executeTakeFirst())?.bytes ?? 0
}

export async function insertUploads(
  db: Db,
  uploads: { id: string; personId: string; now: Date }[],
): Promise<void> {
  await db
    .insertInto('uploads')
    .values(uploads.map(({ id, personId, now }) => ({ id, person_id: personId, uploaded_at: now })))
    .execute()
}

export async function findUploadedHashes(
  db: Db,
  personId: string,
  hashes: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('hash')
    .where('person_id', '=', personId)
    .where('hash', 'in', hashes)
    .execute()
  return new Set(rows.flatMap(({ hash }) => hash ?? []))
}

export async function updateUpload(
  db: Db,
  id: string,
  stored: { hash: string; bytes: number },
): Promise<void> {
  await db.updateTable('uploads').set(stored).where('id', '=', id).execute()
}

/**
 * Frees the bytes of uploads, unless the person has uploaded the same photo another time. They
 * still count for the daily quota.
 */
export async function releaseUploads(db: Db, ids: string[]): Promise<void> {
  const hasOther = sql<boolean>`exists (select from uploads as other
    where other.person_id = uploads.person_id and other.hash = uploads.hash
      and other.id not in (${sql.join(ids)}))`
  const uploads = db.updateTable('uploads').where('id', 'in', ids)
  await uploads.set({ hash: null, bytes: 0 }).where(sql<boolean>`not ${hasOther}`).execute()
}

/** Deletes old uploads that take no bytes: the photo is deleted, or another upload counts it. */
export async function deleteExpiredUploads(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('uploaded_at', '<', before)
    .where((where) => where.or([where('hash', 'is', null), where('bytes', '=', 0)]))
    .execute()
}

export async function deleteUploadsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('uploads').where('person_id', '=', personId).execute()
  await db.deleteFrom('upload_sums').where('person_id', '=', personId).execute()
}
