// The photos table and the files it stands for.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Picture } from './pictures.ts'

export const photoFile = (hash: string, width: number): string => `${hash}-${width}.webp`

/** A picture can't be entered while its files are being removed, which usually takes some milliseconds. */
export class RemovedPhoto extends UnavailableError {}

/**
 * A removal that hasn't ended after so many milliseconds never will: its process is gone. The store gives up on a file within
 * about a minute.
 */
const removalMs = 120_000
/** Rows that no removal is working on. */
const isFree = (now: Date) =>
  sql<boolean>`(photos.leaving_at is null or photos.leaving_at < ${new Date(now.getTime() - removalMs)})`

/**
 * Enters pictures, or says of known ones that they are used again. Gives the hashes of those that weren't there before.
 * Throws PhotoLeaving.
 */
export async function insertPhotos(
  db: Db,
  pictures: Pick<Picture, 'hash' | 'width' | 'height'>[],
  now: Date,
): Promise<string[]> {
  const rows = new Map(
    pictures.map(({ hash, width, height }) => [hash, { hash, width, height, used_at: now }]),
  )
  if (rows.size === 0) return []
  const entered = await db
    .insertInto('photos')
    // In the order of their hashes, so that two uploads of the same pictures can't wait for each other.
    .values([...rows.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    .onConflict((known) =>
      known.column('hash').doUpdateSet({ used_at: now, leaving_at: null }).where(isFree(now)),
    )
    // A row that an insert made has never been locked or changed; one that a conflict updated has.
    .returning(['hash', sql<boolean>`xmax = 0`.as('is_new')])
    .execute()
  if (entered.length < rows.size) throw new RemovedPhoto('a picture is being removed')
  return entered.filter(({ is_new }) => is_new).map(({ hash }) => hash)
}

/** Starts the day after which pictures that nothing shows any more are swept. */
export async function releasePhotos(db: Db, hashes: string[], now: Date): Promise<void> {
  if (hashes.length === 0) return
  const inOrder = db
    .selectFrom('photos')
    .select('hash')
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .forNoKeyUpdate()
  await db.updateTable('photos').set({ used_at: now }).where('hash', 'in', inOrder).execute()
}

const unused = sql<boolean>`not exists (select from book_photos where book_photos.hash = photos.hash)
  and not exists (select from people where people.picture = photos.hash)
  and not exists (select from orders where orders.book_cover = photos.hash)`

/** Marks a picture that nothing shows as leaving, if `where` holds too and nobody else is removing it; says whether it did. */
async function mark(db: Db, hash: string, where: RawBuilder<boolean>, now: Date): Promise<boolean> {
  const marked = db
    .updateTable('photos')
    .set({ leaving_at: now })
    .where('hash', '=', hash)
    .where(isFree(now))
    .where(where)
    .where(unused)
  return (await marked.returning('hash').executeTakeFirst()) !== undefined
}

/** Marks a picture that came at `storedAt` and that nobody's uploads hold. */
export const markUnused = (db: Db, hash: string, storedAt: Date, now: Date): Promise<boolean> =>
  mark(
    db,
    hash,
    sql<boolean>`used_at = ${storedAt} and not exists (select from uploads where uploads.hash = photos.hash)`,
    now,
  )

/** Not used since then, or left behind by a removal. */
const isOver = (before: Date) => sql<boolean>`(used_at < ${before} or leaving_at is not null)`

export const markExpired = (db: Db, hash: string, before: Date, now: Date): Promise<boolean> =>
  mark(db, hash, isOver(before), now)

/** Deletes the row of a picture whose files are gone, if it still bears this removal's mark. */
export async function deleteRemovedPhoto(db: Db, hash: string, leavingAt: Date): Promise<void> {
  await db
    .deleteFrom('photos')
    .where('hash', '=', hash)
    .where('leaving_at', '=', leavingAt)
    .execute()
}

/** A removal that failed: anybody may go on with it at once, or enter the picture anew. */
export async function abandonRemoval(db: Db, hash: string, leavingAt: Date): Promise<void> {
  const own = db.updateTable('photos').where('hash', '=', hash).where('leaving_at', '=', leavingAt)
  await own.set({ leaving_at: new Date(0) }).execute()
}

/** Which of the next pictures after `after` may go, and the last one that was looked at, where there may be more. */
export async function findExpired(
  db: Db,
  { after, max, before, now }: { after: string; max: number; before: Date; now: Date },
): Promise<{ last: string | undefined; over: string[] }> {
  const batch = db
    .selectFrom('photos')
    .selectAll()
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(max)
  const rows = await db
    .selectFrom(batch.as('photos'))
    .select([
      'hash',
      sql<boolean>`(${isOver(before)} and ${isFree(now)} and ${unused})`.as('is_over'),
    ])
    .orderBy('hash')
    .execute()
  return {
    last: rows.length === max ? rows.at(-1)?.hash : undefined,
    over: rows.filter(({ is_over }) => is_over).map(({ hash }) => hash),
  }
}

// Uploads ---------------------------------------------------------------------------------------------------------

/** Uploads of one person take turns, in all processes, until the transaction ends. */
export async function lockUploads(db: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${personId}`}, 0))`.execute(db)
}

/** When the `nth` newest picture of a person's uploads since a moment came; undefined where there are fewer. */
export async function findNthUpload(
  db: Db,
  personId: string,
  nth: number,
  since: Date,
): Promise<Date | undefined> {
  const uploads = db
    .selectFrom('uploads')
    .select('uploaded_at')
    .where('person_id', '=', personId)
    .where('uploaded_at', '>', since)
  const row = await uploads
    .orderBy('uploaded_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.uploaded_at
}

/** How many bytes of a person's pictures are kept; a trigger keeps the sum. */
export async function countStoredBytes(db: Db, personId: string): Promise<number> {
  const sum = db.selectFrom('upload_sums').select(sql<number>`bytes::float8`.as('bytes'))
  return (await sum.where('person_id', '=', personId).executeTakeFirst())?.bytes ?? 0
}

/** Enters uploads that are about to be worked on. */
export async function insertUploads(
  db: Db,
  uploads: { id: string; personId: string; now: Date }[],
): Promise<void> {
  await db
    .insertInto('uploads')
    .values(uploads.map(({ id, personId, now }) => ({ id, person_id: personId, uploaded_at: now })))
    .execute()
}

/** Which of these pictures a person has uploaded before. */
export async function findUploaded(
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
 * Takes uploads off what their person keeps, unless other uploads of theirs stand for the same picture; they go on counting
 * as uploads of their day.
 */
export async function releaseUploads(db: Db, ids: string[]): Promise<void> {
  const others = sql<boolean>`exists (select from uploads as other where other.person_id = uploads.person_id
    and other.hash = uploads.hash and other.id not in (${sql.join(ids)}))`
  const own = db.updateTable('uploads').where('id', 'in', ids)
  await own.set({ hash: null, bytes: 0 }).where(sql<boolean>`not ${others}`).execute()
}

/** Deletes uploads that count no longer: of pictures that are gone, or were there before. */
export async function deleteExpiredUploads(db: Db, before: Date): Promise<void> {
  const over = db.deleteFrom('uploads').where('uploaded_at', '<', before)
  await over
    .where((where) => where.or([where('hash', 'is', null), where('bytes', '=', 0)]))
    .execute()
}

/** Erases what tells how much a person uploaded; the pictures stay where they are shown. */
export async function deleteUploadsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('uploads').where('person_id', '=', personId).execute()
  await db.deleteFrom('upload_sums').where('person_id', '=', personId).execute()
}
