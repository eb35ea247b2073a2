import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { EncodedPhoto } from './encoding/encode-photo.ts'

/**
 * The storage gives up on a file after about a minute, so a removal that takes longer was
 * interrupted.
 */
const maxRemovalMs = 120_000

export const photoFile = (hash: string, width: number): string => `${hash}-${width}.webp`

/** Thrown while a photo's files are being removed, which usually takes milliseconds. */
export class PhotoBeingRemovedError extends UnavailableError {}

function isNotBeingRemoved(now: Date) {
  const abandonedBefore = new Date(now.getTime() - maxRemovalMs)
  return sql<boolean>`(photos.removal_started_at is null or photos.removal_started_at < ${abandonedBefore})`
}

/**
 * Inserts photos, and marks known ones as used. Returns the hashes of the new ones. Throws
 * PhotoBeingRemovedError.
 */
export async function insertPhotos(
  db: Db,
  photos: Pick<EncodedPhoto, 'hash' | 'width' | 'height'>[],
  now: Date,
): Promise<string[]> {
  const rows = new Map(
    photos.map(({ hash, width, height }) => [hash, { hash, width, height, used_at: now }]),
  )
  if (rows.size === 0) return []
  const saved = await db
    .insertInto('photos')
    // Sorts the rows, so that two uploads of the same photos don't deadlock.
    .values([...rows.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ used_at: now, removal_started_at: null })
        .where(isNotBeingRemoved(now)),
    )
    // `xmax` is 0 only in a newly inserted row, because that was never locked or updated.
    .returning(['hash', sql<boolean>`xmax = 0`.as('is_new')])
    .execute()
  if (saved.length < rows.size) throw new PhotoBeingRemovedError('a picture is being removed')
  return saved.filter(({ is_new }) => is_new).map(({ hash }) => hash)
}

/** Restarts the waiting period after which these photos are removed if nothing shows them. */
export async function releasePhotos(db: Db, hashes: string[], now: Date): Promise<void> {
  if (hashes.length === 0) return
  const lockedInOrder = db
    .selectFrom('photos')
    .select('hash')
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .forNoKeyUpdate()
  await db.updateTable('photos').set({ used_at: now }).where('hash', 'in', lockedInOrder).execute()
}

const isUnused = sql<boolean>`not exists (
    select from book_photos where book_photos.hash = photos.hash)
  and not exists (select from accounts where accounts.picture = photos.hash)
  and not exists (select from orders where orders.book_cover = photos.hash)
  and not exists (select from problem_photos where problem_photos.hash = photos.hash)`

async function markForRemoval(
  db: Db,
  hash: string,
  condition: RawBuilder<boolean>,
  now: Date,
): Promise<boolean> {
  const marked = await db
    .updateTable('photos')
    .set({ removal_started_at: now })
    .where('hash', '=', hash)
    .where(isNotBeingRemoved(now))
    .where(condition)
    .where(isUnused)
    .returning('hash')
    .executeTakeFirst()
  return marked !== undefined
}

export const markUnused = (db: Db, hash: string, storedAt: Date, now: Date): Promise<boolean> =>
  markForRemoval(
    db,
    hash,
    sql<boolean>`used_at = ${storedAt}
      and not exists (select from uploads where uploads.hash = photos.hash)`,
    now,
  )

/** Whether a photo hasn't been used since `before`, or its removal was interrupted. */
const isExpired = (before: Date) =>
  sql<boolean>`(used_at < ${before} or removal_started_at is not null)`

export const markExpired = (db: Db, hash: string, before: Date, now: Date): Promise<boolean> =>
  markForRemoval(db, hash, isExpired(before), now)

/**
 * Deletes the row of a photo whose files were deleted, unless another removal has marked the row
 * since.
 */
export async function deleteRemovedPhoto(db: Db, hash: string, markedAt: Date): Promise<void> {
  await db
    .deleteFrom('photos')
    .where('hash', '=', hash)
    .where('removal_started_at', '=', markedAt)
    .execute()
}

/** Ends a failed removal. It can then be repeated, and the photo can be uploaded immediately. */
export async function abandonRemoval(db: Db, hash: string, markedAt: Date): Promise<void> {
  const marked = db
    .updateTable('photos')
    .where('hash', '=', hash)
    .where('removal_started_at', '=', markedAt)
  await marked.set({ removal_started_at: new Date(0) }).execute()
}

/**
 * Checks the next `limit` photos after the hash `after`, and returns those that may be removed.
 * `last` is the last checked hash, or undefined if there are no more.
 */
export async function findExpiredPhotos(
  db: Db,
  { after, limit, before, now }: { after: string; limit: number; before: Date; now: Date },
): Promise<{ last: string | undefined; expired: string[] }> {
  const batch = db
    .selectFrom('photos')
    .selectAll()
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit)
  const canRemove = sql<boolean>`(${isExpired(before)} and ${isNotBeingRemoved(now)}
    and ${isUnused})`
  const rows = await db
    .selectFrom(batch.as('photos'))
    .select(['hash', canRemove.as('can_remove')])
    .orderBy('hash')
    .execute()
  return {
    last: rows.length === limit ? rows.at(-1)?.hash : undefined,
    expired: rows.filter(({ can_remove }) => can_remove).map(({ hash }) => hash),
  }
}
