// The photos table and the files it stands for.
import { type Kysely, sql } from 'kysely'
import { photoWidths } from '#contract/photos.ts'
import { type Db, transact } from '#server/platform/db.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { Picture } from './pictures.ts'

const dayMs = 86_400_000

export const photoFile = (hash: string, width: number): string => `${hash}-${width}.webp`

/**
 * Enters pictures, or says of known ones that they are used again; waits for a sweep that is removing one of them. Gives
 * the hashes of those that weren't there before.
 */
export async function insertPhotos(db: Db, pictures: Pick<Picture, 'hash' | 'width' | 'height'>[], now: Date): Promise<string[]> {
  const rows = new Map(pictures.map(({ hash, width, height }) => [hash, { hash, width, height, used_at: now }]))
  if (rows.size === 0) return []
  const entered = await db
    .insertInto('photos')
    // In the order of their hashes, so that two uploads of the same pictures can't wait for each other.
    .values([...rows.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    .onConflict((known) => known.column('hash').doUpdateSet({ used_at: now }))
    // A row that an insert made has never been locked or changed; one that a conflict updated has.
    .returning(['hash', sql<boolean>`xmax = 0`.as('is_new')])
    .execute()
  return entered.filter(({ is_new }) => is_new).map(({ hash }) => hash)
}

/** Starts the day after which pictures that nothing shows any more are swept. */
export async function releasePhotos(db: Db, hashes: string[], now: Date): Promise<void> {
  if (hashes.length === 0) return
  const inOrder = db.selectFrom('photos').select('hash').where('hash', 'in', hashes).orderBy('hash').forNoKeyUpdate()
  await db.updateTable('photos').set({ used_at: now }).where('hash', 'in', inOrder).execute()
}

const unused = sql<boolean>`not exists (select from book_photos where book_photos.hash = photos.hash)
  and not exists (select from people where people.picture = photos.hash)
  and not exists (select from orders where orders.book_cover = photos.hash)`

/** Removes a picture that nothing shows, row and files, if `where` holds too; says whether it did. */
function removePhoto(db: Kysely<Tables>, storage: Storage, hash: string, where: ReturnType<typeof sql<boolean>>): Promise<boolean> {
  return transact(db, async (db) => {
    const gone = db.deleteFrom('photos').where('hash', '=', hash).where(where).where(unused).returning('hash')
    if (!(await gone.executeTakeFirst())) return false
    // The one place where a transaction waits for files: an upload of the same picture must find the row locked until
    // they are gone, or it would write them just before they are removed.
    await Promise.all(photoWidths.map((width) => storage.remove(photoFile(hash, width))))
    return true
  })
}

/**
 * Removes pictures that one upload brought in at `storedAt` and that came to be shown nowhere; `uploads` are its own rows.
 * One that somebody else has uploaded meanwhile stays.
 */
export async function removeUnshown(
  { db, storage }: { db: Kysely<Tables>; storage: Storage },
  { hashes, uploads, storedAt }: { hashes: string[]; uploads: string[]; storedAt: Date },
): Promise<void> {
  const others = sql`select from uploads where uploads.hash = photos.hash and uploads.id not in (${sql.join(uploads)})`
  for (const hash of hashes) await removePhoto(db, storage, hash, sql<boolean>`used_at = ${storedAt} and not exists (${others})`)
}

/** So many rows are looked at in one go, which takes a few milliseconds. */
const sweepBatch = 500

/**
 * Looks through some pictures, from the one after `after` on, and removes those that nothing has shown for a day. Gives
 * where to go on, and undefined at the end. Between two pictures others have their turn at the database, and an aborted
 * `signal` is heard.
 */
export async function sweepPhotos(
  db: Kysely<Tables>,
  storage: Storage,
  now: Date,
  { after = '', signal }: { after?: string; signal?: AbortSignal } = {},
): Promise<string | undefined> {
  const before = new Date(now.getTime() - dayMs)
  const batch = db.selectFrom('photos').selectAll().where('hash', '>', after).orderBy('hash').limit(sweepBatch)
  const rows = await db
    .selectFrom(batch.as('photos'))
    .select(['hash', sql<boolean>`(used_at < ${before} and ${unused})`.as('is_over')])
    .orderBy('hash')
    .execute()
  for (const { hash, is_over } of rows) {
    if (signal?.aborted) return undefined
    if (is_over) await removePhoto(db, storage, hash, sql<boolean>`used_at < ${before}`)
  }
  if (rows.length === sweepBatch) return rows.at(-1)?.hash
  // Uploads that count no longer: of pictures that are gone, or were there before.
  const over = db.deleteFrom('uploads').where('uploaded_at', '<', before)
  await over.where((where) => where.or([where('hash', 'is', null), where('bytes', '=', 0)])).execute()
  return undefined
}

// Uploads ---------------------------------------------------------------------------------------------------------

/** Uploads of one person take turns, in all processes, until the transaction ends. */
export async function lockUploads(db: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${personId}`}, 0))`.execute(db)
}

/** When the `nth` newest picture of a person's uploads since a moment came; undefined where there are fewer. */
export async function findNthUpload(db: Db, personId: string, nth: number, since: Date): Promise<Date | undefined> {
  const uploads = db.selectFrom('uploads').select('uploaded_at').where('person_id', '=', personId).where('uploaded_at', '>', since)
  const row = await uploads
    .orderBy('uploaded_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.uploaded_at
}

/** How many bytes of a person's pictures are kept. */
export async function countKeptBytes(db: Db, personId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .where('person_id', '=', personId)
    .where('hash', 'is not', null)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Enters uploads that are about to be worked on. */
export async function insertUploads(db: Db, uploads: { id: string; personId: string; now: Date }[]): Promise<void> {
  await db
    .insertInto('uploads')
    .values(uploads.map(({ id, personId, now }) => ({ id, person_id: personId, uploaded_at: now })))
    .execute()
}

/** Which of these pictures a person has uploaded before. */
export async function findUploaded(db: Db, personId: string, hashes: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('hash').where('person_id', '=', personId).where('hash', 'in', hashes).execute()
  return new Set(rows.flatMap(({ hash }) => hash ?? []))
}

export async function updateUpload(db: Db, id: string, stored: { hash: string; bytes: number }): Promise<void> {
  await db.updateTable('uploads').set(stored).where('id', '=', id).execute()
}

/** Erases what tells how much a person uploaded; the pictures stay where they are shown. */
export async function deleteUploadsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('uploads').where('person_id', '=', personId).execute()
}
